//! The bot of *Iroha*: tree search, and flat search for the pass.

mod greedy;
mod rating;
#[cfg(test)]
mod tests;

use cards::Card as _;
use games::Game;
use games::iroha::{Choice, Iroha, Knowledge, Move};

use crate::strategy::{advised_by_search, advised_with_open_cards};
use crate::{MoveCode, Strategy};

impl Strategy for Iroha {
    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        rating::rate(knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::rate(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        usize::from(self.seats()) - self.rounds()
    }

    fn points_deviation(seats: u8) -> f32 {
        [4.6, 6.5, 8.4, 10.3][usize::from(seats.clamp(3, 6) - 3)]
    }

    fn decisions_left(&self) -> u32 {
        u32::from(self.passes_left() + self.plays_left())
    }

    fn is_flat(moves: &[Move]) -> bool {
        matches!(moves.first().map(|chosen| chosen.choice()), Some(Choice::Pass(..)))
    }

    advised_by_search!();
}

impl MoveCode for Move {
    #[inline]
    fn code(self) -> u8 {
        match self.choice() {
            Choice::Play(card) => card.index(),
            // Passes are searched flat, so they need no codes.
            Choice::Pass(..) => u8::MAX,
        }
    }
}
