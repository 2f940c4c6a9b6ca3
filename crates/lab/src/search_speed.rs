//! How many iterations a second the plain search makes on one core, from the first card of fresh deals: each iteration
//! takes a new sampled world and a random rollout to the end of the round.

use std::time::{Duration, Instant};

use bots::{Bot, Level, Limit, Strategy, Thinking};
use cards::{Quick, Random, Seat, Seed, Stream};
use catalog::{Driver, GameId, Keep, for_game};
use games::{Moves, Turn};

use crate::games::Study;
use crate::{Error, Stopped};

/// This many deals are searched for this long each.
const DEALS: u64 = 8;
const TIME: Duration = Duration::from_millis(250);

/// The games whose bots search.
pub fn searched() -> impl Iterator<Item = GameId> {
    GameId::ALL.into_iter().filter(|&game| for_game!(game, G => <G as Strategy>::SEARCHED))
}

/// Iterations a second.
pub fn measure(game: GameId, seats: u8, stopped: &Stopped) -> Result<f64, Error> {
    let before = (Study::of(game).moves_before_cards)(seats);
    for_game!(game, G => {
        Driver::<G>::open(seats, &Vec::new(), Seed::from_bytes([0; 32]), &[], Keep::Nothing)?;
        Ok(measure_game::<G>(before, seats, stopped))
    })
}

fn measure_game<G: Strategy>(before: u32, seats: u8, stopped: &Stopped) -> f64 {
    let thinking = Thinking { limit: Limit::Time(TIME), threads: 1, stops_early: false };
    let (mut iterations, mut seconds) = (0, 0.0);
    for number in 0..DEALS {
        if stopped() {
            break;
        }
        let mut random = Quick::new(number);
        let (state, seat) = first_card::<G>(before, seats, number, &mut random);
        let mut moves = Moves::new();
        state.legal(seat, &mut moves);
        let knowledge = state.knows(Some(seat));
        let start = Instant::now();
        let advice = Bot::of(Level::Ismcts).advise::<G>(&knowledge, seat, &moves, &thinking, &mut random);
        seconds += start.elapsed().as_secs_f64();
        iterations += advice.iterations;
    }
    iterations as f64 / seconds.max(f64::EPSILON)
}

/// A fresh deal at its first card, with random moves before it.
fn first_card<G: Strategy>(before: u32, seats: u8, number: u64, random: &mut Quick) -> (G, Seat) {
    let seed = Seed::of_game("search", number);
    let mut state = G::new(seats, G::Options::default());
    let mut moves = Moves::new();
    let (mut deals, mut made) = (0, 0);
    loop {
        match state.turn() {
            Turn::Move(to_act) => {
                let Some(seat) = to_act.first() else { return (state, Seat(0)) };
                state.legal(seat, &mut moves);
                if made == before {
                    return (state, seat);
                }
                state.play(seat, random.pick(&moves), &mut ()).expect("a listed move is legal");
                made += 1;
            }
            Turn::Deal => {
                // A hand that wins at once, or a misdeal, leads to another deal with another first card.
                made = 0;
                let deal = state.draw(&mut Stream::new(&seed, deals));
                state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                deals += 1;
            }
            Turn::Over => return (state, Seat(0)),
        }
    }
}
