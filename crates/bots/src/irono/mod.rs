//! Irono Ofubi is solved, not searched.
//!
//! - `round`: one round is a small zero-sum game with a closed solution.
//! - `solve`: rounds are solved backwards, from the end of the game or from positions that `value` judges.
//! - `model`: what to expect of an opponent that does not play the solved strategy.
//! - `advise`: the solved strategy as advice, mixed with the best response to the model for the bot's own moves.
//!
//! The lab fits the value function and measures how much a best response gains.

mod advise;
pub mod board;
mod model;
mod rating;
pub mod round;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod value;

use cards::{Card as _, Quick, Seat};
use games::Game;
use games::irono::{Irono, Knowledge, Move};

use crate::search::{self, Advice, Skill, Thinking};
use crate::strategy::advised_with_open_cards;
use crate::{MoveCode, Strategy};

pub use advise::LAST;

impl Strategy for Irono {
    const SEARCHED: bool = false;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        rating::rate(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        1 - self.rounds()
    }

    fn points_deviation(_seats: u8) -> f32 {
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
        advise::advise(knowledge, seat, moves, skill, thinking)
    }

    advised_with_open_cards!();
}

impl MoveCode for Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            Move::Mark(cell) => cell.index(),
            Move::Hide(colour) => colour.index(),
            Move::Guess(three) => three.colours().bits() as u8,
        }
    }
}
