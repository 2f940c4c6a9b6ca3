//! The file by which `irori admin` finds a running server: its address and a key, next to the database. Whoever may read
//! the database may read this file, and nobody else.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::database::beside;

/// What the file says.
#[derive(Serialize, Deserialize)]
pub struct Access {
    pub address: SocketAddr,
    pub key: String,
}

impl Access {
    /// How to reach the server of a database.
    pub fn of(database: &Path) -> anyhow::Result<Access> {
        let path = path(database);
        let shown = path.display();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                bail!(
                    "no server seems to be running with this database: there is no file {shown}; \
                     --database sqlite:PATH names another database"
                )
            }
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                bail!("{shown} cannot be read: run this as the user of the server, or as root")
            }
            Err(error) => return Err(error).with_context(|| format!("{shown} cannot be read")),
        };
        serde_json::from_str(&text)
            .with_context(|| format!("{shown} does not hold an address and a key; restart the server"))
    }
}

/// The file of this server. It is removed when the server stops.
pub struct AdminFile {
    path: PathBuf,
    key: String,
}

impl AdminFile {
    pub fn write(database: &Path, listening: SocketAddr, key: &str) -> io::Result<AdminFile> {
        let access = Access { address: reachable(listening), key: key.to_owned() };
        let path = path(database);
        // A file of a server that was killed is replaced in one step, so nobody reads half a file.
        let new = beside(&path, ".new");
        remove(&new)?;
        writeln!(create(&new)?, "{}", serde_json::to_string(&access)?)?;
        fs::rename(&new, &path)?;
        Ok(AdminFile { path, key: access.key })
    }
}

impl Drop for AdminFile {
    fn drop(&mut self) {
        // Another server with the same database may have put its own file here.
        let is_ours = fs::read_to_string(&self.path).is_ok_and(|text| text.contains(&self.key));
        if is_ours && let Err(error) = remove(&self.path) {
            tracing::warn!(file = %self.path.display(), %error, "admin file cannot be removed");
        }
    }
}

/// A key that nobody can guess.
pub fn new_key() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the system gives no random numbers")?;
    Ok(cards::to_hex(&bytes))
}

/// The address at which this machine reaches a server: one that listens everywhere is here as well.
pub fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

fn path(database: &Path) -> PathBuf {
    beside(database, ".admin")
}

/// Readable by its owner only, from the first moment on.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
