//! Puts a backup in the place of a database.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::backup::{check, remove};
use crate::file::{self, beside};
use crate::sqlite::about;

pub fn restore(from: &Path, path: &Path) -> Result<Option<PathBuf>, Failure> {
    if is_same(from, path) {
        return Err(about(from, &Failure::new("this is the database itself, not a backup")));
    }
    file::create_folder(path).map_err(|error| about(path, &Failure::new(error)))?;
    let _alone = file::lock_to_replace(path).map_err(|failure| about(path, &failure))?;
    let copy = beside(path, ".restoring");
    let restored = copy_checked(from, &copy).map_err(|failure| about(from, &failure)).and_then(|()| {
        let aside = put_aside(path).map_err(|error| about(path, &Failure::new(error)))?;
        fs::rename(&copy, path).map_err(|error| about(path, &Failure::new(error)))?;
        Ok(aside)
    });
    if restored.is_err() {
        remove(&copy);
    }
    file::sync_folder(path);
    restored
}

/// Only the copy is opened, so the backup stays as it is, and may be on a disk that cannot be written.
fn copy_checked(from: &Path, copy: &Path) -> Result<(), Failure> {
    remove(copy);
    copy_private(from, copy).map_err(Failure::new)?;
    // A database that was copied by hand may have its last commits there.
    let log = beside(from, "-wal");
    if log.exists() {
        copy_private(&log, &beside(copy, "-wal")).map_err(Failure::new)?;
    }
    check(copy)
}

fn copy_private(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (fs::File::open(from)?, file::create_private(to)?);
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

/// Moves the old database with its log to a name that is free. The database goes first: without its log it might be taken
/// for whole.
fn put_aside(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut names = (1..).map(|number| beside(path, &format!(".before-restore-{number}")));
    let is_free = |name: &PathBuf| !name.exists() && !beside(name, "-wal").exists();
    let Some(aside) = names.find(is_free) else { return Ok(None) };
    let mut moved = None;
    for ending in ["", "-wal", "-shm"] {
        let old = beside(path, ending);
        if old.exists() {
            fs::rename(&old, beside(&aside, ending))?;
            moved = Some(aside.clone());
        }
    }
    Ok(moved)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}
