//! The results of a deal: sums over all its games, for each contestant.

use std::time::Duration;

use cards::Seat;
use games::Game;

use super::Seating;
use super::decider::BonusCount;

/// All games of one deal.
#[derive(Clone, Debug, PartialEq)]
pub struct DealBlock {
    /// One for each contestant.
    pub tallies: Vec<ContestantTally>,
}

/// The results of a contestant, summed over its seats and games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContestantTally {
    /// Counted once a game.
    pub seats: f64,
    pub points: f64,
    /// Games won; a shared victory counts in part.
    pub wins: f64,
    /// Counted once a seat.
    pub rounds: f64,
    pub bonuses: f64,
    pub time: ThinkingTime,
}

/// How long a contestant took for its decisions. Moves without a choice are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThinkingTime {
    pub decisions: u64,
    pub total: Duration,
    pub longest: Duration,
    /// Decisions over the limit by more than a busy machine explains.
    pub overruns: u64,
    /// The sum of the effective sample sizes.
    pub worlds: f64,
}

impl DealBlock {
    pub fn new(contestants: usize) -> DealBlock {
        DealBlock { tallies: vec![ContestantTally::default(); contestants] }
    }

    /// Counts a game that is over.
    pub fn count<G: Game>(&mut self, state: &G, seating: &Seating, rotation: usize, bonuses: &BonusCount<G>) {
        let winners = state.winners();
        for (seat, points) in Seat::all(state.seats()).zip(state.totals()) {
            let tally = &mut self.tallies[seating.at(rotation, seat)];
            tally.seats += 1.0;
            tally.points += f64::from(points);
            tally.rounds += state.rounds() as f64;
            tally.bonuses += bonuses.of(seat);
            if winners.contains(seat) {
                tally.wins += 1.0 / f64::from(winners.len());
            }
        }
    }
}

impl ContestantTally {
    /// The win rate of a seat.
    pub fn share(&self) -> f64 {
        self.wins / self.seats
    }
}

impl ThinkingTime {
    /// Counts a decision, with its time limit if it had one and its effective sample size.
    pub fn count(&mut self, taken: Duration, limit: Option<Duration>, worlds: f64) {
        self.worlds += worlds;
        self.decisions += 1;
        self.total += taken;
        self.longest = self.longest.max(taken);
        if limit.is_some_and(|limit| taken > limit.mul_f64(1.2) + Duration::from_millis(20)) {
            self.overruns += 1;
        }
    }

    pub fn mean(&self) -> Duration {
        self.total.div_f64(self.decisions.max(1) as f64)
    }

    /// The mean effective sample size of a decision.
    pub fn mean_worlds(&self) -> f64 {
        self.worlds / self.decisions.max(1) as f64
    }

    pub fn add(&mut self, other: &ThinkingTime) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.overruns += other.overruns;
        self.worlds += other.worlds;
    }
}
