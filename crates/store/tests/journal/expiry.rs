//! Deleting what is too old.

use rusqlite::Connection;
use store::{Also, Expired, Expiry, Index, Journal, NewEntry, Refused, Sqlite, Status};

use crate::{append, append_also, ended, entry, guest, journal, numbers, place, seated, wait};

/// Takes steps until nothing is left to delete, and gives the sums.
fn expire(journal: &Sqlite, expiry: Expiry) -> (u64, u64) {
    let mut sums = (0, 0);
    for _ in 0..1000 {
        let Expired { tables, guests, more } = wait(journal.expire(expiry)).unwrap();
        sums = (sums.0 + tables, sums.1 + guests);
        if !more {
            return sums;
        }
    }
    panic!("it does not come to an end");
}

fn table(journal: &Sqlite, table: &str, time: i64, status: Status, guests: &[&str]) {
    append_also(journal, table, 1, time, vec![Also::Index(seated(status, guests))]);
}

/// Those of the tables that still have entries.
fn left<'a>(journal: &Sqlite, tables: &[&'a str]) -> Vec<&'a str> {
    tables.iter().copied().filter(|table| !numbers(journal, table).is_empty()).collect()
}

const NEVER: i64 = i64::MIN;

#[test]
fn tables_without_a_game_go_when_nothing_has_happened_for_long() {
    let (journal, _folder) = journal();
    table(&journal, "old", 10, Status::Open, &["ann"]);
    table(&journal, "talking", 10, Status::Open, &["ann"]);
    append_also(&journal, "talking", 2, 100, Vec::new());
    table(&journal, "new", 100, Status::Open, &["ann"]);
    table(&journal, "played", 10, Status::Over, &["ann"]);
    assert_eq!(expire(&journal, Expiry { unplayed: 100, idle: None }), (1, 0));
    assert_eq!(left(&journal, &["old", "talking", "new", "played"]), ["talking", "new", "played"]);
    assert_eq!(wait(journal.unfinished(0, 9)).unwrap().len(), 2);
    assert_eq!(expire(&journal, Expiry { unplayed: 101, idle: None }), (2, 0));
}

#[test]
fn played_tables_go_with_their_games_unless_a_player_keeps_one() {
    let (journal, _folder) = journal();
    let tables = ["kept", "idle", "new", "in play"];
    for (name, time) in tables.into_iter().zip([10, 10, 100, 10]) {
        let status = if name == "in play" { Status::Playing } else { Status::Over };
        let also = vec![
            Also::Index(Index { public: true, ..seated(status, &["ann", "bob"]) }),
            ended(1, &[(0, "ann"), (1, "bob")]),
            Also::Checkpoint("so far".to_owned()),
        ];
        append_also(&journal, name, 1, time, also);
    }
    wait(journal.keep_game("bob", "kept", 1, true)).unwrap();
    let expiry = Expiry { unplayed: NEVER, idle: Some(100) };
    assert_eq!(expire(&journal, expiry), (2, 0));
    assert_eq!(left(&journal, &tables), ["kept", "new"]);
    for gone in ["idle", "in play"] {
        assert_eq!(wait(journal.record(gone, 1)).unwrap(), None);
        assert_eq!(wait(journal.checkpoint(gone)).unwrap(), None);
    }
    assert_eq!(wait(journal.past_games("ann", None, 9)).unwrap().len(), 2);
    assert_eq!(wait(journal.traces_of("ann")).unwrap().len(), 2);
    assert_eq!(wait(journal.tables_of("ann", 9)).unwrap(), [""; 0]);
    assert_eq!(wait(journal.unfinished(0, 9)).unwrap(), []);
    assert!(wait(journal.record("kept", 1)).unwrap().is_some());
    wait(journal.keep_game("bob", "kept", 1, false)).unwrap();
    assert_eq!(expire(&journal, expiry), (1, 0));
}

#[test]
fn a_deleted_table_does_not_come_back() {
    let (_folder, path) = place();
    let [ours, theirs] = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    for (name, number) in [("a", 1), ("a", 2), ("b", 1)] {
        append_also(&ours, name, number, 10, vec![Also::Index(seated(Status::Open, &["ann"]))]);
    }
    // Both journals know the heads.
    append(&theirs, NewEntry { time: 10, ..entry("a", 3) }).unwrap();
    append(&ours, NewEntry { time: 10, ..entry("a", 4) }).unwrap();
    assert_eq!(expire(&ours, Expiry { unplayed: 11, idle: None }), (2, 0));
    for journal in [&ours, &theirs] {
        assert_eq!(append(journal, entry("a", 5)), Err(Refused::Gap));
        assert_eq!(append(journal, entry("b", 2)), Err(Refused::Gap));
    }
    assert_eq!((numbers(&ours, "a"), numbers(&theirs, "b")), (vec![], vec![]));
    // The places of the deleted rows may be used by others.
    append(&theirs, entry("c", 1)).unwrap();
    assert_eq!(append(&ours, entry("a", 5)), Err(Refused::Gap));
    assert_eq!(numbers(&ours, "c"), [1]);
}

