//! Playing a world to the end of its round.

use cards::{Quick, Random, Seat};
use games::{Moves, Turn};

use super::Skill;
use crate::insight::is_settled;
use crate::standing::{totals, worths};
use crate::{Insight, best_at_a_glance};

/// A seat's worth and its lead in points over the average of the others, after a move and play to the end of the
/// round.
pub fn play_out<G: Insight>(
    mut state: G,
    seat: Seat,
    chosen: G::Move,
    skill: &Skill,
    random: &mut Quick,
) -> (f64, f64) {
    let round = state.rounds();
    let before = lead(&state, seat);
    let mut moves = Moves::new();
    state.play(seat, chosen, &mut ()).expect("a listed move is legal");
    while !is_settled(&state, round) {
        match state.turn() {
            Turn::Deal => {
                let deal = state.draw(random);
                state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
            }
            Turn::Move(seats) => {
                let Some(seat) = seats.first() else { break };
                state.legal(seat, &mut moves);
                let chosen = if moves.len() == 1 {
                    moves[0]
                } else if skill.guided {
                    best_at_a_glance::<G>(&state.knows(Some(seat)), &moves, random)
                } else {
                    random.pick(&moves)
                };
                state.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
            Turn::Over => break,
        }
    }
    (f64::from(worths(&state)[seat.index()]), lead(&state, seat) - before)
}

fn lead<G: Insight>(state: &G, seat: Seat) -> f64 {
    let totals = totals(state);
    let seats = usize::from(state.seats());
    let own = totals[seat.index()];
    let others = totals[..seats].iter().sum::<f32>() - own;
    f64::from(own - others / (seats - 1) as f32)
}
