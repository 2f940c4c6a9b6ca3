//! The bot of *Iyadosu*: tree search, and flat search for the bid.

mod greedy;
mod rating;
mod survival;
#[cfg(test)]
mod tests;

use cards::Card as _;
use games::iyadosu::{Iyadosu, Knowledge, Move};
use games::{Game, Turn};

use crate::strategy::{advised_by_search, advised_with_open_cards};
use crate::{MoveCode, Strategy};

impl Strategy for Iyadosu {
    const EXACT_AT_ROOT: u32 = 11;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        rating::rate(knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::rate(knowledge, moves, rates);
    }

    /// An instant win ends the game with rounds unplayed.
    fn rounds_left(&self) -> usize {
        if self.turn() == Turn::Over { 0 } else { usize::from(self.seats()) - self.rounds() }
    }

    fn points_deviation(seats: u8) -> f32 {
        [0.75, 1.05, 1.4][usize::from(seats.clamp(3, 5) - 3)]
    }

    fn decisions_left(&self) -> u32 {
        let later = u32::from(self.alive().len()) * u32::from(self.tricks_left());
        u32::from(self.splits_left() + self.plays_left_in_trick()) + later
    }

    /// Which seat is eliminated, and so which is to act next, depends on cards that nobody else sees.
    fn visible_outcome(&self) -> u64 {
        let alive = self.alive().iter().fold(0, |bits, seat| bits | 1 << seat.0);
        let next = self.to_act().first().map_or(7, |seat| u64::from(seat.0));
        alive | next << 8 | u64::from(self.stack_height()) << 16 | (self.rounds() as u64) << 24
    }

    fn is_flat(moves: &[Move]) -> bool {
        matches!(moves.first(), Some(Move::Split(_)))
    }

    advised_by_search!();
}

impl MoveCode for Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            Move::Split(count) => count,
            Move::Play(card) => card.index(),
            Move::Refuse(card) => 64 + card.index(),
        }
    }
}
