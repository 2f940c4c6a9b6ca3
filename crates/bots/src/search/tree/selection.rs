//! Which move is tried next at a node of the tree.

use cards::{Quick, Random, Seat};
use games::Moves;

use super::super::Skill;
use super::super::code::{Codes, MoveCode};
use super::{NONE, Tree};
use crate::Strategy;

/// Each move at the root gets at least this part of an even share of the iterations, so that its figures mean something.
const FLOOR: f32 = 0.15;
/// The part of a move's probability that does not depend on its rating.
const OPEN: f32 = 0.1;

impl<M: MoveCode + Default> Tree<M> {
    /// Chooses one of the legal moves at a node, and tells whether it is new.
    pub(super) fn choose<G: Strategy<Move = M>>(
        &mut self,
        node: u32,
        state: &G,
        mover: Seat,
        moves: &Moves<M>,
        skill: &Skill,
        random: &mut Quick,
    ) -> (u32, bool) {
        let (count, _, squares) = self.spread;
        let selection = Selection {
            legal: Codes::of(moves),
            exploration: skill.exploration * (squares / count.max(1.0)).max(1e-6).sqrt(),
            floor: if node == 0 { FLOOR * count / moves.len() as f32 } else { 0.0 },
        };
        // At the root the search decides, not the ratings.
        if skill.guided && node != 0 {
            let mut likely = [0.0; 64];
            G::rate(&state.knows(Some(mover)), moves, &mut likely[..moves.len()]);
            likelihoods(&mut likely[..moves.len()]);
            self.choose_by_ratings(node, moves, &likely, &selection)
        } else {
            self.choose_by_visits(node, moves, &selection, random)
        }
    }

    /// Upper confidence bounds: moves that were never tried come first, then those that do well or were tried seldom
    /// for how often they were legal.
    fn choose_by_visits(
        &mut self,
        node: u32,
        moves: &Moves<M>,
        selection: &Selection,
        random: &mut Quick,
    ) -> (u32, bool) {
        let (mut tried, mut count_tried) = (Codes::default(), 0);
        let (mut best, mut best_score) = (NONE, f32::MIN);
        let mut at = self.nodes[node as usize].edges;
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if selection.legal.contains(edge.code) {
                edge.available += 1;
                if edge.visits > 0 {
                    tried.insert(edge.code);
                    count_tried += 1;
                    let visits = edge.visits as f32;
                    let score = if visits < selection.floor {
                        f32::MAX - visits
                    } else {
                        edge.sum / visits + selection.exploration * (log(edge.available) / visits).sqrt()
                    };
                    if score > best_score {
                        (best, best_score) = (at, score);
                    }
                }
            }
            at = edge.next;
        }
        if count_tried == moves.len() {
            return (best, false);
        }
        let mut untried = moves.iter().filter(|chosen| !tried.contains(chosen.code()));
        let pick = random.below((moves.len() - count_tried) as u32) as usize;
        let chosen = *untried.nth(pick).expect("so many were not tried");
        (self.edge_at(node, chosen), true)
    }

    /// Guided by ratings: the exploration bonus of a move is in proportion to the probability that a seat with these
    /// cards chooses it, and shrinks with its visits. Only moves that are legal here compete.
    fn choose_by_ratings(
        &mut self,
        node: u32,
        moves: &Moves<M>,
        likely: &[f32; 64],
        selection: &Selection,
    ) -> (u32, bool) {
        let mut edge_of = [NONE; 64];
        let (mut visits, mut sum) = (0, 0.0);
        let mut at = self.nodes[node as usize].edges;
        while at != NONE {
            let edge = &self.edges[at as usize];
            if selection.legal.contains(edge.code) {
                visits += edge.visits;
                sum += edge.sum;
                if let Some(place) = moves.iter().position(|chosen| chosen.code() == edge.code) {
                    edge_of[place] = at;
                }
            }
            at = edge.next;
        }
        // A move that was never tried counts as the mean of the others.
        let mean = if visits > 0 { sum / visits as f32 } else { 0.0 };
        let eagerness = selection.exploration * (visits as f32 + 1.0).sqrt();
        let (mut best, mut best_score) = (0, f32::MIN);
        for (place, &likely) in likely[..moves.len()].iter().enumerate() {
            let (tried, worth) = match edge_of[place] {
                NONE => (0.0, mean),
                at => {
                    let edge = &self.edges[at as usize];
                    let tried = edge.visits as f32;
                    (tried, if edge.visits > 0 { edge.sum / tried } else { mean })
                }
            };
            let score = worth + eagerness * likely / (1.0 + tried);
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
        let edge = match edge_of[best] {
            NONE => self.edge_at(node, moves[best]),
            at => at,
        };
        (edge, self.edges[edge as usize].visits == 0)
    }
}

/// What the selection at one node goes by.
struct Selection {
    legal: Codes,
    exploration: f32,
    /// A move with fewer visits than this is chosen at once.
    floor: f32,
}

/// Turns ratings into probabilities, a part of them spread evenly.
fn likelihoods(rates: &mut [f32]) {
    let highest = rates.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for rate in rates.iter_mut() {
        *rate = (*rate - highest).exp();
        sum += *rate;
    }
    let even = OPEN / rates.len() as f32;
    for rate in rates.iter_mut() {
        *rate = even + (1.0 - OPEN) * *rate / sum;
    }
}

/// The natural logarithm, good to a few hundredths: the exponent of a float is its logarithm, the rest of it a
/// straight line between.
#[inline]
fn log(count: u32) -> f32 {
    let bits = (count as f32).to_bits();
    ((bits as f32) / (1u32 << 23) as f32 - 126.94) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_logarithm_is_close() {
        for count in 1..100_000u32 {
            let exact = (f64::from(count)).ln() as f32;
            assert!((log(count) - exact).abs() < 0.06, "{count}: {} for {exact}", log(count));
        }
    }
}
