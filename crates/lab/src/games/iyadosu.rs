//! *Iyadosu*: goals and training.

use games::iyadosu::Iyadosu;

use super::Study;
use crate::report::{Goal, Goals, IterationLimits};
use crate::train::Training;
use crate::train::linear::learn;

pub const STUDY: Study = Study {
    goals: Goals {
        // About 100 ms of one core.
        limits: Some(IterationLimits { strong: 15_000, ismcts: 75_000, omniscient: 25_000 }),
        own: &[Goal::must(&["strong", "greedy"], 0.5)],
    },
    training: Some(Training {
        learn: |seed, games, progress| learn::<Iyadosu, 20>(0.5, seed, games, progress),
        games: 200_000,
        unit: "game",
    }),
    moves_before_cards: u32::from,
    ..Study::USUAL
};
