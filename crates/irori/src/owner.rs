//! Who owns the files of a database. Operators often work as root, and a server with its own user could not open files
//! that root has created beside its database.

use std::path::Path;

/// The user and group of a database, or else of its folder.
pub struct Owner {
    #[cfg(unix)]
    ids: Option<(u32, u32)>,
}

#[cfg(unix)]
impl Owner {
    pub fn of(database: &Path) -> Owner {
        let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
        Owner { ids: ids(database).or_else(|| ids(folder.unwrap_or(Path::new(".")))) }
    }

    /// Gives a file to the owner, if it exists and belongs to somebody else.
    pub fn takes(&self, file: &Path) {
        let (Some(owner), Some(current)) = (self.ids, ids(file)) else { return };
        if owner != current
            && let Err(error) = std::os::unix::fs::chown(file, Some(owner.0), Some(owner.1))
        {
            eprintln!(
                "irori: {} must belong to user {} before the server starts, and cannot be changed: {error}",
                file.display(),
                owner.0
            );
        }
    }
}

#[cfg(unix)]
fn ids(path: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|data| (data.uid(), data.gid()))
}

#[cfg(not(unix))]
impl Owner {
    pub fn of(_: &Path) -> Owner {
        Owner {}
    }

    pub fn takes(&self, _: &Path) {}
}
