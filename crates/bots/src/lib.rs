//! The bots. They receive what their seat knows, by type, and never a state; they sample the rest.
//!
//! Everything about one game's bot is in its folder: `mod.rs` implements [`Strategy`], `rating.rs` says how good moves
//! look without search, `greedy.rs` how they look to a beginner.

pub mod data;
pub mod iroha;
pub mod irono;
pub mod iyadosu;
pub mod koi_koi;
pub mod linear;
mod name;
mod search;
mod standing;
mod strategy;
#[cfg(test)]
mod walk;
pub mod wild_rawz;

use cards::{Quick, Random, Seat};

pub use name::{Bot, Level, UnknownBot};
pub use search::{
    Advice, Candidate, ChosenMove, Limit, MoveCode, Skill, Thinking, advise_seeing_hands, deal,
};
pub use standing::{PerSeat, SEATS};
pub use strategy::{Strategy, is_settled};

impl Bot {
    /// Chooses one of a seat's legal moves.
    pub fn choose<G: Strategy>(
        self,
        knowledge: &G::Knowledge,
        seat: Seat,
        moves: &[G::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> G::Move {
        self.decide::<G>(knowledge, seat, moves, thinking, random).chosen
    }

    /// The same, with the effective sample size behind it.
    pub fn decide<G: Strategy>(
        self,
        knowledge: &G::Knowledge,
        seat: Seat,
        moves: &[G::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> ChosenMove<G::Move> {
        let at_once = |chosen| ChosenMove { chosen, effective: 0.0 };
        match self.level {
            _ if moves.len() == 1 => at_once(moves[0]),
            Level::Random => at_once(random.pick(moves)),
            Level::Greedy => at_once(greedy_move::<G>(knowledge, moves, random)),
            _ => self.advise::<G>(knowledge, seat, moves, thinking, random).decide(random),
        }
    }

    /// What the bot makes of each of a seat's legal moves. For bots that do not think, `strong` gives the figures, and
    /// only the frequencies are their own.
    pub fn advise<G: Strategy>(
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
            Level::Greedy => advice.share_all_to(greedy_move::<G>(knowledge, moves, random)),
            _ => {}
        }
        advice
    }
}

/// The move of `greedy`.
fn greedy_move<G: Strategy>(
    knowledge: &G::Knowledge,
    moves: &[G::Move],
    random: &mut impl Random,
) -> G::Move {
    best_by(|rates| G::greedy(knowledge, moves, rates), moves, random)
}

/// The move with the highest rating.
pub fn best_rated<G: Strategy>(
    knowledge: &G::Knowledge,
    moves: &[G::Move],
    random: &mut impl Random,
) -> G::Move {
    best_by(|rates| G::rate(knowledge, moves, rates), moves, random)
}

#[inline]
fn best_by<M: Copy>(rate: impl FnOnce(&mut [f32]), moves: &[M], random: &mut impl Random) -> M {
    let mut rates = [0.0; 64];
    let rates = &mut rates[..moves.len()];
    rate(rates);
    moves[highest(rates, random)]
}

/// The position of the highest number; among equals a random one.
pub fn highest(rates: &[f32], random: &mut impl Random) -> usize {
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
