//! Irono.

use games::irono::{Irono, Knowledge, Move};

use crate::Insight;
use crate::insight::{advised_by_search, advised_with_open_cards};

impl Insight for Irono {
    fn rate(_knowledge: &Knowledge, _moves: &[Move], rates: &mut [f32]) {
        rates.fill(0.0);
    }

    fn rounds_left(&self) -> usize {
        1 - games::Game::rounds(self)
    }

    fn spread(_seats: u8) -> f32 {
        8.0
    }

    fn decisions_left(&self) -> u32 {
        100
    }

    advised_by_search!();
}
