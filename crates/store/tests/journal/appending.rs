//! Entries: their order, their durability, and what becomes of those that are refused.

use store::{
    Also, Appended, Index, Journal, NewEntry, Refused, Sqlite, Status, StoredCheckpoint, StoredEntry,
};

use crate::trouble::hold;
use crate::{append, ended, entry, journal, numbers, place, seated, wait};

#[test]
fn entries_are_read_in_order() {
    let (journal, _folder) = journal();
    for number in 1..=12 {
        append(&journal, entry("b", number)).unwrap();
        append(&journal, entry("a", number)).unwrap();
    }
    assert_eq!(numbers(&journal, "a"), (1..=12).collect::<Vec<_>>());
    let last = StoredEntry { number: 12, time: 1012, text: "a 12".to_owned() };
    assert_eq!(wait(journal.entries("a", 11)).unwrap(), [last]);
    assert_eq!(wait(journal.entries("a", 12)).unwrap(), []);
    assert_eq!(wait(journal.entries("a", u64::MAX)).unwrap(), []);
    assert_eq!(wait(journal.entries("c", 0)).unwrap(), []);
}

#[test]
fn any_text_is_read_as_it_was() {
    let (journal, _folder) = journal();
    let text = "花札 \u{0} 'quoted' \"twice\" \u{1F3B4}\n";
    append(&journal, NewEntry { text: text.to_owned(), table: text.to_owned(), ..entry("", 1) }).unwrap();
    assert_eq!(wait(journal.entries(text, 0)).unwrap()[0].text, text);
}

#[test]
fn what_was_acknowledged_is_there_after_opening_again() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    for number in 1..=100 {
        append(&journal, entry("a", number)).unwrap();
    }
    // Never closed, as if the process had died: the file alone has to be enough.
    std::mem::forget(journal);
    let again = Sqlite::open(&path).unwrap();
    assert_eq!(numbers(&again, "a").len(), 100);
    append(&again, entry("a", 101)).unwrap();
}

#[test]
fn a_number_that_is_there_is_taken_and_one_too_far_leaves_a_gap() {
    let (journal, _folder) = journal();
    assert_eq!(append(&journal, entry("a", 2)), Err(Refused::Gap));
    assert_eq!(append(&journal, entry("a", 0)), Err(Refused::Gap));
    assert_eq!(append(&journal, entry("a", u64::MAX)), Err(Refused::Gap));
    for number in 1..=3 {
        append(&journal, entry("a", number)).unwrap();
    }
    for number in 1..=3 {
        assert_eq!(append(&journal, entry("a", number)), Err(Refused::Taken));
    }
    assert_eq!(append(&journal, entry("a", 5)), Err(Refused::Gap));
    assert_eq!(append(&journal, entry("a", 4)), Ok(()));
    assert_eq!(numbers(&journal, "a"), [1, 2, 3, 4]);
}

/// Holds the writer up so that all of the entries wait, and gives the answers.
fn together(journal: &Sqlite, path: &std::path::Path, entries: Vec<NewEntry>) -> Vec<Result<(), Refused>> {
    let held = hold(path);
    let first = journal.append(entry("first", 1));
    let appended: Vec<Appended> = entries.into_iter().map(|entry| journal.append(entry)).collect();
    drop(held);
    wait(first).unwrap();
    appended.into_iter().map(wait).collect()
}

#[test]
fn refused_entries_do_not_spoil_others_of_their_batch() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    let asked = [
        ("a", 1, Ok(())),
        ("b", 2, Err(Refused::Gap)),
        ("a", 1, Err(Refused::Taken)),
        ("b", 1, Ok(())),
        ("c", 7, Err(Refused::Gap)),
        ("a", 2, Ok(())),
        ("c", 8, Err(Refused::Gap)),
        ("b", 2, Ok(())),
        ("b", 1, Err(Refused::Taken)),
    ];
    let answers =
        together(&journal, &path, asked.iter().map(|(table, number, _)| entry(table, *number)).collect());
    assert_eq!(answers, asked.map(|(_, _, answer)| answer));
    assert_eq!((numbers(&journal, "a"), numbers(&journal, "b")), (vec![1, 2], vec![1, 2]));
    assert_eq!(numbers(&journal, "c"), [0; 0]);
}

#[test]
fn entries_of_a_table_are_written_in_the_order_of_the_calls() {
    const TABLES: usize = 4;
    const ROWS: u64 = 2000;
    let (journal, _folder) = journal();
    std::thread::scope(|scope| {
        for table in 0..TABLES {
            let journal = &journal;
            scope.spawn(move || {
                let appended: Vec<Appended> = (1..=ROWS)
                    .map(|number| journal.append(entry(&format!("table {table}"), number)))
                    .collect();
                assert!(appended.into_iter().all(|appended| wait(appended).is_ok()));
            });
        }
    });
    for table in 0..TABLES {
        assert!(numbers(&journal, &format!("table {table}")).into_iter().eq(1..=ROWS));
    }
}

