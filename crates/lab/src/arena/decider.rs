//! One game of a match: choosing moves, measuring the time they take, and counting bonuses.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use bots::{Limit, SEATS, Strategy, Thinking};
use cards::{Quick, Seat, Seed};
use games::Log;

use super::{Contestant, DealBlock, Seating};

/// Decides for all seats of one game.
pub struct Decider<'a> {
    contestants: &'a [Contestant],
    seating: &'a Seating,
    rotation: usize,
    time: Duration,
    /// One for each seat, so that a contestant's random numbers do not depend on how many the others draw.
    random: Vec<Quick>,
}

impl<'a> Decider<'a> {
    pub fn new(
        contestants: &'a [Contestant],
        seating: &'a Seating,
        rotation: usize,
        time: Duration,
        seed: &Seed,
    ) -> Decider<'a> {
        let own = |seat| Quick::for_seed(seed, &format!("arena {rotation} {seat}"));
        Decider { contestants, seating, rotation, time, random: (0..seating.seats()).map(own).collect() }
    }

    /// Chooses one of a seat's legal moves, and counts the time it took.
    pub fn choose<G: Strategy>(
        &mut self,
        state: &G,
        seat: Seat,
        moves: &[G::Move],
        block: &mut DealBlock,
    ) -> G::Move {
        let number = self.seating.at(self.rotation, seat);
        let contestant = self.contestants[number];
        let limit = contestant.limit(self.time);
        // The games are spread over the cores, so each decision has one.
        let thinking = Thinking::within(limit);
        let start = Instant::now();
        let decision = contestant.choose(state, seat, moves, &thinking, &mut self.random[seat.index()]);
        if moves.len() > 1 {
            let limit = match limit {
                Limit::Time(limit) if contestant.thinks() => Some(limit),
                _ => None,
            };
            block.tallies[number].time.count(start.elapsed(), limit, decision.effective);
        }
        decision.chosen
    }
}

/// Counts the bonuses of one game from its events.
pub struct BonusCount<G> {
    seats: [u16; SEATS],
    game: PhantomData<G>,
}

impl<G> Default for BonusCount<G> {
    fn default() -> BonusCount<G> {
        BonusCount { seats: [0; SEATS], game: PhantomData }
    }
}

impl<G> BonusCount<G> {
    /// How many bonuses a seat got.
    pub fn of(&self, seat: Seat) -> f64 {
        f64::from(self.seats[seat.index()])
    }
}

impl<G: Strategy> Log<G::Event> for BonusCount<G> {
    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if G::HAS_BONUS {
            for seat in G::bonus(&event()).iter() {
                self.seats[seat.index()] += 1;
            }
        }
    }
}
