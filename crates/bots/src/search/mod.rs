//! Search: what each legal move is worth, over worlds that a seat could be in.

mod clock;
mod code;
mod common;
mod exact;
mod rollout;
mod tally;
mod tree;
mod worlds;

use std::thread;
use std::time::Duration;

use cards::{Quick, Random, Seat};

use self::clock::Clock;
use self::tally::Tally;
use self::worlds::{Source, Worlds};
use crate::Insight;

pub use self::code::Code;
pub(crate) use self::rollout::deal;

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
    /// Whether to stop as soon as it is certain which move will be chosen, rather than to make the figures better.
    pub settles: bool,
}

impl Thinking {
    /// Thinking on one core, and no longer than needed to choose.
    pub const fn within(limit: Limit) -> Thinking {
        Thinking { limit, threads: 1, settles: true }
    }
}

/// How a bot searches.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// The most worlds it imagines, if there is a bound other than time.
    pub most_worlds: Option<u32>,
    /// How far it draws conclusions from the play of others: the power to which the likelihood of what was seen is
    /// raised in the weight of a world. With 0 all worlds weigh the same.
    pub trust: f64,
    /// Whether rollouts follow the ratings of moves, rather than chance.
    pub guided: bool,
    /// Whether it looks ahead in a tree, and not one move deep.
    pub tree: bool,
    /// Whether the end of a round is searched to the last card.
    pub exact: bool,
    /// How eagerly moves that were tried seldom are tried again, in standard deviations of what is at stake.
    pub curiosity: f32,
}

impl Skill {
    /// A first opponent.
    pub const EASY: Skill = Skill { most_worlds: Some(8), exact: false, ..Skill::NORMAL };
    /// A good opponent.
    pub const NORMAL: Skill = Skill { most_worlds: Some(40), trust: 0.0, tree: false, ..Skill::STRONG };
    /// All there is.
    pub const STRONG: Skill =
        Skill { most_worlds: None, trust: 0.7, guided: true, tree: true, exact: true, curiosity: 1.0 };
    /// The baseline.
    pub const ISMCTS: Skill = Skill { trust: 0.0, guided: false, exact: false, ..Skill::STRONG };
}

/// A legal move and what is thought of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub chosen: M,
    /// The points by which the seat is expected to be ahead of the average of the others when this round is over.
    pub value: f64,
    /// The chance to win the game; shared victories count in part.
    pub win: f64,
    /// The standard error of that chance.
    pub error: f64,
    /// In how many worlds it was tried.
    pub worlds: u32,
    /// How often to choose it, against whomever.
    pub share: f64,
    /// How often the bot itself chooses it here: as often, but where it heeds how its opponent has played.
    pub played: f64,
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

/// A choice, and how much went into it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move.
    pub chosen: M,
    /// The effective number of worlds, as in [`Advice::effective`]; 0 where none were imagined.
    pub effective: f64,
}

impl<M: Copy + PartialEq> Advice<M> {
    /// Chooses a move as often as the bot plays it.
    pub fn decide(&self, random: &mut impl Random) -> Decision<M> {
        Decision { chosen: self.choose(random), effective: self.effective }
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
        // The parts add up to 1 but for rounding.
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

/// Any number from 0 up to 1.
fn fraction(random: &mut impl Random) -> f64 {
    f64::from(random.word()) / (f64::from(u32::MAX) + 1.0)
}

/// Weighs a seat's legal moves by what it knows.
pub fn advise<G: Insight>(
    knowledge: &G::Knowledge,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    think(Source::<G>::Knowledge(knowledge), seat, moves, skill, thinking, random)
}

/// Weighs a seat's legal moves with all cards open: a ceiling to measure other bots against. It takes the state
/// itself, which no table hands out to a player.
pub(crate) fn advise_seeing<G: Insight>(
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    think(Source::Truth(state), seat, moves, &Skill::STRONG, thinking, random)
}

/// The same with open hands, but not what is still to be turned from a pile.
#[cfg(test)]
pub(crate) fn advise_seeing_hands<G: Insight>(
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    think(Source::Hands(state), seat, moves, &Skill::STRONG, thinking, random)
}

/// What one core has found.
struct Findings {
    tallies: Vec<Tally>,
    effective: f64,
}

fn think<G: Insight>(
    source: Source<'_, G>,
    seat: Seat,
    moves: &[G::Move],
    skill: &Skill,
    thinking: &Thinking,
    random: &mut Quick,
) -> Advice<G::Move> {
    let clock = Clock::start(thinking);
    let search = |mut random: Quick| {
        let mut worlds = Worlds::new(source, seat, skill.trust);
        let near = skill.exact && worlds.next(&mut random).decisions_left() <= G::EXACT_AT_ROOT;
        let tallies = if skill.tree && !near && !G::is_broad(moves) {
            tree::grow(&mut worlds, seat, moves, skill, &clock, thinking.settles, &mut random)
        } else {
            common::weigh(&mut worlds, seat, moves, skill, &clock, thinking.settles, &mut random)
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

/// Puts together what the cores have found.
fn conclude<M: Copy>(moves: &[M], findings: &[Findings]) -> Advice<M> {
    let mut tallies = vec![Tally::default(); moves.len()];
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
