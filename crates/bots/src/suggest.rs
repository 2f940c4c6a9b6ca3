//! What each legal move is worth, as far as random play can tell.

use std::time::{Duration, Instant};

use cards::{Random, Seat};
use games::{Game, Moves, Turn};

/// A legal move and what is thought of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub chosen: M,
    /// The seat's final points ahead of the average of the others, by random play to the end of the game.
    pub value: f64,
    /// How often the bot would choose it.
    pub share: f64,
}

/// Playouts of each move beyond which a random player's estimate is not worth the time.
const ENOUGH: u32 = 200;

/// Weighs the legal moves of a seat that is to act, for about as long as the budget allows but with at least one
/// playout of each move.
pub fn suggest<G: Game>(
    knowledge: &G::Knowledge,
    seat: Seat,
    budget: Duration,
    random: &mut impl Random,
) -> Vec<Candidate<G::Move>> {
    let start = Instant::now();
    let mut moves = Moves::new();
    // Any state the seat could be in has the same legal moves: they follow from what it knows.
    G::sample(knowledge, random).legal(seat, &mut moves);
    let mut sums = vec![0.0; moves.len()];
    let mut rounds = 0;
    while rounds == 0 || (rounds < ENOUGH && start.elapsed() < budget) {
        let world = G::sample(knowledge, random);
        for (sum, &chosen) in sums.iter_mut().zip(&*moves) {
            *sum += playout(world, seat, chosen, random);
        }
        rounds += 1;
    }
    let share = 1.0 / moves.len() as f64;
    moves
        .iter()
        .zip(sums)
        .map(|(&chosen, sum)| Candidate { chosen, value: sum / f64::from(rounds), share })
        .collect()
}

/// The lead of a seat at the end, after a move and random play.
fn playout<G: Game>(mut state: G, seat: Seat, chosen: G::Move, random: &mut impl Random) -> f64 {
    let mut moves = Moves::new();
    let mut next = Some((seat, chosen));
    loop {
        if let Some((seat, chosen)) = next.take() {
            state.play(seat, chosen, &mut ()).expect("a listed move is legal");
        }
        match state.turn() {
            Turn::Deal => {
                let deal = state.draw(random);
                state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
            }
            Turn::Move(seats) => {
                if let Some(seat) = seats.first() {
                    state.legal(seat, &mut moves);
                    next = Some((seat, random.pick(&moves)));
                }
            }
            Turn::Over => break,
        }
    }
    let totals = state.totals();
    let own = f64::from(totals[seat.index()]);
    let others = totals.iter().map(|&total| f64::from(total)).sum::<f64>() - own;
    own - others / (totals.len() - 1) as f64
}
