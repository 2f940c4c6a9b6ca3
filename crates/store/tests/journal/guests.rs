//! Guests, tokens, one-time codes, and muting.

use std::sync::atomic::{AtomicUsize, Ordering};

use store::{Journal, ListedGuest, Muted, Sqlite, Status, StoredGuest};

use crate::{append_also, guest, journal, place, seated, wait};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn ann() -> StoredGuest {
    guest("ann")
}

/// A journal with Ann, whose token is all ones.
fn with_ann() -> (Sqlite, tempfile::TempDir) {
    let (journal, folder) = journal();
    wait(journal.add_guest(ann(), [1; 32], 10)).unwrap();
    (journal, folder)
}

fn guest_of(journal: &Sqlite, token: u8) -> Option<StoredGuest> {
    wait(journal.guest_of([token; 32], 10)).unwrap()
}

#[test]
fn a_guest_is_known_by_each_token() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    wait(journal.add_guest(ann(), [1; 32], 10)).unwrap();
    wait(journal.add_token("ann", [2; 32], 20)).unwrap();
    std::mem::forget(journal);
    let again = Sqlite::open(&path).unwrap();
    assert_eq!(guest_of(&again, 1), Some(ann()));
    assert_eq!(guest_of(&again, 2), Some(ann()));
    assert_eq!(guest_of(&again, 3), None);
}

#[test]
fn ids_and_tokens_are_given_once() {
    let (journal, _folder) = with_ann();
    assert!(wait(journal.add_guest(ann(), [2; 32], 10)).is_err());
    assert!(wait(journal.add_guest(guest("bob"), [1; 32], 10)).is_err());
    // Bob was not added without a token either.
    assert!(wait(journal.rename("bob", "Robert")).is_err());
    assert!(wait(journal.add_token("bob", [3; 32], 10)).is_err());
    assert!(wait(journal.add_code("bob", [3; 32], 10)).is_err());
    assert_eq!(guest_of(&journal, 2), None);
    assert_eq!(guest_of(&journal, 1), Some(ann()));
}

#[test]
fn a_guest_may_take_another_name() {
    let (journal, _folder) = with_ann();
    wait(journal.rename("ann", "花子")).unwrap();
    assert_eq!(guest_of(&journal, 1).unwrap().name, "花子");
}

#[test]
fn signing_out_everywhere_leaves_one_new_token() {
    let (journal, _folder) = with_ann();
    wait(journal.add_token("ann", [2; 32], 20)).unwrap();
    wait(journal.add_code("ann", [3; 32], 100)).unwrap();
    wait(journal.sign_out("ann", [4; 32], 30)).unwrap();
    assert_eq!([1, 2, 4].map(|token| guest_of(&journal, token).is_some()), [false, false, true]);
    assert_eq!(wait(journal.take_code([3; 32], 50)).unwrap(), None);
    // A token that is in use signs nobody out.
    assert!(wait(journal.sign_out("bob", [5; 32], 30)).is_err());
    wait(journal.add_guest(guest("bob"), [6; 32], 10)).unwrap();
    assert!(wait(journal.sign_out("bob", [4; 32], 30)).is_err());
    assert_eq!(guest_of(&journal, 6), Some(guest("bob")));
}

#[test]
fn a_blocked_guest_is_marked() {
    let (journal, _folder) = with_ann();
    assert_eq!(wait(journal.block("ann", true)), Ok(true));
    assert_eq!(guest_of(&journal, 1), Some(StoredGuest { blocked: true, ..ann() }));
    assert_eq!(wait(journal.block("ann", false)), Ok(true));
    assert_eq!(guest_of(&journal, 1), Some(ann()));
    assert_eq!(wait(journal.block("bob", true)), Ok(false));
}

#[test]
fn the_day_on_which_a_guest_was_seen_is_noted_once() {
    let (journal, _folder) = with_ann();
    // It is written without anybody waiting, so another write tells when it is done.
    let seen = |time| {
        wait(journal.guest_of([1; 32], time)).unwrap();
        wait(journal.rename("ann", "Ann")).unwrap();
        wait(journal.guests("", 0, 1)).unwrap()[0].seen
    };
    assert_eq!(seen(20), 0);
    assert_eq!(seen(5 * DAY + 77), 5 * DAY);
    let commits = journal.status().commits;
    assert_eq!(seen(6 * DAY - 1), 5 * DAY);
    assert_eq!(journal.status().commits, commits + 1, "only the renaming");
    assert_eq!(seen(DAY), 5 * DAY, "a clock that was set back changes nothing");
}

