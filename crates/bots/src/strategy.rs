//! What a bot must understand of a game beyond its rules.

use cards::{Quick, Seat, Seats};
use games::{Game, Sample, Turn};

use crate::search::{Advice, MoveCode, Skill, Thinking};
use crate::standing::{self, PerSeat};

/// A game that bots can play well.
pub trait Strategy: Sample<Move: MoveCode> {
    /// With at most this many decisions left, a rollout ends in exact search.
    const EXACT_IN_ROLLOUTS: u32 = 6;
    /// With at most this many decisions left, each move is searched to the end in every world.
    const EXACT_AT_ROOT: u32 = 12;
    /// Whether `strong` searches, rather than solving the game by itself.
    const SEARCHED: bool = true;
    /// Whether a round may give a bonus beyond its points that tells how well a bot understands the game.
    const HAS_BONUS: bool = false;

    /// How good each legal move looks without search, one number for each move. Higher is better: a sensible player is
    /// *e* times as likely to choose a move that is rated higher by 1. Rollouts follow it, and it is the model of the
    /// other players.
    fn rate(knowledge: &Self::Knowledge, moves: &[Self::Move], rates: &mut [f32]);

    /// The ratings of `greedy`, a beginner who understands the rules: short and plain, where `rate` is as good as it
    /// can be.
    fn greedy(knowledge: &Self::Knowledge, moves: &[Self::Move], rates: &mut [f32]) {
        Self::rate(knowledge, moves, rates);
    }

    /// How many rounds are still to be scored.
    fn rounds_left(&self) -> usize;

    /// The standard deviation of one round's points among equals.
    fn points_deviation(seats: u8) -> f32;

    /// Each seat's win probability with these points, where a round has just ended or the game is over.
    fn win_probabilities(&self, totals: &PerSeat) -> PerSeat {
        standing::win_probabilities(self, totals, Self::points_deviation(self.seats()))
    }

    /// At most how many decisions are left in this round.
    fn decisions_left(&self) -> u32;

    /// What everybody sees of the last move's outcome that the move alone does not tell, such as a card turned from a
    /// pile. Worlds in which the same moves had different outcomes lead to different nodes of the tree.
    fn visible_outcome(&self) -> u64 {
        0
    }

    /// Shuffles what no play can have told about, such as the order of a pile, so that the search does not learn a
    /// world by heart that it visits again.
    fn reshuffle(&mut self, random: &mut Quick) {
        let _ = random;
    }

    /// Whether a decision between these moves is searched flat: all moves one move deep on the same worlds, because
    /// what follows is hidden from the player or too wide for a tree.
    fn is_flat(moves: &[Self::Move]) -> bool {
        let _ = moves;
        false
    }

    /// The seats that got the bonus, where this event ends a round.
    fn bonus(event: &Self::Event) -> Seats {
        let _ = event;
        Seats::NONE
    }

    /// What a bot that thinks makes of a seat's legal moves.
    fn advise(
        knowledge: &Self::Knowledge,
        seat: Seat,
        moves: &[Self::Move],
        skill: &Skill,
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Advice<Self::Move>;

    /// The same with all cards open: a ceiling to measure bots against. It takes the state itself, which no table hands
    /// out to a player.
    fn advise_omniscient(
        &self,
        seat: Seat,
        moves: &[Self::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> Advice<Self::Move>;
}

/// Advice by search. Each game's `impl` writes it out, instead of a default of the trait, so that the search is compiled
/// here once for each game and not again in every crate that asks for it.
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
        fn advise_omniscient(
            &self,
            seat: cards::Seat,
            moves: &[Self::Move],
            thinking: &crate::Thinking,
            random: &mut cards::Quick,
        ) -> crate::Advice<Self::Move> {
            crate::search::advise_omniscient(self, seat, moves, thinking, random)
        }
    };
}

pub(crate) use {advised_by_search, advised_with_open_cards};

/// Whether the round with this number, from 0, is over.
#[inline]
pub fn is_settled<G: Game>(state: &G, round: usize) -> bool {
    state.rounds() > round || state.turn() == Turn::Over
}
