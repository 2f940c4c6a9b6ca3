//! Iyadosu.

use games::iyadosu::{Iyadosu, Knowledge, Move};

use crate::Insight;

impl Insight for Iyadosu {
    fn rate(_knowledge: &Knowledge, _moves: &[Move], rates: &mut [f32]) {
        rates.fill(0.0);
    }

    fn rounds_left(&self) -> usize {
        usize::from(games::Game::seats(self)) - games::Game::rounds(self)
    }

    fn spread(_seats: u8) -> f32 {
        1.5
    }

    fn decisions_left(&self) -> u32 {
        100
    }
}
