//! Finds out whether the database can be written and read, by doing it. All who ask at the same time share one attempt.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, Result, params};
use tokio::sync::oneshot;

use crate::connection::{lock, to_read};
use crate::writer::Writer;
use crate::{Failure, Reply};

/// How long the writer may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many bytes do not fit into what is left of a page or two: on a full disk the attempt fails.
const BYTES: usize = 16 << 10;

const TIMES: &str = "SELECT times FROM health WHERE id = 1";
const ATTEMPT: &str = "
INSERT INTO health (id, times, bytes) VALUES (1, ?1, ?2)
ON CONFLICT (id) DO UPDATE SET times = excluded.times, bytes = excluded.bytes";
const READ_BACK: &str = "SELECT times, bytes FROM health WHERE id = 1";

type Asker = oneshot::Sender<std::result::Result<(), Failure>>;

/// The handle of the thread.
pub struct Health {
    /// Gone when closed.
    askers: Mutex<Option<Sender<Asker>>>,
}

impl Health {
    /// The file must exist.
    pub fn start(path: &Path, writer: Arc<Writer>) -> std::result::Result<(Health, JoinHandle<()>), Failure> {
        let connection = to_read(path)?;
        let (askers, waiting) = mpsc::channel();
        let thread = thread::Builder::new().name("health".to_owned());
        let thread = thread.spawn(move || run(&connection, &writer, &waiting)).map_err(Failure::new)?;
        Ok((Health { askers: Mutex::new(Some(askers)) }, thread))
    }

    pub fn ask(&self) -> Reply<()> {
        let (tell, told) = oneshot::channel();
        let sent = lock(&self.askers).as_ref().ok_or_else(Failure::closed).map(|askers| {
            // If the thread is gone, the sender is dropped, which says so.
            drop(askers.send(tell));
        });
        Box::pin(async move {
            sent?;
            told.await.unwrap_or_else(|_| Err(Failure::new("the health check is gone")))
        })
    }

    pub fn close(&self) {
        lock(&self.askers).take();
    }
}

fn run(connection: &Connection, writer: &Writer, waiting: &Receiver<Asker>) {
    while let Ok(first) = waiting.recv() {
        let askers: Vec<Asker> = std::iter::once(first).chain(waiting.try_iter()).collect();
        let result = check(connection, writer, PATIENCE);
        for asker in askers {
            let _ = asker.send(result.clone());
        }
    }
}

/// Writes, waits until it is durable, and reads it back with another connection.
pub fn check(
    connection: &Connection,
    writer: &Writer,
    patience: Duration,
) -> std::result::Result<(), Failure> {
    let written =
        wait(writer.write(attempt), patience).ok_or_else(|| Failure::new("the writer does not answer"))??;
    let (times, bytes): (i64, Vec<u8>) =
        connection.prepare_cached(READ_BACK)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    // Another process may have made a later attempt.
    if times >= written && bytes == bytes_of(times) {
        Ok(())
    } else {
        Err(Failure::new("the database does not give back what was written"))
    }
}

fn attempt(connection: &Connection) -> Result<i64> {
    let before: Option<i64> = connection.prepare_cached(TIMES)?.query_row([], |row| row.get(0)).optional()?;
    let times = before.unwrap_or(0) + 1;
    connection.prepare_cached(ATTEMPT)?.execute(params![times, bytes_of(times)])?;
    Ok(times)
}

/// Other bytes each time.
fn bytes_of(times: i64) -> Vec<u8> {
    times.to_le_bytes().into_iter().cycle().take(BYTES).collect()
}

/// Waits for a reply on this thread, but not longer than that.
fn wait<T>(mut reply: Reply<T>, patience: Duration) -> Option<std::result::Result<T, Failure>> {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let end = Instant::now() + patience;
    loop {
        if let Poll::Ready(result) = reply.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(result);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        thread::park_timeout(left);
    }
}
