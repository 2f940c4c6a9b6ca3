//! *Wild Rawz*: goals and training.

mod train;

use super::Study;
use crate::report::{Figure, Goal, Goals, IterationLimits};
use crate::train::Training;

pub const STUDY: Study = Study {
    goals: Goals {
        // About 40 ms of one core: its games are the longest.
        limits: Some(IterationLimits { strong: 5_000, ismcts: 32_000, omniscient: 6_000 }),
        own: &[
            Goal::must(&["strong", "greedy"], 0.5),
            Goal { figure: Figure::Bonus, ..Goal::must(&["strong"], 0.5) },
        ],
    },
    training: Some(Training { learn: train::learn, games: 120_000, unit: "game" }),
    moves_before_cards: |seats| 2 * u32::from(seats),
    ..Study::USUAL
};
