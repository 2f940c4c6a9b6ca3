//! Making the tables that are checked in under `crates/bots/data`, from the rules and a seed alone: the same seed and
//! number of games give the same text.

pub(crate) mod linear;
pub(crate) mod squares;

use catalog::GameId;

use crate::Progress;
use crate::games::Study;

/// How the bots of a game learn.
pub struct Training {
    /// Makes the text of the table, from a seed and a number of games.
    pub learn: fn(&str, u32, &mut Progress) -> String,
    /// The number of games that made the checked-in table.
    pub games: u32,
    /// What the progress bar counts.
    pub unit: &'static str,
}

/// How a game's bots learn, if they do.
pub fn of(game: GameId) -> Option<&'static Training> {
    Study::of(game).training.as_ref()
}
