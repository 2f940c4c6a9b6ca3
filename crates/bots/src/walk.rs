//! For tests: a walk through the positions of a game.

use cards::{Quick, Random};
use games::{Moves, Turn};

use crate::{Insight, best_rated};

/// Plays a game, by chance or by the ratings, and shows every position.
pub fn walk<G: Insight>(
    seats: u8,
    options: G::Options,
    rated: bool,
    seed: u64,
    mut see: impl FnMut(&G, &G::Knowledge, &[G::Move]),
) {
    let random = &mut Quick::new(seed);
    let mut game = G::new(seats, options);
    let mut moves = Moves::new();
    loop {
        match game.turn() {
            Turn::Over => return,
            Turn::Deal => game.deal(&game.draw(random), &mut ()).unwrap(),
            Turn::Move(to_act) => {
                let seat = to_act.first().unwrap();
                game.legal(seat, &mut moves);
                let knowledge = game.knows(Some(seat));
                see(&game, &knowledge, &moves);
                let chosen =
                    if rated { best_rated::<G>(&knowledge, &moves, random) } else { random.pick(&moves) };
                game.play(seat, chosen, &mut ()).unwrap();
            }
        }
    }
}
