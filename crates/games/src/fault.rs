//! What can be wrong with a move, a deal or a text.

use std::fmt::{self, Debug, Display};

use cards::{Seat, Seats};
use serde::Serialize;
use ts_rs::TS;

/// A move that was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError<I> {
    /// It is not this seat's turn.
    NotToAct { seat: Seat, to_act: Seats },
    /// A rule of the game forbids the move here.
    Illegal(I),
}

impl<I: Display> Display for PlayError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::NotToAct { seat, to_act } if to_act.is_empty() => {
                write!(f, "seat {seat} is not to act; no seat is")
            }
            PlayError::NotToAct { seat, to_act } => {
                let awaited: Vec<String> = to_act.iter().map(|seat| seat.to_string()).collect();
                write!(f, "seat {seat} is not to act; awaited: seat {}", awaited.join(", "))
            }
            PlayError::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl<I: Debug + Display> std::error::Error for PlayError<I> {}

/// The reasons to refuse a move that every game has beside its own, in the same form: a code and its facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", content = "facts", rename_all = "kebab-case")]
pub enum CommonIllegal {
    /// It is not this seat's turn.
    NotToAct {
        /// The seats that are to act.
        awaited: Vec<u8>,
    },
    /// The text is not a move of the game.
    BadMove { found: String },
}

/// What is wrong with a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealFault {
    /// No deal is awaited now, or one of another kind.
    NotAwaited,
    /// The deal names another dealer or start player than the rules do.
    Starter { expected: Seat, found: Seat },
    /// The cards are not those of the pack, or not in the right numbers.
    Cards(String),
}

impl Display for DealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealFault::NotAwaited => f.write_str("no such deal is awaited now"),
            DealFault::Starter { expected, found } => {
                write!(f, "the deal names seat {found} as its starter, expected seat {expected}")
            }
            DealFault::Cards(fault) => f.write_str(fault),
        }
    }
}

impl std::error::Error for DealFault {}

/// A text that is not a card or a move of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// Cut short if it is long.
    pub found: String,
    pub expected: &'static str,
}

impl TextFault {
    pub fn new(found: &str, expected: &'static str) -> TextFault {
        const LONGEST: usize = 40;
        let mut shown: String = found.chars().take(LONGEST).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        TextFault { found: shown, expected }
    }
}

impl Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for TextFault {}

impl From<TextFault> for DealFault {
    fn from(fault: TextFault) -> DealFault {
        DealFault::Cards(fault.to_string())
    }
}
