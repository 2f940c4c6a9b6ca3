//! `irori arena`: matches bots on the same deals with seats rotated, and says how sure the outcome is.

mod bout;
mod figures;
pub mod saved;
mod table;

use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::bail;
use bots::arena::{Block, Bonus, Sprt, Verdict};
use catalog::{GameId, for_game};

pub use bout::{Bout, command, stream};
pub use figures::Figures;

use crate::cli::ArenaArgs;
use crate::interrupt;
use crate::ordered::in_order;
use crate::out::{plural, print};
use crate::progress::Progress;
use crate::records::Records;
use saved::Saved;

/// Plays a match and prints its figures.
pub fn run(args: &ArenaArgs) -> anyhow::Result<ExitCode> {
    let mut bout = Bout::new(&args.of_match, &args.bots)?;
    bout.records = args.records.is_some();
    let mut sprt = match args.sprt {
        None => None,
        Some(_) if bout.contestants.len() != 2 => {
            bail!("--sprt needs two bots, the one to test and the other")
        }
        Some((low, high)) => Some(Sprt::new(low, high, bout.seating.seats())),
    };
    saved::check(args.of_match.save.as_deref())?;
    let mut records = args.records.as_deref().map(Records::open).transpose()?;
    interrupt::listen()?;
    let deals = args.of_match.deals;
    let mut progress = Progress::new(deals, "deals");
    let mut blocks: Vec<Block> = Vec::new();
    let ran = in_order(
        deals,
        |deal, stopped| bout.play(deal, stopped),
        |played| {
            if let Some(records) = &mut records {
                records.write(&played.records)?;
            }
            let share = played.block.tallies[0].share();
            blocks.push(played.block);
            progress.update(blocks.len() as u64);
            let verdict = sprt.as_mut().map(|sprt| {
                sprt.add(share);
                sprt.verdict()
            });
            Ok(match verdict {
                None | Some(Verdict::Open) => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            })
        },
    );
    progress.finish();
    ran?;
    if let Some(records) = &mut records {
        records.finish()?;
    }
    if interrupt::interrupted() {
        eprintln!("irori: interrupted after {} of {}", blocks.len(), plural(deals, "deal"));
        if blocks.is_empty() {
            return Ok(interrupt::exit_code());
        }
    }
    let figures = Figures::new(&bout, &blocks, sprt.as_ref());
    if let Some(path) = &args.of_match.save {
        saved::append(path, &[Saved::new(&bout, &figures, &blocks)])?;
    }
    if args.records.as_deref() == Some("-") {
        return Ok(interrupt::exit_code());
    }
    if args.of_match.json {
        print(&format!("{}\n", serde_json::to_string(&figures)?))?;
    } else {
        print(&table::table(args.of_match.game, &figures))?;
    }
    Ok(interrupt::exit_code())
}

/// Whether a round of a game may give a bonus.
fn has_bonus(game: GameId) -> bool {
    fn of<G: Bonus>() -> bool {
        G::HAS_BONUS
    }
    for_game!(game, G => of::<G>())
}
