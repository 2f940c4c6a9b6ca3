//! *Irono Ofubi*: goals, training, and an experiment on exploitability.

mod best_response;
mod exploit;
mod train;

use super::Study;
use crate::experiments::Experiment;
use crate::report::{Goal, Goals, IterationLimits};
use crate::train::Training;

/// The aims of 500 deals each.
const fn aim(bots: &'static [&'static str], at_least: f64) -> Goal {
    Goal { deals: Some(500), ..Goal::aim(bots, at_least) }
}

pub const STUDY: Study = Study {
    goals: Goals {
        // About 10 ms of one core.
        limits: Some(IterationLimits { strong: 400_000, ismcts: 15_000, omniscient: 600 }),
        own: &[
            aim(&["strong", "random"], 0.66),
            aim(&["strong", "greedy"], 0.62),
            aim(&["strong", "normal"], 0.62),
            aim(&["strong", "ismcts"], 0.55),
        ],
    },
    training: Some(Training { learn: train::learn, games: 6_000, unit: "layer" }),
    experiments: &[Experiment {
        name: "irono-exploitability",
        about: "What a best response gains against strong over the last four cells (20 core-seconds)",
        run: exploit::run,
    }],
    ..Study::USUAL
};
