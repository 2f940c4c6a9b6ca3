//! Opening files: new ones, old ones, newer ones, and several times at once.

use rusqlite::Connection;
use store::{Also, Journal, LobbyQuery, NewEntry, Sqlite, Status, StoredGuest};

use crate::{append, entry, numbers, place, seated, wait};

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
    wait(journal.close()).unwrap();
    let connection = Connection::open(&path).unwrap();
    assert!(version(&connection) > 0);
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
}

/// Opens a database that an older program has left.
fn migrated(old: &str) -> (Sqlite, Connection, tempfile::TempDir) {
    let (folder, path) = place();
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(old).unwrap();
    let journal = Sqlite::open(&path).unwrap();
    (journal, connection, folder)
}

fn newest() -> i64 {
    let (_folder, path) = place();
    drop(Sqlite::open(&path).unwrap());
    version(&Connection::open(&path).unwrap())
}

#[test]
fn a_database_of_the_first_version_is_migrated_and_keeps_its_entries() {
    let (journal, connection, _folder) = migrated(include_str!("old/version-1.sql"));
    assert_eq!(version(&connection), newest());
    let also = vec![Also::Index(seated(Status::Open, &["ann"]))];
    append(&journal, NewEntry { also, ..entry("a", 2) }).unwrap();
    assert_eq!((numbers(&journal, "a"), numbers(&journal, "b")), (vec![1, 2], vec![1, 2]));
    assert_eq!(wait(journal.tables_of("ann", 9)).unwrap(), ["a"]);
}

#[test]
fn a_database_of_version_3_is_migrated_and_fills_what_is_new() {
    let (journal, connection, _folder) = migrated(include_str!("old/version-3.sql"));
    assert_eq!(version(&connection), newest());
    let lobby = |query| {
        let lobby = wait(journal.lobby(LobbyQuery { most: 9, ..query })).unwrap();
        let tables: Vec<_> = lobby.tables.into_iter().map(|line| line.table).collect();
        tables.join(" ")
    };
    assert_eq!(lobby(LobbyQuery::default()), "odd play lobby");
    assert_eq!(lobby(LobbyQuery { free: true, ..LobbyQuery::default() }), "lobby");
    assert_eq!(lobby(LobbyQuery { kind: Some("iroha".to_owned()), ..LobbyQuery::default() }), "play");
    let mut traces = wait(journal.traces_of("ann")).unwrap();
    traces.sort();
    assert_eq!(traces, ["lobby", "over"]);
    let guests = wait(journal.guests("", 0, 9)).unwrap();
    assert_eq!(
        guests.iter().map(|listed| (listed.added, listed.seen)).collect::<Vec<_>>(),
        [(600, 600), (500, 500)]
    );
    let ann = StoredGuest { id: "ann".to_owned(), name: "Ann".to_owned(), blocked: false };
    assert_eq!(wait(journal.guest_of([0; 32], 500)).unwrap(), Some(ann));
    assert!(!wait(journal.past_games("ann", None, 9)).unwrap()[0].keep);
    assert_eq!(wait(journal.keep_game("ann", "over", 1, true)), Ok(true));
    append(&journal, entry("play", 3)).unwrap();
    assert_eq!(numbers(&journal, "play"), [1, 2, 3]);
    assert_eq!(wait(journal.erase("ann")), Ok(true));
}

/// The steps of a new database and those of an old one come to the same.
#[test]
fn a_migrated_database_has_the_schema_of_a_new_one() {
    const SCHEMA: &str = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    let schema = |connection: &Connection| -> Vec<String> {
        connection
            .prepare(SCHEMA)
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let (_folder, path) = place();
    drop(Sqlite::open(&path).unwrap());
    let new = schema(&Connection::open(&path).unwrap());
    for old in [include_str!("old/version-1.sql"), include_str!("old/version-3.sql")] {
        let (_journal, connection, _folder) = migrated(old);
        assert_eq!(schema(&connection), new);
    }
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
fn closing_leaves_the_database_in_one_file_beside_its_lock() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    wait(journal.close()).unwrap();
    let folder = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let mut files: Vec<_> = folder.map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["irori.db", "irori.db.lock"]);
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
                    wait(journal.is_well()).unwrap();
                }
            });
        }
    });
    let journal = Sqlite::open(&path).unwrap();
    for table in 0..8 {
        assert_eq!(numbers(&journal, &table.to_string()), [1, 2, 3, 4, 5]);
    }
}
