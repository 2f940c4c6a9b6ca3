//! Backup and restore.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::Connection;
use store::{Journal, NewEntry, Sqlite};

use crate::{append, entry, numbers, place, wait};

fn backup(path: &Path, to: &Path) -> Result<(), String> {
    Sqlite::backup(path, to, &mut |_, _| ()).map_err(|failure| failure.to_string())
}

fn restore(from: &Path, path: &Path) -> Result<Option<PathBuf>, String> {
    Sqlite::restore(from, path).map_err(|failure| failure.to_string())
}

/// A journal with a table of so many entries.
fn with_entries(count: u64) -> (Sqlite, PathBuf, tempfile::TempDir) {
    let (folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    let appended: Vec<_> = (1..=count).map(|number| journal.append(entry("a", number))).collect();
    assert!(appended.into_iter().all(|appended| wait(appended).is_ok()));
    (journal, path, folder)
}

/// The names in the folder of a file, except for the database and what belongs to it.
fn beside(path: &Path) -> Vec<String> {
    let names = fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names: Vec<_> = names.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| {
        !["irori.db", "irori.db-wal", "irori.db-shm", "irori.db.lock"].contains(&name.as_str())
    });
    names.sort();
    names
}

#[test]
fn a_backup_has_what_was_acknowledged_and_progress_comes_to_its_end() {
    let (journal, path, folder) = with_entries(50);
    append(&journal, NewEntry { text: "x".repeat(20 << 20), ..entry("long", 1) }).unwrap();
    let to = folder.path().join("backup");
    let mut reports = Vec::new();
    Sqlite::backup(&path, &to, &mut |done, all| reports.push((done, all))).unwrap();
    assert!(reports.len() > 3 && reports.is_sorted(), "{reports:?}");
    assert!(reports.last().is_some_and(|(done, all)| done == all && *all > 5000), "{reports:?}");
    assert_eq!(numbers(&Sqlite::open(&to).unwrap(), "a").len(), 50);
}

#[test]
fn a_backup_is_one_private_file_that_can_be_read_where_nothing_can_be_written() {
    let (_journal, path, folder) = with_entries(5);
    let place = folder.path().join("backups");
    fs::create_dir(&place).unwrap();
    let to = place.join("backup");
    backup(&path, &to).unwrap();
    assert_eq!(beside(&to), ["backup"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let connection = Connection::open(&to).unwrap();
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "delete");
}

#[test]
fn a_backup_replaces_no_file() {
    let (_journal, path, folder) = with_entries(5);
    let to = folder.path().join("backup");
    fs::write(&to, "precious").unwrap();
    let failure = backup(&path, &to).unwrap_err();
    assert!(failure.contains("exists already"), "{failure}");
    assert_eq!(fs::read_to_string(&to).unwrap(), "precious");
    assert!(backup(&path, &path).is_err());
    let failure = backup(&folder.path().join("none"), &folder.path().join("new")).unwrap_err();
    assert!(failure.contains("no such database"), "{failure}");
    fs::write(folder.path().join("letter"), "Dear reader, ".repeat(1000)).unwrap();
    assert!(backup(&folder.path().join("letter"), &folder.path().join("new")).is_err());
    assert!(!folder.path().join("new").exists() && !folder.path().join("new.part").exists());
    // What an interrupted backup has left does not matter.
    fs::write(folder.path().join("new.part"), "half").unwrap();
    backup(&path, &folder.path().join("new")).unwrap();
    assert!(!folder.path().join("new.part").exists());
}

/// Without a snapshot, every write would make the backup begin again.
#[test]
fn a_backup_ends_and_is_of_one_moment_while_others_write() {
    let (journal, path, folder) = with_entries(1000);
    append(&journal, NewEntry { text: "x".repeat(30 << 20), ..entry("long", 1) }).unwrap();
    let to = folder.path().join("backup");
    let done = AtomicBool::new(false);
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut number = 1;
            while !done.load(Ordering::Relaxed) {
                // Always first one, then the other.
                append(&journal, entry("first", number)).unwrap();
                append(&journal, entry("second", number)).unwrap();
                number += 1;
            }
            number - 1
        });
        backup(&path, &to).unwrap();
        done.store(true, Ordering::Relaxed);
        writer.join().unwrap()
    });
    let copy = Sqlite::open(&to).unwrap();
    let (first, second) = (numbers(&copy, "first").len() as u64, numbers(&copy, "second").len() as u64);
    assert!(first == second || first == second + 1, "{first} {second}");
    assert!(first <= written);
    assert_eq!(numbers(&copy, "a").len(), 1000);
}

