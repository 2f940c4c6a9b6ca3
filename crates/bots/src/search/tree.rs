//! Information-set Monte Carlo tree search, seen by one seat. Each iteration takes another world and walks down one
//! tree of moves; a move that is not legal in a world is left out there, and how often it *was* legal takes the
//! place of its parent's visits in the choice. Every seat on the way plays for its own worth.

use cards::{Quick, Random, Seat};
use games::{Moves, Turn};

use super::clock::Clock;
use super::code::{Code, Codes};
use super::rollout::{self, Ending};
use super::tally::Tally;
use super::worlds::Worlds;
use super::{Skill, exact};
use crate::Insight;
use crate::insight::is_settled;

/// No edge or node.
const NONE: u32 = u32::MAX;
/// Each move at the root gets at least this part of an even share of the iterations, so that its figures mean
/// something.
const FLOOR: f32 = 0.15;
/// How much of a move's likelihood has nothing to do with its rating.
const OPEN: f32 = 0.1;
/// A tree beyond this size grows no further; the search goes on within it.
const MOST_NODES: usize = 1 << 20;

/// A position as the searching seat can tell it from others.
struct Node {
    /// The first of its moves.
    edges: u32,
    /// The next node after the same move, with another outcome.
    next: u32,
    /// What everybody saw of the outcome of the moves that led here.
    outcome: u64,
}

/// A move at a node.
struct Edge<M> {
    chosen: M,
    code: u8,
    /// The node's next move.
    next: u32,
    /// The first node that this move leads to.
    nodes: u32,
    visits: u32,
    /// In how many visits of the node it was legal; counted where the choice is by visits.
    available: u32,
    /// The sum of what came of it, for the seat that moves.
    sum: f32,
}

impl<M: Code> Edge<M> {
    fn new(chosen: M, next: u32) -> Edge<M> {
        Edge { chosen, code: chosen.code(), next, nodes: NONE, visits: 0, available: 0, sum: 0.0 }
    }
}

/// A tree under growth.
pub struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// The edges walked in this iteration, with the seats that chose them.
    path: Vec<(u32, Seat)>,
    tallies: Vec<Tally>,
    /// Of all endings so far, for the root's seat: their number, mean and sum of squared deviations.
    spread: (f32, f32, f32),
}

/// Grows a tree until time is up and returns what was seen of each move.
pub fn grow<G: Insight>(
    worlds: &mut Worlds<'_, G>,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    clock: &Clock,
    settles: bool,
    random: &mut Quick,
) -> Vec<Tally> {
    let mut tree = Tree::new(moves);
    let mut iterations = 0;
    loop {
        tree.iterate(worlds.next(random), seat, skill, random);
        iterations += 1;
        if clock.is_up(iterations)
            || (settles && iterations.is_multiple_of(64) && tree.is_settled(clock.used(iterations)))
        {
            return tree.tallies;
        }
    }
}

impl<M: Code + Default> Tree<M> {
    fn new(moves: &[M]) -> Tree<M> {
        let mut tree = Tree {
            nodes: vec![Node { edges: NONE, next: NONE, outcome: 0 }],
            edges: Vec::with_capacity(1024),
            path: Vec::with_capacity(64),
            tallies: vec![Tally::default(); moves.len()],
            spread: (0.0, 0.0, 0.0),
        };
        // The root's moves are the first edges, in the order they were given; the list is linked back to front.
        for (at, &chosen) in moves.iter().enumerate() {
            let next = if at + 1 < moves.len() { at as u32 + 1 } else { NONE };
            tree.edges.push(Edge::new(chosen, next));
        }
        tree.nodes[0].edges = 0;
        tree
    }

    /// Whether the move that was tried most cannot be caught up with in the time that is left.
    fn is_settled(&self, used: f64) -> bool {
        let visits = |tally: &Tally| f64::from(tally.visits);
        let sum: f64 = self.tallies.iter().map(visits).sum();
        let first = super::tally::best(&self.tallies);
        let others = self.tallies.iter().enumerate().filter(|&(at, _)| at != first);
        let second = others.map(|(_, tally)| visits(tally)).fold(0.0, f64::max);
        let left = sum / used.max(1e-9) - sum;
        visits(&self.tallies[first]) - second > left
    }

    /// One walk down the tree and one rollout.
    fn iterate<G: Insight<Move = M>>(&mut self, world: G, seat: Seat, skill: &Skill, random: &mut Quick) {
        let round = world.rounds();
        let mut state = world;
        let mut moves = Moves::new();
        let mut node = 0;
        let mut outcome = 0u64;
        self.path.clear();
        let ending = loop {
            if is_settled(&state, round) {
                break Ending::of(&state);
            }
            let Turn::Move(seats) = state.turn() else {
                rollout::deal(&mut state, random);
                continue;
            };
            let Some(mover) = seats.first() else { break Ending::of(&state) };
            if skill.exact && !self.path.is_empty() && state.decisions_left() <= G::EXACT_IN_ROLLOUTS {
                break exact::solve(&state, round);
            }
            state.legal(mover, &mut moves);
            if moves.len() == 1 && !self.path.is_empty() {
                // There is nothing to choose; but what came of it may matter.
                state.play(mover, moves[0], &mut ()).expect("a listed move is legal");
                outcome = mix(outcome, state.outcome());
                continue;
            }
            if !self.path.is_empty() {
                node = self.node_after(outcome);
                if node == NONE {
                    break rollout::play_out(state, round, skill, random);
                }
            }
            let (edge, is_new) = self.choose::<G>(node, &state, mover, &moves, skill, random);
            self.path.push((edge, mover));
            let chosen = self.edges[edge as usize].chosen;
            state.play(mover, chosen, &mut ()).expect("a listed move is legal");
            outcome = mix(0, state.outcome());
            if is_new {
                break rollout::play_out(state, round, skill, random);
            }
        };
        self.learn(&ending, seat);
    }

