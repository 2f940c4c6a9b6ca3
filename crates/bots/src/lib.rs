//! Opponents. They receive what their seat knows, by type, and never a state: what they cannot know they sample.

pub mod arena;
mod data;
mod greedy;
mod insight;
mod iroha;
mod irono;
mod iyadosu;
mod koi_koi;
mod name;
mod search;
mod standing;
pub mod train;
#[cfg(test)]
mod walk;
mod weighed;
mod wild_rawz;

use cards::{Quick, Random, Seat};

pub use insight::Insight;
pub use name::{Bot, Level, UnknownBot};
pub use search::{Advice, Candidate, Decision, Limit, Skill, Thinking};
pub use standing::{Chances, SEATS};

impl Bot {
    /// Chooses one of a seat's legal moves.
    pub fn choose<G: Insight>(
        self,
        knowledge: &G::Knowledge,
        seat: Seat,
        moves: &[G::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> G::Move {
        self.decide::<G>(knowledge, seat, moves, thinking, random).chosen
    }

    /// The same, and how much went into it.
    pub fn decide<G: Insight>(
        self,
        knowledge: &G::Knowledge,
        seat: Seat,
        moves: &[G::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Decision<G::Move> {
        let at_once = |chosen| Decision { chosen, effective: 0.0 };
        match self.level {
            _ if moves.len() == 1 => at_once(moves[0]),
            Level::Random => at_once(random.pick(moves)),
            Level::Greedy => at_once(best_at_a_glance::<G>(knowledge, moves, random)),
            _ => self.advise::<G>(knowledge, seat, moves, thinking, random).decide(random),
        }
    }

    /// What the bot makes of each of a seat's legal moves. Bots that do not think are advised by one that does, and
    /// only the shares are their own.
    pub fn advise<G: Insight>(
        self,
        knowledge: &G::Knowledge,
        seat: Seat,
        moves: &[G::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Advice<G::Move> {
        let mut advice = G::advise(knowledge, seat, moves, &self.level.skill(), thinking, random);
        match self.level {
            Level::Random => advice.share_evenly(),
            Level::Greedy => advice.share_all_to(best_at_a_glance::<G>(knowledge, moves, random)),
            _ => {}
        }
        advice
    }
}

/// The move that looks best at a glance.
fn best_at_a_glance<G: Insight>(
    knowledge: &G::Knowledge,
    moves: &[G::Move],
    random: &mut impl Random,
) -> G::Move {
    best_by(|rates| G::greedy(knowledge, moves, rates), moves, random)
}

/// The move that is rated highest.
pub(crate) fn best_rated<G: Insight>(
    knowledge: &G::Knowledge,
    moves: &[G::Move],
    random: &mut impl Random,
) -> G::Move {
    best_by(|rates| G::rate(knowledge, moves, rates), moves, random)
}

/// The move that gets the highest number.
#[inline]
fn best_by<M: Copy>(rate: impl FnOnce(&mut [f32]), moves: &[M], random: &mut impl Random) -> M {
    let mut rates = [0.0; 64];
    let rates = &mut rates[..moves.len()];
    rate(rates);
    moves[highest(rates, random)]
}

/// Where the highest number stands, any of them where it stands several times.
fn highest(rates: &[f32], random: &mut impl Random) -> usize {
    let (mut best, mut equals) = (0, 1);
    for at in 1..rates.len() {
        if rates[at] > rates[best] {
            (best, equals) = (at, 1);
        } else if rates[at] == rates[best] {
            equals += 1;
            if random.below(equals) == 0 {
                best = at;
            }
        }
    }
    best
}
