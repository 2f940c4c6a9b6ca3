//! What a search has found about each move.

use cards::Seat;

use super::rollout::Ending;

#[derive(Clone, Copy, Debug, Default)]
pub struct MoveTally {
    pub visits: u32,
    worth: f64,
    win: f64,
    win_squares: f64,
    lead: f64,
}

impl MoveTally {
    /// Counts another ending.
    #[inline]
    pub fn add(&mut self, ending: &Ending, seat: Seat) {
        let win = f64::from(ending.win_probabilities[seat.index()]);
        self.visits += 1;
        self.worth += f64::from(ending.worths[seat.index()]);
        self.win += win;
        self.win_squares += win * win;
        self.lead += f64::from(ending.lead(seat));
    }

    /// Adds what another search has found about the same move.
    pub fn merge(&mut self, other: &MoveTally) {
        self.visits += other.visits;
        self.worth += other.worth;
        self.win += other.win;
        self.win_squares += other.win_squares;
        self.lead += other.lead;
    }

    /// The mean of what the seat plays for.
    pub fn worth(&self) -> f64 {
        self.worth / self.count()
    }

    /// The mean win probability.
    pub fn win(&self) -> f64 {
        self.win / self.count()
    }

    /// The standard error of that mean.
    pub fn error(&self) -> f64 {
        let variance = (self.win_squares / self.count() - self.win() * self.win()).max(0.0);
        (variance / (self.count() - 1.0).max(1.0)).sqrt()
    }

    /// The mean lead in points at the end of the round.
    pub fn lead(&self) -> f64 {
        self.lead / self.count()
    }

    fn count(&self) -> f64 {
        f64::from(self.visits.max(1))
    }
}

/// The move to choose: the best of those that were tried at least half as often as any. Each core may have preferred
/// another move.
pub fn best(tallies: &[MoveTally]) -> usize {
    let most = tallies.iter().map(|tally| tally.visits).max().unwrap_or_default();
    (0..tallies.len())
        .filter(|&at| tallies[at].visits >= most.div_ceil(2))
        .max_by(|&one, &other| tallies[one].worth().total_cmp(&tallies[other].worth()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(visits: u32, worth: f64) -> MoveTally {
        MoveTally { visits, worth: worth * f64::from(visits), ..MoveTally::default() }
    }

    #[test]
    fn what_was_hardly_tried_is_not_chosen_and_of_the_rest_the_best_is() {
        assert_eq!(best(&[tally(100, 0.3), tally(90, 0.4), tally(10, 0.9)]), 1);
        assert_eq!(best(&[tally(100, 0.3), tally(40, 0.4)]), 0);
        assert_eq!(best(&[tally(1, 0.3)]), 0);
    }
}
