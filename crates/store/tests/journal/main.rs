//! The promises of a journal, kept on real files by real threads.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]

mod appending;
mod copies;
mod erasing;
mod expiry;
mod found;
mod guests;
mod opening;
mod races;
mod trouble;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use store::{Also, Ended, Index, Journal, NewEntry, Refused, Sqlite, Status, StoredGuest};
use tempfile::TempDir;

/// A new folder with room for a journal, and the place of its file.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("of").join("irori.db");
    (folder, path)
}

/// An open journal in a new folder.
fn journal() -> (Sqlite, TempDir) {
    let (folder, path) = place();
    (Sqlite::open(&path).unwrap(), folder)
}

/// An entry of a table whose time and text tell its number, and which goes by a reading of its own.
fn entry(table: &str, number: u64) -> NewEntry {
    NewEntry {
        table: table.to_owned(),
        number,
        reading: next_reading(),
        time: 1000 + number as i64,
        text: format!("{table} {number}"),
        also: Vec::new(),
    }
}

fn next_reading() -> u64 {
    static READINGS: AtomicU64 = AtomicU64::new(1);
    READINGS.fetch_add(1, Ordering::Relaxed)
}

/// Waits for what a journal is asked for.
fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// Appends and waits for the answer.
fn append(journal: &dyn Journal, entry: NewEntry) -> Result<(), Refused> {
    wait(journal.append(entry))
}

/// Appends an entry of a table at a time, with something else.
fn append_also(journal: &dyn Journal, table: &str, number: u64, time: i64, also: Vec<Also>) {
    append(journal, NewEntry { time, also, ..entry(table, number) }).unwrap();
}

/// The numbers of a table's entries.
fn numbers(journal: &dyn Journal, table: &str) -> Vec<u64> {
    wait(journal.entries(table, 0)).unwrap().iter().map(|row| row.number).collect()
}

/// A line of the index for a hidden table where these guests sit.
fn seated(status: Status, guests: &[&str]) -> Index {
    Index {
        status,
        public: false,
        kind: "koi-koi".to_owned(),
        opener: guests.first().unwrap_or(&"").to_string(),
        free: 0,
        summary: "{}".to_owned(),
        guests: guests.iter().map(|&guest| guest.to_owned()).collect(),
    }
}

/// A finished game of these guests.
fn ended(game: u32, players: &[(u8, &str)]) -> Also {
    let players = players.iter().map(|&(seat, guest)| (seat, guest.to_owned())).collect();
    let (kind, record) = ("iroha".to_owned(), format!("record {game}"));
    Also::Ended(Ended { game, kind, record, summary: format!("{{\"game\":{game}}}"), players })
}

fn guest(id: &str) -> StoredGuest {
    StoredGuest { id: id.to_owned(), name: id.to_uppercase(), blocked: false }
}
