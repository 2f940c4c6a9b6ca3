//! *Iroha*: goals and training.

use games::iroha::Iroha;

use super::Study;
use crate::report::{Goal, Goals, IterationLimits};
use crate::train::Training;
use crate::train::linear::learn;

pub const STUDY: Study = Study {
    goals: Goals {
        // About 100 ms of one core.
        limits: Some(IterationLimits { strong: 20_000, ismcts: 100_000, omniscient: 30_000 }),
        own: &[Goal::must(&["strong", "greedy"], 0.5)],
    },
    training: Some(Training {
        learn: |seed, games, progress| learn::<Iroha, 16>(0.1, seed, games, progress),
        games: 300_000,
        unit: "game",
    }),
    moves_before_cards: u32::from,
    ..Study::USUAL
};