#[test]
fn the_operator_finds_guests_by_a_part_of_their_name() {
    let (journal, _folder) = journal();
    for (place, name) in ["Ann", "anna", "100%", "1000", "花子"].into_iter().enumerate() {
        let guest = StoredGuest { name: name.to_owned(), ..guest(&format!("guest-{place}")) };
        wait(journal.add_guest(guest, [place as u8; 32], place as i64)).unwrap();
    }
    let found = |part, skip, most| -> String {
        let guests = wait(journal.guests(part, skip, most)).unwrap();
        guests.into_iter().map(|listed| listed.guest.name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found("", 0, 9), "花子 1000 100% anna Ann");
    assert_eq!(found("", 1, 2), "1000 100%");
    assert_eq!(found("ann", 0, 9), "anna Ann");
    assert_eq!(found("0%", 0, 9), "100%");
    assert_eq!(found("花", 0, 9), "花子");
    assert_eq!(found("_", 0, 9), "");
    append_also(&journal, "a", 1, 10, vec![store::Also::Index(seated(Status::Open, &["guest-4"]))]);
    let guest = StoredGuest { name: "花子".to_owned(), ..guest("guest-4") };
    assert_eq!(
        wait(journal.guests("子", 0, 9)).unwrap(),
        [ListedGuest { guest, added: 4, seen: 0, tables: 1 }]
    );
}

#[test]
fn muting_is_remembered_with_the_name_of_then() {
    let (journal, _folder) = with_ann();
    let muted = |guest| -> Vec<(String, String)> {
        let muted = wait(journal.muted_by(guest)).unwrap();
        muted.into_iter().map(|Muted { other, name, .. }| (other, name)).collect()
    };
    let pair = |other: &str, name: &str| (other.to_owned(), name.to_owned());
    wait(journal.mute("ann", "cid", "Cid")).unwrap();
    wait(journal.mute("ann", "bob", "Bob")).unwrap();
    wait(journal.mute("ann", "cid", "Cidney")).unwrap();
    assert_eq!(muted("ann"), [pair("cid", "Cid"), pair("bob", "Bob")]);
    assert_eq!(muted("bob"), []);
    let first = wait(journal.muted_by("ann")).unwrap()[1].id;
    wait(journal.unmute("ann", "bob")).unwrap();
    wait(journal.unmute("ann", "bob")).unwrap();
    assert_eq!(muted("ann"), [pair("cid", "Cid")]);
    wait(journal.mute("ann", "dan", "Dan")).unwrap();
    let second = wait(journal.muted_by("ann")).unwrap()[1].id;
    assert!(second > first, "a key is not given twice");
}

#[test]
fn a_code_is_worth_something_once_and_before_it_expires() {
    let (journal, _folder) = with_ann();
    let take = |code, time| wait(journal.take_code([code; 32], time)).unwrap();
    for code in 1..=3 {
        wait(journal.add_code("ann", [code; 32], 100)).unwrap();
    }
    assert_eq!(take(9, 50), None);
    assert_eq!(take(1, 99).as_deref(), Some("ann"));
    assert_eq!(take(1, 99), None);
    assert_eq!(take(2, 100), None);
    // Not even for a process with a slow clock: the late attempt has used it up.
    assert_eq!(take(2, 50), None);
}

#[test]
fn of_many_who_take_a_code_one_gets_it() {
    let (_folder, path) = place();
    let journals = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    wait(journals[0].add_guest(ann(), [1; 32], 10)).unwrap();
    let taken = AtomicUsize::new(0);
    for code in 0..20 {
        wait(journals[0].add_code("ann", [code; 32], 100)).unwrap();
        std::thread::scope(|scope| {
            for journal in journals.iter().cycle().take(4) {
                scope.spawn(|| {
                    let found = wait(journal.take_code([code; 32], 50)).unwrap();
                    taken.fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
                });
            }
        });
    }
    assert_eq!(taken.into_inner(), 20);
}
