//! Irono Ofubi is solved, not searched: a round is a small zero-sum game with a closed solution, and the rounds are
//! solved backwards, from the end of the game where few cells are empty, from a fitted value function before that.

mod advise;
mod board;
#[cfg(test)]
mod care;
mod chance;
mod fill;
mod fit;
mod glance;
mod lanes;
mod look;
mod model;
#[cfg(test)]
mod response;
mod stage;
#[cfg(test)]
mod tests;
mod value;

use cards::{Quick, Seat};
use games::Game;
use games::irono::{Irono, Knowledge, Move};

use crate::Insight;
use crate::insight::advised_with_open_cards;
use crate::search::{self, Advice, Skill, Thinking};

pub use fit::fit_irono;

impl Insight for Irono {
    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        glance::rate(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        1 - self.rounds()
    }

    fn spread(_seats: u8) -> f32 {
        20.0
    }

    fn decisions_left(&self) -> u32 {
        3 * 16
    }

    fn advise(
        knowledge: &Knowledge,
        seat: Seat,
        moves: &[Move],
        skill: &Skill,
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Advice<Move> {
        // The baseline knows nothing of the game but its rules.
        if !skill.guided {
            return search::advise::<Irono>(knowledge, seat, moves, skill, thinking, random);
        }
        advise::advise(knowledge, seat, moves, &advise::Style::of(skill), thinking)
    }

    advised_with_open_cards!();
}
