//! The journal in a SQLite file. Several processes may open it at once.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Result};
use tokio::sync::oneshot;

use crate::append::Heads;
use crate::connection::{lock, to_write};
use crate::file::{self, Opened};
use crate::health::Health;
use crate::readers::Readers;
use crate::tidy::Tidy;
use crate::writer::Writer;
use crate::{
    Appended, Expired, Expiry, Failure, Journal, JournalStatus, Listed, ListedGuest, Lobby, LobbyQuery,
    Muted, NewEntry, Reply, Rewrite, StoredCheckpoint, StoredEntry, StoredGame, StoredGuest, backup, expire,
    find, guests, migrations, restore, rewrite,
};

/// Dropping it closes it, and waits for that.
pub struct Sqlite {
    writer: Arc<Writer>,
    readers: Readers,
    health: Health,
    tidy: Tidy,
    threads: Arc<Mutex<Threads>>,
}

/// Empty once the journal has been closed.
#[derive(Default)]
struct Threads {
    running: Vec<JoinHandle<()>>,
    /// Says that the database is in use.
    lock: Option<File>,
}

impl Sqlite {
    /// Opens a file. A missing file is created together with its folders, for this user alone. A file of an older
    /// version is migrated, and a file of a newer version is refused.
    pub fn open(path: &Path) -> std::result::Result<Sqlite, Failure> {
        open(path).map_err(|failure| about(path, &failure))
    }

    /// Whether group or others may read the file or list its folder.
    pub fn exposed(path: &Path) -> bool {
        file::is_exposed(path)
    }

    /// Copies a database as it is at this moment, also while others write. `to` must not exist. `progress` gets the
    /// number of pages that have been copied, and of all pages.
    pub fn backup(
        path: &Path,
        to: &Path,
        progress: &mut dyn FnMut(u64, u64),
    ) -> std::result::Result<(), Failure> {
        backup::backup(path, to, progress)
    }

    /// Puts a copy of a backup in the place of a database that nobody has open. Returns where the old database is now,
    /// if there was one.
    pub fn restore(from: &Path, path: &Path) -> std::result::Result<Option<PathBuf>, Failure> {
        restore::restore(from, path)
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Reply<T> {
        self.readers.read(read)
    }

    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Reply<T> {
        self.writer.write(write)
    }

    /// Looks for something without holding up the writer, then writes. Between the two, others may write.
    fn read_then_write<F: Send + 'static, T: Send + 'static>(
        &self,
        find: impl FnOnce(&Connection) -> Result<F> + Send + 'static,
        write: impl FnOnce(&Connection, &mut Heads, F) -> Result<T> + Send + 'static,
    ) -> Reply<T> {
        let writer = Arc::clone(&self.writer);
        let (tell, told) = oneshot::channel();
        let sent = self.readers.send(Box::new(move |connection| {
            let reply = find(connection)
                .map(|found| writer.change(move |connection, heads| write(connection, heads, found)));
            let _ = tell.send(reply);
        }));
        Box::pin(async move {
            sent?;
            told.await.map_err(|_| Failure::new("the reader is gone"))??.await
        })
    }

    /// Takes no more work.
    fn stop(&self) {
        self.tidy.close();
        self.health.close();
        self.readers.close();
        self.writer.close();
    }
}

pub fn about(path: &Path, failure: &Failure) -> Failure {
    Failure::new(format_args!("{}: {failure}", path.display()))
}

fn open(path: &Path) -> std::result::Result<Sqlite, Failure> {
    file::create_folder(path).map_err(Failure::new)?;
    let lock = file::lock_to_use(path)?;
    let connection = to_write(path)?;
    let opened = Opened::new(path).map_err(Failure::new)?;
    migrations::migrate(&connection)?;
    let (writer, writing) = Writer::start(connection, opened)?;
    let writer = Arc::new(writer);
    let (readers, mut running) = Readers::start(path)?;
    let (health, checking) = Health::start(path, Arc::clone(&writer))?;
    let (tidy, tidying) = Tidy::start(path)?;
    running.extend([checking, tidying, writing]);
    let threads = Arc::new(Mutex::new(Threads { running, lock: Some(lock) }));
    Ok(Sqlite { writer, readers, health, tidy, threads })
}

/// Waits for the threads, which have been told to stop. Whoever comes second waits for the first.
fn end(threads: &Mutex<Threads>) {
    let mut threads = lock(threads);
    for thread in threads.running.drain(..) {
        // A panic has been reported already.
        drop(thread.join());
    }
    threads.lock = None;
}

impl Journal for Sqlite {
    fn append(&self, entry: NewEntry) -> Appended {
        self.writer.append(entry)
    }

    fn entries(&self, table: &str, after: u64) -> Reply<Vec<StoredEntry>> {
        let table = table.to_owned();
        self.read(move |connection| find::entries(connection, &table, after))
    }

    fn checkpoint(&self, table: &str) -> Reply<Option<StoredCheckpoint>> {
        let table = table.to_owned();
        self.read(move |connection| find::checkpoint(connection, &table))
    }

    fn lobby(&self, query: LobbyQuery) -> Reply<Lobby> {
        self.read(move |connection| find::lobby(connection, &query))
    }

    fn listed_by(&self, opener: &str) -> Reply<u64> {
        let opener = opener.to_owned();
        self.read(move |connection| find::listed_by(connection, &opener))
    }

    fn playing(&self) -> Reply<Vec<String>> {
        self.read(find::playing)
    }

    fn unfinished(&self, skip: usize, most: usize) -> Reply<Vec<Listed>> {
        self.read(move |connection| find::unfinished(connection, skip, most))
    }

