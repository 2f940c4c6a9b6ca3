//! Search: what each legal move is worth, in the mean of sampled worlds.

mod code;
mod deadline;
mod exact;
mod flat;
mod rollout;
mod tally;
mod tree;
mod worlds;

use std::thread;
use std::time::Duration;

use cards::{Quick, Random, Seat};

use self::deadline::Deadline;
use self::tally::MoveTally;
use self::worlds::{Source, Worlds};
use crate::Strategy;

pub use self::code::MoveCode;
pub use self::rollout::deal;

/// How far a bot may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time(Duration),
    /// On one core: the same seed then gives the same answer on every machine.
    Iterations(u32),
}

/// What a bot may use for one decision.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    pub limit: Limit,
    /// How many cores it may use when it has a time limit.
    pub threads: usize,
    /// Whether to stop as soon as the choice is settled, rather than to improve the figures.
    pub stops_early: bool,
}

impl Thinking {
    /// Thinking on one core, and no longer than needed to choose.
    pub const fn within(limit: Limit) -> Thinking {
        Thinking { limit, threads: 1, stops_early: true }
    }
}

/// How a bot searches.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// The most worlds it samples, apart from the limit.
    pub most_worlds: Option<u32>,
    /// How far it draws conclusions from the play of others: a world's weight is the likelihood of that play, raised to
    /// this power. With 0 all worlds weigh the same.
    pub inference: f64,
    /// Whether rollouts follow the ratings, rather than random moves.
    pub guided: bool,
    /// Whether it grows a tree, rather than look one move deep.
    pub tree: bool,
    /// Whether it searches the end of a round exactly.
    pub exact: bool,
    /// The weight of the exploration bonus, in standard deviations of the endings seen so far.
    pub exploration: f32,
}

impl Skill {
    pub const EASY: Skill = Skill { most_worlds: Some(8), exact: false, ..Skill::NORMAL };
    pub const NORMAL: Skill = Skill { most_worlds: Some(40), inference: 0.0, tree: false, ..Skill::STRONG };
    pub const STRONG: Skill =
        Skill { most_worlds: None, inference: 0.7, guided: true, tree: true, exact: true, exploration: 1.0 };
    /// The baseline: plain search.
    pub const ISMCTS: Skill = Skill { inference: 0.0, guided: false, exact: false, ..Skill::STRONG };
}

/// A legal move and what the bot makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    pub chosen: M,
    /// The expected lead over the mean of the others when this round is over, in points.
    pub value: f64,
    /// The win probability; a shared victory counts in part.
    pub win: f64,
    /// The standard error of the win probability.
    pub error: f64,
    /// In how many worlds it was tried.
    pub worlds: u32,
    /// How often to choose it, against any opponent.
    pub share: f64,
    /// How often the bot itself chooses it: differs where it has a model of its opponent.
    pub played: f64,
}

/// What the bot makes of all legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// One for each legal move, in the order of the moves given.
    pub candidates: Vec<Candidate<M>>,
    pub iterations: u64,
    /// The effective sample size: as many equally likely worlds would tell as much. 0 where nothing is hidden.
    pub effective: f64,
}

/// The move a bot chose, and the effective sample size behind it, as in [`Advice::effective`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenMove<M> {
    pub chosen: M,
    pub effective: f64,
}

impl<M: Copy + PartialEq> Advice<M> {
    /// Chooses a move as often as the bot plays it.
    pub fn decide(&self, random: &mut impl Random) -> ChosenMove<M> {
        ChosenMove { chosen: self.choose(random), effective: self.effective }
    }

    /// Chooses a move as often as the bot plays it.
    pub fn choose(&self, random: &mut impl Random) -> M {
        let mut point = fraction(random);
        for candidate in &self.candidates {
            point -= candidate.played;
            if point < 0.0 {
                return candidate.chosen;
            }
        }
        // The frequencies add up to 1, but for rounding.
        let likely = self.candidates.iter().max_by(|one, other| one.played.total_cmp(&other.played));
        likely.expect("there is a legal move").chosen
    }

