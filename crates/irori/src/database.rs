//! Where the database is: the same rule for the server and for the commands that look after it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

#[derive(Args)]
pub struct DatabaseArgs {
    /// The database of the server: sqlite:PATH [default: irori/irori.sqlite in your data folder]
    #[arg(long, value_name = "DATABASE", env = "IRORI_DATABASE", global = true)]
    database: Option<String>,
}

impl DatabaseArgs {
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        path(self.database.as_deref())
    }
}

/// The file that a setting names, or the default one.
pub fn path(database: Option<&str>) -> anyhow::Result<PathBuf> {
    match database {
        None => Ok(data_folder()?.join("irori.sqlite")),
        Some(database) => match database.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(PathBuf::from(path)),
            Some(("postgres" | "postgresql", _)) => {
                bail!("this version supports SQLite only: --database sqlite:PATH")
            }
            _ => bail!("--database must be sqlite:PATH, not {database:?}"),
        },
    }
}

/// A file next to the database, such as `irori.sqlite.admin`.
pub fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(ending);
    PathBuf::from(name)
}

/// In bytes; 0 for a file that cannot be looked at.
pub fn size_of(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |data| data.len())
}

/// Where programs of this user keep their data.
fn data_folder() -> anyhow::Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let data =
        data.context("there is no home folder for the database; choose a file with --database sqlite:PATH")?;
    Ok(data.join("irori"))
}
