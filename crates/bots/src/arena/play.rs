//! One game of a match: who decides, what time it takes, and which bonuses are hit.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use cards::{Quick, Seat, Seed};
use games::{Game, Log};

use super::{Block, Bonus, Contestant, Seating};
use crate::standing::SEATS;
use crate::{Insight, Limit, Thinking};

/// Decides for all seats of one game.
pub struct Decider<'a> {
    contestants: &'a [Contestant],
    seating: &'a Seating,
    rotation: usize,
    time: Duration,
    /// By seat, so that a contestant's chance does not depend on how often the others call on theirs.
    random: Vec<Quick>,
}

impl<'a> Decider<'a> {
    /// For a rotation of the game with this seed.
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
    pub fn choose<G: Insight>(
        &mut self,
        state: &G,
        seat: Seat,
        moves: &[G::Move],
        block: &mut Block,
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
            block.tallies[number].clock.count(start.elapsed(), limit, decision.effective);
        }
        decision.chosen
    }
}

/// Listens for bonuses in one game.
pub struct Hits<G> {
    seats: [u16; SEATS],
    game: PhantomData<G>,
}

impl<G> Default for Hits<G> {
    fn default() -> Hits<G> {
        Hits { seats: [0; SEATS], game: PhantomData }
    }
}

impl<G> Hits<G> {
    /// How often a seat hit it.
    pub fn of(&self, seat: Seat) -> f64 {
        f64::from(self.seats[seat.index()])
    }
}

impl<G: Game + Bonus> Log<G::Event> for Hits<G> {
    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if G::HAS_BONUS {
            for seat in G::hit(&event()).iter() {
                self.seats[seat.index()] += 1;
            }
        }
    }
}
