//! A few threads that read. They take their work from one queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Result};
use tokio::sync::oneshot;

use crate::connection::{lock, to_read};
use crate::{Failure, Reply};

#[cfg(test)]
mod tests;

/// SQLite reads in parallel, but a server reads little: tables in use are in memory.
const READERS: usize = 3;
/// With more reads waiting, those who ask would have given up before their turn.
const MOST_WAITING: usize = 1024;

pub type Job = Box<dyn FnOnce(&Connection) + Send>;

/// The handle of the threads.
pub struct Readers {
    /// Gone when closed. The threads end when they have done everything that was sent.
    jobs: RwLock<Option<SyncSender<Job>>>,
}

impl Readers {
    /// The file must exist.
    pub fn start(path: &Path) -> std::result::Result<(Readers, Vec<JoinHandle<()>>), Failure> {
        let (jobs, waiting) = mpsc::sync_channel(MOST_WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        let threads = (0..READERS)
            .map(|_| {
                let (connection, waiting) = (to_read(path)?, Arc::clone(&waiting));
                let thread = thread::Builder::new().name("reader".to_owned());
                thread.spawn(move || run(&connection, &waiting)).map_err(Failure::new)
            })
            .collect::<std::result::Result<_, Failure>>()?;
        Ok((Readers { jobs: RwLock::new(Some(jobs)) }, threads))
    }

    /// Reads, unless nobody waits for the answer any more when its turn comes.
    pub fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Reply<T> {
        let (tell, told) = oneshot::channel();
        let sent = self.send(Box::new(move |connection| {
            if !tell.is_closed() {
                let _ = tell.send(read(connection));
            }
        }));
        Box::pin(async move {
            sent?;
            Ok(told.await.map_err(|_| Failure::new("the reader is gone"))??)
        })
    }

    pub fn send(&self, job: Job) -> std::result::Result<(), Failure> {
        let jobs = self.jobs.read().unwrap_or_else(PoisonError::into_inner);
        jobs.as_ref().ok_or_else(Failure::closed)?.try_send(job).map_err(|unsent| match unsent {
            TrySendError::Full(_) => Failure::new("too many reads wait for the database"),
            TrySendError::Disconnected(_) => Failure::new("the readers are gone"),
        })
    }

    /// Takes no more work.
    pub fn close(&self) {
        self.jobs.write().unwrap_or_else(PoisonError::into_inner).take();
    }
}

fn run(connection: &Connection, waiting: &Mutex<Receiver<Job>>) {
    loop {
        // The lock is free again before the job begins.
        let job = lock(waiting).recv();
        let Ok(job) = job else { return };
        // The panic has been reported, and whoever asked learns that there is no answer.
        drop(catch_unwind(AssertUnwindSafe(|| job(connection))));
    }
}
