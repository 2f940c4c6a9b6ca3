//! Ratings that are weighted sums: which terms describe a move is said by each game, and how much each of them counts
//! was learned by self-play (see `train::ratings`). Both read the terms from the same place.

use crate::{Insight, data};

/// How many kinds of decisions have weights of their own.
pub const KINDS: usize = 5;

/// A game whose moves are rated by weighted terms.
pub trait Weighed<const TERMS: usize>: Insight {
    /// The kinds of decisions, as the table names them.
    const KINDS: [&'static str; KINDS];
    /// How decided a sensible player is: by so much a point of lead counts in a rating.
    const SHARPNESS: f32;

    /// Tells of each move in turn what kind of decision it belongs to, and its terms.
    fn describe(knowledge: &Self::Knowledge, moves: &[Self::Move], tell: impl FnMut(usize, &[f32; TERMS]));
}

/// What each term adds to the lead in points, for each kind of decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights<const TERMS: usize>(pub [[f32; TERMS]; KINDS]);

impl<const TERMS: usize> Weights<TERMS> {
    /// Reads a table with a row for each kind of decision.
    pub fn read<G: Weighed<TERMS>>(text: &str) -> Weights<TERMS> {
        Weights(G::KINDS.map(|kind| data::row(text, kind)))
    }

    /// The rows of such a table.
    pub fn text<G: Weighed<TERMS>>(&self) -> String {
        G::KINDS.iter().zip(&self.0).map(|(kind, weights)| data::row_text(kind, weights)).collect()
    }

    /// Rates moves.
    #[inline]
    pub fn rate<G: Weighed<TERMS>>(&self, knowledge: &G::Knowledge, moves: &[G::Move], rates: &mut [f32]) {
        let mut rates = rates.iter_mut();
        G::describe(knowledge, moves, |kind, terms| {
            if let Some(rate) = rates.next() {
                *rate = G::SHARPNESS * sum(terms, &self.0[kind]);
            }
        });
    }
}

/// The weighted sum, in four parts that a processor adds at the same time.
#[inline]
fn sum<const TERMS: usize>(terms: &[f32; TERMS], weights: &[f32; TERMS]) -> f32 {
    let mut sums = [0.0; 4];
    for (terms, weights) in terms.chunks_exact(4).zip(weights.chunks_exact(4)) {
        for at in 0..4 {
            sums[at] += terms[at] * weights[at];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
