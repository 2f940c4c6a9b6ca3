//! Guests, tokens and one-time codes.

use std::sync::atomic::{AtomicUsize, Ordering};

use store::{Journal, Sqlite, StoredGuest};

use crate::{journal, place};

fn ann() -> StoredGuest {
    StoredGuest { id: "ann".to_owned(), name: "Ann".to_owned() }
}

#[test]
fn a_guest_is_known_by_each_token() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    journal.add_guest(&ann(), &[1; 32], 10).unwrap();
    journal.add_token("ann", &[2; 32], 20).unwrap();
    std::mem::forget(journal);
    let again = Sqlite::open(&path).unwrap();
    assert_eq!(again.guest_of(&[1; 32]).unwrap(), Some(ann()));
    assert_eq!(again.guest_of(&[2; 32]).unwrap(), Some(ann()));
    assert_eq!(again.guest_of(&[3; 32]).unwrap(), None);
}

#[test]
fn ids_and_tokens_are_given_once() {
    let (journal, _folder) = journal();
    journal.add_guest(&ann(), &[1; 32], 10).unwrap();
    assert!(journal.add_guest(&ann(), &[2; 32], 10).is_err());
    let bob = StoredGuest { id: "bob".to_owned(), name: "Bob".to_owned() };
    assert!(journal.add_guest(&bob, &[1; 32], 10).is_err());
    // Bob was not added without a token either.
    assert!(journal.rename("bob", "Robert").is_err());
    assert!(journal.add_token("bob", &[3; 32], 10).is_err());
    assert!(journal.add_code("bob", &[3; 32], 10).is_err());
    assert_eq!(journal.guest_of(&[2; 32]).unwrap(), None);
    assert_eq!(journal.guest_of(&[1; 32]).unwrap(), Some(ann()));
}

#[test]
fn a_guest_may_take_another_name() {
    let (journal, _folder) = journal();
    journal.add_guest(&ann(), &[1; 32], 10).unwrap();
    journal.rename("ann", "花子").unwrap();
    assert_eq!(journal.guest_of(&[1; 32]).unwrap().unwrap().name, "花子");
}

#[test]
fn a_code_is_worth_something_once_and_before_it_expires() {
    let (journal, _folder) = journal();
    journal.add_guest(&ann(), &[1; 32], 10).unwrap();
    for code in 1..=3 {
        journal.add_code("ann", &[code; 32], 100).unwrap();
    }
    assert_eq!(journal.take_code(&[9; 32], 50).unwrap(), None);
    assert_eq!(journal.take_code(&[1; 32], 99).unwrap().as_deref(), Some("ann"));
    assert_eq!(journal.take_code(&[1; 32], 99).unwrap(), None);
    assert_eq!(journal.take_code(&[2; 32], 100).unwrap(), None);
    // Not even for a process with a slow clock: the late attempt has used it up.
    assert_eq!(journal.take_code(&[2; 32], 50).unwrap(), None);
}

#[test]
fn of_many_who_take_a_code_one_gets_it() {
    let (_folder, path) = place();
    let journals = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    journals[0].add_guest(&ann(), &[1; 32], 10).unwrap();
    let taken = AtomicUsize::new(0);
    for code in 0..20 {
        journals[0].add_code("ann", &[code; 32], 100).unwrap();
        std::thread::scope(|scope| {
            for journal in journals.iter().cycle().take(4) {
                scope.spawn(|| {
                    let found = journal.take_code(&[code; 32], 50).unwrap();
                    taken.fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
                });
            }
        });
    }
    assert_eq!(taken.into_inner(), 20);
}
