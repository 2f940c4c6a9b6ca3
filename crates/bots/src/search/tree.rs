//! Information-set Monte Carlo tree search from the view of one seat. Each iteration takes another world and walks down
//! one tree of moves. A move that is not legal in a world is left out there, and the number of visits in which it *was*
//! legal takes the place of its parent's visits in the choice. Every seat on the way plays for its own worth.

mod selection;

use cards::{Quick, Seat};
use games::{Moves, Turn};

use super::code::MoveCode;
use super::deadline::Deadline;
use super::rollout::{self, Ending};
use super::tally::MoveTally;
use super::worlds::Worlds;
use super::{Skill, exact};
use crate::Strategy;
use crate::strategy::is_settled;

/// No edge or node.
const NONE: u32 = u32::MAX;
/// A tree of this size grows no further; the search continues within it.
const MOST_NODES: usize = 1 << 20;

/// A position as the searching seat can tell it from others.
struct Node {
    /// The first of its moves.
    edges: u32,
    /// The next node after the same move, for another outcome.
    next: u32,
    /// The visible outcome of the moves that led here.
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
    /// The visits of the node in which it was legal; counted where the choice is by visits.
    available: u32,
    /// The sum of the endings' worths for the seat that moves.
    sum: f32,
}

impl<M: MoveCode> Edge<M> {
    fn new(chosen: M, next: u32) -> Edge<M> {
        Edge { chosen, code: chosen.code(), next, nodes: NONE, visits: 0, available: 0, sum: 0.0 }
    }
}

pub struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// The edges walked in this iteration, with the seats that chose them.
    path: Vec<(u32, Seat)>,
    tallies: Vec<MoveTally>,
    /// The number, mean and sum of squared deviations of all endings, for the root's seat.
    spread: (f32, f32, f32),
}

/// Grows a tree until the deadline, and returns what it found about each move.
pub fn grow<G: Strategy>(
    worlds: &mut Worlds<'_, G>,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    deadline: &Deadline,
    stops_early: bool,
    random: &mut Quick,
) -> Vec<MoveTally> {
    let mut tree = Tree::new(moves);
    let mut iterations = 0;
    loop {
        tree.iterate(worlds.next(random), seat, skill, random);
        iterations += 1;
        if deadline.is_up(iterations)
            || (stops_early && iterations.is_multiple_of(64) && tree.is_settled(deadline.used(iterations)))
        {
            return tree.tallies;
        }
    }
}

impl<M: MoveCode + Default> Tree<M> {
    fn new(moves: &[M]) -> Tree<M> {
        let mut tree = Tree {
            nodes: vec![Node { edges: NONE, next: NONE, outcome: 0 }],
            edges: Vec::with_capacity(1024),
            path: Vec::with_capacity(64),
            tallies: vec![MoveTally::default(); moves.len()],
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

    /// Whether no other move can catch up with the most visited one before the deadline.
    fn is_settled(&self, used: f64) -> bool {
        let visits = |tally: &MoveTally| f64::from(tally.visits);
        let sum: f64 = self.tallies.iter().map(visits).sum();
        let first = super::tally::best(&self.tallies);
        let others = self.tallies.iter().enumerate().filter(|&(at, _)| at != first);
        let second = others.map(|(_, tally)| visits(tally)).fold(0.0, f64::max);
        let left = sum / used.max(1e-9) - sum;
        visits(&self.tallies[first]) - second > left
    }

    /// One walk down the tree and one rollout.
    fn iterate<G: Strategy<Move = M>>(&mut self, world: G, seat: Seat, skill: &Skill, random: &mut Quick) {
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
                // There is nothing to choose, but the outcome may matter.
                state.play(mover, moves[0], &mut ()).expect("a listed move is legal");
                outcome = mix(outcome, state.visible_outcome());
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
            outcome = mix(0, state.visible_outcome());
            if is_new {
                break rollout::play_out(state, round, skill, random);
            }
        };
        self.learn(&ending, seat);
    }

    /// The node for this outcome of the last move of the path; made if it is new.
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

    /// The edge of a move at a node; made if it is new.
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

    /// Counts an ending for every move on the path.
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

/// Combines two outcomes in a row.
#[inline]
fn mix(before: u64, outcome: u64) -> u64 {
    (before ^ outcome).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
