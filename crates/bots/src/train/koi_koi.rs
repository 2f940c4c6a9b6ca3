//! Counting how rounds of *Koi-Koi* end.

use std::collections::BTreeMap;

use cards::{Quick, Seat};
use games::koi_koi::{KoiKoi, Options};
use games::{Game, Moves, Turn};

use crate::best_at_a_glance;

/// The text of `data/koi-koi-rounds.txt`: how a round between equals ends, counted in so many games of greedy
/// players under the default options.
pub fn koi_koi_rounds(games: u32, seed: u64) -> String {
    let random = &mut Quick::new(seed);
    let mut counts: BTreeMap<(&str, i16), u32> = BTreeMap::new();
    let mut rounds = 0;
    for _ in 0..games {
        let mut game = KoiKoi::new(2, Options::default());
        let mut moves = Moves::new();
        let mut oya = Seat(0);
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Deal => {
                    let deal = game.draw(random);
                    oya = deal.oya;
                    game.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                }
                Turn::Move(to_act) => {
                    let Some(seat) = to_act.first() else { break };
                    game.legal(seat, &mut moves);
                    let chosen = best_at_a_glance::<KoiKoi>(&game.knows(Some(seat)), &moves, random);
                    let round = game.rounds();
                    game.play(seat, chosen, &mut ()).expect("a listed move is legal");
                    if game.rounds() > round {
                        *counts.entry(ending(game.score(round), oya)).or_default() += 1;
                        rounds += 1;
                    }
                }
            }
        }
    }
    let mut text = format!(
        "# How a round of Koi-Koi between equals ends: who wins, the points, and how likely that is.\n\
         # Made by bots::train::koi_koi_rounds({games}, {seed}).\n"
    );
    for ((winner, points), count) in counts {
        text += &format!("{winner} {points} {:.7}\n", f64::from(count) / f64::from(rounds));
    }
    text
}

fn ending(score: &[i16], oya: Seat) -> (&'static str, i16) {
    let (own, other) = (score[oya.index()], score[oya.index() ^ 1]);
    match (own, other) {
        (0, 0) => ("nobody", 0),
        (0, _) => ("other", other),
        _ => ("oya", own),
    }
}
