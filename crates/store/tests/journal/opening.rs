//! Opening files: new ones, old ones, newer ones, and several times at once.

use rusqlite::Connection;
use store::{Also, Index, Journal, NewEntry, Sqlite, Status};

use crate::{append, entry, numbers, place};

/// Turns a database into one of the first version.
const AS_IT_WAS_AT_FIRST: &str = "
DROP TABLE seated;
ALTER TABLE heads RENAME TO newer_heads;
CREATE TABLE heads (
    table_id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO heads SELECT table_id, number, place FROM newer_heads;
DROP TABLE newer_heads;
PRAGMA user_version = 1";

fn version(connection: &Connection) -> i64 {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

#[test]
fn an_empty_file_gets_its_tables() {
    let (folder, _) = place();
    let path = folder.path().join("empty.db");
    std::fs::write(&path, "").unwrap();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    journal.close();
    let connection = Connection::open(&path).unwrap();
    assert!(version(&connection) > 0);
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

#[test]
fn a_database_of_an_older_program_is_migrated_and_keeps_its_entries() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("b", 1)).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    append(&journal, entry("b", 2)).unwrap();
    journal.close();
    let connection = Connection::open(&path).unwrap();
    let newest = version(&connection);
    connection.execute_batch(AS_IT_WAS_AT_FIRST).unwrap();
    let journal = Sqlite::open(&path).unwrap();
    assert_eq!(version(&connection), newest);
    let (status, summary) = (Status::Open, "{}".to_owned());
    let index = Index { status, public: false, summary, guests: vec!["ann".to_owned()] };
    append(&journal, NewEntry { also: vec![Also::Index(index)], ..entry("a", 2) }).unwrap();
    assert_eq!((numbers(&journal, "a"), numbers(&journal, "b")), (vec![1, 2], vec![1, 2]));
    assert_eq!(journal.tables_of("ann", 9).unwrap(), ["a"]);
}

#[test]
fn a_database_of_a_newer_program_is_refused_and_left_alone() {
    let (_folder, path) = place();
    drop(Sqlite::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 1000).unwrap();
    let failure = Sqlite::open(&path).err().unwrap().to_string();
    assert!(failure.contains("version 1000") && failure.contains("newer"), "{failure}");
    assert_eq!(version(&connection), 1000);
}

#[test]
fn a_file_that_is_no_database_is_refused_by_name() {
    let (folder, _) = place();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear reader, ".repeat(1000)).unwrap();
    let failure = Sqlite::open(&path).err().unwrap().to_string();
    assert!(failure.contains("letter.txt"), "{failure}");
    assert!(Sqlite::open(&path.join("journal")).is_err());
}

#[test]
fn closing_leaves_one_file() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    journal.close();
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(files, 1);
}

#[test]
fn many_may_open_write_and_close_at_once() {
    let (_folder, path) = place();
    std::thread::scope(|scope| {
        for table in 0..8 {
            let path = &path;
            scope.spawn(move || {
                for number in 1..=5 {
                    let journal = Sqlite::open(path).unwrap();
                    append(&journal, entry(&table.to_string(), number)).unwrap();
                    journal.is_well().unwrap();
                }
            });
        }
    });
    let journal = Sqlite::open(&path).unwrap();
    for table in 0..8 {
        assert_eq!(numbers(&journal, &table.to_string()), [1, 2, 3, 4, 5]);
    }
}
