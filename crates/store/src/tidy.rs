//! Moves the log into the database beside the writer, which would otherwise stop for it and have everybody wait.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use crate::Failure;

/// How often.
const EVERY: Duration = Duration::from_millis(500);

/// The thread that tidies up. It ends when this is dropped.
pub struct Tidy {
    end: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
}

impl Tidy {
    /// Starts it on a file that is there.
    pub fn start(path: &Path) -> Result<Tidy, Failure> {
        let connection = Connection::open(path)?;
        let (end, ended) = mpsc::channel::<()>();
        let thread = thread::Builder::new()
            .name("tidy".to_owned())
            .spawn(move || {
                while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    // Passive: it waits for nobody and nobody for it. What it cannot move now it moves next time.
                    drop(connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
                }
            })
            .map_err(Failure::new)?;
        Ok(Tidy { end: Mutex::new(Some((end, thread))) })
    }

    /// Ends it, so that closing the file finds nobody there.
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
