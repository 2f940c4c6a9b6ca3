//! The one thread of a process that writes. It takes all that waits and commits it together, so that the price of
//! making rows durable is paid once for many of them: the more there is to do, the cheaper each row.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Duration;

use rusqlite::{Connection, Result, Transaction, TransactionBehavior};

use crate::append::{Appending, Heads, undoable};
use crate::connection::lock;
use crate::{Done, Entry, Failure, Refused};

#[cfg(test)]
mod tests;

/// The most that is committed together, so that those who came first need not wait for everybody.
const BATCH: usize = 1024;
/// How long closing waits for other processes before it leaves the log written ahead to them.
const CLOSING: Duration = Duration::from_secs(1);

/// Something to be done inside a transaction that is shared with others.
enum Work {
    Append(Entry),
    /// What others than rows need, which leaves the rows and their heads alone. It is undone by itself if it fails.
    Other(Other),
}

type Other = Box<dyn FnOnce(&Connection) -> Result<()> + Send>;

/// Work, and whom to tell.
struct Job {
    work: Work,
    done: Done,
}

/// The end of the thread that others hold.
pub struct Writer {
    /// Gone when closed. The thread ends when it has done all that was sent.
    jobs: RwLock<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    id: ThreadId,
}

impl Writer {
    /// Starts a thread with a connection of its own.
    pub fn start(connection: Connection) -> std::result::Result<Writer, Failure> {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || run(&connection, &waiting))
            .map_err(Failure::new)?;
        let id = thread.thread().id();
        Ok(Writer { jobs: RwLock::new(Some(jobs)), thread: Mutex::new(Some(thread)), id })
    }

    /// Appends an entry.
    pub fn append(&self, entry: Entry, done: Done) {
        self.send(Job { work: Work::Append(entry), done });
    }

    /// Writes something else, and waits until it is durable.
    pub fn write<T: Send + 'static>(
        &self,
        patience: Option<Duration>,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Failure> {
        if self.is_this_thread() {
            return Err(Failure::new("the thread that writes cannot wait for itself"));
        }
        let found = Arc::new(Mutex::new(None));
        let keep = Arc::clone(&found);
        let (tell, told) = mpsc::channel();
        let work = Work::Other(Box::new(move |connection| {
            *lock(&keep) = Some(work(connection)?);
            Ok(())
        }));
        // Nobody listens any more if it took longer than the patience.
        let done: Done = Box::new(move |result| drop(tell.send(result)));
        self.send(Job { work, done });
        let result = match patience {
            Some(patience) => told.recv_timeout(patience),
            None => told.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match result {
            Ok(Ok(())) => lock(&found).take().ok_or_else(|| Failure::new("the writer left work undone")),
            Ok(Err(refused)) => Err(Failure::new(refused)),
            Err(RecvTimeoutError::Timeout) => Err(Failure::new("the writer does not answer")),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::new("the writer is gone")),
        }
    }

    /// Sends a job. Sending under the lock makes sure that closing comes before or after it, not in between.
    fn send(&self, job: Job) {
        let jobs = self.jobs.read().unwrap_or_else(PoisonError::into_inner);
        let unsent = match jobs.as_ref() {
            None => Some((job, Failure::closed())),
            Some(jobs) => jobs.send(job).err().map(|job| (job.0, Failure::new("the writer is gone"))),
        };
        drop(jobs);
        if let Some((job, failure)) = unsent {
            // Not on this thread, which may hold a lock that the answer needs.
            thread::spawn(move || (job.done)(Err(failure.into())));
        }
    }

    /// Waits until all that was sent is done, and ends the thread. If it is this very thread, because the last owner
    /// of a journal was inside a `done`, it ends by itself.
    pub fn close(&self) {
        self.jobs.write().unwrap_or_else(PoisonError::into_inner).take();
        if self.is_this_thread() {
            return;
        }
        if let Some(thread) = lock(&self.thread).take() {
            // A panic has been told already, and there is nobody left to serve.
            drop(thread.join());
        }
    }

    fn is_this_thread(&self) -> bool {
        thread::current().id() == self.id
    }
}

fn run(connection: &Connection, waiting: &Receiver<Job>) {
    let mut heads = Heads::default();
    while let Ok(first) = waiting.recv() {
        let (work, done): (Vec<Work>, Vec<Done>) = std::iter::once(first)
            .chain(waiting.try_iter())
            .take(BATCH)
            .map(|job| (job.work, job.done))
            .unzip();
        let results = write(connection, work, &mut heads).unwrap_or_else(|error| {
            heads.forget();
            let refused = Refused::Failed(error.to_string());
            vec![Err(refused); done.len()]
        });
        for (done, result) in done.into_iter().zip(results) {
            // Whoever panics there has told so; the others still wait for their rows.
            drop(catch_unwind(AssertUnwindSafe(|| done(result))));
        }
    }
    // What cannot be moved into the database now is still in the log, and moved by whoever opens it next.
    drop(connection.busy_timeout(CLOSING));
    drop(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
}

/// Does all of it in one transaction. Each piece of work is done or refused by itself; an error undoes all of them.
fn write(
    connection: &Connection,
    batch: Vec<Work>,
    heads: &mut Heads,
) -> Result<Vec<std::result::Result<(), Refused>>> {
    // Immediate, since a transaction that begins with reading could find that it may not write any more.
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(batch.len());
    let mut appending = Appending::new(&transaction, heads)?;
    for work in batch {
        results.push(match work {
            Work::Append(entry) => appending.append(&entry)?,
            Work::Other(work) => undoable(&transaction, || work(&transaction))?
                .map_err(|error| Refused::Failed(error.to_string())),
        });
    }
    drop(appending);
    transaction.commit()?;
    Ok(results)
}