    pub(crate) fn share_evenly(&mut self) {
        let share = 1.0 / self.candidates.len() as f64;
        self.share_by(|_| share);
    }

    pub(crate) fn share_all_to(&mut self, chosen: M) {
        self.share_by(|candidate| if candidate == chosen { 1.0 } else { 0.0 });
    }

    fn share_by(&mut self, share: impl Fn(M) -> f64) {
        for candidate in &mut self.candidates {
            candidate.share = share(candidate.chosen);
            candidate.played = candidate.share;
        }
    }
}

/// A random number from 0 up to 1.
fn fraction(random: &mut impl Random) -> f64 {
    f64::from(random.word()) / (f64::from(u32::MAX) + 1.0)
}

/// Searches a seat's legal moves by what it knows.
pub fn advise<G: Strategy>(
    knowledge: &G::Knowledge,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    think(Source::<G>::Knowledge(knowledge), seat, moves, skill, thinking, random)
}

/// The same with all cards open.
pub(crate) fn advise_omniscient<G: Strategy>(
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    think(Source::Truth(state), seat, moves, &Skill::STRONG, thinking, random)
}

/// The same with open hands, but a shuffled pile: for experiments.
pub fn advise_seeing_hands<G: Strategy>(
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    think(Source::Hands(state), seat, moves, &Skill::STRONG, thinking, random)
}

/// The findings of one core.
struct Findings {
    tallies: Vec<MoveTally>,
    effective: f64,
}

fn think<G: Strategy>(
    source: Source<'_, G>,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    let deadline = Deadline::start(thinking);
    let search = |mut random: Quick| {
        let mut worlds = Worlds::new(source, seat, skill.inference);
        let near = skill.exact && worlds.next(&mut random).decisions_left() <= G::EXACT_AT_ROOT;
        let tallies = if skill.tree && !near && !G::is_flat(moves) {
            tree::grow(&mut worlds, seat, moves, skill, &deadline, thinking.stops_early, &mut random)
        } else {
            flat::weigh(&mut worlds, seat, moves, skill, &deadline, thinking.stops_early, &mut random)
        };
        Findings { tallies, effective: worlds.effective() }
    };
    let threads = match thinking.limit {
        Limit::Iterations(_) => 1,
        Limit::Time(_) => thinking.threads.max(1),
    };
    let mut branch = || Quick::new(u64::from(random.word()) << 32 | u64::from(random.word()));
    let findings: Vec<Findings> = if threads == 1 {
        vec![search(branch())]
    } else {
        let minds: Vec<Quick> = (0..threads).map(|_| branch()).collect();
        thread::scope(|scope| {
            let minds: Vec<_> = minds.into_iter().map(|mind| scope.spawn(|| search(mind))).collect();
            minds.into_iter().map(|mind| mind.join().expect("a search does not panic")).collect()
        })
    };
    conclude(moves, &findings)
}

/// Adds up the findings of all cores.
fn conclude<M: Copy>(moves: &[M], findings: &[Findings]) -> Advice<M> {
    let mut tallies = vec![MoveTally::default(); moves.len()];
    for found in findings {
        for (tally, other) in tallies.iter_mut().zip(&found.tallies) {
            tally.merge(other);
        }
    }
    let best = tally::best(&tallies);
    let candidates = moves
        .iter()
        .zip(&tallies)
        .enumerate()
        .map(|(at, (&chosen, tally))| {
            let share = if at == best { 1.0 } else { 0.0 };
            Candidate {
                chosen,
                value: tally.lead(),
                win: tally.win(),
                error: tally.error(),
                worlds: tally.visits,
                share,
                played: share,
            }
        })
        .collect();
    Advice {
        candidates,
        iterations: tallies.iter().map(|tally| u64::from(tally.visits)).sum(),
        effective: findings.iter().map(|found| found.effective).sum(),
    }
}
