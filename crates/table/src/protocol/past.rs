//! Finished games.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// How a game ended. The journal keeps it with the game.
#[derive(Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct GameSummary {
    /// One for each seat. In games without `bots`, which are old, a bot's name is its level.
    pub names: Vec<String>,
    /// One for each seat: the level of a bot, or null for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots: Option<Vec<Option<String>>>,
    pub totals: Vec<i32>,
    /// The winning seats.
    pub winners: Vec<u8>,
    /// Whether the game ended in a draw; absent in old games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draw: Option<bool>,
}

/// A finished game after some of its moves, seen by everybody.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct ReplayStep {
    /// How many moves have been made.
    pub step: usize,
    /// How many moves the game has.
    pub steps: usize,
    /// The last of those moves; null before the first.
    pub moved: Option<ReplayedMove>,
    /// What that move announced.
    #[ts(type = "unknown[]")]
    pub events: Vec<Value>,
    pub to_act: Vec<u8>,
    /// Whether the game has ended in a draw; absent before the last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draw: Option<bool>,
    /// What a spectator saw.
    #[ts(type = "unknown")]
    pub view: Value,
    /// What each seat saw.
    #[ts(type = "unknown[]")]
    pub views: Vec<Value>,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct ReplayedMove {
    pub seat: u8,
    #[serde(rename = "move")]
    pub chosen: String,
}
