//! `irori arena`: plays a match between bots and prints its figures.

use std::process::ExitCode;

use anyhow::bail;
use lab::arena::{ArenaMatch, Figures, Saved, Sprt, saved, table};

use crate::cli::ArenaArgs;
use crate::interrupt;
use crate::out::{plural, print};
use crate::progress::ProgressBar;
use crate::records::Records;

pub fn run(args: &ArenaArgs) -> anyhow::Result<ExitCode> {
    let mut arena_match = ArenaMatch::new(args.of_match.setup(), &args.bots)?;
    arena_match.keeps_records = args.records.is_some();
    let mut sprt = match args.sprt {
        None => None,
        Some(_) if args.bots.len() != 2 => bail!("--sprt needs two bots, the one to test and the other"),
        Some((low, high)) => Some(Sprt::new(low, high, arena_match.seating.seats())),
    };
    if let Some(path) = &args.of_match.save {
        saved::check(path)?;
    }
    let mut records = args.records.as_deref().map(Records::open).transpose()?;
    interrupt::listen()?;
    let deals = args.of_match.deals;
    let mut progress = ProgressBar::new(deals, "deals");
    let mut done = 0;
    let played = arena_match.run(sprt.as_mut(), &interrupt::interrupted, |deal| {
        done += 1;
        progress.update(done);
        records.as_mut().map_or(Ok(()), |records| records.write(&deal.records))
    });
    progress.finish();
    let blocks = played?;
    if let Some(records) = &mut records {
        records.finish()?;
    }
    if interrupt::interrupted() {
        eprintln!("irori: interrupted after {} of {}", blocks.len(), plural(deals, "deal"));
        if blocks.is_empty() {
            return Ok(interrupt::exit_code());
        }
    }
    let figures = Figures::new(&arena_match, &blocks, sprt.as_ref());
    if let Some(path) = &args.of_match.save {
        saved::append(path, &[Saved::new(&arena_match, &figures, &blocks)])?;
    }
    if args.records.as_deref() == Some("-") {
        return Ok(interrupt::exit_code());
    }
    if args.of_match.json {
        print(&format!("{}\n", serde_json::to_string(&figures)?))?;
    } else {
        print(&table(args.of_match.game, &figures))?;
    }
    Ok(interrupt::exit_code())
}
