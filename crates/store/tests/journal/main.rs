//! The promises of a journal, kept on real files by real threads.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]

mod appending;
mod found;
mod guests;
mod opening;
mod races;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use store::{Also, Journal, NewEntry, Refused, Sqlite};
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

/// Appends and waits for the answer.
fn append(journal: &dyn Journal, entry: NewEntry) -> Result<(), Refused> {
    let (tell, told) = mpsc::channel();
    journal.append(entry, Box::new(move |result| tell.send(result).unwrap()));
    told.recv().unwrap()
}

/// Appends an entry of a table at a time, with something else.
fn append_also(journal: &dyn Journal, table: &str, number: u64, time: i64, also: Vec<Also>) {
    append(journal, NewEntry { time, also, ..entry(table, number) }).unwrap();
}

/// The numbers of a table's entries.
fn numbers(journal: &dyn Journal, table: &str) -> Vec<u64> {
    journal.entries(table, 0).unwrap().iter().map(|row| row.number).collect()
}
