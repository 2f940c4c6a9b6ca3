//! Experiments that can be repeated by a command. Their results are kept in `docs/lab`, with date and command.

use catalog::GameId;

use crate::games::Study;
use crate::{Error, Stopped};

/// Prints a line of results.
pub type Print<'a> = dyn FnMut(&str) -> Result<(), Error> + 'a;

pub struct Experiment {
    pub name: &'static str,
    /// What it measures, and how long that takes.
    pub about: &'static str,
    pub run: fn(&Stopped, &mut Print) -> Result<(), Error>,
}

/// All experiments of all games.
pub fn all() -> impl Iterator<Item = &'static Experiment> {
    GameId::ALL.into_iter().flat_map(|game| Study::of(game).experiments)
}
