//! The one thread of a process that writes. It commits everything that waits together, so many entries share the price of
//! one sync: the more there is to do, the cheaper each entry.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rusqlite::{Connection, Result, Transaction, TransactionBehavior};

use crate::append::{Appending, Heads, undoable};
use crate::connection::lock;
use crate::file::Opened;
use crate::{Answer, Appended, Failure, JournalStatus, NewEntry, Refused, Reply};

#[cfg(test)]
mod tests;

/// The most entries in one commit, so that the first do not wait for all.
const BATCH: usize = 1024;
/// The most jobs that may wait. A disk that is that far behind will not catch up while anybody waits.
const MOST_WAITING: u64 = 65_536;
/// The least time between two commits. A commit costs about as much as ten entries, so under load it pays to let entries
/// gather; an entry that comes after a pause is written at once.
const GATHER: Duration = Duration::from_micros(800);
/// How long closing waits for other processes before it leaves the write-ahead log to them.
const CLOSING: Duration = Duration::from_secs(1);

/// Work inside a transaction that others share.
enum Work {
    Append(NewEntry),
    /// Anything else. If it fails, only it is undone. It tells the heads which tables it has deleted.
    Other(Other),
}

type Other = Box<dyn FnOnce(&Connection, &mut Heads) -> Result<()> + Send>;

struct Job {
    work: Work,
    answer: Answer,
}

/// The handle of the thread.
pub struct Writer {
    /// Gone when closed. The thread ends when it has done everything that was sent.
    jobs: RwLock<Option<Sender<Job>>>,
    shared: Arc<Shared>,
}

/// What the thread and its handle both know.
struct Shared {
    file: Opened,
    waiting: AtomicU64,
    commits: AtomicU64,
    commit_micros: AtomicU64,
}

impl Writer {
    pub fn start(
        connection: Connection,
        file: Opened,
    ) -> std::result::Result<(Writer, JoinHandle<()>), Failure> {
        let (jobs, waiting) = mpsc::channel();
        let shared = Arc::new(Shared {
            file,
            waiting: AtomicU64::new(0),
            commits: AtomicU64::new(0),
            commit_micros: AtomicU64::new(0),
        });
        let writer = Writer { jobs: RwLock::new(Some(jobs)), shared: Arc::clone(&shared) };
        let thread = thread::Builder::new().name("journal".to_owned());
        let thread = thread.spawn(move || run(&connection, &waiting, &shared)).map_err(Failure::new)?;
        Ok((writer, thread))
    }

    pub fn append(&self, entry: NewEntry) -> Appended {
        self.send(Work::Append(entry))
    }

    /// Writes something else that leaves entries and heads alone.
    pub fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Reply<T> {
        self.change(move |connection, _| work(connection))
    }

    /// Writes something else, and says which heads are gone.
    pub fn change<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection, &mut Heads) -> Result<T> + Send + 'static,
    ) -> Reply<T> {
        let found = Arc::new(Mutex::new(None));
        let keep = Arc::clone(&found);
        let written = self.send(Work::Other(Box::new(move |connection, heads| {
            *lock(&keep) = Some(work(connection, heads)?);
            Ok(())
        })));
        Box::pin(async move {
            written.await.map_err(Failure::new)?;
            lock(&found).take().ok_or_else(|| Failure::new("the writer left work undone"))
        })
    }

    /// Sends work, under the lock, so that closing comes before or after it.
    fn send(&self, work: Work) -> Appended {
        let (answer, appended) = Appended::pair();
        let jobs = self.jobs.read().unwrap_or_else(PoisonError::into_inner);
        let Some(jobs) = jobs.as_ref() else {
            answer.tell(Err(Failure::closed().into()));
            return appended;
        };
        let waiting = &self.shared.waiting;
        if waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            waiting.fetch_sub(1, Ordering::Relaxed);
            answer.tell(Err(Refused::Failed("too many entries wait to be written".to_owned())));
        } else {
            // If the thread is gone, the answer is dropped with the job, which says so.
            drop(jobs.send(Job { work, answer }));
        }
        appended
    }

    /// Takes no more work.
    pub fn close(&self) {
        self.jobs.write().unwrap_or_else(PoisonError::into_inner).take();
    }

    pub fn status(&self) -> JournalStatus {
        let Shared { file, waiting, commits, commit_micros } = &*self.shared;
        let [waiting, commits, commit_micros] =
            [waiting, commits, commit_micros].map(|count| count.load(Ordering::Relaxed));
        JournalStatus { waiting, commits, commit_micros, bytes: file.bytes() }
    }
}

fn run(connection: &Connection, waiting: &Receiver<Job>, shared: &Shared) {
    let mut heads = Heads::default();
    let mut last: Option<Instant> = None;
    while let Ok(first) = waiting.recv() {
        if let Some(early) = last.and_then(|last| GATHER.checked_sub(last.elapsed())) {
            thread::sleep(early);
        }
        let start = Instant::now();
        let (work, answers): (Vec<Work>, Vec<Answer>) = std::iter::once(first)
            .chain(waiting.try_iter())
            .take(BATCH)
            .map(|job| (job.work, job.answer))
            .unzip();
        let written = shared.file.check().and_then(|()| Ok(write(connection, work, &mut heads)?));
        if written.is_ok() {
            shared.commits.fetch_add(1, Ordering::Relaxed);
            let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
            shared.commit_micros.fetch_add(micros, Ordering::Relaxed);
        }
        let results = written.unwrap_or_else(|failure| {
            heads.forget_all();
            vec![Err(failure.into()); answers.len()]
        });
        shared.waiting.fetch_sub(answers.len() as u64, Ordering::Relaxed);
        for (answer, result) in answers.into_iter().zip(results) {
            answer.tell(result);
        }
        last = Some(Instant::now());
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
            Work::Other(work) => undoable(&transaction, || work(&transaction, appending.heads()))?
                .map_err(|error| Refused::Failed(error.to_string())),
        });
    }
    drop(appending);
    transaction.commit()?;
    Ok(results)
}
