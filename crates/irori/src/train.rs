//! `irori train`: learns by self-play what the bots know of a game, and tells it as a table for `crates/bots/data`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use bots::train;
use catalog::GameId;

use crate::cli::TrainArgs;
use crate::interrupt;
use crate::out::{plural, print};
use crate::progress::Progress;

/// Learns from a seed and so many games, and gives the text of the table.
type Fit = fn(&str, u32, &mut train::Progress) -> String;

/// Learns and prints.
pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    // Each with the number of games that made the checked-in table; a game with a table has its line here.
    let (fit, games): (Fit, u32) = match args.game {
        GameId::Iroha => (train::iroha, 300_000),
        GameId::Iyadosu => (train::iyadosu, 200_000),
        GameId::WildRawz => (train::wild_rawz, 120_000),
        GameId::KoiKoi => (train::koi_koi, 3_000_000),
        GameId::Irono => (train::irono, 6_000),
    };
    let games = args.games.unwrap_or(games);
    // Irono Ofubi is learned backwards, one number of empty cells after the other.
    let unit = if args.game == GameId::Irono { "layer" } else { "game" };
    let done = Arc::new(AtomicU64::new(0));
    let so_far = Arc::clone(&done);
    interrupt::listen_and_end(move || format!("after {}", plural(so_far.load(Ordering::Relaxed), unit)))?;
    let mut bar: Option<Progress> = None;
    let table = fit(&args.seed, games, &mut |now, total| {
        done.store(now, Ordering::Relaxed);
        bar.get_or_insert_with(|| Progress::new(total, if unit == "layer" { "layers" } else { "games" }))
            .update(now);
    });
    if let Some(bar) = bar {
        bar.finish();
    }
    let Some(file) = &args.out else {
        print(&table)?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::write(file, table).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
