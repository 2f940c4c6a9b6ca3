//! What a bot must understand of a game beyond its rules.

use cards::{Quick, Seat};
use games::{Game, Turn};

use crate::search::{Advice, Code, Skill, Thinking};
use crate::standing::{self, Chances};

/// A game that bots can play well.
pub trait Insight: Game<Move: Code> {
    /// With at most so many decisions left, a rollout ends in exact search.
    const EXACT_IN_ROLLOUTS: u32 = 6;
    /// With at most so many decisions left, each move is searched to the end in every world.
    const EXACT_AT_ROOT: u32 = 12;

    /// How good each of a seat's legal moves looks to it, without search, one number for each move. Higher is better;
    /// a sensible player is *e* times as likely to choose a move that is rated higher by 1. Rollouts are played by
    /// it, and the play of others is judged by it.
    fn rate(knowledge: &Self::Knowledge, moves: &[Self::Move], rates: &mut [f32]);

    /// How good they look to a beginner who has understood the rules: what `greedy` plays by. It is short and plain
    /// where `rate` is as good as it can be made.
    fn greedy(knowledge: &Self::Knowledge, moves: &[Self::Move], rates: &mut [f32]) {
        Self::rate(knowledge, moves, rates);
    }

    /// How many rounds are still to be scored.
    fn rounds_left(&self) -> usize;

    /// The standard deviation of one round's points among equals.
    fn spread(seats: u8) -> f32;

    /// The chance of each seat to win the game with these points, where a round has just ended or the game is over.
    fn chances(&self, totals: &Chances) -> Chances {
        standing::chances(self, totals, Self::spread(self.seats()))
    }

    /// At most how many decisions are left in the round under way.
    fn decisions_left(&self) -> u32;

    /// What everybody sees of the last move's outcome where the move alone does not tell it, such as a card turned
    /// from a pile: two worlds in which the same moves had different outcomes are no longer the same to a player.
    fn outcome(&self) -> u64 {
        0
    }

    /// Draws anew what no play can have told of, such as the order of a pile, so that a world that is looked at
    /// again is not known by heart.
    fn refresh(&mut self, random: &mut Quick) {
        let _ = random;
    }

    /// Whether a decision of these moves is weighed one ply deep, all moves on the same worlds, since what follows
    /// it is hidden from the one who decides or too wide for a tree.
    fn is_broad(moves: &[Self::Move]) -> bool {
        let _ = moves;
        false
    }

    /// What a thinking bot makes of a seat's legal moves.
    fn advise(
        knowledge: &Self::Knowledge,
        seat: Seat,
        moves: &[Self::Move],
        skill: &Skill,
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Advice<Self::Move>;

    /// What the search would make of them with all cards open: a ceiling to measure bots against. It takes the
    /// state itself, which no table hands out to a player.
    fn advise_seeing(
        &self,
        seat: Seat,
        moves: &[Self::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Advice<Self::Move>;
}

/// Advice by search. Written out in each game's `impl`, and not as a default of the trait, so that the search is
/// compiled here once for each game and not again wherever it is asked.
macro_rules! advised_by_search {
    () => {
        fn advise(
            knowledge: &Self::Knowledge,
            seat: cards::Seat,
            moves: &[Self::Move],
            skill: &crate::Skill,
            thinking: &crate::Thinking,
            random: &mut cards::Quick,
        ) -> crate::Advice<Self::Move> {
            crate::search::advise::<Self>(knowledge, seat, moves, skill, thinking, random)
        }

        advised_with_open_cards!();
    };
}

/// The same for the ceiling alone.
macro_rules! advised_with_open_cards {
    () => {
        fn advise_seeing(
            &self,
            seat: cards::Seat,
            moves: &[Self::Move],
            thinking: &crate::Thinking,
            random: &mut cards::Quick,
        ) -> crate::Advice<Self::Move> {
            crate::search::advise_seeing(self, seat, moves, thinking, random)
        }
    };
}

pub(crate) use {advised_by_search, advised_with_open_cards};

/// Whether the round that had been number `round` (from 0) is over.
#[inline]
pub(crate) fn is_settled<G: Game>(state: &G, round: usize) -> bool {
    state.rounds() > round || state.turn() == Turn::Over
}