#[test]
fn closing_waits_until_everything_is_written() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    let appended: Vec<Appended> = (1..=3000).map(|number| journal.append(entry("a", number))).collect();
    wait(journal.close()).unwrap();
    assert_eq!(numbers(&Sqlite::open(&path).unwrap(), "a").len(), 3000);
    assert!(appended.into_iter().all(|appended| wait(appended).is_ok()));
}

#[test]
fn nobody_needs_to_wait_for_an_entry() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    drop(journal.append(entry("a", 1)));
    drop(journal);
    assert_eq!(numbers(&Sqlite::open(&path).unwrap(), "a"), [1]);
}

fn index() -> Also {
    Also::Index(Index { public: true, ..seated(Status::Open, &[]) })
}

fn game() -> Also {
    ended(1, &[(0, "ann"), (1, "bob")])
}

#[test]
fn what_goes_with_an_entry_is_written_with_it() {
    let (journal, _folder) = journal();
    let also = vec![index(), game(), Also::Checkpoint("so far".to_owned())];
    append(&journal, NewEntry { also, ..entry("a", 1) }).unwrap();
    assert_eq!(wait(journal.unfinished(0, 9)).unwrap().len(), 1);
    assert_eq!(wait(journal.record("a", 1)).unwrap().as_deref(), Some("record 1"));
    assert_eq!(wait(journal.past_games("bob", None, 9)).unwrap().len(), 1);
    let checkpoint = StoredCheckpoint { number: 1, text: "so far".to_owned() };
    assert_eq!(wait(journal.checkpoint("a")).unwrap(), Some(checkpoint));
}

#[test]
fn what_goes_with_an_entry_is_not_written_when_the_entry_is_refused() {
    let (journal, _folder) = journal();
    append(&journal, entry("a", 1)).unwrap();
    for number in [1, 3] {
        let also = vec![index(), game(), Also::Checkpoint("so far".to_owned())];
        assert!(append(&journal, NewEntry { also, ..entry("a", number) }).is_err());
    }
    assert_eq!(wait(journal.unfinished(0, 9)).unwrap(), []);
    assert_eq!(wait(journal.record("a", 1)).unwrap(), None);
    assert_eq!(wait(journal.past_games("ann", None, 9)).unwrap(), []);
    assert_eq!(wait(journal.checkpoint("a")).unwrap(), None);
}

#[test]
fn an_entry_is_not_written_when_what_goes_with_it_is_refused() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, NewEntry { also: vec![game()], ..entry("a", 1) }).unwrap();
    let second = NewEntry { also: vec![index(), game()], ..entry("a", 2) };
    let answers = together(&journal, &path, vec![entry("b", 1), second, entry("a", 2)]);
    assert!(matches!(answers[..], [Ok(()), Err(Refused::Failed(_)), Ok(())]), "{answers:?}");
    assert_eq!(wait(journal.unfinished(0, 9)).unwrap(), []);
}

#[test]
fn a_table_has_one_checkpoint_and_the_last_one_counts() {
    let (journal, _folder) = journal();
    for number in 1..=3 {
        let also = vec![Also::Checkpoint(format!("after {number}"))];
        append(&journal, NewEntry { also, ..entry("a", number) }).unwrap();
    }
    append(&journal, entry("a", 4)).unwrap();
    let checkpoint = wait(journal.checkpoint("a")).unwrap().unwrap();
    assert_eq!((checkpoint.number, checkpoint.text.as_str()), (3, "after 3"));
    assert_eq!(wait(journal.checkpoint("b")).unwrap(), None);
}

#[test]
fn a_closed_journal_refuses_and_closing_again_does_nothing() {
    let (journal, _folder) = journal();
    append(&journal, entry("a", 1)).unwrap();
    wait(journal.close()).unwrap();
    wait(journal.close()).unwrap();
    assert!(matches!(append(&journal, entry("a", 2)), Err(Refused::Failed(_))));
    assert!(wait(journal.entries("a", 0)).is_err());
    assert!(wait(journal.is_well()).is_err());
    assert!(wait(journal.rename("ann", "Ann")).is_err());
}

#[test]
fn the_status_tells_commits_and_size() {
    let (journal, _folder) = journal();
    let before = journal.status();
    append(&journal, NewEntry { text: "x".repeat(100_000), ..entry("a", 1) }).unwrap();
    let after = journal.status();
    assert_eq!((after.commits, after.waiting), (before.commits + 1, 0));
    assert!(after.commit_micros > before.commit_micros);
    assert!(after.bytes >= before.bytes + 100_000, "{before:?} {after:?}");
}
