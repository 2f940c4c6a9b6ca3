//! The journal of a table server: one entry of text for everything that happens at a table, keyed by the table and a
//! number that counts from 1 without gaps. Everything else in the database is derived from the entries. This crate knows
//! no rules and no games.
//!
//! Nobody owns a table. A writer states the number it expects to be next, and the database lets exactly one writer have
//! it. So several processes may share one database, and none of them holds the truth in memory.

mod append;
mod backup;
mod connection;
mod expire;
mod fault;
mod file;
mod find;
mod guests;
mod health;
mod journal;
mod migrations;
#[cfg(test)]
mod plans;
mod readers;
mod restore;
mod rewrite;
mod sqlite;
mod tidy;
mod writer;

pub use fault::{Failure, Refused};
pub use journal::{Answer, Appended, Journal, Reply};
pub use sqlite::Sqlite;

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
    /// The table as it is after this entry, so that loading it need not begin with its first entry.
    Checkpoint(String),
}

/// What a table is found by. It replaces the table's line in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    pub status: Status,
    /// Whether the lobby lists it.
    pub public: bool,
    /// The id of the game, as `koi-koi`.
    pub kind: String,
    /// The guest who opened it.
    pub opener: String,
    /// How many seats are free.
    pub free: u8,
    /// What the lobby shows, as JSON.
    pub summary: String,
    /// The ids of the guests who sit there.
    pub guests: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// No game has been started yet.
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

/// A table as it was after the entry of that number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCheckpoint {
    pub number: u64,
    pub text: String,
}

/// Which tables of the lobby to list, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LobbyQuery {
    /// Only those of this game.
    pub kind: Option<String>,
    /// Only those with a free seat.
    pub free: bool,
    pub sort: LobbySort,
    /// How many to skip.
    pub skip: usize,
    pub most: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LobbySort {
    #[default]
    Newest,
    Oldest,
    /// Tables with a free seat first, those with the fewest before the others.
    Free,
}

/// A page of the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lobby {
    pub tables: Vec<Listed>,
    /// How many tables the query matches in all.
    pub total: u64,
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
    /// The guest who opened the table; empty for tables that are older than this field.
    pub opener: String,
    /// The number of the table's last entry.
    pub entries: u64,
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
    /// Whether the guest wants to keep it.
    pub keep: bool,
}

/// A player without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGuest {
    pub id: String,
    pub name: String,
    /// Whether the operator has blocked the guest.
    pub blocked: bool,
}

/// A guest as the operator sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGuest {
    pub guest: StoredGuest,
    pub added: i64,
    /// The day on which the guest was last seen, in milliseconds since 1970.
    pub seen: i64,
    /// How many unfinished tables they sit at.
    pub tables: u64,
}

/// A guest that another guest has muted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muted {
    /// The key of the muting, by which it is taken back.
    pub id: i64,
    /// The muted guest.
    pub other: String,
    /// The name of that guest when they were muted.
    pub name: String,
}

/// Texts to replace at a table, because a guest is erased.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rewrite {
    pub table: String,
    /// Numbers of entries and their new texts.
    pub entries: Vec<(u64, String)>,
    /// The new summary of the index, if the table has a line there.
    pub summary: Option<String>,
    /// Numbers of finished games and their new summaries.
    pub games: Vec<(u32, String)>,
}

/// What is too old to keep. Times are in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiry {
    /// Tables where no game was ever started go if their last entry is older.
    pub unplayed: i64,
    /// Other tables go with their games if their last entry is older, unless a player keeps one of the games. Guests go
    /// if they were last seen before, sit nowhere and have no game left. Nothing to keep everything.
    pub idle: Option<i64>,
}

/// What a step of expiry has deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    pub tables: u64,
    pub guests: u64,
    /// Whether there is more to delete now.
    pub more: bool,
}

/// How the journal is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalStatus {
    /// Entries and other work that wait for the writer.
    pub waiting: u64,
    pub commits: u64,
    /// The time that all commits took, in microseconds.
    pub commit_micros: u64,
    /// The size of the database with its log, in bytes.
    pub bytes: u64,
}
