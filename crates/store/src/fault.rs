//! What can go wrong with a journal.

use std::fmt;

/// Why a row was not appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Somebody else has already written that number.
    Taken,
    /// The number is not the next one: the one before it is missing.
    Gap,
    /// The database could not write it. When it was the disk that failed, the row may yet turn up after a crash; so
    /// whoever goes on with the table reads it again.
    Failed(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Taken => f.write_str("a row with this number is already there"),
            Refused::Gap => f.write_str("the row before this one is missing"),
            Refused::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refused {}

/// A read or write that the database could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// A failure with a sentence for people.
    pub fn new(message: impl fmt::Display) -> Failure {
        Failure(message.to_string())
    }

    /// What everybody hears who comes too late.
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
