//! The bodies and answers of the HTTP API.

use catalog::GameInfo;
use catalog::rules::Block;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};

use crate::clock::Time;
use crate::protocol::{MyTable, TableInfo};
use crate::refusal::RefusalCode;

/// The answer to every request that the server refuses.
#[derive(Debug, Serialize, TS)]
pub struct ErrorAnswer {
    pub error: ErrorInfo,
}

#[derive(Debug, Serialize, TS)]
pub struct ErrorInfo {
    pub code: RefusalCode,
    /// A sentence for people, in English.
    pub message: String,
}

/// A name to be known by.
#[derive(Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    #[schema(min_length = 1, max_length = 24)]
    pub name: String,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct GuestInfo {
    pub id: String,
    pub name: String,
    /// Keep it secret: it says who you are. Only an answer that makes a new token shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// A code to be the same guest on another device. It works once.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct DeviceCode {
    pub code: String,
    /// The code as part of an address of the page.
    pub link: String,
    pub expires: Time,
}

#[derive(Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimCode {
    pub code: String,
}

/// The games and the bots of this server.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct GameList {
    #[schema(schema_with = game_infos)]
    pub games: Vec<GameInfo>,
    /// The levels of the bots, weakest first.
    pub bots: Vec<&'static str>,
    pub limits: PageLimits,
}

/// Limits that a page needs to know before it asks.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct PageLimits {
    /// The longest name of a guest, in characters.
    pub name: usize,
    /// The longest chat message, in characters.
    pub talk: usize,
    /// How many tables or games a list has at most.
    pub listed: usize,
}

/// The rules of a game, to be drawn.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct RulesAnswer {
    /// The id of the game.
    pub game: &'static str,
    #[schema(value_type = Vec<Object>)]
    pub blocks: Vec<Block>,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct TableList {
    pub tables: Vec<TableInfo>,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct TableAnswer {
    pub table: TableInfo,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct OpenedTable {
    pub table: TableInfo,
    /// The address of the table's page.
    pub link: String,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct MyTableList {
    pub tables: Vec<MyTable>,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct PastGameList {
    pub games: Vec<PastGame>,
}

/// A finished game of a guest.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct PastGame {
    /// The id of the table.
    pub table: String,
    /// Its number at the table, from 1.
    pub game: u32,
    /// The id of the game, as `koi-koi`.
    pub kind: String,
    pub ended: Time,
    /// The guest's seat.
    pub seat: u8,
    pub summary: GameSummary,
}

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

/// The schema of [`GameInfo`], which belongs to a crate that knows nothing of HTTP.
fn game_infos() -> ArrayBuilder {
    let of = |kind| ObjectBuilder::new().schema_type(SchemaType::new(kind));
    let value = || {
        ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::Boolean, Type::Integer, Type::String]))
    };
    let option = ObjectBuilder::new()
        .property("key", of(Type::String))
        .property("choices", ArrayBuilder::new().items(value()).description(Some("The default first.")))
        .property(
            "choices_by_seats",
            ObjectBuilder::new()
                .additional_properties(Some(ArrayBuilder::new().items(value())))
                .description(Some("The choices for each number of seats.")),
        )
        .property("default", value())
        .property("meaning", of(Type::String).description(Some("What the option decides, in English.")));
    let game = ObjectBuilder::new()
        .property("game", of(Type::String).description(Some("Its id.")))
        .property("title", of(Type::String))
        .property("native_title", of(Type::String).description(Some("The title in its own script.")))
        .property("seats", ArrayBuilder::new().items(of(Type::Integer)))
        .property("usual_seats", of(Type::Integer))
        .property("minutes", of(Type::Integer).description(Some("How long a quick game takes.")))
        .property("difficulty", of(Type::String))
        .property("quick", ObjectBuilder::new().additional_properties(Some(value())))
        .property("options", ArrayBuilder::new().items(option));
    ArrayBuilder::new().items(game)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys(value: &Value) -> BTreeSet<&str> {
        value.as_object().unwrap().keys().map(String::as_str).collect()
    }

    #[test]
    fn the_schema_of_games_has_the_keys_of_a_game() {
        let schema = serde_json::to_value(game_infos().build()).unwrap();
        let schema = &schema["items"]["properties"];
        let game = serde_json::to_value(GameInfo::of(catalog::GameId::KoiKoi)).unwrap();
        assert_eq!(keys(schema), keys(&game));
        assert_eq!(keys(&schema["options"]["items"]["properties"]), keys(&game["options"][0]));
    }
}
