//! What can be wrong with a request, under the codes that programs outside rely on.

use std::fmt;

use bots::UnknownBot;
use games::{DealFault, OptionFault, Reason, Refusal, Rule, TextFault};

use crate::UnknownGame;
use crate::record::shorten;

/// The longest message.
const LONGEST: usize = 500;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The request is not one of the protocol's.
    BadRequest,
    /// No game has been opened.
    NoGame,
    /// There is no such game.
    UnknownGame,
    /// The game is not for so many.
    BadSeats,
    /// An option is unknown or has an impossible value.
    BadOption,
    /// A deal is not whole, or not the one awaited.
    BadDeal,
    /// There is no such seat at the table.
    BadSeat,
    /// It is not this seat's turn.
    NotToAct,
    /// The rules forbid the move, or it is none.
    IllegalMove,
    /// There is no such bot.
    UnknownBot,
}

impl Code {
    /// The code as programs see it.
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

/// A fault: its code, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub code: Code,
    /// What was found and what would have been right.
    pub message: String,
    /// The rule that forbids it, if it is a move.
    pub rule: Option<Rule>,
}

impl Fault {
    /// A fault of a kind. A message that quotes much of what was found is cut short.
    pub fn new(code: Code, message: impl fmt::Display) -> Fault {
        Fault { code, message: shorten(&message.to_string(), LONGEST), rule: None }
    }

    fn of_move(code: Code, message: impl fmt::Display, rule: Rule) -> Fault {
        Fault { rule: Some(rule), ..Fault::new(code, message) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl<W: Reason> From<Refusal<W>> for Fault {
    fn from(refusal: Refusal<W>) -> Fault {
        let code = match refusal {
            Refusal::NotToAct { .. } => Code::NotToAct,
            Refusal::Illegal(_) => Code::IllegalMove,
        };
        let rule = refusal.rule();
        Fault::of_move(code, refusal, rule)
    }
}

impl From<TextFault> for Fault {
    fn from(fault: TextFault) -> Fault {
        let rule = fault.rule();
        Fault::of_move(Code::IllegalMove, fault, rule)
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
