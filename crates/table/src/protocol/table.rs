//! A table as everybody may see it.

use std::collections::BTreeMap;

use games::OptionValue;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};

use crate::clock::{Pace, Time};

/// What is played at a table, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The id of the game.
    pub game: String,
    pub seats: u8,
    /// Options that differ from their defaults.
    #[serde(default)]
    #[ts(type = "Record<string, boolean | number | string>")]
    #[schema(schema_with = options)]
    pub options: BTreeMap<String, OptionValue>,
    #[serde(default)]
    pub clock: Pace,
    /// Whether the lobby lists the table. Otherwise people need its link.
    #[serde(default)]
    pub public: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
}

/// A table as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// Part of the table's link.
    pub id: String,
    #[serde(flatten)]
    pub setting: Setting,
    pub phase: TablePhase,
    /// How many games have been started.
    pub games: u32,
    /// One for each seat.
    pub chairs: Vec<Chair>,
    /// The SHA-256 of the secret of the current game, or else of the next one, in hex.
    pub commitment: String,
}

/// A table at which a guest sits, for that guest alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct MyTable {
    pub table: TableInfo,
    /// The guest's seat.
    pub seat: u8,
    /// Whether the table waits for the guest's move.
    pub to_act: bool,
    /// The time of the table's last event.
    pub time: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TablePhase {
    /// People are sitting down.
    Open,
    /// A game is in progress.
    Playing,
    /// A game is over; another one may follow.
    Over,
    /// The operator closed the table.
    Closed,
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chair {
    Empty {},
    Person {
        name: String,
        /// Whether a bot plays for them.
        away: bool,
        /// Whether they are ready for the next game.
        ready: bool,
        /// Whether they have added entropy to the seed of the next game.
        entropy: bool,
        /// Whether anybody may take the seat: the game is over, and they left it.
        #[serde(default)]
        free: bool,
    },
    Bot {
        /// Its level, as `strong`.
        bot: String,
        /// Its name, which no one else at the table has. It keeps the name when seats rotate.
        #[serde(default)]
        name: String,
    },
}

fn options() -> ObjectBuilder {
    let value = SchemaType::from_iter([Type::Boolean, Type::Integer, Type::String]);
    ObjectBuilder::new()
        .description(Some("Options that differ from their defaults."))
        .additional_properties(Some(ObjectBuilder::new().schema_type(value)))
}
