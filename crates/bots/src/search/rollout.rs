//! Playing a world to the end of its round.

use cards::{Quick, Random, Seat};
use games::{Moves, Turn};

use super::{Skill, exact};
use crate::insight::is_settled;
use crate::standing::{Chances, totals, worths};
use crate::{Insight, best_rated};

/// One in so many moves of a rollout is made at random, so that what looks best at a glance is not all that is
/// ever seen.
const WHIM: u32 = 16;

/// How a round ended.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// What each seat plays for.
    pub worths: Chances,
    /// Each seat's chance to win the game.
    pub chances: Chances,
    /// Each seat's points so far.
    pub totals: Chances,
    seats: u8,
}

impl Ending {
    /// The ending of a round that is settled.
    pub fn of<G: Insight>(state: &G) -> Ending {
        let totals = totals(state);
        let (chances, seats) = (state.chances(&totals), state.seats());
        let worths = worths(&chances, &totals, seats, G::spread(seats));
        Ending { worths, chances, totals, seats }
    }

    /// A seat's points ahead of the average of the others.
    pub fn lead(&self, seat: Seat) -> f32 {
        let own = self.totals[seat.index()];
        let others = self.totals.iter().sum::<f32>() - own;
        own - others / f32::from(self.seats - 1)
    }
}

/// Plays on from here to the end of the round that had been number `round`.
pub fn play_out<G: Insight>(mut state: G, round: usize, skill: &Skill, random: &mut Quick) -> Ending {
    let mut moves = Moves::new();
    while !is_settled(&state, round) {
        match state.turn() {
            Turn::Deal => deal(&mut state, random),
            Turn::Move(seats) => {
                if skill.exact && state.decisions_left() <= G::EXACT_IN_ROLLOUTS {
                    return exact::solve(&state, round);
                }
                let Some(seat) = seats.first() else { break };
                state.legal(seat, &mut moves);
                let chosen = match moves.len() {
                    1 => moves[0],
                    _ if skill.guided && random.below(WHIM) != 0 => {
                        best_rated::<G>(&state.knows(Some(seat)), &moves, random)
                    }
                    _ => random.pick(&moves),
                };
                state.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
            Turn::Over => break,
        }
    }
    Ending::of(&state)
}

/// Deals by chance.
pub fn deal<G: Insight>(state: &mut G, random: &mut Quick) {
    let deal = state.draw(random);
    state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
}
