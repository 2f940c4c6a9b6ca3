//! WildRawz.

use games::wild_rawz::{Knowledge, Move, WildRawz};

use crate::Insight;

impl Insight for WildRawz {
    fn rate(_knowledge: &Knowledge, _moves: &[Move], rates: &mut [f32]) {
        rates.fill(0.0);
    }

    fn rounds_left(&self) -> usize {
        usize::from(games::Game::seats(self) * games::Game::options(self).laps) - games::Game::rounds(self)
    }

    fn spread(_seats: u8) -> f32 {
        4.0
    }

    fn decisions_left(&self) -> u32 {
        100
    }
}
