//! Entries: their order, their durability, and what becomes of those that are refused.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, mpsc};

use store::{Also, Ended, Index, Journal, Only, Refused, Sqlite, Status, StoredEntry};

use crate::{append, entry, journal, numbers, place};

#[test]
fn entries_are_read_in_order() {
    let (journal, _folder) = journal();
    for number in 1..=12 {
        append(&journal, entry("b", number)).unwrap();
        append(&journal, entry("a", number)).unwrap();
    }
    assert_eq!(numbers(&journal, "a"), (1..=12).collect::<Vec<_>>());
    let last = StoredEntry { number: 12, time: 1012, text: "a 12".to_owned() };
    assert_eq!(journal.entries("a", 11).unwrap(), [last]);
    assert_eq!(journal.entries("a", 12).unwrap(), []);
    assert_eq!(journal.entries("a", u64::MAX).unwrap(), []);
    assert_eq!(journal.entries("c", 0).unwrap(), []);
}

#[test]
fn any_text_is_read_as_it_was() {
    let (journal, _folder) = journal();
    let text = "花札 \u{0} 'quoted' \"twice\" \u{1F3B4}\n";
    append(&journal, store::NewEntry { text: text.to_owned(), table: text.to_owned(), ..entry("", 1) })
        .unwrap();
    assert_eq!(journal.entries(text, 0).unwrap()[0].text, text);
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

/// Holds the writer up so that all of the entries wait, and gives the answers in the order they came.
fn together(journal: &Sqlite, entries: Vec<store::NewEntry>) -> Vec<(String, u64, Result<(), Refused>)> {
    let (go, wait) = mpsc::channel::<()>();
    journal.append(entry("hold", 1), Box::new(move |_| wait.recv().unwrap()));
    let (tell, told) = mpsc::channel();
    for entry in entries {
        let (tell, table, number) = (tell.clone(), entry.table.clone(), entry.number);
        journal.append(entry, Box::new(move |result| tell.send((table, number, result)).unwrap()));
    }
    drop(tell);
    go.send(()).unwrap();
    told.iter().collect()
}

#[test]
fn refused_entries_do_not_spoil_others_of_their_batch() {
    let (journal, _folder) = journal();
    let asked = [("a", 1), ("b", 2), ("a", 1), ("b", 1), ("c", 7), ("a", 2), ("c", 8), ("b", 2), ("b", 1)];
    let entries = asked.iter().map(|&(table, number)| entry(table, number)).collect();
    let answers = together(&journal, entries);
    let expected = [
        ("a", 1, Ok(())),
        ("b", 2, Err(Refused::Gap)),
        ("a", 1, Err(Refused::Taken)),
        ("b", 1, Ok(())),
        ("c", 7, Err(Refused::Gap)),
        ("a", 2, Ok(())),
        ("c", 8, Err(Refused::Gap)),
        ("b", 2, Ok(())),
        ("b", 1, Err(Refused::Taken)),
    ]
    .map(|(table, number, answer)| (table.to_owned(), number, answer));
    assert_eq!(answers, expected);
    assert_eq!((numbers(&journal, "a"), numbers(&journal, "b")), (vec![1, 2], vec![1, 2]));
    assert_eq!(numbers(&journal, "c"), [0; 0]);
}

#[test]
fn answers_for_a_table_come_in_the_order_of_its_calls() {
    const TABLES: usize = 4;
    const ROWS: u64 = 2000;
    let (journal, _folder) = journal();
    let heard: Arc<Mutex<BTreeMap<usize, Vec<u64>>>> = Arc::default();
    std::thread::scope(|scope| {
        for table in 0..TABLES {
            let (journal, heard) = (&journal, &heard);
            scope.spawn(move || {
                for number in 1..=ROWS {
                    let heard = Arc::clone(heard);
                    let done = move |result: Result<(), Refused>| {
                        result.unwrap();
                        heard.lock().unwrap().entry(table).or_default().push(number);
                    };
                    journal.append(entry(&format!("table {table}"), number), Box::new(done));
                }
            });
        }
    });
    journal.close();
    let heard = heard.lock().unwrap();
    assert_eq!(heard.len(), TABLES);
    assert!(heard.values().all(|numbers| numbers.iter().copied().eq(1..=ROWS)));
}

#[test]
fn closing_waits_for_all_answers() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    let (tell, told) = mpsc::channel();
    for number in 1..=3000 {
        let tell = tell.clone();
        journal.append(entry("a", number), Box::new(move |result| tell.send(result).unwrap()));
    }
    journal.close();
    assert_eq!(told.try_iter().filter(Result::is_ok).count(), 3000);
    assert_eq!(numbers(&Sqlite::open(&path).unwrap(), "a").len(), 3000);
}

fn index() -> Also {
    Also::Index(Index { status: Status::Open, public: true, summary: "{}".to_owned(), guests: vec![] })
}

