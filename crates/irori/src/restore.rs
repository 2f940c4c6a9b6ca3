//! `irori restore`: puts a backup in the place of the database of a server that is stopped.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;
use store::Sqlite;

use crate::database::{DatabaseArgs, beside, size_of};
use crate::out::{confirm, print, size};
use crate::owner::Owner;

#[derive(Args)]
pub struct RestoreArgs {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArgs,
    /// Do not ask before an existing database is replaced
    #[arg(long)]
    yes: bool,
}

pub fn run(args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    let (database, file) = (args.database.path()?, &args.file);
    if !file.is_file() {
        bail!("there is no file {}", file.display());
    }
    if !args.yes && database.exists() {
        let question = format!(
            "Replace the database {} ({}) with {} ({})? The old one is kept under another name.",
            database.display(),
            size(size_of(&database)),
            file.display(),
            size(size_of(file))
        );
        if !confirm(&question)? {
            eprintln!("irori: nothing was changed");
            return Ok(ExitCode::FAILURE);
        }
    }
    let owner = Owner::of(&database);
    let restored = Sqlite::restore(file, &database);
    owner.takes(&beside(&database, ".lock"));
    let aside = restored.map_err(|failure| anyhow!("nothing was restored: {failure}"))?;
    owner.takes(&database);
    let bytes = size(size_of(&database));
    print(&format!("restored {} from {}, {bytes}\n", database.display(), file.display()))?;
    if let Some(aside) = aside {
        print(&format!("the old database is now {}\n", aside.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
