//! *Wild Rawz*: all round long the bonus is the aim, so a move is judged by the points that the rest of the round
//! is likely to bring after it. Tables learned by self-play tell them from the tricks left, the wins needed, and
//! the strength of the hand.

mod draft;
pub(crate) mod glance;
pub(crate) mod tables;
#[cfg(test)]
mod tests;

use games::Game;
use games::wild_rawz::{Knowledge, Move, WildRawz};

use crate::insight::{advised_by_search, advised_with_open_cards};
use crate::{Insight, greedy};
use tables::Tables;

impl Insight for WildRawz {
    /// Leaving makes for twice as many moves.
    const EXACT_AT_ROOT: u32 = 9;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        glance::rate(Tables::of(knowledge.seats()), knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::wild_rawz(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        usize::from(self.seats() * self.options().laps) - self.rounds()
    }

    fn spread(_seats: u8) -> f32 {
        2.5
    }

    fn decisions_left(&self) -> u32 {
        WildRawz::decisions_left(self)
    }

    advised_by_search!();
}
