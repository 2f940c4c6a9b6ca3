//! Moves the write-ahead log into the database in the background. Otherwise the writer would stop for it now and then, and
//! everybody would wait.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use crate::Failure;

const EVERY: Duration = Duration::from_millis(500);

/// The background thread. It ends when this is dropped.
pub struct Tidy {
    end: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
}

impl Tidy {
    /// The file must exist.
    pub fn start(path: &Path) -> Result<Tidy, Failure> {
        let connection = Connection::open(path)?;
        let (end, ended) = mpsc::channel::<()>();
        let thread = thread::Builder::new()
            .name("tidy".to_owned())
            .spawn(move || {
                while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    // Passive: it waits for nobody, and nobody waits for it. The rest is moved next time.
                    drop(connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
                }
            })
            .map_err(Failure::new)?;
        Ok(Tidy { end: Mutex::new(Some((end, thread))) })
    }

    /// Ends the thread, so that the file can be closed.
    pub fn close(&self) {
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((end, thread)) = end {
            drop(end);
            drop(thread.join());
        }
    }
}

impl Drop for Tidy {
    fn drop(&mut self) {
        self.close();
    }
}
