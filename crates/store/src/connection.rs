//! Connections to a SQLite file, with the settings that a journal needs.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, Result};

use crate::{Failure, file};

/// How long to wait for another process's lock. Nobody holds one longer than a batch takes.
const PATIENCE: Duration = Duration::from_secs(10);
/// The write-ahead log is cut back to this size, in bytes, after a long read has let it grow.
const LONGEST_LOG: i64 = 64 << 20;
/// After this many pages the writer moves the rest of the log into the database itself and starts it over. `tidy.rs` has
/// moved most of it before. 8000 pages are 32 MB.
const PAGES_OF_LOG: i64 = 8000;
/// The size of the statement cache: more than all statements that a connection uses.
const STATEMENTS: usize = 64;

/// A connection that writes. It creates a missing file, with the permissions of the lock file, which must exist.
/// `synchronous = FULL`, because acknowledged entries must survive a power cut: with a write-ahead log, `NORMAL` would
/// lose the last commits.
pub fn to_write(path: &Path) -> std::result::Result<Connection, Failure> {
    let connection = create(path)?;
    connection.busy_timeout(PATIENCE)?;
    patiently(|| vacuum_in_steps(&connection))?;
    let mode = patiently(|| {
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0))
    })?;
    if mode != "wal" {
        return Err(Failure::new(format_args!("the journal mode stays {mode} where wal is needed")));
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update_and_check(None, "wal_autocheckpoint", PAGES_OF_LOG, |_| Ok(()))?;
    connection.pragma_update_and_check(None, "journal_size_limit", LONGEST_LOG, |_| Ok(()))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// A connection that only reads. The file must exist.
pub fn to_read(path: &Path) -> Result<Connection> {
    let connection = existing(path)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// A connection to a file that must exist, without any settings.
pub fn existing(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// SQLite can only shrink a file in small steps if it knows before the first table.
fn vacuum_in_steps(connection: &Connection) -> Result<()> {
    let pages: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
    if pages == 0 {
        connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    }
    Ok(())
}

/// SQLite does not wait while another process creates or closes the file, so this tries again.
fn patiently<T>(attempt: impl Fn() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    loop {
        match attempt() {
            Err(error) if is_busy(&error) && start.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(5));
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// The address tells SQLite which permissions a new file gets. We do not create the file ourselves, because closing it
/// would drop the locks of all connections that this process has to it by then.
#[cfg(unix)]
fn create(path: &Path) -> Result<Connection> {
    let address = format!("file:{}?modeof={}", in_address(path), in_address(&file::lock_path(path)));
    Connection::open(address)
}

#[cfg(unix)]
fn in_address(path: &Path) -> String {
    use std::fmt::Write;
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "%{byte:02x}");
        text
    })
}

#[cfg(not(unix))]
fn create(path: &Path) -> Result<Connection> {
    Connection::open(path)
}

/// Deletes or replaces something so that it does not linger in what is left of its page. Not for everything: overwriting
/// costs time for each entry.
pub fn without_remains<T>(connection: &Connection, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let overwrite = |how| connection.pragma_update_and_check(None, "secure_delete", how, |_| Ok(()));
    overwrite("FAST")?;
    let done = work();
    overwrite("OFF")?;
    done
}

/// Locks, even if a thread panicked with the lock: SQLite rolls back what it had not committed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