    fn tables_of(&self, guest: &str, most: usize) -> Reply<Vec<String>> {
        let guest = guest.to_owned();
        self.read(move |connection| find::tables_of(connection, &guest, most))
    }

    fn traces_of(&self, guest: &str) -> Reply<Vec<String>> {
        let guest = guest.to_owned();
        self.read(move |connection| find::traces_of(connection, &guest))
    }

    fn record(&self, table: &str, game: u32) -> Reply<Option<String>> {
        let table = table.to_owned();
        self.read(move |connection| find::record(connection, &table, game))
    }

    fn games_at(&self, table: &str) -> Reply<Vec<(u32, String)>> {
        let table = table.to_owned();
        self.read(move |connection| find::games_at(connection, &table))
    }

    fn past_games(&self, guest: &str, before: Option<i64>, most: usize) -> Reply<Vec<StoredGame>> {
        let guest = guest.to_owned();
        self.read(move |connection| find::past_games(connection, &guest, before, most))
    }

    fn keep_game(&self, guest: &str, table: &str, game: u32, keep: bool) -> Reply<bool> {
        let (guest, table) = (guest.to_owned(), table.to_owned());
        self.write(move |connection| find::keep_game(connection, &guest, &table, game, keep))
    }

    fn add_guest(&self, guest: StoredGuest, token: [u8; 32], time: i64) -> Reply<()> {
        self.write(move |connection| guests::add_guest(connection, &guest, &token, time))
    }

    fn add_token(&self, guest: &str, token: [u8; 32], time: i64) -> Reply<()> {
        let guest = guest.to_owned();
        self.write(move |connection| guests::add_token(connection, &guest, &token, time))
    }

    fn sign_out(&self, guest: &str, token: [u8; 32], time: i64) -> Reply<()> {
        let guest = guest.to_owned();
        self.write(move |connection| guests::sign_out(connection, &guest, &token, time))
    }

    fn guest_of(&self, token: [u8; 32], time: i64) -> Reply<Option<StoredGuest>> {
        let (writer, today) = (Arc::clone(&self.writer), guests::day(time));
        self.read(move |connection| {
            let Some((guest, seen)) = guests::guest_of(connection, &token)? else { return Ok(None) };
            if seen < today {
                let id = guest.id.clone();
                // Nobody waits for it: if it fails, it is written next time.
                drop(writer.write(move |connection| guests::see(connection, &id, today)));
            }
            Ok(Some(guest))
        })
    }

    fn rename(&self, guest: &str, name: &str) -> Reply<()> {
        let (id, name) = (guest.to_owned(), name.to_owned());
        let missing = Failure::new(format_args!("there is no guest {guest:?}"));
        let renamed = self.write(move |connection| guests::rename(connection, &id, &name));
        Box::pin(async move { if renamed.await? { Ok(()) } else { Err(missing) } })
    }

    fn add_code(&self, guest: &str, code: [u8; 32], expires: i64) -> Reply<()> {
        let guest = guest.to_owned();
        self.write(move |connection| guests::add_code(connection, &guest, &code, expires))
    }

    fn take_code(&self, code: [u8; 32], time: i64) -> Reply<Option<String>> {
        self.write(move |connection| guests::take_code(connection, &code, time))
    }

    fn muted_by(&self, guest: &str) -> Reply<Vec<Muted>> {
        let guest = guest.to_owned();
        self.read(move |connection| guests::muted_by(connection, &guest))
    }

    fn mute(&self, guest: &str, other: &str, name: &str) -> Reply<()> {
        let (guest, other, name) = (guest.to_owned(), other.to_owned(), name.to_owned());
        self.write(move |connection| guests::mute(connection, &guest, &other, &name))
    }

    fn unmute(&self, guest: &str, other: &str) -> Reply<()> {
        let (guest, other) = (guest.to_owned(), other.to_owned());
        self.write(move |connection| guests::unmute(connection, &guest, &other))
    }

    fn block(&self, guest: &str, blocked: bool) -> Reply<bool> {
        let guest = guest.to_owned();
        self.write(move |connection| guests::block(connection, &guest, blocked))
    }

    fn guests(&self, part: &str, skip: usize, most: usize) -> Reply<Vec<ListedGuest>> {
        let (part, skip, most) = (part.to_owned(), find::limit(skip), find::limit(most));
        self.read(move |connection| guests::named(connection, &part, skip, most))
    }

    fn rewrite(&self, rewrite: Rewrite) -> Reply<()> {
        let rewrite = Arc::new(rewrite);
        let to_find = Arc::clone(&rewrite);
        let written = self.read_then_write(
            move |connection| rewrite::find(connection, &to_find),
            move |connection, _, found| rewrite::write(connection, &rewrite, &found),
        );
        Box::pin(async move { written.await? })
    }

    fn erase(&self, guest: &str) -> Reply<bool> {
        let guest = guest.to_owned();
        self.write(move |connection| guests::erase(connection, &guest))
    }

    fn expire(&self, expiry: Expiry) -> Reply<Expired> {
        self.read_then_write(
            move |connection| expire::find(connection, &expiry),
            move |connection, heads, step| expire::take(connection, heads, &expiry, step),
        )
    }

    fn is_well(&self) -> Reply<()> {
        self.health.ask()
    }

    fn status(&self) -> JournalStatus {
        self.writer.status()
    }

    fn close(&self) -> Reply<()> {
        self.stop();
        let threads = Arc::clone(&self.threads);
        let (tell, told) = oneshot::channel();
        let closing = thread::Builder::new().name("closing".to_owned()).spawn(move || {
            end(&threads);
            let _ = tell.send(());
        });
        Box::pin(async move {
            closing.map_err(Failure::new)?;
            told.await.map_err(|_| Failure::new("closing the journal failed"))
        })
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.stop();
        end(&self.threads);
    }
}
