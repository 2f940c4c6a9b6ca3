//! Moves the write-ahead log into the database in the background. Otherwise the writer would stop for it now and then, and
//! everybody would wait.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::Failure;
use crate::connection::{existing, lock};

const EVERY: Duration = Duration::from_millis(500);

/// The handle of the thread, which ends when this is dropped.
pub struct Tidy {
    end: Mutex<Option<Sender<()>>>,
}

impl Tidy {
    /// The file must exist.
    pub fn start(path: &Path) -> Result<(Tidy, JoinHandle<()>), Failure> {
        let connection = existing(path)?;
        // Passive: it waits for nobody, and nobody waits for it. The rest is moved next time.
        connection.busy_timeout(Duration::ZERO)?;
        let (end, ended) = mpsc::channel::<()>();
        let thread = thread::Builder::new()
            .name("tidy".to_owned())
            .spawn(move || {
                while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    drop(connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())));
                }
            })
            .map_err(Failure::new)?;
        Ok((Tidy { end: Mutex::new(Some(end)) }, thread))
    }

    pub fn close(&self) {
        lock(&self.end).take();
    }
}
