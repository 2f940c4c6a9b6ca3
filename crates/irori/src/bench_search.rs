//! `irori bench --search`: iterations a second of the plain search.

use std::process::ExitCode;

use catalog::GameId;
use lab::search_speed::{measure, searched};
use serde_json::json;

use crate::cli::BenchArgs;
use crate::interrupt;
use crate::out::print;

pub fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    interrupt::listen()?;
    let games: Vec<GameId> = args.game.map_or_else(|| searched().collect(), |game| vec![game]);
    let mut rows = Vec::new();
    for game in games {
        let seats = args.seats.unwrap_or(game.usual_seats());
        let speed = measure(game, seats, &interrupt::interrupted)?;
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
