//! The bodies and answers of the HTTP API.

use catalog::GameInfo;
use catalog::rules::Block;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};

use table::protocol::{GameSummary, MyTable, TableInfo};
use table::{RefusalCode, Time};

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
    /// After how many days the server deletes finished games and guests who did not come back; absent if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub keep_days: Option<u64>,
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
    /// Which page of the list this is, from 0.
    pub page: usize,
    /// Whether there is another page.
    pub more: bool,
    /// How many tables all pages have.
    pub total: u64,
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
    /// Whether the guest wants to keep it.
    pub keep: bool,
    /// When the server deletes it; absent if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub expires: Option<Time>,
    pub summary: GameSummary,
}

/// Whether to keep a game, however old it gets.
#[derive(Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepGame {
    pub keep: bool,
}

#[derive(Debug, Serialize, TS, ToSchema)]
pub struct MutedList {
    pub muted: Vec<MutedPerson>,
}

/// A person that the guest has muted.
#[derive(Debug, Serialize, TS, ToSchema)]
pub struct MutedPerson {
    /// The key of the muting, by which it is taken back.
    pub id: i64,
    /// What the person was called then.
    pub name: String,
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

    use serde_json::Value;

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
