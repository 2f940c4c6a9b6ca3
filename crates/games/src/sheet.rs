//! The score sheet: the points of each seat, round by round.

use cards::{List, Seat, Seats};

/// A score sheet of any size.
pub trait ScoreSheet {
    /// How many rounds have been scored.
    fn len(&self) -> usize;
    /// The points of each seat in a round, from 0.
    fn round(&self, round: usize) -> &[i16];

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// At most `R` rounds of at most `S` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet<const S: usize, const R: usize> {
    seats: u8,
    rounds: List<RoundPoints<S>, R>,
}

/// One round's points, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RoundPoints<const S: usize>([i16; S]);

impl<const S: usize> Default for RoundPoints<S> {
    fn default() -> RoundPoints<S> {
        RoundPoints([0; S])
    }
}

impl<const S: usize, const R: usize> ScoreSheet for Sheet<S, R> {
    #[inline]
    fn len(&self) -> usize {
        self.rounds.len()
    }

    #[inline]
    fn round(&self, round: usize) -> &[i16] {
        &self.rounds[round].0[..self.seats.into()]
    }
}

impl<const S: usize, const R: usize> Sheet<S, R> {
    pub fn new(seats: u8) -> Sheet<S, R> {
        Sheet { seats, rounds: List::new() }
    }

    pub fn push(&mut self, points: [i16; S]) {
        self.rounds.push(RoundPoints(points));
    }

    /// The points of all rounds.
    pub fn rounds(&self) -> Vec<Vec<i16>> {
        (0..self.len()).map(|round| self.round(round).to_vec()).collect()
    }

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
        Seat::all(self.seats)
            .filter(|seat| totals[..self.seats.into()].iter().all(|&total| total <= totals[seat.index()]))
            .collect()
    }
}
