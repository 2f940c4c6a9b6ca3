//! *Koi-Koi*: yaku in the making, both players', and a decision whose worth is a chance to win the game.

pub(crate) mod decide;
pub(crate) mod experience;
pub(crate) mod glance;
mod goals;
#[cfg(test)]
mod luck;
pub(crate) mod outlook;
pub(crate) mod tastes;
#[cfg(test)]
mod tests;

use cards::{Quick, Seat};
use games::Game;
use games::koi_koi::{Knowledge, KoiKoi, Move};

use crate::insight::{advised_by_search, advised_with_open_cards};
use crate::{Chances, Insight, SEATS, greedy};
use experience::Experience;

impl Insight for KoiKoi {
    /// Search with open cards would foresee what the pile turns up, so it is left to the very last turn.
    const EXACT_AT_ROOT: u32 = 5;
    const EXACT_IN_ROLLOUTS: u32 = 5;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        glance::rate(Experience::present(), knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::koi_koi(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        usize::from(self.options().rounds) - self.rounds()
    }

    fn spread(_seats: u8) -> f32 {
        21.0
    }

    fn chances(&self, totals: &Chances) -> Chances {
        let lead = (totals[0] - totals[1]) as i32;
        let rounds = self.rounds_left();
        let first = match self.oya() {
            Some(oya) => Experience::present().outlook.win_chance(lead, rounds, oya == Seat(0)),
            None => 0.5,
        };
        let mut chances = [0.0; SEATS];
        chances[0] = first;
        chances[1] = 1.0 - first;
        chances
    }

    /// A turn has at most a card from the hand, a choice of what the turned card captures, and a decision; before
    /// all turns the hands are chosen. And of eight attempts with the wild gaji each may be undone.
    fn decisions_left(&self) -> u32 {
        let attempts = if self.options().gaji { 8 } else { 0 };
        2 + 3 * self.turns_left() as u32 + attempts
    }

    fn outcome(&self) -> u64 {
        KoiKoi::outcome(self)
    }

    fn refresh(&mut self, random: &mut Quick) {
        self.shuffle_pile(random);
    }

    advised_by_search!();
}
