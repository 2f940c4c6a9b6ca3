//! `irori bench --search`: how many iterations a second the plain search makes on one core, from the first card of
//! fresh deals, each with a new world and a random rollout to the end of the round.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bots::{Bot, Insight, Level, Limit, Thinking};
use cards::{Quick, Random, Seat, Seed, Stream};
use catalog::{GameId, for_game};
use games::{Moves, Turn};
use serde_json::json;

use crate::cli::BenchArgs;
use crate::interrupt;
use crate::out::print;

/// So many deals are searched for so long each; all count.
const DEALS: u64 = 8;
const TIME: Duration = Duration::from_millis(250);

/// Measures and prints.
pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    // Irono Ofubi is solved and not searched.
    let searched = GameId::ALL.into_iter().filter(|&game| game != GameId::Irono);
    let games: Vec<GameId> = args.game.map_or_else(|| searched.collect(), |game| vec![game]);
    let mut rows = Vec::new();
    for game in games {
        let seats = args.seats.unwrap_or(game.usual_seats());
        let speed = for_game!(game, G => {
            crate::sim::check_setup::<G>(seats, &Vec::new())?;
            measure::<G>(game, seats)
        });
        if interrupt::interrupted() {
            return Ok(interrupt::exit_code());
        }
        if !args.json {
            print(&format!("{:<10} {seats} seats  {speed:8.0} iterations a second\n", game.id()))?;
        }
        rows.push(json!({
            "game": game.id(), "seats": seats, "iterations_per_second": speed.round() as u64,
        }));
    }
    if args.json {
        print(&format!("{}\n", json!({ "search": rows })))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure<G: Insight>(game: GameId, seats: u8) -> f64 {
    let thinking = Thinking { limit: Limit::Time(TIME), threads: 1, settles: false };
    let (mut iterations, mut seconds) = (0, 0.0);
    for number in 0..DEALS {
        if interrupt::interrupted() {
            break;
        }
        let mut random = Quick::new(number);
        let (state, seat) = first_card::<G>(game, seats, number, &mut random);
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

/// A fresh deal at its first card, all that comes before it chosen at random.
fn first_card<G: Insight>(game: GameId, seats: u8, number: u64, random: &mut Quick) -> (G, Seat) {
    let before = match game {
        GameId::Iroha | GameId::Iyadosu => u32::from(seats),
        GameId::WildRawz => 2 * u32::from(seats),
        GameId::KoiKoi => 1,
        GameId::Irono => 0,
    };
    let seed = Seed::of_game("search", number);
    let mut state = G::new(seats, G::Options::default());
    let mut moves = Moves::new();
    let (mut chance, mut made) = (0, 0);
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
                // A hand that wins at once, or a void deal, leads to another deal with another first card.
                made = 0;
                let deal = state.draw(&mut Stream::new(&seed, chance));
                state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                chance += 1;
            }
            Turn::Over => return (state, Seat(0)),
        }
    }
}
