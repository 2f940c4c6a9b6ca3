//! What a journal does, whatever database is behind it. No call blocks: a call returns a future, and the work is done on
//! the journal's own threads.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::{
    Expired, Expiry, Failure, JournalStatus, Listed, ListedGuest, Lobby, LobbyQuery, Muted, NewEntry,
    Refused, Rewrite, StoredCheckpoint, StoredEntry, StoredGame, StoredGuest,
};

/// What a call will give.
pub type Reply<T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send>>;

/// A read sees everything that has been acknowledged, whichever process wrote it. Writes are durable when their future is
/// done. Dropping a future does not undo what it stands for.
pub trait Journal: Send + Sync {
    /// Appends an entry. Entries of a table are written in the order of the calls, and waiting entries of all tables are
    /// committed together. The call itself does not wait: if too many entries wait already, the entry is refused.
    fn append(&self, entry: NewEntry) -> Appended;

    /// The entries of a table with numbers greater than `after`, in order.
    fn entries(&self, table: &str, after: u64) -> Reply<Vec<StoredEntry>>;

    /// The table's last checkpoint.
    fn checkpoint(&self, table: &str) -> Reply<Option<StoredCheckpoint>>;

    /// Public tables that are not over.
    fn lobby(&self, query: LobbyQuery) -> Reply<Lobby>;

    /// How many tables in the lobby a guest has opened.
    fn listed_by(&self, opener: &str) -> Reply<u64>;

    /// The ids of all tables with a game in progress.
    fn playing(&self) -> Reply<Vec<String>>;

    /// All tables that are not over, for the operator, newest first.
    fn unfinished(&self, skip: usize, most: usize) -> Reply<Vec<Listed>>;

    /// The tables that are not over and where a guest sits, at most `most`, by the time of their last entry, newest
    /// first.
    fn tables_of(&self, guest: &str, most: usize) -> Reply<Vec<String>>;

    /// All tables where a guest has ever had a seat.
    fn traces_of(&self, guest: &str) -> Reply<Vec<String>>;

    /// The record of a finished game, by its number at the table, from 1.
    fn record(&self, table: &str, game: u32) -> Reply<Option<String>>;

    /// The summaries of all finished games of a table, by their numbers.
    fn games_at(&self, table: &str) -> Reply<Vec<(u32, String)>>;

    /// A guest's games that ended before a time, newest first; a guest who had two seats gets both. There are `most`,
    /// and also those that ended in the same millisecond as the last: a caller that asks for the next page by time
    /// would miss them.
    fn past_games(&self, guest: &str, before: Option<i64>, most: usize) -> Reply<Vec<StoredGame>>;

    /// Marks a guest's game to be kept, or not; false if the guest has no such game.
    fn keep_game(&self, guest: &str, table: &str, game: u32, keep: bool) -> Reply<bool>;

    /// Adds a guest and a first token. `token` is the SHA-256 of the secret, so nobody who reads the database can act as
    /// the guest.
    fn add_guest(&self, guest: StoredGuest, token: [u8; 32], time: i64) -> Reply<()>;

    /// Adds another token, for another device of the guest.
    fn add_token(&self, guest: &str, token: [u8; 32], time: i64) -> Reply<()>;

    /// Deletes all tokens and codes of a guest, and adds a new token.
    fn sign_out(&self, guest: &str, token: [u8; 32], time: i64) -> Reply<()>;

    /// The guest of a token. Notes the day on which they were seen.
    fn guest_of(&self, token: [u8; 32], time: i64) -> Reply<Option<StoredGuest>>;

    /// Fails if there is no such guest.
    fn rename(&self, guest: &str, name: &str) -> Reply<()>;

    /// Adds a one-time code of a guest, as a SHA-256 like the tokens.
    fn add_code(&self, guest: &str, code: [u8; 32], expires: i64) -> Reply<()>;

    /// Takes a one-time code and returns its guest. The code is gone afterwards; an expired code gives nothing.
    fn take_code(&self, code: [u8; 32], time: i64) -> Reply<Option<String>>;

    /// The guests that a guest has muted, by the time of muting.
    fn muted_by(&self, guest: &str) -> Reply<Vec<Muted>>;

    /// Mutes a guest for another. `name` is what the muted guest is called now. Muting twice changes nothing.
    fn mute(&self, guest: &str, other: &str, name: &str) -> Reply<()>;

    fn unmute(&self, guest: &str, other: &str) -> Reply<()>;

    /// Blocks a guest, or lets them in again; false if there is no such guest.
    fn block(&self, guest: &str, blocked: bool) -> Reply<bool>;

    /// Guests whose names contain a text, for the operator, newest first.
    fn guests(&self, part: &str, skip: usize, most: usize) -> Reply<Vec<ListedGuest>>;

    /// Replaces texts at a table, all or none, and deletes its checkpoint.
    fn rewrite(&self, rewrite: Rewrite) -> Reply<()>;

    /// Deletes a guest with tokens, codes, mutes, and the list of their games. The games stay. False if there is none.
    fn erase(&self, guest: &str) -> Reply<bool>;

    /// Deletes some of what is too old, in a step that takes a few milliseconds.
    fn expire(&self, expiry: Expiry) -> Reply<Expired>;

    /// Whether the database can be read and written, for a health check: it writes. A stuck writer gives a failure
    /// within seconds.
    fn is_well(&self) -> Reply<()>;

    fn status(&self) -> JournalStatus;

    /// Waits until every appended entry is written or refused, and closes. A closed journal fails every call; closing it
    /// again does nothing.
    fn close(&self) -> Reply<()>;
}

/// Whether an entry is durable, in the future.
#[derive(Debug)]
pub struct Appended(oneshot::Receiver<Result<(), Refused>>);

/// The other end of [`Appended`], for the one who writes.
#[derive(Debug)]
pub struct Answer(oneshot::Sender<Result<(), Refused>>);

impl Appended {
    pub fn pair() -> (Answer, Appended) {
        let (tell, told) = oneshot::channel();
        (Answer(tell), Appended(told))
    }
}

impl Answer {
    pub fn tell(self, result: Result<(), Refused>) {
        // Nobody may be waiting any more.
        let _ = self.0.send(result);
    }
}

impl Future for Appended {
    type Output = Result<(), Refused>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Refused>> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|told| told.unwrap_or_else(|_| Err(Refused::Failed("the writer is gone".to_owned()))))
    }
}
