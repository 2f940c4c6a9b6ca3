//! Linear ratings: a game says which features describe a move, and self-play has taught how much each of them counts.

use crate::{Strategy, data};

/// How many kinds of decisions a game has; each has its own weights.
pub const KINDS: usize = 5;

/// A game whose moves have a linear rating.
pub trait LinearRating<const FEATURES: usize>: Strategy {
    /// The names of the kinds of decisions in the table.
    const KINDS: [&'static str; KINDS];
    /// How much a point of lead counts in a rating.
    const SHARPNESS: f32;

    /// Calls `tell` for each move in turn, with its kind of decision and its features.
    fn describe(knowledge: &Self::Knowledge, moves: &[Self::Move], tell: impl FnMut(usize, &[f32; FEATURES]));
}

/// What each feature adds to the lead in points, for each kind of decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights<const FEATURES: usize>(pub [[f32; FEATURES]; KINDS]);

impl<const FEATURES: usize> Weights<FEATURES> {
    /// Reads a table with a row for each kind of decision.
    pub fn read<G: LinearRating<FEATURES>>(text: &str) -> Weights<FEATURES> {
        Weights(G::KINDS.map(|kind| data::row(text, kind)))
    }

    /// The rows of such a table.
    pub fn text<G: LinearRating<FEATURES>>(&self) -> String {
        G::KINDS.iter().zip(&self.0).map(|(kind, weights)| data::row_text(kind, weights)).collect()
    }

    #[inline]
    pub fn rate<G: LinearRating<FEATURES>>(
        &self,
        knowledge: &G::Knowledge,
        moves: &[G::Move],
        rates: &mut [f32],
    ) {
        let mut rates = rates.iter_mut();
        G::describe(knowledge, moves, |kind, features| {
            if let Some(rate) = rates.next() {
                *rate = G::SHARPNESS * sum(features, &self.0[kind]);
            }
        });
    }
}

/// The weighted sum, in four parts that the processor adds at the same time.
#[inline]
fn sum<const FEATURES: usize>(features: &[f32; FEATURES], weights: &[f32; FEATURES]) -> f32 {
    let mut sums = [0.0; 4];
    for (features, weights) in features.chunks_exact(4).zip(weights.chunks_exact(4)) {
        for at in 0..4 {
            sums[at] += features[at] * weights[at];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
