//! What can go wrong in the laboratory.

use std::fmt;
use std::io;
use std::path::Path;

use catalog::Fault;

use crate::arena::BadSeating;

/// Why a match, a ladder or a report could not be made.
#[derive(Debug)]
pub enum Error {
    Setup(Fault),
    Seating(BadSeating),
    /// What was tried, as in `cannot read "results.jsonl"`.
    File(String, io::Error),
    /// What was expected, and how it reads instead.
    Json(String, serde_json::Error),
    Other(String),
}

impl Error {
    pub(crate) fn file(tried: &str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let tried = format!("{tried} {path:?}");
        move |error| Error::File(tried, error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Setup(fault) => fault.fmt(f),
            Error::Seating(seating) => seating.fmt(f),
            Error::File(tried, _) => f.write_str(tried),
            Error::Json(expected, _) => f.write_str(expected),
            Error::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::File(_, error) => Some(error),
            Error::Json(_, error) => Some(error),
            Error::Setup(_) | Error::Seating(_) | Error::Other(_) => None,
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Setup(fault)
    }
}

impl From<BadSeating> for Error {
    fn from(seating: BadSeating) -> Error {
        Error::Seating(seating)
    }
}
