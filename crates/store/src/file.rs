//! The database file and its neighbours: who may read them, whether it is still the file that was opened, and whether
//! somebody has it open.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;

/// The path with something appended to its name, such as `-wal`.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Creates the missing folders of a file, for this user alone.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match folder(path) {
        Some(folder) => builder.create(folder),
        None => Ok(()),
    }
}

/// Creates a file that must not exist yet, for this user alone.
pub fn create_private(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn folder(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty())
}

/// Makes what happened to the names in a file's folder durable, as far as the system lets us.
pub fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder(path).unwrap_or(Path::new("."))) {
        drop(folder.sync_all());
    }
}

/// Whether group or others may read the file or list its folder.
#[cfg(unix)]
pub fn is_exposed(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let is_open = |path: &Path| fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o044 != 0);
    is_open(path) || is_open(folder(path).unwrap_or(Path::new(".")))
}

#[cfg(not(unix))]
pub fn is_exposed(_: &Path) -> bool {
    false
}

/// The name of the file that is locked while somebody uses the database. SQLite's own locks do not tell: it takes them
/// only for the moment of reading or writing.
pub fn lock_path(path: &Path) -> PathBuf {
    beside(path, ".lock")
}

/// Marks the database as in use until the file is dropped. Several processes may use it at once.
pub fn lock_to_use(path: &Path) -> Result<File, Failure> {
    let file = lock_file(path)?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Err(Failure::new("the database is being restored; try again later")),
        // A file system without locks is no reason to refuse work.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Makes sure that nobody uses the database until the file is dropped.
pub fn lock_to_replace(path: &Path) -> Result<File, Failure> {
    let file = lock_file(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Failure::new("a server or a backup has the database open; stop it first"))
        }
        Err(TryLockError::Error(error)) => Err(Failure::new(format_args!("cannot lock it: {error}"))),
    }
}

/// Never deleted: another process could hold a lock on the deleted file while a third one locks a new one.
fn lock_file(path: &Path) -> Result<File, Failure> {
    let path = lock_path(path);
    private()
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(|error| Failure::new(format_args!("cannot open {}: {error}", path.display())))
}

/// Which file was opened. The numbers of its inode are not given to another file while SQLite has it open.
pub struct Opened {
    path: PathBuf,
    inode: Option<(u64, u64)>,
}

impl Opened {
    /// To be called while SQLite has the file open.
    pub fn new(path: &Path) -> io::Result<Opened> {
        Ok(Opened { path: path.to_owned(), inode: inode(path)? })
    }

    /// Whether the path still leads to that file. Otherwise everything written now would be lost at the next start.
    pub fn check(&self) -> Result<(), Failure> {
        if inode(&self.path).is_ok_and(|inode| inode == self.inode) {
            return Ok(());
        }
        Err(Failure::new(format_args!(
            "the database file {} has been deleted or replaced; put it back or restart the server",
            self.path.display()
        )))
    }

    /// The size of the file and its log, in bytes.
    pub fn bytes(&self) -> u64 {
        let size = |path: &Path| fs::metadata(path).map_or(0, |data| data.len());
        size(&self.path) + size(&beside(&self.path, "-wal"))
    }
}

/// Device and inode of a file. Only Unix has them; elsewhere an open file cannot be deleted.
#[cfg(unix)]
fn inode(path: &Path) -> io::Result<Option<(u64, u64)>> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|data| Some((data.dev(), data.ino())))
}

#[cfg(not(unix))]
fn inode(_: &Path) -> io::Result<Option<(u64, u64)>> {
    Ok(None)
}
