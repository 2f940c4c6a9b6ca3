//! The games by their ids.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use games::Game;

/// One of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameId {
    /// Iroha ni Oedo.
    Iroha,
    /// Irono Ofubi.
    Irono,
    /// Iyadosu.
    Iyadosu,
    /// Wild Rawz.
    WildRawz,
    /// Hanafuda Koi-Koi.
    KoiKoi,
}

/// Runs a generic piece of code for the game that an id names: `for_game!(id, G => G::ID)`.
#[macro_export]
macro_rules! for_game {
    ($id:expr, $Game:ident => $body:expr) => {
        match $id {
            $crate::GameId::Iroha => {
                type $Game = games::iroha::Iroha;
                $body
            }
            $crate::GameId::Irono => {
                type $Game = games::irono::Irono;
                $body
            }
            $crate::GameId::Iyadosu => {
                type $Game = games::iyadosu::Iyadosu;
                $body
            }
            $crate::GameId::WildRawz => {
                type $Game = games::wild_rawz::WildRawz;
                $body
            }
            $crate::GameId::KoiKoi => {
                type $Game = games::koi_koi::KoiKoi;
                $body
            }
        }
    };
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 5] =
        [GameId::Iroha, GameId::Irono, GameId::Iyadosu, GameId::WildRawz, GameId::KoiKoi];

    /// The id in records and on the command line.
    pub fn id(self) -> &'static str {
        for_game!(self, G => G::ID)
    }

    /// The name to show.
    pub const fn title(self) -> &'static str {
        match self {
            GameId::Iroha => "Iroha ni Oedo",
            GameId::Irono => "Irono Ofubi",
            GameId::Iyadosu => "Iyadosu",
            GameId::WildRawz => "Wild Rawz",
            GameId::KoiKoi => "Hanafuda Koi-Koi",
        }
    }

    /// How many can play.
    pub fn seats(self) -> RangeInclusive<u8> {
        for_game!(self, G => G::SEATS)
    }

    /// The number of players it is best known with.
    pub const fn usual_seats(self) -> u8 {
        match self {
            GameId::Iroha => 4,
            GameId::Irono => 2,
            GameId::Iyadosu => 4,
            GameId::WildRawz => 4,
            GameId::KoiKoi => 2,
        }
    }

    /// The rules to learn the game from, in Markdown.
    pub const fn rules(self) -> &'static str {
        match self {
            GameId::Iroha => include_str!("../rules/iroha.md"),
            GameId::Irono => include_str!("../rules/irono.md"),
            GameId::Iyadosu => include_str!("../rules/iyadosu.md"),
            GameId::WildRawz => include_str!("../rules/wild-rawz.md"),
            GameId::KoiKoi => include_str!("../rules/koi-koi.md"),
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameId, UnknownGame> {
        GameId::ALL.into_iter().find(|game| game.id() == text).ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

/// A text that is no game's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = GameId::ALL.iter().map(|game| game.id()).collect();
        write!(f, "unknown game {:?}; the games are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownGame {}
