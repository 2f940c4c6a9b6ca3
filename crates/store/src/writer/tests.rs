//! What the writer does when the database fails, which only a test inside the crate can cause.

use super::*;
use crate::{connection, file, find, health, migrations};

type Written = std::result::Result<(), Refused>;

/// A writer on a new file, and the folder to be kept while it is used.
fn writer() -> (Writer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    drop(file::lock_to_use(&path).unwrap());
    let connection = connection::to_write(&path).unwrap();
    migrations::migrate(&connection).unwrap();
    (Writer::start(connection, Opened::new(&path).unwrap()).unwrap().0, folder)
}

fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn entry(table: &str, number: u64, text: &str) -> NewEntry {
    NewEntry {
        table: table.to_owned(),
        number,
        reading: number,
        time: 0,
        text: text.to_owned(),
        also: Vec::new(),
    }
}

fn entries(writer: &Writer, table: &'static str) -> usize {
    wait(writer.write(move |connection| find::entries(connection, table, 0))).unwrap().len()
}

/// Keeps the writer busy until the sender is dropped.
fn hold(writer: &Writer) -> Sender<()> {
    let (go, held) = mpsc::channel::<()>();
    let (begin, begun) = mpsc::channel();
    drop(writer.write(move |_| {
        begin.send(()).unwrap();
        let _ = held.recv();
        Ok(())
    }));
    begun.recv().unwrap();
    go
}

/// Sends work so that it is sure to be one batch, and gives what it came to.
fn in_one_batch(writer: &Writer, work: Vec<Work>) -> Vec<Written> {
    let go = hold(writer);
    let sent: Vec<Appended> = work.into_iter().map(|work| writer.send(work)).collect();
    drop(go);
    sent.into_iter().map(wait).collect()
}

fn other(work: impl FnOnce(&Connection) -> Result<()> + Send + 'static) -> Work {
    Work::Other(Box::new(move |connection, _| work(connection)))
}

#[test]
fn a_commit_that_fails_refuses_the_whole_batch_and_the_next_one_is_written() {
    let (writer, _folder) = writer();
    // SQLite looks at deferred keys when it commits, and finds no such guest.
    let orphan = other(|connection| {
        connection
            .execute_batch("PRAGMA defer_foreign_keys = ON; INSERT INTO tokens VALUES (x'00', 'nobody', 0);")
    });
    let results =
        in_one_batch(&writer, vec![Work::Append(entry("a", 1, "")), orphan, Work::Append(entry("b", 1, ""))]);
    assert_eq!(results.len(), 3);
    assert!(results.iter().all(|result| matches!(result, Err(Refused::Failed(_)))), "{results:?}");
    assert_eq!(entries(&writer, "a"), 0);
    assert_eq!(in_one_batch(&writer, vec![Work::Append(entry("a", 1, ""))]), [Ok(())]);
}

#[test]
fn a_full_disk_refuses_the_whole_batch_and_room_lets_the_writer_continue() {
    let (writer, folder) = writer();
    let reader = connection::to_read(&folder.path().join("journal")).unwrap();
    let is_well = || health::check(&reader, &writer, Duration::from_secs(5));
    let pages = |most: u32| {
        wait(writer.write(move |connection| {
            connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))
        }))
        .unwrap();
    };
    pages(1);
    let long = "x".repeat(1 << 20);
    let works = || vec![Work::Append(entry("a", 1, "")), Work::Append(entry("a", 2, &long))];
    let results = in_one_batch(&writer, works());
    assert!(results.iter().all(|result| matches!(result, Err(Refused::Failed(_)))), "{results:?}");
    assert!(is_well().unwrap_err().to_string().contains("full"));
    pages(1 << 20);
    assert_eq!(is_well(), Ok(()));
    assert_eq!(entries(&writer, "a"), 0);
    assert_eq!(in_one_batch(&writer, works()), [Ok(()), Ok(())]);
}

#[test]
fn work_that_fails_by_itself_leaves_the_batch_alone() {
    let (writer, _folder) = writer();
    let failing = other(|connection| {
        connection.execute_batch(
            "INSERT INTO guests VALUES ('g', 'one', 0, 0, 0); INSERT INTO guests VALUES ('g', 'two', 0, 0, 0);",
        )
    });
    let results = in_one_batch(
        &writer,
        vec![Work::Append(entry("a", 1, "")), failing, Work::Append(entry("a", 2, ""))],
    );
    assert!(matches!(results[..], [Ok(()), Err(Refused::Failed(_)), Ok(())]), "{results:?}");
    let guests = wait(
        writer.write(|connection| connection.query_row("SELECT count(*) FROM guests", [], |row| row.get(0))),
    );
    assert_eq!(guests, Ok(0));
}

#[test]
fn more_than_a_batch_may_wait() {
    let (writer, _folder) = writer();
    let count = BATCH as u64 * 3 + 7;
    let results =
        in_one_batch(&writer, (1..=count).map(|number| Work::Append(entry("a", number, ""))).collect());
    assert!(results.iter().all(std::result::Result::is_ok));
    assert_eq!(entries(&writer, "a") as u64, count);
}

#[test]
fn when_too_many_entries_wait_the_next_is_refused_at_once() {
    let (writer, _folder) = writer();
    let go = hold(&writer);
    // The one that holds the writer is among those that wait.
    let waiting: Vec<Appended> =
        (1..MOST_WAITING).map(|number| writer.append(entry("a", number, ""))).collect();
    assert_eq!(writer.status().waiting, MOST_WAITING);
    let refused = wait(writer.append(entry("a", MOST_WAITING, "")));
    assert_eq!(refused, Err(Refused::Failed("too many entries wait to be written".to_owned())));
    assert_eq!(writer.status().waiting, MOST_WAITING);
    drop(go);
    assert!(waiting.into_iter().all(|appended| wait(appended).is_ok()));
    assert_eq!(writer.status().waiting, 0);
    assert_eq!(wait(writer.append(entry("a", MOST_WAITING, ""))), Ok(()));
}

#[test]
fn a_writer_that_is_stuck_is_noticed() {
    let (writer, folder) = writer();
    let reader = connection::to_read(&folder.path().join("journal")).unwrap();
    let go = hold(&writer);
    let check = |millis| health::check(&reader, &writer, Duration::from_millis(millis));
    assert_eq!(check(20), Err(Failure::new("the writer does not answer")));
    drop(go);
    assert_eq!(check(5000), Ok(()));
}

#[test]
fn nobody_needs_to_wait_for_what_is_written() {
    let (writer, _folder) = writer();
    drop(writer.append(entry("a", 1, "")));
    drop(writer.write(|connection| connection.execute_batch("INSERT INTO doomed VALUES (7)")));
    assert_eq!(entries(&writer, "a"), 1);
    let doomed =
        writer.write(|connection| connection.query_row("SELECT place FROM doomed", [], |row| row.get(0)));
    assert_eq!(wait(doomed), Ok(7));
}
