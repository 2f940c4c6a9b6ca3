//! `irori train`: learns by self-play what the bots know about a game, and prints it as the table for
//! `crates/bots/data`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, bail};

use crate::cli::TrainArgs;
use crate::interrupt;
use crate::out::{plural, print};
use crate::progress::ProgressBar;

pub fn run(args: &TrainArgs) -> anyhow::Result<ExitCode> {
    let Some(training) = lab::train::of(args.game) else { bail!("{} learns nothing", args.game) };
    let done = Arc::new(AtomicU64::new(0));
    let so_far = Arc::clone(&done);
    let unit = training.unit;
    interrupt::listen_and_end(move || format!("after {}", plural(so_far.load(Ordering::Relaxed), unit)))?;
    let mut bar: Option<ProgressBar> = None;
    let table = (training.learn)(&args.seed, args.games.unwrap_or(training.games), &mut |now, total| {
        done.store(now, Ordering::Relaxed);
        bar.get_or_insert_with(|| ProgressBar::new(total, if unit == "game" { "games" } else { "layers" }))
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
