//! What luck leaves of skill: how many games one loses to play by chance who even sees the opponent's hand.

use cards::{Quick, Random, Seat};
use games::koi_koi::{KoiKoi, Options};

use crate::search::advise_seeing_hands;
use crate::walk::{play, won};
use crate::{Limit, Thinking};

/// The part of a victory over chance that falls to a seat which sees both hands, but not the pile.
fn won_by_sight(number: u64) -> f64 {
    let (mut random, seat) = (Quick::new(number), Seat((number % 2) as u8));
    let thinking = Thinking::within(Limit::Iterations(3_000));
    let end: KoiKoi = play(2, Options::default(), &mut random, |game, mover, moves, random| {
        if mover == seat && moves.len() > 1 {
            advise_seeing_hands(game, seat, moves, &thinking, random).choose(random)
        } else {
            random.pick(moves)
        }
    });
    won(&end, seat)
}

/// Scores are multiplied, and what is turned from the pile decides most of them.
#[test]
#[ignore = "takes ten minutes of a release build"]
fn who_sees_the_other_hand_still_loses_games_to_chance() {
    let games = 600;
    let share = (0..games).map(won_by_sight).sum::<f64>() / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!("{:.1} % of {games} games, with a standard error of {:.1} %", 100.0 * share, 100.0 * error);
    assert!(share > 0.9 && share < 0.99);
}
