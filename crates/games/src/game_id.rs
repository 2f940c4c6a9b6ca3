//! The games by their ids.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::GameId;

impl GameId {
    pub fn title(self) -> &'static str {
        for_game!(self, G => <G as crate::About>::TITLE)
    }

    /// The title in its own script.
    pub fn native_title(self) -> &'static str {
        for_game!(self, G => <G as crate::About>::NATIVE_TITLE)
    }

    /// The numbers of players that the rules allow.
    pub fn seats(self) -> RangeInclusive<u8> {
        for_game!(self, G => <G as crate::Game>::SEATS)
    }

    /// The number of players that the game is best known with.
    pub fn usual_seats(self) -> u8 {
        for_game!(self, G => <G as crate::About>::USUAL_SEATS)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn the_list_names_each_game_by_its_own_id() {
        for game in GameId::ALL {
            for_game!(game, G => assert_eq!(game.id(), G::ID));
        }
    }
}
