//! For tests: whole games, and a walk through their positions.

use cards::{Quick, Random, Seat};
use games::{Moves, Turn};

use crate::search::deal;
use crate::{Strategy, best_rated};

/// Plays a game in which `choose` decides for all seats, and returns its end.
pub fn play_game<G: Strategy>(
    seats: u8,
    options: G::Options,
    random: &mut Quick,
    mut choose: impl FnMut(&G, Seat, &[G::Move], &mut Quick) -> G::Move,
) -> G {
    let mut game = G::new(seats, options);
    let mut moves = Moves::new();
    loop {
        match game.turn() {
            Turn::Over => return game,
            Turn::Deal => deal(&mut game, random),
            Turn::Move(to_act) => {
                let seat = to_act.first().expect("somebody is to act");
                game.legal(seat, &mut moves);
                let chosen = choose(&game, seat, &moves, random);
                game.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
        }
    }
}

/// Plays a game, at random or by the ratings, and shows every position.
pub fn walk<G: Strategy>(
    seats: u8,
    options: G::Options,
    rated: bool,
    seed: u64,
    mut see: impl FnMut(&G, &G::Knowledge, &[G::Move]),
) {
    play_game::<G>(seats, options, &mut Quick::new(seed), |game, seat, moves, random| {
        let knowledge = game.knows(Some(seat));
        see(game, &knowledge, moves);
        if rated { best_rated::<G>(&knowledge, moves, random) } else { random.pick(moves) }
    });
}
