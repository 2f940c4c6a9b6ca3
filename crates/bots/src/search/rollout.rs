//! Rollouts: playing a world to the end of its round.

use cards::{Quick, Random, Seat};
use games::{Moves, Turn};

use super::{Skill, exact};
use crate::standing::{PerSeat, totals, worths};
use crate::strategy::is_settled;
use crate::{Strategy, best_rated};

/// One in this many moves of a rollout is random, so that the search also sees moves with low ratings.
const RANDOM_ONE_IN: u32 = 16;

/// How a round ended.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// What each seat plays for.
    pub worths: PerSeat,
    pub win_probabilities: PerSeat,
    /// Points so far.
    pub totals: PerSeat,
    seats: u8,
}

impl Ending {
    pub fn of<G: Strategy>(state: &G) -> Ending {
        let totals = totals(state);
        let (win_probabilities, seats) = (state.win_probabilities(&totals), state.seats());
        let worths = worths(&win_probabilities, &totals, seats, G::points_deviation(seats));
        Ending { worths, win_probabilities, totals, seats }
    }

    /// A seat's points above the mean of the others.
    pub fn lead(&self, seat: Seat) -> f32 {
        let own = self.totals[seat.index()];
        let others = self.totals.iter().sum::<f32>() - own;
        own - others / f32::from(self.seats - 1)
    }
}

/// Plays to the end of the round with this number.
pub fn play_out<G: Strategy>(mut state: G, round: usize, skill: &Skill, random: &mut Quick) -> Ending {
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
                    _ if skill.guided && random.below(RANDOM_ONE_IN) != 0 => {
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

/// Makes the deal that is awaited, at random.
pub fn deal<G: Strategy>(state: &mut G, random: &mut Quick) {
    let deal = state.draw(random);
    state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
}
