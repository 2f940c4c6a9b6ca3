//! The bot of *Koi-Koi*: it rates cards by the yaku that both players may be making, and a call of `koi` by the win
//! probability.

pub mod card_values;
pub mod decide;
mod goals;
mod greedy;
pub mod learned;
pub mod rating;
#[cfg(test)]
mod tests;
pub mod win_table;

use cards::{Card as _, Quick, Seat};
use games::Game;
use games::koi_koi::{Knowledge, KoiKoi, Move};

use crate::strategy::{advised_by_search, advised_with_open_cards};
use crate::{MoveCode, PerSeat, SEATS, Strategy};
use learned::Learned;

impl Strategy for KoiKoi {
    /// Exact search would foresee the cards turned from the pile, so only the last turn is searched in this way.
    const EXACT_AT_ROOT: u32 = 5;
    const EXACT_IN_ROLLOUTS: u32 = 5;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        rating::rate(Learned::checked_in(), knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::rate(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        usize::from(self.options().rounds) - self.rounds()
    }

    fn points_deviation(_seats: u8) -> f32 {
        21.0
    }

    fn win_probabilities(&self, totals: &PerSeat) -> PerSeat {
        let lead = (totals[0] - totals[1]) as i32;
        let rounds = self.rounds_left();
        let first = match self.oya() {
            Some(oya) => Learned::checked_in().win_table.win_probability(lead, rounds, oya == Seat(0)),
            None => 0.5,
        };
        let mut probabilities = [0.0; SEATS];
        probabilities[0] = first;
        probabilities[1] = 1.0 - first;
        probabilities
    }

    /// A turn has at most a card from the hand, a choice of what the turned card captures, and a decision; before the
    /// first turn the hands are chosen. And each of eight attempts with the wild gaji may be undone.
    fn decisions_left(&self) -> u32 {
        let attempts = if self.options().gaji { 8 } else { 0 };
        2 + 3 * self.turns_left() as u32 + attempts
    }

    fn visible_outcome(&self) -> u64 {
        KoiKoi::outcome(self)
    }

    fn reshuffle(&mut self, random: &mut Quick) {
        self.shuffle_pile(random);
    }

    advised_by_search!();
}

impl MoveCode for Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            // A chosen capture is one of two cards of the month; months have four cards, which lie together.
            Move::Play(card, on) => 4 * card.index() + on.index() % 4,
            Move::Wild(on) => 192 + on.index(),
            Move::Take(card) => card.index(),
            Move::Keep | Move::Koi => 240,
            Move::Swap | Move::Stop => 241,
        }
    }
}