fn ended(game: u32) -> Also {
    let players = vec![(0, "ann".to_owned()), (1, "bob".to_owned())];
    let (kind, record) = ("koi-koi".to_owned(), format!("record {game}"));
    Also::Ended(Ended { game, kind, record, summary: "{}".to_owned(), players })
}

#[test]
fn what_goes_with_an_entry_is_written_with_it() {
    let (journal, _folder) = journal();
    append(&journal, store::NewEntry { also: vec![index(), ended(1)], ..entry("a", 1) }).unwrap();
    assert_eq!(journal.listed(Only::Public, 9).unwrap().len(), 1);
    assert_eq!(journal.record("a", 1).unwrap().as_deref(), Some("record 1"));
    assert_eq!(journal.past_games("bob", None, 9).unwrap().len(), 1);
}

#[test]
fn what_goes_with_an_entry_is_not_written_when_the_entry_is_refused() {
    let (journal, _folder) = journal();
    append(&journal, entry("a", 1)).unwrap();
    for number in [1, 3] {
        let refused =
            append(&journal, store::NewEntry { also: vec![index(), ended(1)], ..entry("a", number) });
        assert!(refused.is_err());
    }
    assert_eq!(journal.listed(Only::Unfinished, 9).unwrap(), []);
    assert_eq!(journal.record("a", 1).unwrap(), None);
    assert_eq!(journal.past_games("ann", None, 9).unwrap(), []);
}

#[test]
fn an_entry_is_not_written_when_what_goes_with_it_is_refused() {
    let (journal, _folder) = journal();
    append(&journal, store::NewEntry { also: vec![ended(1)], ..entry("a", 1) }).unwrap();
    let second = store::NewEntry { also: vec![index(), ended(1)], ..entry("a", 2) };
    let answers = together(&journal, vec![entry("b", 1), second, entry("a", 2)]);
    let answers: Vec<_> = answers.into_iter().map(|(_, _, answer)| answer).collect();
    assert!(matches!(answers[..], [Ok(()), Err(Refused::Failed(_)), Ok(())]), "{answers:?}");
    assert_eq!(journal.listed(Only::Unfinished, 9).unwrap(), []);
}

#[test]
fn a_panic_in_an_answer_does_not_stop_the_writer() {
    let (journal, _folder) = journal();
    journal.append(entry("a", 1), Box::new(|_| panic!("this panic is part of a test")));
    journal.append(entry("a", 2), Box::new(|_| panic!("this panic is part of a test")));
    assert_eq!(append(&journal, entry("a", 3)), Ok(()));
    assert_eq!(journal.is_well(), Ok(()));
}

#[test]
fn an_answer_may_append_but_not_wait() {
    let (journal, _folder) = journal();
    let journal = Arc::new(journal);
    let (tell, told) = mpsc::channel();
    let inside = Arc::clone(&journal);
    journal.append(
        entry("a", 1),
        Box::new(move |_| {
            assert!(inside.rename("ann", "Ann").is_err());
            inside.append(entry("a", 2), Box::new(move |result| tell.send(result).unwrap()));
        }),
    );
    assert_eq!(told.recv().unwrap(), Ok(()));
}

#[test]
fn the_last_owner_may_be_an_answer() {
    let (_folder, path) = place();
    let journal = Arc::new(Sqlite::open(&path).unwrap());
    let inside = Arc::clone(&journal);
    let (tell, told) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    journal.append(
        entry("a", 1),
        Box::new(move |_| {
            wait.recv().unwrap();
            drop(inside);
            tell.send(()).unwrap();
        }),
    );
    drop(journal);
    go.send(()).unwrap();
    told.recv().unwrap();
    assert_eq!(numbers(&Sqlite::open(&path).unwrap(), "a"), [1]);
}

#[test]
fn an_answer_may_take_a_lock_that_its_caller_holds() {
    let (journal, _folder) = journal();
    journal.close();
    let lock = Arc::new(Mutex::new(()));
    let (tell, told) = mpsc::channel();
    let held = lock.lock().unwrap();
    let taken = Arc::clone(&lock);
    let done = move |answer| {
        drop(taken.lock().unwrap());
        tell.send(answer).unwrap();
    };
    journal.append(entry("a", 1), Box::new(done));
    drop(held);
    assert!(matches!(told.recv().unwrap(), Err(Refused::Failed(_))));
}

#[test]
fn a_closed_journal_refuses_and_closing_again_does_nothing() {
    let (journal, _folder) = journal();
    append(&journal, entry("a", 1)).unwrap();
    journal.close();
    journal.close();
    assert!(matches!(append(&journal, entry("a", 2)), Err(Refused::Failed(_))));
    assert!(journal.entries("a", 0).is_err());
    assert!(journal.is_well().is_err());
    assert!(journal.rename("ann", "Ann").is_err());
}
