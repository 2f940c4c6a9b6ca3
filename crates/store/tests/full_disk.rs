//! A file that may not grow any more, with a real limit of the system: what the writer says, and that it recovers. The
//! limit is one of the process, so the test runs itself again in a process of its own.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use store::{Journal, NewEntry, Refused, Sqlite};

const FOLDER: &str = "STORE_TEST_FULL_DISK";

fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// Fault 2 of the attack, seen from the journal.
#[test]
fn without_room_entries_are_refused_and_with_room_again_all_goes_on() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return fill(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    // Beyond the limit the system would also send a signal, which ends the process unless it is ignored.
    let run = Command::new("sh")
        .args(["-c", r#"trap "" XFSZ; exec "$0" --nocapture"#])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let text = [run.stdout, run.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(run.status.success(), "{text}");
    assert!(text.contains("it went on"), "{text}");
}

fn fill(folder: &Path) {
    let path = folder.join("irori.db");
    let journal = Sqlite::open(&path).unwrap();
    let mut written = 0;
    let mut append = || {
        let number = written + 1;
        let text = format!("{number} ").repeat(10_000);
        let entry =
            NewEntry { table: "a".to_owned(), number, reading: number, time: 0, text, also: Vec::new() };
        let answer = wait(journal.append(entry));
        written += u64::from(answer.is_ok());
        answer
    };
    for _ in 0..10 {
        append().unwrap();
    }
    assert_eq!(wait(journal.is_well()), Ok(()));
    for _ in 0..3 {
        limit(Some(1 << 20));
        let refused = std::iter::repeat_with(&mut append).take(1000).find_map(Result::err);
        assert!(matches!(refused, Some(Refused::Failed(_))), "{refused:?}");
        // Entries must not get through now and then, and the health check sees what they see.
        limit(Some(1 << 10));
        for _ in 0..5 {
            assert!(matches!(append(), Err(Refused::Failed(_))));
            assert!(wait(journal.is_well()).is_err());
        }
        limit(None);
        assert_eq!(wait(journal.is_well()), Ok(()));
        for _ in 0..10 {
            append().unwrap();
        }
    }
    let rows = wait(journal.entries("a", 0)).unwrap();
    assert!(rows.iter().map(|row| row.number).eq(1..=written));
    wait(journal.close()).unwrap();
    let again = Sqlite::open(&path).unwrap();
    assert_eq!(wait(again.entries("a", 0)).unwrap().len() as u64, written);
    println!("it went on");
}

/// How large a file may become, in bytes.
fn limit(bytes: Option<u64>) {
    let maximum = getrlimit(Resource::Fsize).maximum;
    setrlimit(Resource::Fsize, Rlimit { current: bytes.or(maximum), maximum }).unwrap();
}
