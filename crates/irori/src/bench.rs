//! `irori bench`: the speed of the rules, measured by random play on one core. It includes dealing from the seed,
//! listing legal moves, checking them and scoring.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cards::{Quick, Random, Seed, Stream};
use catalog::{GameId, for_game};
use games::{Game, Moves, Turn};
use serde_json::json;

use crate::cli::BenchArgs;
use crate::interrupt;
use crate::out::print;

/// The fastest run counts: other work on the machine can only slow a run down.
const RUNS: u32 = 6;
const RUN: Duration = Duration::from_millis(200);

struct Speed {
    game: GameId,
    seats: u8,
    moves_per_second: f64,
    games_per_second: f64,
}

pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    let games: Vec<GameId> = args.game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
    let mut speeds = Vec::new();
    for game in games {
        let seats = args.seats.unwrap_or(game.usual_seats());
        for_game!(game, G => {
            crate::sim::check_setup::<G>(seats, &Vec::new())?;
            if let Some(count) = args.games {
                let moves: u64 = (0..count).map(|number| play_game::<G>(seats, number)).sum();
                print(&format!("{count} games, {moves} moves\n"))?;
                return Ok(ExitCode::SUCCESS);
            }
        });
        let speed = for_game!(game, G => measure::<G>(game, seats));
        if interrupt::interrupted() {
            return Ok(interrupt::exit_code());
        }
        if !args.json {
            print(&format!(
                "{:<10} {} seats  {:6.1} million moves a second  {:8.0} games a second\n",
                game.id(),
                seats,
                speed.moves_per_second / 1e6,
                speed.games_per_second
            ))?;
        }
        speeds.push(speed);
    }
    if args.json {
        let rows: Vec<_> = speeds
            .iter()
            .map(|speed| {
                json!({
                    "game": speed.game.id(), "seats": speed.seats,
                    "moves_per_second": speed.moves_per_second.round() as u64,
                    "games_per_second": speed.games_per_second.round() as u64,
                })
            })
            .collect();
        print(&format!("{}\n", json!({ "games": rows })))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure<G: Game>(game: GameId, seats: u8) -> Speed {
    let mut best = Speed { game, seats, moves_per_second: 0.0, games_per_second: 0.0 };
    let mut number = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        let (mut games, mut moves) = (0u64, 0u64);
        while start.elapsed() < RUN && !interrupt::interrupted() {
            for _ in 0..64 {
                moves += play_game::<G>(seats, number);
                number += 1;
            }
            games += 64;
        }
        let seconds = start.elapsed().as_secs_f64();
        if moves as f64 / seconds > best.moves_per_second {
            best.moves_per_second = moves as f64 / seconds;
            best.games_per_second = games as f64 / seconds;
        }
    }
    best
}

/// Plays one random game and returns its number of moves.
#[inline(never)]
fn play_game<G: Game>(seats: u8, number: u64) -> u64 {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let seed = Seed::from_bytes(seed);
    let mut random = Quick::new(number);
    let mut state = G::new(seats, G::Options::default());
    let mut list = Moves::new();
    let (mut chance, mut moves) = (0, 0);
    loop {
        match state.turn() {
            Turn::Move(to_act) => {
                let Some(seat) = to_act.first() else { break };
                state.legal(seat, &mut list);
                let chosen = list[random.below(list.len() as u32) as usize];
                state.play(seat, chosen, &mut ()).expect("a listed move is legal");
                moves += 1;
            }
            Turn::Deal => {
                let deal = state.draw(&mut Stream::new(&seed, chance));
                state.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                chance += 1;
            }
            Turn::Over => break,
        }
    }
    std::hint::black_box(state.winners());
    moves
}
