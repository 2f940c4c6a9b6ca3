//! Several writers at one table: for each number exactly one wins, and nothing is lost.

use std::collections::BTreeMap;
use std::sync::Mutex;

use store::{Journal, NewEntry, Refused, Sqlite};

use crate::{append, entry, numbers, place, wait};

/// Two journals on one file are to the database what two processes are.
#[test]
fn two_journals_on_one_file_share_the_numbers_of_a_table() {
    const ROWS: u64 = 150;
    let (_folder, path) = place();
    let journals = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    let won: Mutex<BTreeMap<(&str, u64), String>> = Mutex::default();
    // A process reads a table and sends its entry as one step, so that its readings come to the journal in order.
    let turns = [Mutex::new(()), Mutex::new(())];
    std::thread::scope(|scope| {
        for (who, journal) in journals.iter().cycle().take(6).enumerate() {
            let (won, turn) = (&won, &turns[who % 2]);
            scope.spawn(move || {
                // Each behaves like a server: it takes what it believes is next, and reads when it was wrong.
                for table in ["a", "b"] {
                    let mut next = 1;
                    while next <= ROWS {
                        let text = format!("{who} at {next}");
                        let written = {
                            let _turn = turn.lock().unwrap();
                            append(journal, NewEntry { text: text.clone(), ..entry(table, next) })
                        };
                        match written {
                            Ok(()) => {
                                let before = won.lock().unwrap().insert((table, next), text);
                                assert_eq!(before, None, "number {next} was won twice");
                                next += 1;
                            }
                            Err(Refused::Taken) => {
                                let rows = wait(journal.entries(table, next - 1)).unwrap();
                                next = rows.last().expect("what is taken can be read").number + 1;
                            }
                            Err(other) => panic!("{other}"),
                        }
                    }
                }
            });
        }
    });
    let won = won.into_inner().unwrap();
    assert_eq!(won.len() as u64, 2 * ROWS);
    for journal in &journals {
        for table in ["a", "b"] {
            let rows = wait(journal.entries(table, 0)).unwrap();
            assert!(rows.iter().map(|row| row.number).eq(1..=ROWS));
            assert!(rows.iter().all(|row| won[&(table, row.number)] == row.text));
        }
    }
}

/// What one of them remembers of a table is out of date once the other has written.
#[test]
fn two_journals_take_turns_at_a_table() {
    let (_folder, path) = place();
    let journals = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    for number in 1..=20 {
        let (writer, other) = (&journals[number as usize % 2], &journals[(number as usize + 1) % 2]);
        assert_eq!(append(writer, entry("a", number)), Ok(()));
        assert_eq!(append(other, entry("a", number)), Err(Refused::Taken));
        assert_eq!(append(other, entry("a", number + 2)), Err(Refused::Gap));
    }
    assert!(numbers(&journals[0], "a").into_iter().eq(1..=20));
}

/// Entries that were sent after a refused one do not follow the entry that took its place.
#[test]
fn what_was_to_follow_a_refused_entry_is_refused() {
    let (_folder, path) = place();
    let [ours, theirs] = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    let by = |number, reading| NewEntry { reading, ..entry("a", number) };
    assert_eq!(append(&ours, by(1, 1)), Ok(()));
    assert_eq!(append(&theirs, by(2, 1)), Ok(()));
    assert_eq!(append(&ours, by(2, 1)), Err(Refused::Taken));
    assert_eq!(append(&ours, by(3, 1)), Err(Refused::Gap));
    assert_eq!(
        append(&ours, NewEntry { reading: 1, ..entry("b", 1) }),
        Ok(()),
        "another table is another matter"
    );
    assert_eq!(append(&ours, by(3, 2)), Ok(()), "the table was read again");
    assert_eq!(append(&ours, by(4, 2)), Ok(()));
    assert_eq!(numbers(&theirs, "a"), [1, 2, 3, 4]);
}

/// Whole runs of entries are sent blindly, so that batches of both writers overlap.
#[test]
fn of_two_writers_of_the_same_entries_each_entry_has_one_winner() {
    const ROWS: u64 = 3000;
    let (_folder, path) = place();
    let journals = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    let answers = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (who, journal) in journals.iter().enumerate() {
            let answers = &answers;
            scope.spawn(move || {
                let appended: Vec<_> = (1..=ROWS)
                    .map(|number| journal.append(NewEntry { text: who.to_string(), ..entry("a", number) }))
                    .collect();
                for (appended, number) in appended.into_iter().zip(1..) {
                    answers.lock().unwrap().push((number, who, wait(appended)));
                }
            });
        }
    });
    let answers = answers.into_inner().unwrap();
    assert_eq!(answers.len() as u64, 2 * ROWS);
    let mut winners = BTreeMap::new();
    for (number, who, result) in &answers {
        match result {
            Ok(()) => assert_eq!(winners.insert(*number, who.to_string()), None),
            // A writer that is behind finds the numbers taken, and none runs ahead of the entries.
            Err(refused) => assert_eq!(*refused, Refused::Taken),
        }
    }
    let rows = wait(journals[0].entries("a", 0)).unwrap();
    assert!(rows.iter().map(|row| row.number).eq(1..=ROWS));
    assert!(rows.iter().all(|row| winners[&row.number] == row.text));
}
