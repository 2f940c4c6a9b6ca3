//! Exact search of the end of a round, in a world where all cards are open: every seat maximises its own worth.

use games::{Moves, Turn};

use super::rollout::Ending;
use crate::Strategy;
use crate::strategy::is_settled;

/// How the round with this number ends if every seat plays for its own worth.
pub fn solve<G: Strategy>(state: &G, round: usize) -> Ending {
    if is_settled(state, round) {
        return Ending::of(state);
    }
    let Turn::Move(seats) = state.turn() else { return Ending::of(state) };
    let Some(seat) = seats.first() else { return Ending::of(state) };
    let mut moves = Moves::new();
    state.legal(seat, &mut moves);
    let mut best: Option<Ending> = None;
    for &chosen in &*moves {
        let mut next = *state;
        next.play(seat, chosen, &mut ()).expect("a listed move is legal");
        let ending = solve(&next, round);
        if best.is_none_or(|best| ending.worths[seat.index()] > best.worths[seat.index()]) {
            best = Some(ending);
        }
    }
    best.expect("there is a legal move")
}
