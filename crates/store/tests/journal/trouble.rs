//! What a journal does when the disk or somebody with a shell is against it.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};
use store::{Journal, Refused, Sqlite};

use crate::{append, entry, numbers, place, wait};

/// Keeps every writer waiting until this is dropped, as another process that writes.
pub fn hold(path: &Path) -> Connection {
    let mut connection = Connection::open(path).unwrap();
    std::mem::forget(connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap());
    connection
}

#[test]
fn a_well_journal_says_so_and_many_may_ask_at_once() {
    let (_folder, path) = place();
    let journals = [Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap()];
    std::thread::scope(|scope| {
        for journal in journals.iter().cycle().take(8) {
            scope.spawn(|| {
                for _ in 0..5 {
                    wait(journal.is_well()).unwrap();
                }
            });
        }
    });
}

#[test]
fn a_health_check_writes() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    let commits = journal.status().commits;
    wait(journal.is_well()).unwrap();
    assert_eq!(journal.status().commits, commits + 1);
    let held = hold(&path);
    let failure = wait(journal.is_well()).unwrap_err().to_string();
    assert!(failure.contains("does not answer"), "{failure}");
    drop(held);
    wait(journal.is_well()).unwrap();
}

#[test]
fn nobody_who_reads_waits_for_the_writer() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    let held = hold(&path);
    let second = journal.append(entry("a", 2));
    let renamed = journal.rename("ann", "Ann");
    let expired = journal.expire(store::Expiry { unplayed: 0, idle: None });
    assert_eq!(numbers(&journal, "a"), [1]);
    assert_eq!(wait(journal.guest_of([1; 32], 0)).unwrap(), None);
    // What waits is counted a moment after it was asked for, since expiry looks first.
    while journal.status().waiting < 3 {
        std::thread::yield_now();
    }
    drop(held);
    assert_eq!(wait(second), Ok(()));
    assert!(wait(renamed).is_err());
    assert!(wait(expired).is_ok());
    assert_eq!(numbers(&journal, "a"), [1, 2]);
}

/// Fault 9 of the attack: moves went on into a deleted file.
#[cfg(unix)]
#[test]
fn a_deleted_or_replaced_file_is_noticed_before_the_next_entry() {
    let (_folder, path) = place();
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    let message = format!(
        "the database file {} has been deleted or replaced; put it back or restart the server",
        path.display()
    );
    let away = path.with_extension("away");
    fs::rename(&path, &away).unwrap();
    let is_noticed = || {
        assert_eq!(append(&journal, entry("a", 2)), Err(Refused::Failed(message.clone())));
        assert_eq!(wait(journal.is_well()).unwrap_err().to_string(), message);
        assert_eq!(wait(journal.rename("ann", "Ann")).unwrap_err().to_string(), message);
    };
    is_noticed();
    fs::copy(&away, &path).unwrap();
    is_noticed();
    // The same file again.
    fs::rename(&away, &path).unwrap();
    assert_eq!(wait(journal.is_well()), Ok(()));
    assert_eq!(append(&journal, entry("a", 2)), Ok(()));
    assert_eq!(numbers(&journal, "a"), [1, 2]);
    fs::remove_file(&path).unwrap();
    assert!(wait(journal.is_well()).is_err());
}

/// Fault 12 of the attack: the database was created readable by everyone.
#[cfg(unix)]
#[test]
fn a_new_database_can_be_read_by_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = place();
    // Signs that mean something in an address.
    let path = folder.path().join("new/ä %20?#&folder/irori.db");
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, entry("a", 1)).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let inner = path.parent().unwrap();
    assert_eq!((mode(inner), mode(inner.parent().unwrap())), (0o700, 0o700));
    let mut files: Vec<String> = Vec::new();
    for file in fs::read_dir(inner).unwrap() {
        let file = file.unwrap();
        assert_eq!(mode(&file.path()), 0o600, "{:?}", file.path());
        files.push(file.file_name().into_string().unwrap());
    }
    files.sort();
    assert_eq!(files, ["irori.db", "irori.db-shm", "irori.db-wal", "irori.db.lock"]);
    assert!(!Sqlite::exposed(&path));
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set(&path, 0o640);
    assert!(Sqlite::exposed(&path));
    set(&path, 0o600);
    set(inner, 0o755);
    assert!(Sqlite::exposed(&path));
}
