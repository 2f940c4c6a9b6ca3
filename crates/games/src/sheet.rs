//! The score sheet: the points of each seat, round by round.

use cards::{List, Seats};

/// At most `R` rounds of at most `S` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet<const S: usize, const R: usize> {
    seats: u8,
    rounds: List<Row<S>, R>,
}

/// One round's points, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row<const S: usize>([i16; S]);

impl<const S: usize> Default for Row<S> {
    fn default() -> Row<S> {
        Row([0; S])
    }
}

impl<const S: usize, const R: usize> Sheet<S, R> {
    /// An empty sheet for a table of `seats`.
    pub fn new(seats: u8) -> Sheet<S, R> {
        Sheet { seats, rounds: List::new() }
    }

    /// Writes down a round.
    pub fn push(&mut self, points: [i16; S]) {
        self.rounds.push(Row(points));
    }

    /// How many rounds are written down.
    #[inline]
    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    /// Whether no round is written down.
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// The points of a round.
    pub fn round(&self, round: usize) -> &[i16] {
        &self.rounds[round].0[..self.seats.into()]
    }

    /// The points of all rounds.
    pub fn rounds(&self) -> Vec<Vec<i16>> {
        (0..self.len()).map(|round| self.round(round).to_vec()).collect()
    }

    /// The sum of each seat.
    #[inline]
    pub fn totals(&self) -> [i32; S] {
        let mut totals = [0; S];
        for row in &*self.rounds {
            for (total, points) in totals.iter_mut().zip(row.0) {
                *total += i32::from(points);
            }
        }
        totals
    }

    /// The seats with the highest total.
    pub fn leaders(&self) -> Seats {
        let totals = self.totals();
        cards::Seat::all(self.seats)
            .filter(|seat| totals[..self.seats.into()].iter().all(|&total| total <= totals[seat.index()]))
            .collect()
    }
}
