//! `irori ladder`: matches every pair of bots of a game and rates them all.

use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::bail;
use bots::arena::{Block, Encounter, FEW_BLOCKS, Rating, rate};
use serde_json::{Value, json};

use crate::arena::saved::{self, Saved};
use crate::arena::{Bout, Figures, stream};
use crate::cli::LadderArgs;
use crate::interrupt;
use crate::ordered::in_order;
use crate::out::{plural, print};
use crate::progress::Progress;

/// The one whose rating is given.
const ANCHOR: &str = "greedy";

/// A match of one against a table of another.
struct Rung<'a> {
    one: usize,
    others: usize,
    bout: Bout<'a>,
    blocks: Vec<Block>,
}

/// Plays all matches and prints the ratings.
pub fn run(args: &LadderArgs) -> anyhow::Result<ExitCode> {
    let names: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
    if names.len() < 2 || (1..names.len()).any(|number| names[..number].contains(&names[number])) {
        bail!("a ladder needs at least two bots, all different");
    }
    let mut rungs = rungs(args)?;
    saved::check(args.of_match.save.as_deref())?;
    interrupt::listen()?;
    let deals = args.of_match.deals;
    let count = rungs.len() as u64;
    let mut progress = Progress::new(deals * count, "matches on a deal");
    // All matches on one deal before any on the next, so that an interrupt leaves all equally far.
    let mut played = Vec::new();
    let bouts: Vec<&Bout<'_>> = rungs.iter().map(|rung| &rung.bout).collect();
    let ran = in_order(
        deals * count,
        |piece, stopped| bouts[(piece % count) as usize].play(piece / count, stopped),
        |result| {
            played.push(result.block);
            progress.update(played.len() as u64);
            Ok(ControlFlow::Continue(()))
        },
    );
    progress.finish();
    ran?;
    let whole = played.len() / rungs.len();
    if interrupt::interrupted() {
        eprintln!("irori: interrupted after {whole} of {}", plural(deals, "deal"));
        if whole == 0 {
            return Ok(interrupt::exit_code());
        }
    }
    for (number, block) in played.into_iter().enumerate().take(whole * rungs.len()) {
        let rung = number % rungs.len();
        rungs[rung].blocks.push(block);
    }
    let figures: Vec<Figures> =
        rungs.iter().map(|rung| Figures::new(&rung.bout, &rung.blocks, None)).collect();
    if let Some(path) = &args.of_match.save {
        let matches: Vec<Saved> = rungs
            .iter()
            .zip(&figures)
            .map(|(rung, figures)| Saved::new(&rung.bout, figures, &rung.blocks))
            .collect();
        saved::append(path, &matches)?;
    }
    let anchor = names.iter().position(|name| name == ANCHOR).unwrap_or(0);
    let ratings = rate(names.len(), anchor, &rungs.iter().map(Rung::encounter).collect::<Vec<_>>());
    if args.of_match.json {
        print(&format!("{}\n", json(args, &names, &ratings, &figures)))?;
    } else {
        print(&text(args, &names, &ratings, &rungs, &figures))?;
    }
    Ok(interrupt::exit_code())
}

/// Every pair; with more than two seats both ways round, since one among many is another game than many around one.
fn rungs(args: &LadderArgs) -> anyhow::Result<Vec<Rung<'_>>> {
    let mut rungs = Vec::new();
    for one in 0..args.bots.len() {
        for others in (0..args.bots.len()).filter(|&others| others != one) {
            let bout = Bout::new(&args.of_match, &[args.bots[one], args.bots[others]])?;
            if one > others || bout.seats > 2 {
                rungs.push(Rung { one, others, bout, blocks: Vec::new() });
            }
        }
    }
    Ok(rungs)
}

impl Rung<'_> {
    fn encounter(&self) -> Encounter {
        Encounter {
            one: self.one,
            others: self.others,
            seats: self.bout.seats.into(),
            shares: self.blocks.iter().map(|block| block.tallies[0].share()).collect(),
            deals: stream(&self.bout.args.seed),
        }
    }
}

fn json(args: &LadderArgs, names: &[String], ratings: &[Rating], figures: &[Figures]) -> Value {
    let rating = |(name, rating): (&String, &Rating)| {
        json!({
            "bot": name, "rating": rating.map(|rating| rating.value),
            "low": rating.map(|rating| rating.low), "high": rating.map(|rating| rating.high),
        })
    };
    let of_match = |figures: &Figures| {
        let row = &figures.bots[0];
        json!({
            "one": row.bot, "others": figures.bots[1].bot,
            "share": row.share, "share_low": row.share_low, "share_high": row.share_high,
        })
    };
    json!({
        "game": args.of_match.game.id(), "seats": figures[0].seats, "deals": figures[0].deals,
        "seed": args.of_match.seed, "ms": args.of_match.ms,
        "ratings": names.iter().zip(ratings).map(rating).collect::<Vec<_>>(),
        "matches": figures.iter().map(of_match).collect::<Vec<_>>(),
    })
}

fn text(
    args: &LadderArgs,
    names: &[String],
    ratings: &[Rating],
    rungs: &[Rung<'_>],
    figures: &[Figures],
) -> String {
    let Figures { seats, deals, ms, even, .. } = figures[0];
    let title = args.of_match.game.title();
    let mut text = format!(
        "{title}, {seats} seats: {} in each of {}, {ms} ms a move\n",
        plural(deals, "deal"),
        plural(rungs.len() as u64, "pairing"),
    );
    let width = names.iter().map(String::len).max().unwrap_or(0).max(8);
    let mut order: Vec<usize> = (0..names.len()).collect();
    let value = |number: usize| ratings[number].map_or(f64::MIN, |rating| rating.value);
    order.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
    text.push_str(&format!("{:<width$}  rating  95 %\n", "bot"));
    for &number in &order {
        if let Some(rating) = ratings[number] {
            text.push_str(&format!(
                "{:<width$}  {:>6.0}  {:.0} to {:.0}\n",
                names[number], rating.value, rating.low, rating.high
            ));
        }
    }
    text.push_str(&format!(
        "\nper cent of games won by one (row) among others (column); even is {:.1}\n{:<width$}",
        100.0 * even,
        ""
    ));
    // A name, or a share as wide as `100.0 ±10.0`.
    let widths: Vec<usize> = names.iter().map(|name| name.len().max(11)).collect();
    for (name, width) in names.iter().zip(&widths) {
        text.push_str(&format!("  {name:>width$}"));
    }
    for (one, name) in names.iter().enumerate() {
        text.push_str(&format!("\n{name:<width$}"));
        for (others, width) in widths.iter().enumerate() {
            let at = rungs.iter().position(|rung| (rung.one, rung.others) == (one, others));
            let cell = at.map_or(String::new(), |at| cell(&figures[at]));
            text.push_str(&format!("  {cell:>width$}"));
        }
    }
    text.push('\n');
    if deals < FEW_BLOCKS as u64 {
        text.push_str("so few deals say little: do not rely on the intervals\n");
    }
    text
}

/// A share, and half the width of its interval.
fn cell(figures: &Figures) -> String {
    let row = &figures.bots[0];
    format!("{:.1} ±{:.1}", 100.0 * row.share, 50.0 * (row.share_high - row.share_low))
}
