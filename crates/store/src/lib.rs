//! The journal of a table server: one entry of text for everything that happens at a table, keyed by the table and a
//! number that counts from 1 without gaps. Everything else in the database is derived from the entries. This crate knows
//! no rules and no games.
//!
//! Nobody owns a table. A writer states the number it expects to be next, and the database lets exactly one writer have
//! it. So several processes may share one database, and none of them holds the truth in memory.

mod append;
mod connection;
mod fault;
mod find;
mod guests;
mod migrations;
mod sqlite;
mod tidy;
mod writer;

pub use fault::{Failure, Refused};
pub use sqlite::Sqlite;

/// What a journal does. A read sees everything that has been acknowledged, whichever process wrote it.
pub trait Journal: Send + Sync {
    /// Appends an entry and returns at once. `done` is called when the entry is durable or refused, for each table in
    /// the order of the calls. Waiting entries of all tables are committed together.
    ///
    /// `done` runs on the writer's thread, so it should only pass the result on: nothing is written while it runs, and
    /// calls that write and return a result fail there instead of waiting for themselves. It may append. After
    /// [`close`](Journal::close) it is called at once with a refusal. It never runs on the caller's thread, which may
    /// hold a lock that `done` needs.
    fn append(&self, entry: NewEntry, done: Done);

    /// The entries of a table with numbers greater than `after`, in order.
    fn entries(&self, table: &str, after: u64) -> Result<Vec<StoredEntry>, Failure>;

    /// Tables that are not over, at most `most`, newest first.
    fn listed(&self, only: Only, most: usize) -> Result<Vec<Listed>, Failure>;

    /// The tables that are not over and where a guest sits, at most `most`, by the time of their last entry, newest
    /// first.
    fn tables_of(&self, guest: &str, most: usize) -> Result<Vec<String>, Failure>;

    /// The record of a finished game, by its number at the table, from 1.
    fn record(&self, table: &str, game: u32) -> Result<Option<String>, Failure>;

    /// A guest's games that ended before a time, newest first; a guest who had two seats gets both. There are `most`,
    /// and also those that ended in the same millisecond as the last: a caller that asks for the next page by time
    /// would miss them.
    fn past_games(&self, guest: &str, before: Option<i64>, most: usize) -> Result<Vec<StoredGame>, Failure>;

    /// Adds a guest and a first token. `token` is the SHA-256 of the secret, so nobody who reads the database can act as
    /// the guest. Durable on return, like all writes below.
    fn add_guest(&self, guest: &StoredGuest, token: &[u8; 32], time: i64) -> Result<(), Failure>;

    /// Adds another token, for another device of the guest.
    fn add_token(&self, guest: &str, token: &[u8; 32], time: i64) -> Result<(), Failure>;

    fn guest_of(&self, token: &[u8; 32]) -> Result<Option<StoredGuest>, Failure>;

    /// Fails if there is no such guest.
    fn rename(&self, guest: &str, name: &str) -> Result<(), Failure>;

    /// Adds a one-time code of a guest, as a SHA-256 like the tokens.
    fn add_code(&self, guest: &str, code: &[u8; 32], expires: i64) -> Result<(), Failure>;

    /// Takes a one-time code and returns its guest. The code is gone afterwards; an expired code gives nothing.
    fn take_code(&self, code: &[u8; 32], time: i64) -> Result<Option<String>, Failure>;

    /// Whether the database can be read and the writer answers, for a health check. A stuck writer gives a failure
    /// within seconds.
    fn is_well(&self) -> Result<(), Failure>;

    /// Waits until every appended entry is written or refused, and closes. A closed journal fails every call; closing it
    /// again does nothing. Within a `done` it cannot wait and only closes.
    fn close(&self);
}

/// Called when an entry is durable or refused.
pub type Done = Box<dyn FnOnce(Result<(), Refused>) + Send>;

/// An entry to append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    pub table: String,
    /// The number that the writer expects to be next, from 1.
    pub number: u64,
    /// Which loading of the table the writer goes by; the numbers grow within a process. Entries may be sent before the
    /// earlier ones are answered. Once one is refused, all later ones of the same reading are refused as well: they
    /// were meant to follow it, not what another writer has put in its place.
    pub reading: u64,
    /// In milliseconds since 1970.
    pub time: i64,
    pub text: String,
    /// Written together with the entry or not at all.
    pub also: Vec<Also>,
}

/// Something that is written in the same transaction as an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Also {
    Index(Index),
    /// A game at the table has ended.
    Ended(Ended),
}

/// What a table is found by. It replaces the table's line in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    pub status: Status,
    /// Whether the lobby lists it.
    pub public: bool,
    /// What the lobby shows, as JSON.
    pub summary: String,
    /// The ids of the guests who sit there.
    pub guests: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Open,
    Playing,
    /// The last game is over and no other has started.
    Over,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its number at the table, from 1. A second game of the same number is refused, together with its entry.
    pub game: u32,
    /// The id of the game, as `koi-koi`.
    pub kind: String,
    pub record: String,
    /// What a list of games shows, as JSON.
    pub summary: String,
    /// Seats and the ids of the guests who sat there.
    pub players: Vec<(u8, String)>,
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    pub number: u64,
    /// In milliseconds since 1970.
    pub time: i64,
    pub text: String,
}

/// Which tables to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Those of the lobby.
    Public,
    /// All that are not over.
    Unfinished,
}

/// A line of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub table: String,
    pub status: Status,
    pub public: bool,
    /// The time of the entry that wrote this line.
    pub updated: i64,
    /// What the lobby shows, as JSON.
    pub summary: String,
}

/// A finished game of a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    pub table: String,
    /// Its number at the table, from 1.
    pub game: u32,
    /// The id of the game, as `koi-koi`.
    pub kind: String,
    /// The time of the entry that ended it.
    pub ended: i64,
    /// What a list of games shows, as JSON.
    pub summary: String,
    /// The guest's seat.
    pub seat: u8,
}

/// A player without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGuest {
    pub id: String,
    pub name: String,
}
