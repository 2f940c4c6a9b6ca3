//! What a client and the server say to each other over a table's socket, and what they both name in the HTTP API.
//! `web/src/protocol.ts` is made from these types.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;

use games::{Facts, OptionValue};

use crate::clock::{Pace, Time};

/// The version of the protocol, which is part of the socket's address.
pub const VERSION: u32 = 1;

/// What a client asks of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Takes an empty seat.
    Sit {
        /// The seat.
        seat: u8,
        /// 64 hex digits that are mixed into the chance of the game.
        #[serde(default)]
        #[ts(optional)]
        entropy: Option<String>,
    },
    /// Leaves the seat. During a game a bot plays on.
    Leave {},
    /// Puts a bot in an empty seat, or another one in a bot's.
    Fill {
        /// The seat.
        seat: u8,
        /// Its name, as `strong`.
        bot: String,
    },
    /// Empties the seat of a bot; who opened the table may do so with anybody's before the game.
    Clear {
        /// The seat.
        seat: u8,
    },
    /// Starts the game when all seats are taken.
    Start {},
    /// Is ready for another game; it starts when everybody is.
    Ready {
        /// 64 hex digits that are mixed into the chance of the game.
        #[serde(default)]
        #[ts(optional)]
        entropy: Option<String>,
    },
    /// Makes a move.
    Move {
        /// What the client calls this request, so that sending it again does no harm.
        id: String,
        /// The number of the last event the client had seen.
        at: u64,
        /// The move.
        #[serde(rename = "move")]
        chosen: String,
    },
    /// Plays again after a bot has played on.
    Back {},
    /// Says something to the table.
    Say {
        /// What.
        text: String,
    },
    /// No longer hears somebody, or hears him again.
    Mute {
        /// The seat.
        seat: u8,
        /// Whether it is so.
        on: bool,
    },
    /// Asks what a strong bot would do; only at tables with hints.
    Hint {
        /// What the client calls this request.
        id: String,
    },
    /// Asks whether a move is legal now, and if not, why.
    Why {
        /// What the client calls this request.
        id: String,
        /// The move.
        #[serde(rename = "move")]
        chosen: String,
    },
}

/// A move, as the only request there is many of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainMove {
    #[serde(rename = "type")]
    _kind: MoveKind,
    id: String,
    at: u64,
    #[serde(rename = "move")]
    chosen: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MoveKind {
    Move,
}

impl ToServer {
    /// Reads a request. An enum whose tag stands inside is read in two passes, the first of which copies everything;
    /// so it is tried as a move first.
    pub fn read(text: &str) -> serde_json::Result<ToServer> {
        match serde_json::from_str(text) {
            Ok(PlainMove { _kind, id, at, chosen }) => Ok(ToServer::Move { id, at, chosen }),
            Err(_) => serde_json::from_str(text),
        }
    }

    /// What the client calls this request, if it has a name.
    pub fn id(&self) -> Option<&str> {
        match self {
            ToServer::Move { id, .. } | ToServer::Hint { id } | ToServer::Why { id, .. } => Some(id),
            _ => None,
        }
    }
}

/// What the server tells a client.
#[derive(Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient<'a> {
    /// Everything, as it stands.
    Snapshot {
        /// The number of the last event in it.
        number: u64,
        /// When that was.
        time: Time,
        /// The client's seat.
        you: Option<u8>,
        /// The table.
        table: Box<TableInfo>,
        /// What was said lately.
        talk: Vec<Talk<'a>>,
        /// The seats that the client does not want to hear.
        muted: Vec<u8>,
        /// The game.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        play: Option<PlayInfo<'a>>,
    },
    /// Something happened. Numbers have no gaps.
    Event {
        /// Its number.
        number: u64,
        /// When it was.
        time: Time,
        /// The client's name for its own move.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<&'a str>,
        /// What.
        event: Event<'a>,
        /// The client's seat, where that may have changed, and the table with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        you: Option<Option<u8>>,
        /// The table, where it has changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<Box<TableInfo>>,
        /// The game, where it has changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        play: Option<PlayInfo<'a>>,
    },
    /// A request was not fulfilled; nothing has changed.
    Refused {
        /// The client's name for the request, if it had one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<&'a str>,
        /// A word for programs.
        code: &'a str,
        /// A sentence for people.
        message: Cow<'a, str>,
        /// The rule of the game that forbids it, if it was a move.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<RuleInfo<'a>>,
    },
    /// A move that was sent again had been made already, as event `number`.
    Known {
        /// The client's name for it.
        id: &'a str,
        /// The number of its event.
        number: u64,
    },
    /// The answer to a hint.
    Hint {
        /// The client's name for the request.
        id: &'a str,
        /// As the engine's `suggest` answers.
        #[ts(type = "unknown")]
        advice: serde_json::Value,
    },
    /// The answer to the question why a move is not legal.
    Why {
        /// The client's name for the request.
        id: &'a str,
        /// The move.
        #[serde(rename = "move")]
        chosen: &'a str,
        /// Whether it is legal; only if not, there is more.
        legal: bool,
        /// Which rule forbids it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        code: Option<&'a str>,
        /// What makes the rule apply.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "RuleInfo[\"facts\"]")]
        facts: Option<&'a Facts>,
        /// The same as a sentence for people.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        message: Option<&'a str>,
    },
    /// Which seats have somebody looking at the table just now.
    Presence {
        /// For each seat.
        online: Vec<bool>,
    },
    /// The server is about to stop; come back in a moment.
    Closing {},
}

