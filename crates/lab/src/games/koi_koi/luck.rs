//! How much luck leaves to skill: the games that even a player who sees the opponent's hand loses to random play.

use std::ops::ControlFlow;

use bots::{Limit, Thinking, advise_seeing_hands, deal};
use cards::{Quick, Random, Seat};
use games::koi_koi::{KoiKoi, Options};
use games::{Game, Moves, Turn};

use crate::experiments::Print;
use crate::ordered::in_order;
use crate::text::percent;
use crate::{Error, Stopped};

const GAMES: u64 = 600;
const ITERATIONS: u32 = 3_000;

pub fn run(stopped: &Stopped, print: &mut Print) -> Result<(), Error> {
    let (mut won, mut games) = (0.0, 0.0);
    in_order(
        GAMES,
        stopped,
        |number, _| Some(win(number)),
        |win| -> Result<_, Error> {
            won += win;
            games += 1.0;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let rate = won / games;
    let error = (rate * (1.0 - rate) / games).sqrt();
    print(&format!("win rate {} in {games} games, standard error {}", percent(rate), percent(error)))
}

/// The part of the victory of the seat that sees both hands, but not the pile.
fn win(number: u64) -> f64 {
    let (random, seat) = (&mut Quick::new(number), Seat((number % 2) as u8));
    let thinking = Thinking::within(Limit::Iterations(ITERATIONS));
    let mut game = KoiKoi::new(2, Options::default());
    let mut moves = Moves::new();
    loop {
        match game.turn() {
            Turn::Over => {
                let winners = game.winners();
                return if winners.contains(seat) { 1.0 / f64::from(winners.len()) } else { 0.0 };
            }
            Turn::Deal => deal(&mut game, random),
            Turn::Move(to_act) => {
                let mover = to_act.first().expect("somebody is to act");
                game.legal(mover, &mut moves);
                let chosen = if mover == seat && moves.len() > 1 {
                    advise_seeing_hands(&game, seat, &moves, &thinking, random).choose(random)
                } else {
                    random.pick(&moves)
                };
                game.play(mover, chosen, &mut ()).expect("a listed move is legal");
            }
        }
    }
}
