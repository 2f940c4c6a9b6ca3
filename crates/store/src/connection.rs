//! Connections to a SQLite file: one that writes, and a few that read.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use crate::Failure;

/// How long to wait for another process's lock. Nobody holds one longer than a batch takes.
const PATIENCE: Duration = Duration::from_secs(10);
/// The write-ahead log is cut back to this size, in bytes, after a long read has let it grow.
const LONGEST_LOG: i64 = 64 << 20;
/// After this many pages the writer moves the rest of the log into the database itself and starts it over. `tidy.rs` has
/// moved most of it before. 8000 pages are 32 MB.
const PAGES_OF_LOG: i64 = 8000;
/// The size of the statement cache. A batch and the reads use a dozen.
const STATEMENTS: usize = 32;
/// SQLite reads in parallel, but a server reads little: tables in use are in memory.
const READERS: usize = 3;

/// A connection that writes. `synchronous = FULL`, because acknowledged entries must survive a power cut: with a
/// write-ahead log, `NORMAL` would lose the last commits.
pub fn to_write(path: &Path) -> Result<Connection, Failure> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    write_ahead(&connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update_and_check(None, "wal_autocheckpoint", PAGES_OF_LOG, |_| Ok(()))?;
    connection.pragma_update_and_check(None, "journal_size_limit", LONGEST_LOG, |_| Ok(()))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Switches to a write-ahead log, so that reads and writes do not wait for each other. SQLite does not wait while another
/// process switches or closes the file, so this tries again.
fn write_ahead(connection: &Connection) -> Result<(), Failure> {
    let start = Instant::now();
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0)) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                return Err(Failure::new(format_args!("the journal mode stays {mode} where wal is needed")));
            }
            Err(error) if is_busy(&error) && start.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Connections that only read.
pub struct Readers {
    connections: Vec<Mutex<Option<Connection>>>,
    next: AtomicUsize,
}

impl Readers {
    /// The file must exist.
    pub fn open(path: &Path) -> Result<Readers, Failure> {
        let connections = (0..READERS).map(|_| to_read(path)).collect::<Result<_, _>>()?;
        Ok(Readers { connections, next: AtomicUsize::new(0) })
    }

    /// Reads with a free connection, or waits for one.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Failure> {
        let connection = self.any();
        Ok(read(connection.as_ref().ok_or_else(Failure::closed)?)?)
    }

    fn any(&self) -> MutexGuard<'_, Option<Connection>> {
        for connection in &self.connections {
            match connection.try_lock() {
                Ok(free) => return free,
                Err(TryLockError::Poisoned(free)) => return free.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        let next = self.next.fetch_add(1, Ordering::Relaxed) % self.connections.len();
        lock(&self.connections[next])
    }

    /// Closes each connection when its current read is done.
    pub fn close(&self) {
        for connection in &self.connections {
            lock(connection).take();
        }
    }
}

fn to_read(path: &Path) -> Result<Mutex<Option<Connection>>, Failure> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(Mutex::new(Some(connection)))
}

/// Locks, even if a thread panicked with the lock: SQLite rolls back what it had not committed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
