//! What the writer does when the database fails, which only a test inside the crate can cause.

use super::*;
use crate::{connection, find, migrations};

/// A writer on a new file, and the folder to be kept while it is used.
fn writer() -> (Writer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let connection = connection::to_write(&folder.path().join("journal")).unwrap();
    migrations::migrate(&connection).unwrap();
    (Writer::start(connection).unwrap(), folder)
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
    writer.write(None, move |connection| find::entries(connection, table, 0)).unwrap().len()
}

/// Sends jobs so that they are sure to be one batch, and gives what they came to.
fn in_one_batch(writer: &Writer, work: Vec<Work>) -> Vec<std::result::Result<(), Refused>> {
    let (go, wait) = mpsc::channel::<()>();
    let nothing = Work::Other(Box::new(|_| Ok(())));
    writer.send(Job { work: nothing, done: Box::new(move |_| wait.recv().unwrap()) });
    let (tell, told) = mpsc::channel();
    for work in work {
        let tell = tell.clone();
        writer.send(Job { work, done: Box::new(move |result| tell.send(result).unwrap()) });
    }
    drop(tell);
    go.send(()).unwrap();
    told.iter().collect()
}

#[test]
fn a_commit_that_fails_refuses_the_whole_batch_and_the_next_one_is_written() {
    let (writer, _folder) = writer();
    // SQLite looks at deferred keys when it commits, and finds no such guest.
    let orphan = Work::Other(Box::new(|connection| {
        connection
            .execute_batch("PRAGMA defer_foreign_keys = ON; INSERT INTO tokens VALUES (x'00', 'nobody', 0);")
    }));
    let results =
        in_one_batch(&writer, vec![Work::Append(entry("a", 1, "")), orphan, Work::Append(entry("b", 1, ""))]);
    assert_eq!(results.len(), 3);
    assert!(results.iter().all(|result| matches!(result, Err(Refused::Failed(_)))), "{results:?}");
    assert_eq!(entries(&writer, "a"), 0);
    assert_eq!(in_one_batch(&writer, vec![Work::Append(entry("a", 1, ""))]), [Ok(())]);
}

#[test]
fn a_full_disk_refuses_the_whole_batch_and_room_lets_the_writer_continue() {
    let (writer, _folder) = writer();
    let pages = |most: u32| {
        move |connection: &Connection| {
            connection.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))
        }
    };
    writer.write(None, pages(40)).unwrap();
    let long = "x".repeat(1 << 20);
    let works = || vec![Work::Append(entry("a", 1, "")), Work::Append(entry("a", 2, &long))];
    let results = in_one_batch(&writer, works());
    assert!(results.iter().all(|result| matches!(result, Err(Refused::Failed(_)))), "{results:?}");
    writer.write(None, pages(1 << 20)).unwrap();
    assert_eq!(entries(&writer, "a"), 0);
    assert_eq!(in_one_batch(&writer, works()), [Ok(()), Ok(())]);
}

#[test]
fn work_that_fails_by_itself_leaves_the_batch_alone() {
    let (writer, _folder) = writer();
    let failing = Work::Other(Box::new(|connection| {
        connection.execute_batch(
            "INSERT INTO guests VALUES ('g', 'one', 0); INSERT INTO guests VALUES ('g', 'two', 0);",
        )
    }));
    let results = in_one_batch(
        &writer,
        vec![Work::Append(entry("a", 1, "")), failing, Work::Append(entry("a", 2, ""))],
    );
    assert!(matches!(results[..], [Ok(()), Err(Refused::Failed(_)), Ok(())]), "{results:?}");
    let guests = writer
        .write(None, |connection| connection.query_row("SELECT count(*) FROM guests", [], |row| row.get(0)));
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
fn a_writer_that_is_stuck_is_noticed() {
    let (writer, _folder) = writer();
    let (go, wait) = mpsc::channel::<()>();
    writer.append(entry("a", 1, ""), Box::new(move |_| wait.recv().unwrap()));
    let patience = Some(Duration::from_millis(20));
    assert_eq!(writer.write(patience, |_| Ok(())), Err(Failure::new("the writer does not answer")));
    go.send(()).unwrap();
    assert_eq!(writer.write(None, |_| Ok(())), Ok(()));
}
