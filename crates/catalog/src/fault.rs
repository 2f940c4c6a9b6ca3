//! What can be wrong with a request. Other programs rely on the codes.

use std::fmt;

use bots::UnknownBot;
use games::{CommonIllegal, DealFault, OptionFault, PlayError, TextFault, UnknownGame};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::shorten;

const LONGEST: usize = 500;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The request is not part of the protocol.
    BadRequest,
    /// No game has been opened.
    NoGame,
    /// There is no such game.
    UnknownGame,
    /// The game does not allow this number of seats.
    BadSeats,
    /// An option is unknown or has an impossible value.
    BadOption,
    /// A deal is incomplete, or not the one that is awaited.
    BadDeal,
    /// There is no such seat at the table.
    BadSeat,
    /// It is not this seat's turn.
    NotToAct,
    /// The rules forbid the move, or the text is not a move.
    IllegalMove,
    /// There is no such bot.
    UnknownBot,
}

impl Code {
    pub const fn name(self) -> &'static str {
        match self {
            Code::BadRequest => "bad-request",
            Code::NoGame => "no-game",
            Code::UnknownGame => "unknown-game",
            Code::BadSeats => "bad-seats",
            Code::BadOption => "bad-option",
            Code::BadDeal => "bad-deal",
            Code::BadSeat => "bad-seat",
            Code::NotToAct => "not-to-act",
            Code::IllegalMove => "illegal-move",
            Code::UnknownBot => "unknown-bot",
        }
    }
}

/// The rule that forbids a move, whatever the game: the games' own reasons have the same form in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub code: String,
    pub facts: Value,
}

impl Reason {
    /// Takes over a game's own reason.
    fn of(illegal: &impl Serialize) -> Option<Reason> {
        serde_json::to_value(illegal).and_then(serde_json::from_value).ok()
    }
}

/// A fault: its code, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub code: Code,
    /// What was found and what was expected.
    pub message: String,
    /// The rule that forbids it, if it is a move.
    pub reason: Option<Box<Reason>>,
}

impl Fault {
    /// A message that quotes a long text is cut short.
    pub fn new(code: Code, message: impl fmt::Display) -> Fault {
        Fault { code, message: shorten(&message.to_string(), LONGEST), reason: None }
    }

    fn of_move(code: Code, message: impl fmt::Display, illegal: &impl Serialize) -> Fault {
        Fault { reason: Reason::of(illegal).map(Box::new), ..Fault::new(code, message) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl<I: fmt::Display + Serialize> From<PlayError<I>> for Fault {
    fn from(error: PlayError<I>) -> Fault {
        match &error {
            PlayError::NotToAct { to_act, .. } => {
                let illegal = CommonIllegal::NotToAct { awaited: to_act.numbers() };
                Fault::of_move(Code::NotToAct, &error, &illegal)
            }
            PlayError::Illegal(illegal) => Fault::of_move(Code::IllegalMove, &error, illegal),
        }
    }
}

impl From<TextFault> for Fault {
    fn from(fault: TextFault) -> Fault {
        let illegal = CommonIllegal::BadMove { found: fault.found.clone() };
        Fault::of_move(Code::IllegalMove, fault, &illegal)
    }
}

impl From<DealFault> for Fault {
    fn from(fault: DealFault) -> Fault {
        Fault::new(Code::BadDeal, fault)
    }
}

impl From<OptionFault> for Fault {
    fn from(fault: OptionFault) -> Fault {
        Fault::new(Code::BadOption, fault)
    }
}

impl From<UnknownGame> for Fault {
    fn from(fault: UnknownGame) -> Fault {
        Fault::new(Code::UnknownGame, fault)
    }
}

impl From<UnknownBot> for Fault {
    fn from(fault: UnknownBot) -> Fault {
        Fault::new(Code::UnknownBot, fault)
    }
}