#[test]
fn a_restored_database_is_the_backup_and_the_old_one_is_kept() {
    let (journal, path, folder) = with_entries(5);
    let to = folder.path().join("backup");
    backup(&path, &to).unwrap();
    append(&journal, entry("a", 6)).unwrap();
    drop(journal);
    let aside = restore(&to, &path).unwrap().unwrap();
    assert_eq!(aside.file_name().unwrap(), "irori.db.before-restore-1");
    assert_eq!(numbers(&Sqlite::open(&aside).unwrap(), "a").len(), 6);
    let journal = Sqlite::open(&path).unwrap();
    assert_eq!(numbers(&journal, "a").len(), 5);
    append(&journal, entry("a", 6)).unwrap();
    drop(journal);
    let aside = restore(&to, &path).unwrap().unwrap();
    assert_eq!(aside.file_name().unwrap(), "irori.db.before-restore-2");
    assert!(!Sqlite::exposed(&path));
    assert!(to.exists());
}

/// A server that was killed leaves its last commits in the log, which must not be applied to the restored database.
#[test]
fn the_log_of_the_old_database_goes_with_it() {
    let (journal, path, folder) = with_entries(5);
    let to = folder.path().join("backup");
    backup(&path, &to).unwrap();
    append(&journal, entry("a", 6)).unwrap();
    // As a killed server leaves it: a copy of both files, which nobody has open.
    let crashed = folder.path().join("crashed");
    for ending in ["", "-wal"] {
        let name = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        fs::copy(name(&path), name(&crashed)).unwrap();
    }
    assert!(fs::metadata(folder.path().join("crashed-wal")).unwrap().len() > 0);
    let aside = restore(&to, &crashed).unwrap().unwrap();
    assert_eq!(numbers(&Sqlite::open(&aside).unwrap(), "a").len(), 6);
    assert_eq!(numbers(&Sqlite::open(&crashed).unwrap(), "a").len(), 5);
}

#[test]
fn a_database_that_was_copied_with_its_log_can_be_restored() {
    let (_journal, path, folder) = with_entries(5);
    let copied = folder.path().join("copied");
    fs::copy(&path, &copied).unwrap();
    fs::copy(path.with_extension("db-wal"), folder.path().join("copied-wal")).unwrap();
    let new = folder.path().join("new/irori.db");
    assert_eq!(restore(&copied, &new), Ok(None));
    assert_eq!(numbers(&Sqlite::open(&new).unwrap(), "a").len(), 5);
}

#[test]
fn an_open_database_is_not_replaced() {
    let (journal, path, folder) = with_entries(5);
    let to = folder.path().join("backup");
    backup(&path, &to).unwrap();
    let other = Sqlite::open(&path).unwrap();
    wait(journal.close()).unwrap();
    let failure = restore(&to, &path).unwrap_err();
    assert!(failure.contains("stop it first"), "{failure}");
    append(&other, entry("a", 6)).unwrap();
    // A closed journal does not count, even if it still exists.
    wait(other.close()).unwrap();
    assert!(restore(&to, &path).unwrap().is_some());
}

#[test]
fn only_a_sound_database_of_ours_is_restored() {
    let (journal, path, folder) = with_entries(2000);
    let to = folder.path().join("backup");
    backup(&path, &to).unwrap();
    drop(journal);
    let refused = |from: &Path, reason: &str| {
        let failure = restore(from, &path).unwrap_err();
        assert!(failure.contains(reason), "{failure}");
        assert_eq!(beside(&path), [""; 0]);
    };
    refused(&folder.path().join("none"), "none");
    refused(&path, "the database itself");
    let other = folder.path().join("other");
    fs::write(&other, "Dear reader, ".repeat(1000)).unwrap();
    refused(&other, "not a database");
    fs::write(&other, "").unwrap();
    refused(&other, "not a database of Irori");
    Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE rows (a); PRAGMA user_version = 2")
        .unwrap();
    refused(&other, "not a database of Irori");
    fs::copy(&to, &other).unwrap();
    Connection::open(&other).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    refused(&other, "newer");
    let mut bytes = fs::read(&to).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8192].fill(0xaa);
    fs::write(&other, bytes).unwrap();
    refused(&other, "damaged");
    assert_eq!(numbers(&Sqlite::open(&path).unwrap(), "a").len(), 2000);
}
