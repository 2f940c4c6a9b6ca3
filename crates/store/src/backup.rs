//! Copies a database while others write to it.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use crate::connection::existing;
use crate::file::{self, beside};
use crate::sqlite::about;
use crate::{Failure, migrations};

/// So many pages are copied between two reports of progress: 4 MB.
const PAGES: i32 = 1024;

pub fn backup(path: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<(), Failure> {
    if !path.exists() {
        return Err(about(path, &Failure::new("there is no such database")));
    }
    if to.exists() {
        return Err(exists(to));
    }
    let _in_use = file::lock_to_use(path).map_err(|failure| about(path, &failure))?;
    let part = beside(to, ".part");
    let copied = copy(path, &part, progress)
        .and_then(|()| check(&part).map_err(|failure| about(&part, &failure)))
        .and_then(|()| put(&part, to));
    if copied.is_err() {
        remove(&part);
    }
    copied
}

fn copy(path: &Path, part: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<(), Failure> {
    // What an interrupted backup has left.
    remove(part);
    let created = file::create_private(part);
    drop(created.map_err(|error| about(part, &Failure::new(error)))?);
    let from = existing(path).map_err(|error| about(path, &error.into()))?;
    migrations::version(&from).map_err(|failure| about(path, &failure))?;
    let mut to = existing(part)?;
    // Within a transaction the pages stay as they are now. Otherwise every write of others would make the copy begin again.
    let moment = from.unchecked_transaction()?;
    moment.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    {
        let backup = Backup::new(&from, &mut to)?;
        loop {
            let step = backup.step(PAGES)?;
            let state = backup.progress();
            let [all, left] = [state.pagecount, state.remaining].map(|pages| u64::from(pages.unsigned_abs()));
            progress(all.saturating_sub(left), all);
            match step {
                StepResult::Done => break,
                StepResult::Busy | StepResult::Locked => thread::sleep(Duration::from_millis(20)),
                _ => {}
            }
        }
    }
    // One file, which can be read from a disk that cannot be written.
    to.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    Ok(())
}

/// Whether a file is a sound database of ours.
pub fn check(path: &Path) -> Result<(), Failure> {
    let connection = existing(path)?;
    if migrations::version(&connection)? == 0 || !has_tables(&connection)? {
        return Err(Failure::new("this is not a database of Irori"));
    }
    let fault: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if fault == "ok" { Ok(()) } else { Err(Failure::new(format_args!("the database is damaged: {fault}"))) }
}

fn has_tables(connection: &Connection) -> Result<bool, Failure> {
    const OURS: &str =
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('rows', 'heads', 'games', 'guests')";
    Ok(connection.query_row(OURS, [], |row| row.get::<_, i64>(0))? == 4)
}

/// Gives the finished copy its name, but not the name of another file.
fn put(part: &Path, to: &Path) -> Result<(), Failure> {
    // A link never replaces a file, as renaming would. Not every disk has links.
    if fs::hard_link(part, to).is_ok() {
        drop(fs::remove_file(part));
    } else if to.exists() {
        return Err(exists(to));
    } else {
        fs::rename(part, to).map_err(|error| about(to, &Failure::new(error)))?;
    }
    file::sync_folder(to);
    Ok(())
}

fn exists(to: &Path) -> Failure {
    about(to, &Failure::new("the file exists already; choose another name or move it away"))
}

/// Removes a file with what SQLite keeps beside it.
pub fn remove(path: &Path) {
    for ending in ["", "-journal", "-wal", "-shm"] {
        drop(fs::remove_file(beside(path, ending)));
    }
}
