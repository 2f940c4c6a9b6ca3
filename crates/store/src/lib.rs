//! The journal of a table server. There is one row of text for every happening at a table, keyed by the table and a
//! number that counts from 1 without gaps; everything else that is kept derives from these rows and could be made
//! anew from them. It knows neither rules nor games.
//!
//! Nobody owns a table. Whoever wants to write states the number that he expects to be next, and the database lets
//! exactly one writer have it; so several processes may share one database, and none of them keeps a truth of its
//! own in memory.

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

/// What a journal does. All reads see everything that has been acknowledged, whichever process wrote it.
pub trait Journal: Send + Sync {
    /// Appends a row and returns at once. `done` is called when the row is durable or refused, for one table in the
    /// order of the calls. Rows of all tables that wait are committed together.
    ///
    /// `done` runs on the thread that writes, so it should only pass the news on: while it runs, nothing is written,
    /// and the calls of this trait that write and return a result fail there instead of waiting for themselves. It
    /// may append. After [`close`](Journal::close) it is called at once with a refusal. It never runs on the thread of
    /// the caller, who may hold a lock that it takes.
    fn append(&self, entry: Entry, done: Done);

    /// The rows of a table whose numbers are greater than `after`, in order. All of them, if that is 0.
    fn rows(&self, table: &str, after: u64) -> Result<Vec<Row>, Failure>;

    /// The tables of the index that are not over, at most `most`, newest first.
    fn listed(&self, only: Only, most: usize) -> Result<Vec<Listed>, Failure>;

    /// The tables of the index that are not over and at which a guest sits, at most `most`; those at which something
    /// has happened last come first.
    fn tables_of(&self, guest: &str, most: usize) -> Result<Vec<String>, Failure>;

    /// The record of a game that has ended: the how-manieth at the table, from 1.
    fn record(&self, table: &str, game: u32) -> Result<Option<String>, Failure>;

    /// The games of a guest that ended before a moment, newest first; of a guest who had two seats, both. There are
    /// `most`, and beyond that those that ended in the same millisecond as the last, since who asks next for what
    /// ended before it would miss them.
    fn past_games(&self, guest: &str, before: Option<i64>, most: usize) -> Result<Vec<PastGame>, Failure>;

    /// Adds a guest and a first token to be known by. The token is the SHA-256 of a secret and never the secret
    /// itself, so who reads the database cannot pose as anybody. Durable on return, as is all that follows.
    fn add_guest(&self, guest: &Guest, token: &[u8; 32], time: i64) -> Result<(), Failure>;

    /// Adds another token, for another device of the guest.
    fn add_token(&self, guest: &str, token: &[u8; 32], time: i64) -> Result<(), Failure>;

    /// Whose token this is.
    fn guest_of(&self, token: &[u8; 32]) -> Result<Option<Guest>, Failure>;

    /// Gives a guest another name. It fails if there is no such guest.
    fn rename(&self, guest: &str, name: &str) -> Result<(), Failure>;

    /// Adds a one-time code of a guest, as a SHA-256 like the tokens, that is worth something before `expires`.
    fn add_code(&self, guest: &str, code: &[u8; 32], expires: i64) -> Result<(), Failure>;

    /// Takes a one-time code and says which guest it is of. It is gone afterwards, whoever asks, and worth nothing
    /// once expired.
    fn take_code(&self, code: &[u8; 32], time: i64) -> Result<Option<String>, Failure>;

    /// Whether the database can be read and the writer answers, for a health check. A writer that is stuck gives a
    /// failure within seconds.
    fn is_well(&self) -> Result<(), Failure>;

    /// Waits until all that was appended is written or refused, and closes. What is asked of a closed journal fails;
    /// closing it again does nothing. Called within a `done`, it cannot wait and only closes.
    fn close(&self);
}

/// What is called when a row is durable or refused.
pub type Done = Box<dyn FnOnce(Result<(), Refused>) + Send>;

/// A row to append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The table.
    pub table: String,
    /// The number that the writer expects to be next, from 1.
    pub number: u64,
    /// Which reading of the table the writer goes by, of ever greater numbers in a process. Rows may be sent before the
    /// answers to those before them; once one is refused, so are all later ones that go by the same reading, since they
    /// were meant to follow it and not what somebody else has written in its place.
    pub reading: u64,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// What happened.
    pub text: String,
    /// What is to be written with the row or not at all.
    pub also: Vec<Also>,
}

/// What is written in the same transaction as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Also {
    /// The table is found differently from now on.
    Index(Index),
    /// A game at the table has ended.
    Ended(Ended),
}

/// How a table is found. It replaces the table's line in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// How far the table is.
    pub status: Status,
    /// Whether strangers find it.
    pub public: bool,
    /// What the lobby shows, as JSON.
    pub summary: String,
    /// The ids of the guests who sit there.
    pub guests: Vec<String>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Seats are being taken.
    Open,
    /// A game is being played.
    Playing,
    /// Nothing more will happen.
    Over,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The how-manieth at the table, from 1. A table has each of them once: another is refused, with its row.
    pub game: u32,
    /// Which of the games, by its name: `koi-koi`.
    pub kind: String,
    /// The whole record.
    pub record: String,
    /// What a list of games shows, as JSON.
    pub summary: String,
    /// Seats and the ids of the guests who sat there.
    pub players: Vec<(u8, String)>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number, from 1.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// What happened.
    pub text: String,
}

/// Which tables of the index are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Those that strangers may find, for the lobby.
    Public,
    /// All of them, for a restart.
    Unfinished,
}

/// A line of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The table.
    pub table: String,
    /// How far it is.
    pub status: Status,
    /// Whether strangers find it.
    pub public: bool,
    /// The time of the row that wrote this line.
    pub updated: i64,
    /// What the lobby shows, as JSON.
    pub summary: String,
}

/// A game that a guest has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The table.
    pub table: String,
    /// The how-manieth there, from 1.
    pub game: u32,
    /// Which of the games.
    pub kind: String,
    /// The time of the row that ended it.
    pub ended: i64,
    /// What a list of games shows, as JSON.
    pub summary: String,
    /// Where the guest sat.
    pub seat: u8,
}

/// Somebody who plays without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// What tells guests apart.
    pub id: String,
    /// What others see.
    pub name: String,
}
