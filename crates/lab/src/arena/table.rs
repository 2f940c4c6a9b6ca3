//! The figures of a match, for people.

use catalog::GameId;

use super::figures::{Figures, Test};
use super::{FEW_BLOCKS, elo_of};
use crate::text::plural;

/// The figures as a table.
pub fn table(game: GameId, figures: &Figures) -> String {
    let Figures { seats, deals, games, even, bots, sprt, ms, .. } = figures;
    let mut text = format!(
        "{}, {seats} seats: {}, {}, {ms} ms a move; an even win rate is {:.1} %\n",
        game.title(),
        plural(*deals, "deal"),
        plural(*games, "game"),
        100.0 * even
    );
    let width = bots.iter().map(|row| row.bot.len()).max().unwrap_or(0).max(8);
    let bonus = if bots.iter().any(|row| row.bonus.is_some()) { "bonus in a round" } else { "" };
    text.push_str(&line(["bot", "mean points", "win rate", bonus], width));
    for row in bots {
        let mean = format!("{:.2} ({:.2} to {:.2})", row.mean, row.mean_low, row.mean_high);
        let share = percent(row.share, row.share_low, row.share_high);
        let bonus = row.bonus.map_or(String::new(), |bonus| percent(bonus.share, bonus.low, bonus.high));
        text.push_str(&line([&row.bot, &mean, &share, &bonus], width));
    }
    for row in bots {
        if let Some(time) = row.time {
            text.push_str(&format!(
                "{}: {}, {:.0} ms each, {:.0} ms at most, {} over the limit, worth {:.0} worlds each\n",
                row.bot,
                plural(row.decisions, "decision"),
                time.mean_ms,
                time.longest_ms,
                time.overruns,
                time.effective_worlds
            ));
        }
    }
    if let [first, second] = bots.as_slice() {
        let elo = |share| difference(elo_of(share, usize::from(*seats)));
        text.push_str(&format!(
            "{} against {}: {} Elo ({} to {})\n",
            first.bot,
            second.bot,
            elo(first.share),
            elo(first.share_low),
            elo(first.share_high)
        ));
    }
    if let Some(test) = sprt {
        text.push_str(&verdict(test));
    }
    if *deals < FEW_BLOCKS as u64 {
        text.push_str("so few deals say little: do not rely on the intervals\n");
    }
    text
}

fn line([bot, mean, share, bonus]: [&str; 4], width: usize) -> String {
    let line = format!("{bot:<width$}  {mean:<26}  {share:<25}  {bonus}");
    format!("{}\n", line.trim_end())
}

/// A share and its interval, in per cent.
fn percent(share: f64, low: f64, high: f64) -> String {
    format!("{:.1} % ({:.1} to {:.1} %)", 100.0 * share, 100.0 * low, 100.0 * high)
}

fn difference(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else if elo > 0.0 {
        "+∞".to_owned()
    } else {
        "-∞".to_owned()
    }
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
