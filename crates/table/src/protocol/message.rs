//! What the server tells a client over a table's socket.

use std::borrow::Cow;

use catalog::AdviceInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use ts_rs::TS;

use crate::clock::Time;
use crate::protocol::TableInfo;
use crate::refusal::RefusalCode;

/// A message over a table's socket.
#[derive(Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient<'a> {
    /// The whole table as it is now.
    Snapshot {
        /// The number of the last event in it.
        number: u64,
        /// The time of that event.
        time: Time,
        /// The server's clock when it made this message.
        now: Time,
        /// The client's seat; null for a spectator.
        you: Option<u8>,
        table: Box<TableInfo>,
        /// The latest chat messages.
        talk: Vec<Talk<'a>>,
        /// The seats that the client has muted.
        muted: Vec<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        play: Option<PlayInfo<'a>>,
    },
    /// Something happened. Numbers have no gaps.
    Event {
        number: u64,
        time: Time,
        /// The client's own id for its move.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<&'a str>,
        event: Event<'a>,
        /// The client's seat. Present together with `table`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        you: Option<Option<u8>>,
        /// The table, if it has changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<Box<TableInfo>>,
        /// The game, if it has changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        play: Option<PlayInfo<'a>>,
    },
    /// The server refused a request, and nothing has changed.
    Refused {
        /// The client's own id for the request, if it had one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<&'a str>,
        code: RefusalCode,
        /// For people, in English.
        message: Cow<'a, str>,
        /// The rule of the game that forbids it, if the request was a move.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<RuleInfo<'a>>,
    },
    /// A move that was sent again had already been made, as event `number`.
    Known { id: &'a str, number: u64 },
    /// The answer to a hint.
    Hint {
        id: &'a str,
        /// As the engine's `suggest` answers.
        advice: AdviceInfo,
    },
    /// The answer to the question whether a move is legal.
    #[serde(rename = "why")]
    Explain {
        id: &'a str,
        #[serde(rename = "move")]
        chosen: &'a str,
        legal: bool,
        /// The rule that forbids the move.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        code: Option<&'a str>,
        /// What makes the rule apply.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "RuleInfo[\"facts\"]")]
        facts: Option<&'a Value>,
        /// The same for people, in English.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        message: Option<&'a str>,
    },
    /// Which seats are connected. Sent to everybody when that changes, and to a client that has just connected.
    Presence {
        /// One for each seat.
        online: Vec<bool>,
        /// The server's clock when it made this message.
        now: Time,
    },
    /// The seats that the client has muted, after it changed them and whenever seats change.
    Muted { muted: Vec<u8> },
    /// The server cannot write at the moment. Nothing is lost, and a snapshot follows when it can.
    Resting {},
    /// The server is about to stop; reconnect in a moment.
    Closing {},
}

/// Something that happened at the table, as the client may know it.
#[derive(Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The table was opened.
    Opened {},
    /// A person took a seat.
    Sat { seat: u8 },
    /// A bot was put in a seat.
    Filled { seat: u8 },
    /// A seat became empty.
    Stood { seat: u8 },
    /// A person is ready for another game.
    Ready { seat: u8 },
    /// A game began.
    Started {},
    /// A move was made. `events` tells as much of it as is public.
    Moved {
        seat: u8,
        /// Whether a bot made it.
        bot: bool,
        /// The game's public events.
        #[ts(type = "unknown[]")]
        events: &'a RawValue,
    },
    /// A bot plays for a person from now on.
    Away {
        seat: u8,
        #[serde(rename = "why")]
        reason: AwayReason,
    },
    /// A person plays again.
    Back { seat: u8 },
    /// A person sent a chat message.
    Said { talk: Talk<'a> },
    /// Something that does not concern the client. It keeps the numbers without gaps.
    Quiet {},
    /// The operator closed the table.
    Closed {},
}

/// Why a bot plays for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum AwayReason {
    /// They left.
    Left,
    /// Their time was up.
    Time,
    /// They have been disconnected for a while.
    Gone,
}

/// A rule that forbids a move.
#[derive(Debug, Serialize, TS)]
pub struct RuleInfo<'a> {
    /// As listed in `docs/formats.md`.
    pub code: &'a str,
    /// What makes it apply: cards, cells and colours as texts, seats and months as numbers.
    #[ts(type = "Record<string, string | number | string[] | number[]>")]
    pub facts: &'a Value,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Talk<'a> {
    /// The sender's seat at that time.
    pub seat: u8,
    /// The sender's name.
    pub name: Cow<'a, str>,
    pub text: Cow<'a, str>,
    pub time: Time,
}

/// The game as one viewer sees it.
#[derive(Debug, Serialize, TS)]
pub struct PlayInfo<'a> {
    /// The viewer's legal moves; empty if it is not their turn.
    pub legal: Vec<String>,
    /// The seats whose move the game waits for.
    pub to_act: Vec<u8>,
    /// What the game asks of the viewer now; absent if it is not their turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub prompt: Option<Value>,
    /// One for each seat, at tables with a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clocks: Option<Vec<ClockInfo>>,
    /// Whether the game has ended in a draw; absent before it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draw: Option<bool>,
    /// What the viewer sees, in the game's own form (`docs/formats.md`). Always the last key: see `frame.rs`.
    #[ts(type = "unknown")]
    pub view: &'a RawValue,
}

/// A seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ClockInfo {
    /// What was left of the reserve when the move became due, in milliseconds.
    pub reserve: Time,
    /// When the time for the move is up and the reserve begins to run. Only while the game waits for the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turn_ends: Option<Time>,
}