/// What happened, as everybody may know it.
#[derive(Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The table was opened.
    Opened {},
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: u8,
    },
    /// A bot was put in a seat.
    Filled {
        /// The seat.
        seat: u8,
    },
    /// A seat was left.
    Stood {
        /// The seat.
        seat: u8,
    },
    /// A person is ready for another game.
    Ready {
        /// The seat.
        seat: u8,
    },
    /// A game began.
    Started {},
    /// A move was made. What it was is in the events, as far as it is public.
    Moved {
        /// The seat.
        seat: u8,
        /// Whether a bot made it.
        bot: bool,
        /// The game's public events.
        #[ts(type = "unknown[]")]
        events: &'a RawValue,
    },
    /// A bot plays for a person from now on.
    Away {
        /// The seat.
        seat: u8,
        /// Why.
        why: Why,
    },
    /// A person plays again.
    Back {
        /// The seat.
        seat: u8,
    },
    /// A person said something.
    Said {
        /// Who and what.
        talk: Talk<'a>,
    },
    /// Something that does not concern the listener, or that he does not want to hear.
    Quiet {},
    /// The listener no longer hears somebody, or hears him again.
    Muted {
        /// The seat.
        seat: u8,
        /// Whether it is so.
        on: bool,
    },
}

/// A rule that forbids a move.
#[derive(Debug, Serialize, TS)]
pub struct RuleInfo<'a> {
    /// Which one, as listed in `docs/formats.md`.
    pub code: &'a str,
    /// What makes it apply: cards, cells and colours as texts, seats and months as numbers.
    #[ts(type = "Record<string, string | number | string[] | number[]>")]
    pub facts: &'a Facts,
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Talk<'a> {
    /// The seat of who said it, then.
    pub seat: u8,
    /// His name.
    pub name: Cow<'a, str>,
    /// What.
    pub text: Cow<'a, str>,
    /// When.
    pub time: Time,
}

/// Why a bot plays for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// He left.
    Left,
    /// His time was up.
    Time,
    /// He has not been seen for a while.
    Gone,
}

/// What is played at a table, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The id of the game.
    pub game: String,
    /// How many play.
    pub seats: u8,
    /// Options that differ from their defaults.
    #[serde(default)]
    #[ts(type = "Record<string, boolean | number | string>")]
    pub options: BTreeMap<String, OptionValue>,
    /// How much time there is.
    #[serde(default)]
    pub clock: Pace,
    /// Whether it is listed in the lobby; else the link is needed.
    #[serde(default)]
    pub public: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
}

/// A table, as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TableInfo {
    /// Its id, which is part of its link.
    pub id: String,
    /// What is played.
    #[serde(flatten)]
    pub setting: Setting,
    /// How far it is.
    pub phase: Phase,
    /// How many games have been started.
    pub games: u32,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// The SHA-256 of the secret of the game under way, or else of the next one, in hex.
    pub commitment: String,
}

/// A table at which a guest sits, for him alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct MyTable {
    /// The table.
    pub table: TableInfo,
    /// His seat.
    pub seat: u8,
    /// Whether a move of his is awaited.
    pub to_act: bool,
    /// When something happened there last.
    pub time: Time,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// People are sitting down.
    Open,
    /// A game is under way.
    Playing,
    /// A game is over; another one may follow.
    Over,
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chair {
    /// Nobody's.
    Empty {},
    /// A person's.
    Person {
        /// The name.
        name: String,
        /// Whether a bot plays for him.
        away: bool,
        /// Whether he is ready for the next game.
        ready: bool,
        /// Whether he has added to the chance of the next game.
        entropy: bool,
    },
    /// A bot's.
    Bot {
        /// Its name, as `strong`.
        bot: String,
    },
}

/// The game as one viewer sees it.
#[derive(Debug, Serialize, TS)]
pub struct PlayInfo<'a> {
    /// The viewer's legal moves; empty if it is not his turn.
    pub legal: Vec<String>,
    /// The seats that are to act.
    pub to_act: Vec<u8>,
    /// The clocks, at tables that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clocks: Option<Vec<ClockInfo>>,
    /// What the viewer is shown: the game's own form, as in `docs/formats.md`. It stands last, see `frame.rs`.
    #[ts(type = "unknown")]
    pub view: &'a RawValue,
}

/// A seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ClockInfo {
    /// What was left of the reserve when the move became due, in milliseconds.
    pub reserve: Time,
    /// When the time for each move is up and the reserve begins to run, if a move is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn_ends: Option<Time>,
}
