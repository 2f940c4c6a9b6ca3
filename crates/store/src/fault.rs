//! What can go wrong with a journal.

use std::fmt;

/// Why an entry was not appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Another writer has already written that number.
    Taken,
    /// The entry before it is missing.
    Gap,
    /// The database could not write it. If the disk failed, the entry may still turn up after a crash, so the table must
    /// be loaded again.
    Failed(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Taken => f.write_str("an entry with this number is already there"),
            Refused::Gap => f.write_str("the entry before this one is missing"),
            Refused::Failed(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for Refused {}

/// A read or write that the database could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    pub fn new(message: impl fmt::Display) -> Failure {
        Failure(message.to_string())
    }

    pub(crate) fn closed() -> Failure {
        Failure::new("the journal is closed")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::new(error)
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        Refused::Failed(failure.0)
    }
}
