//! Refusals: a code for programs and a sentence for people, over sockets and HTTP alike.

use std::borrow::Cow;
use std::fmt;

use catalog::{Fault, Reason};
use serde::Serialize;
use ts_rs::TS;

/// A request that the server refused. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: RefusalCode,
    /// A sentence for people, in English.
    pub message: Cow<'static, str>,
    /// The rule of the game that forbids the request, if it was a move.
    pub rule: Option<Box<Reason>>,
}

/// Declares all codes: how programs see them, their HTTP status, and what they mean (as in `docs/protocol.md`).
macro_rules! codes {
    ($($variant:ident = $name:literal, $status:literal, $meaning:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
        pub enum RefusalCode {
            $(#[doc = $meaning] #[serde(rename = $name)] $variant,)*
        }

        impl RefusalCode {
            pub const ALL: &'static [RefusalCode] = &[$(RefusalCode::$variant),*];

            /// The code as programs see it.
            pub const fn name(self) -> &'static str {
                match self { $(RefusalCode::$variant => $name),* }
            }

            /// The status of the HTTP answer.
            pub const fn status(self) -> u16 {
                match self { $(RefusalCode::$variant => $status),* }
            }

            pub const fn meaning(self) -> &'static str {
                match self { $(RefusalCode::$variant => $meaning),* }
            }
        }
    };
}

// Codes that only a socket gives have the status of a bad request.
codes! {
    Ahead = "ahead", 400, "the move's `at` is a number that the table has not reached";
    Away = "away", 400, "a bot plays for you; send `back` first";
    BadCode = "bad-code", 400, "the code for another device has been used, or is over ten minutes old";
    BadMethod = "bad-method", 405, "this address does not take that method; the `Allow` header lists those it takes";
    BadName = "bad-name", 400, "a name has 1 to 24 visible characters";
    BadOption = "bad-option", 400, "the game has no such option, or the option has no such value";
    BadOrigin = "bad-origin", 403, "the request comes from a page of another server";
    BadRequest = "bad-request", 400, "the body, the query or the message does not have the form asked for; the message says what was wrong";
    BadSeat = "bad-seat", 400, "there is no such seat, or it is empty";
    BadSeats = "bad-seats", 400, "the game cannot be played with that many seats";
    BadTalk = "bad-talk", 400, "a chat message has 1 to 300 characters, all of them visible";
    BadVersion = "bad-version", 400, "the server speaks another version of this protocol";
    Blocked = "blocked", 403, "the operator of the server has blocked you";
    Closed = "closed", 400, "the operator of the server has closed this table";
    Full = "full", 503, "the server has as many open sockets as it may have";
    IllegalMove = "illegal-move", 400, "the rules forbid the move, or the text is not a move";
    NoGuest = "no-guest", 401, "say who you are first: `POST /api/guests`";
    NoHints = "no-hints", 400, "the table was opened without hints";
    NoRecord = "no-record", 404, "there is no such game, or it is not over yet";
    NoTable = "no-table", 404, "there is no such table";
    NotAway = "not-away", 400, "no bot plays for you";
    NotFound = "not-found", 404, "there is nothing at this address";
    NotPlaying = "not-playing", 400, "no game is in progress";
    NotReady = "not-ready", 400, "a seat is empty, somebody is not ready, or only bots sit there; the message says which";
    NotSeated = "not-seated", 400, "take a seat first";
    NotToAct = "not-to-act", 400, "it is not your turn";
    NotYours = "not-yours", 400, "only the opener of the table may empty another person's seat";
    Playing = "playing", 400, "a game is in progress; try again when it is over";
    Seated = "seated", 400, "you already have a seat at this table";
    Stale = "stale", 400, "you chose before this move was due";
    TableLimit = "table-limit", 400, "the table has had as many messages and changes as it may have before the next game starts";
    Taken = "taken", 400, "somebody else has this seat";
    TooFast = "too-fast", 429, "too many requests; wait a little";
    TooLarge = "too-large", 413, "the body of the request is larger than 16 KiB";
    TooMany = "too-many", 429, "too many sockets from your address, or too many tables opened by you or in the lobby";
    Unavailable = "unavailable", 503, "the database cannot be read or written at the moment";
    UnknownBot = "unknown-bot", 400, "there is no such bot; a bot at a table takes no time limit of its own, as in `strong:ms=50`";
    UnknownGame = "unknown-game", 404, "there is no such game";
}

impl Refusal {
    pub fn new(code: RefusalCode, message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { code, message: message.into(), rule: None }
    }

    /// The operator has closed the table.
    pub fn closed() -> Refusal {
        Refusal::new(RefusalCode::Closed, RefusalCode::Closed.meaning())
    }

    /// The journal could not be read or written.
    pub fn unavailable() -> Refusal {
        Refusal::new(RefusalCode::Unavailable, "the table cannot be reached at the moment; try again soon")
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let code = match fault.code {
            // The server opens every game itself and gives no deals, so the middle two do not come up.
            catalog::Code::BadRequest | catalog::Code::NoGame | catalog::Code::BadDeal => {
                RefusalCode::BadRequest
            }
            catalog::Code::UnknownGame => RefusalCode::UnknownGame,
            catalog::Code::BadSeats => RefusalCode::BadSeats,
            catalog::Code::BadOption => RefusalCode::BadOption,
            catalog::Code::BadSeat => RefusalCode::BadSeat,
            catalog::Code::NotToAct => RefusalCode::NotToAct,
            catalog::Code::IllegalMove => RefusalCode::IllegalMove,
            catalog::Code::UnknownBot => RefusalCode::UnknownBot,
        };
        Refusal { rule: fault.reason, ..Refusal::new(code, fault.message) }
    }
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_named_once() {
        assert!(RefusalCode::ALL.is_sorted_by(|one, other| one.name() < other.name()));
        for code in RefusalCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
