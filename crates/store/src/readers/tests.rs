//! What the readers do when too much is asked of them, which only a test inside the crate can cause.

use super::*;
use crate::{connection, file};

fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn readers() -> (Readers, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    drop(file::lock_to_use(&path).unwrap());
    drop(connection::to_write(&path).unwrap());
    (Readers::start(&path).unwrap().0, folder)
}

/// Keeps all readers busy until the sender is dropped.
fn hold(readers: &Readers) -> mpsc::Sender<()> {
    let (go, held) = mpsc::channel::<()>();
    let held = Arc::new(Mutex::new(held));
    let (begin, begun) = mpsc::channel();
    for _ in 0..READERS {
        let (held, begin) = (Arc::clone(&held), begin.clone());
        let job = move |_: &Connection| {
            begin.send(()).unwrap();
            let _ = lock(&held).recv();
        };
        readers.send(Box::new(job)).unwrap();
    }
    begun.iter().take(READERS).count();
    go
}

#[test]
fn when_too_many_reads_wait_the_next_is_refused_at_once() {
    let (readers, _folder) = readers();
    let go = hold(&readers);
    let waiting: Vec<Reply<i64>> = (0..MOST_WAITING)
        .map(|_| readers.read(|db| db.query_row("SELECT 7", [], |row| row.get(0))))
        .collect();
    let refused = wait(readers.read(|_| Ok(())));
    assert_eq!(refused, Err(Failure::new("too many reads wait for the database")));
    drop(go);
    assert!(waiting.into_iter().all(|reply| wait(reply) == Ok(7)));
    assert_eq!(wait(readers.read(|_| Ok(()))), Ok(()));
}

#[test]
fn a_read_that_nobody_waits_for_any_more_is_left_out() {
    let (readers, _folder) = readers();
    let go = hold(&readers);
    let (tell, told) = mpsc::channel();
    drop(readers.read(move |_| {
        tell.send(()).unwrap();
        Ok(())
    }));
    drop(go);
    assert_eq!(told.recv(), Err(mpsc::RecvError), "it was dropped and never run");
}

#[test]
fn a_panic_in_a_read_does_not_stop_the_readers() {
    let (readers, _folder) = readers();
    for _ in 0..2 * READERS {
        let panicked = wait(readers.read::<()>(|_| panic!("this panic is part of a test")));
        assert_eq!(panicked, Err(Failure::new("the reader is gone")));
    }
    assert_eq!(wait(readers.read(|_| Ok(()))), Ok(()));
}
