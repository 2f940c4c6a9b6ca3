//! The one thread of a process that writes. It commits everything that waits together, so many entries share the price of
//! one sync: the more there is to do, the cheaper each entry.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Duration;

use rusqlite::{Connection, Result, Transaction, TransactionBehavior};

use crate::append::{Appending, Heads, undoable};
use crate::connection::lock;
use crate::{Done, Failure, NewEntry, Refused};

#[cfg(test)]
mod tests;

/// The most entries in one commit, so that the first do not wait for all.
const BATCH: usize = 1024;
/// How long closing waits for other processes before it leaves the write-ahead log to them.
const CLOSING: Duration = Duration::from_secs(1);

/// Work inside a transaction that others share.
enum Work {
    Append(NewEntry),
    /// Anything that leaves entries and heads alone. If it fails, only it is undone.
    Other(Other),
}

type Other = Box<dyn FnOnce(&Connection) -> Result<()> + Send>;

struct Job {
    work: Work,
    done: Done,
}

/// The handle of the thread.
pub struct Writer {
    /// Gone when closed. The thread ends when it has done everything that was sent.
    jobs: RwLock<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    id: ThreadId,
}

impl Writer {
    pub fn start(connection: Connection) -> std::result::Result<Writer, Failure> {
        let (jobs, waiting) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || run(&connection, &waiting))
            .map_err(Failure::new)?;
        let id = thread.thread().id();
        Ok(Writer { jobs: RwLock::new(Some(jobs)), thread: Mutex::new(Some(thread)), id })
    }

    pub fn append(&self, entry: NewEntry, done: Done) {
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
        // Nobody waits for the result after a timeout.
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

    /// Sends a job, under the lock, so that closing comes before or after it.
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

    /// Waits until everything that was sent is done, and ends the thread. On the thread itself, inside a `done`, it only
    /// closes.
    pub fn close(&self) {
        self.jobs.write().unwrap_or_else(PoisonError::into_inner).take();
        if self.is_this_thread() {
            return;
        }
        if let Some(thread) = lock(&self.thread).take() {
            // A panic has been reported already.
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
            // A `done` that panics must not keep the others from theirs.
            drop(catch_unwind(AssertUnwindSafe(|| done(result))));
        }
    }
    // What cannot be moved into the database now stays in the log until the next opening.
    drop(connection.busy_timeout(CLOSING));
    drop(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
}

/// Does everything in one transaction. Each piece of work succeeds or fails by itself; an error undoes all of it.
fn write(
    connection: &Connection,
    batch: Vec<Work>,
    heads: &mut Heads,
) -> Result<Vec<std::result::Result<(), Refused>>> {
    // Immediate, because a transaction that begins with a read may fail when it wants to write.
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
