//! The bot of *Wild Rawz*. The bonus is the aim all round long, so a move is rated by the points that the rest of the
//! round is expected to bring after it. Tables learned by self-play tell them from the tricks left, the wins needed and
//! the strength of the hand.

mod draft;
mod greedy;
pub mod rating;
pub mod tables;
#[cfg(test)]
mod tests;

use cards::{Card as _, Seat, Seats};
use games::Game;
use games::wild_rawz::{Event, Knowledge, Move, WildRawz};

use crate::strategy::{advised_by_search, advised_with_open_cards};
use crate::{MoveCode, Strategy};
use tables::Tables;

impl Strategy for WildRawz {
    /// Sitting out doubles the number of moves.
    const EXACT_AT_ROOT: u32 = 9;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        rating::rate(Tables::of(knowledge.seats()), knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::rate(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        usize::from(self.seats() * self.options().laps) - self.rounds()
    }

    fn points_deviation(_seats: u8) -> f32 {
        2.5
    }

    fn decisions_left(&self) -> u32 {
        self.cards_left()
    }

    const HAS_BONUS: bool = true;

    /// Five points for meeting the target (`WR-12`).
    fn bonus(event: &Event) -> Seats {
        match event {
            Event::Scored { met, .. } => met.iter().map(|&seat| Seat(seat)).collect(),
            _ => Seats::NONE,
        }
    }

    advised_by_search!();
}

impl MoveCode for Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            Move::Take(card) | Move::Play(card) => card.index(),
            Move::Leave(card) => 64 + card.index(),
        }
    }
}
