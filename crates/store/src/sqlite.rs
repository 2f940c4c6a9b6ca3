//! The journal in a SQLite file. Several processes may open it at once.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::connection::{self, Readers};
use crate::tidy::Tidy;
use crate::writer::Writer;
use crate::{
    Done, Failure, Journal, Listed, NewEntry, Only, StoredEntry, StoredGame, StoredGuest, find, guests,
    migrations,
};

/// How long the writer may take to answer a health check.
const WELL: Duration = Duration::from_secs(5);

/// Dropping it closes it.
pub struct Sqlite {
    tidy: Tidy,
    writer: Writer,
    readers: Readers,
}

impl Sqlite {
    /// Opens a file. A missing file is created together with its folders, a file of an older version is migrated, and a
    /// file of a newer version is refused.
    pub fn open(path: &Path) -> Result<Sqlite, Failure> {
        open(path).map_err(|failure| Failure::new(format_args!("{}: {failure}", path.display())))
    }
}

fn open(path: &Path) -> Result<Sqlite, Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::new)?;
    }
    let connection = connection::to_write(path)?;
    migrations::migrate(&connection)?;
    let tidy = Tidy::start(path)?;
    Ok(Sqlite { readers: Readers::open(path)?, writer: Writer::start(connection)?, tidy })
}

impl Journal for Sqlite {
    fn append(&self, entry: NewEntry, done: Done) {
        self.writer.append(entry, done);
    }

    fn entries(&self, table: &str, after: u64) -> Result<Vec<StoredEntry>, Failure> {
        self.readers.read(|connection| find::entries(connection, table, after))
    }

    fn listed(&self, only: Only, most: usize) -> Result<Vec<Listed>, Failure> {
        self.readers.read(|connection| find::listed(connection, only, most))
    }

    fn tables_of(&self, guest: &str, most: usize) -> Result<Vec<String>, Failure> {
        self.readers.read(|connection| find::tables_of(connection, guest, most))
    }

    fn record(&self, table: &str, game: u32) -> Result<Option<String>, Failure> {
        self.readers.read(|connection| find::record(connection, table, game))
    }

    fn past_games(&self, guest: &str, before: Option<i64>, most: usize) -> Result<Vec<StoredGame>, Failure> {
        self.readers.read(|connection| find::past_games(connection, guest, before, most))
    }

    fn add_guest(&self, guest: &StoredGuest, token: &[u8; 32], time: i64) -> Result<(), Failure> {
        let (guest, token) = (guest.clone(), *token);
        self.writer.write(None, move |connection| guests::add_guest(connection, &guest, &token, time))
    }

    fn add_token(&self, guest: &str, token: &[u8; 32], time: i64) -> Result<(), Failure> {
        let (guest, token) = (guest.to_owned(), *token);
        self.writer.write(None, move |connection| guests::add_token(connection, &guest, &token, time))
    }

    fn guest_of(&self, token: &[u8; 32]) -> Result<Option<StoredGuest>, Failure> {
        self.readers.read(|connection| guests::guest_of(connection, token))
    }

    fn rename(&self, guest: &str, name: &str) -> Result<(), Failure> {
        let (id, name) = (guest.to_owned(), name.to_owned());
        match self.writer.write(None, move |connection| guests::rename(connection, &id, &name))? {
            true => Ok(()),
            false => Err(Failure::new(format_args!("there is no guest {guest:?}"))),
        }
    }

    fn add_code(&self, guest: &str, code: &[u8; 32], expires: i64) -> Result<(), Failure> {
        let (guest, code) = (guest.to_owned(), *code);
        self.writer.write(None, move |connection| guests::add_code(connection, &guest, &code, expires))
    }

    fn take_code(&self, code: &[u8; 32], time: i64) -> Result<Option<String>, Failure> {
        let code = *code;
        self.writer.write(None, move |connection| guests::take_code(connection, &code, time))
    }

    fn is_well(&self) -> Result<(), Failure> {
        self.readers.read(|connection| connection.query_row("PRAGMA schema_version", [], |_| Ok(())))?;
        self.writer.write(Some(WELL), |_| Ok(()))
    }

    fn close(&self) {
        self.tidy.close();
        self.writer.close();
        self.readers.close();
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}
