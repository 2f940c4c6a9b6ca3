//! What a client can ask of a table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A request over a table's socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Take an empty seat.
    Sit {
        seat: u8,
        /// 64 hex digits that are mixed into the seed of the game.
        #[serde(default)]
        #[ts(optional)]
        entropy: Option<String>,
    },
    /// Leave the seat. During a game a bot takes over.
    Leave {},
    /// Put a bot in an empty seat, or replace the bot there.
    Fill {
        seat: u8,
        /// Its level, as `strong`.
        bot: String,
    },
    /// Empty a bot's seat. The opener of the table may empty any seat before the game.
    Clear { seat: u8 },
    /// Start the game when all seats are taken.
    Start {},
    /// Be ready for another game, which starts when everybody is.
    Ready {
        /// 64 hex digits that are mixed into the seed of the game.
        #[serde(default)]
        #[ts(optional)]
        entropy: Option<String>,
    },
    /// Make a move.
    Move {
        /// The client's own id for this request, so that sending it twice does no harm.
        id: String,
        /// The number of the last event the client had seen.
        at: u64,
        #[serde(rename = "move")]
        chosen: String,
    },
    /// Take over again after a bot has played.
    Back {},
    /// Send a chat message to the table.
    Say { text: String },
    /// Mute or unmute the person in a seat.
    Mute { seat: u8, on: bool },
    /// Ask what a strong bot would do; only at tables with hints.
    Hint { id: String },
    /// Ask whether a move is legal now, and if not, which rule forbids it.
    #[serde(rename = "why")]
    Explain {
        id: String,
        #[serde(rename = "move")]
        chosen: String,
    },
}

/// A move, by far the most frequent request.
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
    /// Reads a request. Serde reads an internally tagged enum in two passes and copies everything in the first,
    /// so this tries a plain move before.
    pub fn read(text: &str) -> serde_json::Result<ToServer> {
        match serde_json::from_str(text) {
            Ok(PlainMove { _kind, id, at, chosen }) => Ok(ToServer::Move { id, at, chosen }),
            Err(_) => serde_json::from_str(text),
        }
    }

    /// The client's own id for this request, if it has one.
    pub fn id(&self) -> Option<&str> {
        match self {
            ToServer::Move { id, .. } | ToServer::Hint { id } | ToServer::Explain { id, .. } => Some(id),
            _ => None,
        }
    }
}