#[test]
fn a_long_table_goes_in_steps_and_others_stay_whole() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    table(&journal, "long", 10, Status::Open, &[]);
    append(&journal, entry("other", 1)).unwrap();
    let mut waiting = Vec::new();
    for number in 2..=1801 {
        waiting.push(journal.append(NewEntry { time: 10, ..entry("long", number) }));
        waiting.push(journal.append(entry("other", number)));
    }
    assert!(waiting.into_iter().all(|appended| wait(appended).is_ok()));
    let expiry = Expiry { unplayed: 100, idle: None };
    let rows = || -> i64 {
        let connection = Connection::open(&path).unwrap();
        connection.query_row("SELECT count(*) FROM rows", [], |row| row.get(0)).unwrap()
    };
    let expired = Expired { tables: 1, guests: 0, more: true };
    assert_eq!(wait(journal.expire(expiry)).unwrap(), expired);
    assert_eq!(numbers(&journal, "long"), [0; 0]);
    let mut counts = vec![rows()];
    while wait(journal.expire(expiry)).unwrap().more && counts.len() < 5 {
        counts.push(rows());
        // Others write meanwhile.
        append(&journal, entry("other", numbers(&journal, "other").len() as u64 + 1)).unwrap();
    }
    assert_eq!(counts, [3602, 3102, 2603, 2104, 1804]);
    assert!(numbers(&journal, "other").into_iter().eq(1..=1805));
}

#[test]
fn many_small_tables_go_in_few_steps() {
    let (journal, _folder) = journal();
    for number in 0..50 {
        table(&journal, &format!("table {number}"), 10, Status::Open, &["ann"]);
    }
    let expiry = Expiry { unplayed: 100, idle: None };
    let steps: Vec<u64> = (0..6).map(|_| wait(journal.expire(expiry)).unwrap().tables).collect();
    // Between them, their rows.
    assert_eq!(steps, [20, 0, 20, 0, 10, 0]);
    assert_eq!(expire(&journal, expiry), (0, 0));
}

#[test]
fn idle_guests_go_unless_they_sit_somewhere_or_have_a_game() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let (journal, _folder) = journal();
    for (token, id) in ["idle", "seated", "player", "new", "muted"].into_iter().enumerate() {
        let time = if id == "new" { 9 * DAY } else { DAY };
        wait(journal.add_guest(guest(id), [token as u8; 32], time)).unwrap();
    }
    wait(journal.mute("new", "muted", "Muted")).unwrap();
    wait(journal.add_code("idle", [9; 32], 100 * DAY)).unwrap();
    table(&journal, "a", 9 * DAY, Status::Open, &["seated"]);
    append_also(&journal, "b", 1, 9 * DAY, vec![ended(1, &[(0, "player")])]);
    assert_eq!(expire(&journal, Expiry { unplayed: NEVER, idle: None }), (0, 0));
    assert_eq!(expire(&journal, Expiry { unplayed: NEVER, idle: Some(5 * DAY) }), (0, 2));
    let left: Vec<_> =
        wait(journal.guests("", 0, 9)).unwrap().into_iter().map(|line| line.guest.id).collect();
    assert_eq!(left, ["new", "seated", "player"]);
    assert_eq!(wait(journal.guest_of([0; 32], DAY)).unwrap(), None);
    assert_eq!(wait(journal.take_code([9; 32], DAY)).unwrap(), None);
    assert_eq!(wait(journal.muted_by("new")).unwrap(), []);
    // A guest who was seen since stays.
    wait(journal.guest_of([2; 32], 9 * DAY)).unwrap();
    assert_eq!(expire(&journal, Expiry { unplayed: i64::MAX, idle: Some(5 * DAY) }), (1, 1));
}

#[test]
fn the_file_shrinks_in_steps() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    table(&journal, "a", 10, Status::Open, &[]);
    append(&journal, NewEntry { time: 10, text: "x".repeat(1 << 20), ..entry("a", 2) }).unwrap();
    let expiry = Expiry { unplayed: 100, idle: None };
    assert_eq!(wait(journal.expire(expiry)).unwrap().tables, 1);
    let steps = (1..).find(|_| !wait(journal.expire(expiry)).unwrap().more).unwrap();
    // One for the rows and then 64 pages of 4 KiB each.
    assert!((5..8).contains(&steps), "{steps} steps");
    wait(journal.close()).unwrap();
    let bytes = std::fs::metadata(&path).unwrap().len();
    assert!(bytes < 300_000, "{bytes} bytes");
}
