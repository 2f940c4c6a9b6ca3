//! What luck leaves of skill: how many games one loses to play by chance who even sees the opponent's hand.

use cards::{Quick, Random, Seat};
use games::koi_koi::{KoiKoi, Options};
use games::{Game, Moves, Turn};

use crate::search::advise_seeing_hands;
use crate::{Limit, Thinking};

/// The part of a victory over chance that falls to a seat which sees both hands, but not the pile.
fn won(number: u64) -> f64 {
    let (mut random, seat) = (Quick::new(number), Seat((number % 2) as u8));
    let thinking = Thinking::within(Limit::Iterations(3_000));
    let mut game = KoiKoi::new(2, Options::default());
    let mut moves = Moves::new();
    loop {
        match game.turn() {
            Turn::Deal => crate::search::deal(&mut game, &mut random),
            Turn::Move(seats) => {
                let mover = seats.first().expect("somebody is to act");
                game.legal(mover, &mut moves);
                let chosen = if mover == seat && moves.len() > 1 {
                    advise_seeing_hands(&game, seat, &moves, &thinking, &mut random).choose(&mut random)
                } else {
                    random.pick(&moves)
                };
                game.play(mover, chosen, &mut ()).expect("a listed move is legal");
            }
            Turn::Over => {
                let winners = game.winners();
                return if winners.contains(seat) { 1.0 / f64::from(winners.len()) } else { 0.0 };
            }
        }
    }
}

/// Scores are multiplied, and what is turned from the pile decides most of them.
#[test]
#[ignore = "takes ten minutes of a release build"]
fn who_sees_the_other_hand_still_loses_games_to_chance() {
    let games = 600;
    let share = (0..games).map(won).sum::<f64>() / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!("{:.1} % of {games} games, with a standard error of {:.1} %", 100.0 * share, 100.0 * error);
    assert!(share > 0.9 && share < 0.99);
}
