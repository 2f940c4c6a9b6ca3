//! *Koi-Koi*: goals, training, and an experiment on luck.

mod card_values;
mod luck;
mod train;

use super::Study;
use crate::experiments::Experiment;
use crate::report::{Goal, Goals, IterationLimits};
use crate::train::Training;

pub const STUDY: Study = Study {
    goals: Goals {
        // About 40 ms of one core: its games are long.
        limits: Some(IterationLimits { strong: 20_000, ismcts: 20_000, omniscient: 56_000 }),
        own: &[Goal::must(&["strong", "greedy"], 0.7), Goal::aim(&["strong", "random"], 0.92)],
    },
    training: Some(Training { learn: train::learn, games: 3_000_000, unit: "game" }),
    moves_before_cards: |_| 1,
    experiments: &[Experiment {
        name: "koi-koi-luck",
        about: "The win rate against random of a search that sees the other hand, but not the pile (20 core-minutes)",
        run: luck::run,
    }],
};
