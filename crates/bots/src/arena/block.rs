//! The results of a deal: sums over all its games, for each contestant.

use std::time::Duration;

use cards::Seat;
use games::Game;

use super::{Hits, Seating};

/// All games of one deal.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// One for each contestant.
    pub tallies: Vec<Tally>,
}

/// What a contestant has reached, summed over its seats and games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Seats it has had, counted once a game.
    pub seats: f64,
    /// Its points.
    pub points: f64,
    /// Its victories, shared ones in part.
    pub wins: f64,
    /// Rounds that it has played, counted once a seat.
    pub rounds: f64,
    /// How many of them gave it the game's bonus.
    pub hits: f64,
    /// How it used its time.
    pub clock: Clock,
}

/// How a contestant used its time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Moves with a choice.
    pub decisions: u64,
    /// All time it took for them.
    pub total: Duration,
    /// The longest that one took.
    pub longest: Duration,
    /// How many took longer than allowed, by more than a busy machine explains.
    pub overruns: u64,
    /// The effective numbers of worlds that went into them.
    pub worlds: f64,
}

impl Block {
    /// Nothing yet.
    pub fn new(contestants: usize) -> Block {
        Block { tallies: vec![Tally::default(); contestants] }
    }

    /// Counts a game that is over.
    pub fn count<G: Game>(&mut self, state: &G, seating: &Seating, rotation: usize, hits: &Hits<G>) {
        let winners = state.winners();
        for (seat, points) in Seat::all(state.seats()).zip(state.totals()) {
            let tally = &mut self.tallies[seating.at(rotation, seat)];
            tally.seats += 1.0;
            tally.points += f64::from(points);
            tally.rounds += state.rounds() as f64;
            tally.hits += hits.of(seat);
            if winners.contains(seat) {
                tally.wins += 1.0 / f64::from(winners.len());
            }
        }
    }
}

impl Tally {
    /// The part of its games that it won, by seat.
    pub fn share(&self) -> f64 {
        self.wins / self.seats
    }
}

impl Clock {
    /// Counts a decision that took so long under a limit, if there was one, and so many worlds.
    pub fn count(&mut self, taken: Duration, limit: Option<Duration>, worlds: f64) {
        self.worlds += worlds;
        self.decisions += 1;
        self.total += taken;
        self.longest = self.longest.max(taken);
        if limit.is_some_and(|limit| taken > limit.mul_f64(1.2) + Duration::from_millis(20)) {
            self.overruns += 1;
        }
    }

    /// The mean time of a decision.
    pub fn mean(&self) -> Duration {
        self.total.div_f64(self.decisions.max(1) as f64)
    }

    /// The mean effective number of worlds of a decision.
    pub fn mean_worlds(&self) -> f64 {
        self.worlds / self.decisions.max(1) as f64
    }

    /// Adds the time of other decisions.
    pub fn add(&mut self, other: &Clock) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.overruns += other.overruns;
        self.worlds += other.worlds;
    }
}
