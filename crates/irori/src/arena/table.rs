//! The figures of a match, for people.

use bots::arena::FEW_BLOCKS;
use catalog::GameId;

use super::figures::{Elo, Figures, Row, Test};
use crate::out::plural;

/// The figures as a table.
pub fn table(game: GameId, figures: &Figures) -> String {
    let Figures { seats, deals, games, even, bots, elo, sprt, ms, .. } = figures;
    let mut text = format!(
        "{}, {seats} seats: {}, {}, {ms} ms a move; an even share is {:.1} %\n",
        game.title(),
        plural(*deals, "deal"),
        plural(*games, "game"),
        100.0 * even
    );
    let width = bots.iter().map(|row| row.bot.len()).max().unwrap_or(0).max(8);
    let bonus = if bots.iter().any(|row| row.bonus.is_some()) { "bonus in a round" } else { "" };
    text.push_str(&format!(
        "{:<width$}  {:<26}  {:<25}  {bonus}\n",
        "bot", "mean points", "share of games won"
    ));
    for row in bots {
        text.push_str(&line(row, width));
    }
    for row in bots {
        if let Some(time) = row.time {
            text.push_str(&format!(
                "{}: {}, {:.0} ms each, {:.0} ms at most, {} over the limit\n",
                row.bot,
                plural(row.decisions, "decision"),
                time.mean_ms,
                time.longest_ms,
                time.overruns
            ));
        }
    }
    if let (Some(elo), [first, second]) = (elo, bots.as_slice()) {
        text.push_str(&format!("{} is stronger than {} by {}\n", first.bot, second.bot, difference(elo)));
    }
    if let Some(test) = sprt {
        text.push_str(&verdict(test));
    }
    if *deals < FEW_BLOCKS as u64 {
        text.push_str("so few deals say little: do not rely on the intervals\n");
    } else if bots.iter().all(|row| row.share_low == row.share_high) && bots.len() > 1 {
        text.push_str("all deals ended alike, so the intervals are narrower than they should be\n");
    }
    text
}

fn line(row: &Row, width: usize) -> String {
    let mean = format!("{:.2} ({:.2} to {:.2})", row.mean, row.mean_low, row.mean_high);
    let share = percent(row.share, row.share_low, row.share_high);
    let bonus = row.bonus.map_or(String::new(), |bonus| percent(bonus.share, bonus.low, bonus.high));
    let line = format!("{:<width$}  {mean:<26}  {share:<25}  {bonus}", row.bot);
    format!("{}\n", line.trim_end())
}

/// A share and its interval, in per cent.
pub fn percent(share: f64, low: f64, high: f64) -> String {
    format!("{:.1} % ({:.1} to {:.1} %)", 100.0 * share, 100.0 * low, 100.0 * high)
}

fn difference(elo: &Elo) -> String {
    let points = |elo: Option<f64>| elo.map_or("∞".to_owned(), |elo| format!("{elo:.0}"));
    // Only the lower end can be infinite downwards, and only for one who won nothing.
    let low = elo.low.map_or("−∞".to_owned(), |elo| format!("{elo:.0}"));
    format!("{} Elo ({low} to {})", points(elo.value), points(elo.high))
}

fn verdict(test: &Test) -> String {
    let Test { low, high, llr, lower, upper, result } = test;
    let said = match result.as_str() {
        "low" => format!("accepted: no more than {low} Elo"),
        "high" => format!("accepted: at least {high} Elo"),
        _ => "not decided before the deals ran out".to_owned(),
    };
    format!(
        "sequential test of {low} against {high} Elo: {llr:.2} between {lower:.2} and {upper:.2}; {said}\n"
    )
}
