//! `irori backup`: a consistent copy of the database, also while a server uses it.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;
use store::Sqlite;

use crate::database::{DatabaseArgs, beside, size_of};
use crate::interrupt;
use crate::out::{print, size};
use crate::owner::Owner;
use crate::progress::ProgressBar;

#[derive(Args)]
pub struct BackupArgs {
    /// The file to write; it must not exist yet
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub fn run(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let (database, file) = (args.database.path()?, &args.file);
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        bail!("there is no folder {}; create it first", folder.display());
    }
    let part = beside(file, ".part");
    interrupt::listen_and_end(move || {
        // They are incomplete. The next backup would remove them as well.
        for ending in ["", "-journal"] {
            let _ = std::fs::remove_file(beside(&part, ending));
        }
        "before the backup was complete".to_owned()
    })?;
    let owner = Owner::of(&database);
    let mut bar: Option<ProgressBar> = None;
    let copied = Sqlite::backup(&database, file, &mut |done, all| {
        bar.get_or_insert_with(|| ProgressBar::new(all, "pages")).update(done);
    });
    if let Some(bar) = bar {
        bar.finish();
    }
    owner.takes(&beside(&database, ".lock"));
    copied.map_err(|failure| anyhow!("no backup was made: {failure}"))?;
    let bytes = size(size_of(file));
    print(&format!("backed up {} to {}, {bytes}\n", database.display(), file.display()))?;
    Ok(ExitCode::SUCCESS)
}
