//! Search: what each legal move is worth, over worlds that a seat could be in.

mod rollout;

use std::time::{Duration, Instant};

use cards::{Quick, Random, Seat};

use crate::Insight;

/// How far a bot may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So long by the clock.
    Time(Duration),
    /// So many iterations, on one core: the same seed then gives the same answer on every machine.
    Iterations(u32),
}

/// The means a bot has for one decision.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// How far it may think.
    pub limit: Limit,
    /// How many cores it may use when it is bound by time.
    pub threads: usize,
}

/// How a bot searches.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// The most worlds it imagines, if there is a bound other than time.
    pub most_worlds: Option<u32>,
    /// Whether worlds are weighted by how likely the play that was seen was in them.
    pub infers: bool,
    /// Whether rollouts follow what looks best at a glance, rather than chance.
    pub guided: bool,
    /// Whether it looks ahead in a tree, and not one move deep.
    pub tree: bool,
    /// Whether the end of a round is searched to the last card.
    pub exact: bool,
}

impl Skill {
    /// A first opponent.
    pub const EASY: Skill =
        Skill { most_worlds: Some(8), infers: false, guided: true, tree: false, exact: false };
    /// A good opponent.
    pub const NORMAL: Skill =
        Skill { most_worlds: Some(40), infers: false, guided: true, tree: false, exact: true };
    /// All there is.
    pub const STRONG: Skill =
        Skill { most_worlds: None, infers: true, guided: true, tree: true, exact: true };
    /// The baseline.
    pub const ISMCTS: Skill =
        Skill { most_worlds: None, infers: false, guided: false, tree: true, exact: false };
}

/// A legal move and what is thought of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub chosen: M,
    /// The points of this round, or of the game where it has one round, by which the seat is expected to come out
    /// ahead of the average of the others.
    pub value: f64,
    /// The chance to win the game; shared victories count in part.
    pub win: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// In how many worlds it was tried.
    pub worlds: u32,
    /// How often the bot would choose it.
    pub share: f64,
}

/// What is thought of all legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// One for each legal move, in the order of the moves given.
    pub candidates: Vec<Candidate<M>>,
    /// How many iterations were made in all.
    pub iterations: u64,
    /// How many equally likely worlds would tell as much as those imagined, which are not equally likely; 0 where
    /// nothing is hidden.
    pub effective: f64,
}

impl<M: Copy + PartialEq> Advice<M> {
    /// Chooses a move as often as its share says.
    pub fn choose(&self, random: &mut impl Random) -> M {
        let mut point = f64::from(random.word()) / (f64::from(u32::MAX) + 1.0);
        for candidate in &self.candidates {
            point -= candidate.share;
            if point < 0.0 {
                return candidate.chosen;
            }
        }
        // The shares add up to 1 but for rounding.
        let likely = self.candidates.iter().max_by(|one, other| one.share.total_cmp(&other.share));
        likely.expect("there is a legal move").chosen
    }

    pub(crate) fn share_evenly(&mut self) {
        let share = 1.0 / self.candidates.len() as f64;
        for candidate in &mut self.candidates {
            candidate.share = share;
        }
    }

    pub(crate) fn share_all_to(&mut self, chosen: M) {
        for candidate in &mut self.candidates {
            candidate.share = if candidate.chosen == chosen { 1.0 } else { 0.0 };
        }
    }
}

/// Weighs a seat's legal moves.
pub fn advise<G: Insight>(
    knowledge: &G::Knowledge,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    let start = Instant::now();
    let mut sums = vec![(0.0f64, 0.0f64, 0.0f64); moves.len()];
    let mut worlds = 0u32;
    loop {
        let done = match thinking.limit {
            Limit::Time(time) => start.elapsed() >= time,
            Limit::Iterations(count) => worlds * moves.len() as u32 >= count,
        };
        if worlds > 0 && (done || skill.most_worlds.is_some_and(|most| worlds >= most)) {
            break;
        }
        let world = G::sample(knowledge, random);
        for (sum, &chosen) in sums.iter_mut().zip(moves) {
            let (worth, points) = rollout::play_out(world, seat, chosen, skill, random);
            sum.0 += worth;
            sum.1 += worth * worth;
            sum.2 += points;
        }
        worlds += 1;
    }
    let n = f64::from(worlds);
    let candidates: Vec<_> = moves
        .iter()
        .zip(&sums)
        .map(|(&chosen, &(sum, squares, points))| Candidate {
            chosen,
            value: points / n,
            win: sum / n,
            error: ((squares / n - (sum / n) * (sum / n)).max(0.0) / n).sqrt(),
            worlds,
            share: 0.0,
        })
        .collect();
    let best =
        candidates.iter().max_by(|one, other| one.win.total_cmp(&other.win)).expect("a legal move").chosen;
    let mut advice = Advice { candidates, iterations: u64::from(worlds) * moves.len() as u64, effective: n };
    advice.share_all_to(best);
    advice
}
