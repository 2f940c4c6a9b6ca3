//! `irori ladder`: plays every pair of bots of a game and prints their ratings.

use std::process::ExitCode;

use lab::arena::saved;
use lab::ladder::Ladder;

use crate::cli::LadderArgs;
use crate::interrupt;
use crate::out::{plural, print};
use crate::progress::ProgressBar;

pub fn run(args: &LadderArgs) -> anyhow::Result<ExitCode> {
    let mut ladder = Ladder::new(&args.of_match.setup(), &args.bots)?;
    if let Some(path) = &args.of_match.save {
        saved::check(path)?;
    }
    interrupt::listen()?;
    let mut progress = ProgressBar::new(ladder.pieces(), "matches on a deal");
    let played = ladder.run(&interrupt::interrupted, |done| progress.update(done));
    progress.finish();
    let deals = played?;
    if interrupt::interrupted() {
        eprintln!("irori: interrupted after {deals} of {}", plural(args.of_match.deals, "deal"));
        if deals == 0 {
            return Ok(interrupt::exit_code());
        }
    }
    let standings = ladder.standings();
    if let Some(path) = &args.of_match.save {
        saved::append(path, &standings.saved())?;
    }
    if args.of_match.json {
        print(&format!("{}\n", standings.json()))?;
    } else {
        print(&standings.text())?;
    }
    Ok(interrupt::exit_code())
}