    /// The node after the last move of the path with this outcome, made if it is new.
    fn node_after(&mut self, outcome: u64) -> u32 {
        let Some(&(edge, _)) = self.path.last() else { return 0 };
        let first = self.edges[edge as usize].nodes;
        let mut node = first;
        while node != NONE {
            let found = &self.nodes[node as usize];
            if found.outcome == outcome {
                return node;
            }
            node = found.next;
        }
        if self.nodes.len() >= MOST_NODES {
            return NONE;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { edges: NONE, next: first, outcome });
        self.edges[edge as usize].nodes = new;
        new
    }

    /// Chooses one of the legal moves at a node, and says whether it was never tried.
    fn choose<G: Insight<Move = M>>(
        &mut self,
        node: u32,
        state: &G,
        mover: Seat,
        moves: &Moves<M>,
        skill: &Skill,
        random: &mut Quick,
    ) -> (u32, bool) {
        let (count, _, squares) = self.spread;
        let choice = Choice {
            legal: Codes::of(moves),
            curiosity: skill.curiosity * (squares / count.max(1.0)).max(1e-6).sqrt(),
            floor: if node == 0 { FLOOR * count / moves.len() as f32 } else { 0.0 },
        };
        // At the root it is the search that decides, and not the ratings.
        if skill.guided && node != 0 {
            let mut likely = [0.0; 64];
            G::rate(&state.knows(Some(mover)), moves, &mut likely[..moves.len()]);
            likelihoods(&mut likely[..moves.len()]);
            self.choose_by_ratings(node, moves, &likely, &choice)
        } else {
            self.choose_by_visits(node, moves, &choice, random)
        }
    }

    /// The choice of one who knows nothing of the game: what was never tried comes first, and then what does well or
    /// was tried seldom for how often it was legal.
    fn choose_by_visits(
        &mut self,
        node: u32,
        moves: &Moves<M>,
        choice: &Choice,
        random: &mut Quick,
    ) -> (u32, bool) {
        let (mut tried, mut count_tried) = (Codes::default(), 0);
        let (mut best, mut best_score) = (NONE, f32::MIN);
        let mut at = self.nodes[node as usize].edges;
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if choice.legal.contains(edge.code) {
                edge.available += 1;
                if edge.visits > 0 {
                    tried.insert(edge.code);
                    count_tried += 1;
                    let visits = edge.visits as f32;
                    let score = if visits < choice.floor {
                        f32::MAX - visits
                    } else {
                        edge.sum / visits + choice.curiosity * (log(edge.available) / visits).sqrt()
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

    /// The choice of one who has ratings to go by. A move is as interesting as it is likely to be chosen by a seat
    /// with these very cards, less so the more often it was tried; what does well gains on that in time. Only moves
    /// that are legal here are weighed against each other.
    fn choose_by_ratings(
        &mut self,
        node: u32,
        moves: &Moves<M>,
        likely: &[f32; 64],
        choice: &Choice,
    ) -> (u32, bool) {
        let mut edge_of = [NONE; 64];
        let (mut visits, mut sum) = (0, 0.0);
        let mut at = self.nodes[node as usize].edges;
        while at != NONE {
            let edge = &self.edges[at as usize];
            if choice.legal.contains(edge.code) {
                visits += edge.visits;
                sum += edge.sum;
                if let Some(place) = moves.iter().position(|chosen| chosen.code() == edge.code) {
                    edge_of[place] = at;
                }
            }
            at = edge.next;
        }
        // What was never tried is taken to be as good as the rest.
        let mean = if visits > 0 { sum / visits as f32 } else { 0.0 };
        let eagerness = choice.curiosity * (visits as f32 + 1.0).sqrt();
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

    /// The edge of a move at a node, made if it is new.
    fn edge_at(&mut self, node: u32, chosen: M) -> u32 {
        let first = self.nodes[node as usize].edges;
        let mut at = first;
        while at != NONE {
            if self.edges[at as usize].code == chosen.code() {
                return at;
            }
            at = self.edges[at as usize].next;
        }
        let new = self.edges.len() as u32;
        self.edges.push(Edge::new(chosen, first));
        self.nodes[node as usize].edges = new;
        new
    }

    /// Tells every move on the path what came of it.
    fn learn(&mut self, ending: &Ending, seat: Seat) {
        for &(edge, mover) in &self.path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += ending.worths[mover.index()];
        }
        if let Some(&(edge, _)) = self.path.first() {
            self.tallies[edge as usize].add(ending, seat);
        }
        let (count, mean, squares) = &mut self.spread;
        let worth = ending.worths[seat.index()];
        *count += 1.0;
        let off = worth - *mean;
        *mean += off / *count;
        *squares += off * (worth - *mean);
    }
}

/// What counts for a choice at a node.
struct Choice {
    legal: Codes,
    curiosity: f32,
    /// A move that was tried less often than this is chosen at once.
    floor: f32,
}

/// Turns ratings into how likely each move is to be chosen, a part of it spread evenly.
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

/// Two outcomes in a row as one.
#[inline]
fn mix(before: u64, outcome: u64) -> u64 {
    (before ^ outcome).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
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
