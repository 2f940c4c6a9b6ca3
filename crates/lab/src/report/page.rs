//! The page: the goals with every run of their matches, and the ratings of each game.

use catalog::GameId;

use super::goals::{self, PlannedMatch};
use super::strength::{self, Strengths};
use super::{Results, gap};
use crate::arena::{Estimate, Saved};
use crate::text::percent;

const INTRODUCTION: &str = "\
This page shows how strong the bots are, and how certain that is. Bots, limits, deals and seeds of every match were
fixed in `crates/lab/src/games` before it was played, and every saved run is listed.

Each deal is played once in every rotation of the seats, so that every bot holds every hand. All games of a deal
together are one sample. Intervals are 95 % bootstrap confidence intervals. A win rate is the part of its games that a
bot wins, by seat; a shared victory counts in part. `a v 3 × b` means: one `a` at a table with three `b`.
`strong:iters=500` searches 500 iterations for each move, so that every machine gets the same result, however busy it
is. The limits are about what one core does in 100 ms; in Wild Rawz and Koi-Koi, whose games are long, in 40 ms; in
Irono, whose matches have 500 deals, in 10 ms. A bot without a limit thinks for up to 100 ms.

A rating tells how likely a bot is to win: its win probability is its strength over the sum of all strengths at the
table, and 400 points more are ten times the strength. `greedy` has 1000. `ismcts` is plain search that knows only the
rules, as a baseline. `omniscient` sees all cards, as a ceiling; it plays in the arena alone.
";

/// Writes the page; the pictures are in `folder`.
pub fn write(results: &Results, folder: &str) -> String {
    let mut text = String::from("# How strong the bots are\n\n");
    text.push_str(INTRODUCTION);
    text.push_str(&format!(
        "\n`irori report` draws this page from `{folder}/results.jsonl`. `irori report --missing` lists the matches that \
         are still missing there, and `irori report --play` plays them.\n\n## Goals\n"
    ));
    text.push_str(&goal_table(results));
    text.push_str("\n## What seeing all cards would be worth\n");
    text.push_str(&gap_table(results));
    for game in GameId::ALL {
        text.push_str(&format!("\n## {}\n", game.title()));
        match strength::of(game, results) {
            Some(strengths) => text.push_str(&ratings(game, &strengths, folder)),
            None => text.push_str("Not measured yet.\n"),
        }
        text.push_str(&runs(game, results));
    }
    text
}

fn goal_table(results: &Results) -> String {
    let mut text = String::from(
        "| game | match | deals | goal | measured | 95 % | reached | date, commit |\n|---|---|---|---|---|---|---|---|\n",
    );
    for planned in GameId::ALL.into_iter().flat_map(goals::planned) {
        let Some(goal) = planned.goal else { continue };
        let head = format!(
            "| {} | {} | {} | {} |",
            planned.game,
            planned.what(),
            planned.deals,
            goal.required(planned.game)
        );
        let mut measured = false;
        for saved in results.all.iter().filter(|saved| planned.is_played_by(saved)) {
            let Some((value, low, high)) = goal.measured(saved) else { continue };
            measured = true;
            text.push_str(&format!(
                "{head} {} | {} | {} | {}, `{}` |\n",
                percent(value),
                interval(low, high),
                goal.verdict(planned.game, (value, low)),
                saved.date,
                saved.commit,
            ));
        }
        if !measured {
            text.push_str(&format!("{head} not measured yet | | | |\n"));
        }
    }
    text
}

fn gap_table(results: &Results) -> String {
    let mut text = String::from(
        "How far `strong` gets from `ismcts` towards `omniscient`, by their win rates against `normal`.\n\n\
         | game | `ismcts` | `strong` | `omniscient` | part of the way | 95 % | positive |\n|---|---|---|---|---|---|---|\n",
    );
    for game in GameId::ALL {
        let Some(gap) = gap::of(game, results) else {
            text.push_str(&format!("| {game} | | | | not measured yet | | |\n"));
            continue;
        };
        let rates = gap.matches.map(|saved| percent(saved.result.bots[0].share));
        let (part, interval, positive) = match gap.recovered {
            Some(Estimate { value, low, high }) => {
                (percent(value), interval(low, high), goals::verdict(value > 0.0, low > 0.0))
            }
            None => ("the gap is within the error".to_owned(), String::new(), ""),
        };
        text.push_str(&format!("| {game} | {} | {part} | {interval} | {positive} |\n", rates.join(" | ")));
    }
    text
}

fn ratings(game: GameId, strengths: &Strengths, folder: &str) -> String {
    let mut text = format!(
        "![Ratings of the bots in {}]({folder}/{game}.svg)\n\n| bot | rating | 95 % |\n|---|---|---|\n",
        game.title(),
    );
    for (name, rating) in &strengths.ratings {
        let Estimate { value, low, high } = rating;
        text.push_str(&format!("| `{name}` | {value:.0} | {low:.0} to {high:.0} |\n"));
    }
    text
}

/// Every saved run, in the order of the plan, with its command.
fn runs(game: GameId, results: &Results) -> String {
    let all = goals::planned(game);
    let place =
        |saved: &Saved| all.iter().position(|planned| planned.bots == saved.bots).unwrap_or(all.len());
    let mut runs: Vec<&Saved> = results.of(game).collect();
    runs.sort_by_key(|saved| place(saved));
    let missing: Vec<&PlannedMatch> =
        all.iter().filter(|planned| !runs.iter().any(|saved| planned.is_played_by(saved))).collect();
    let mut text = String::from("\n<details><summary>All runs and their commands</summary>\n\n");
    text.push_str("| win rate of the first | 95 % | date, commit | command |\n|---|---|---|---|\n");
    for saved in runs {
        let first = &saved.result.bots[0];
        text.push_str(&format!(
            "| {} | {} | {}, `{}` | `{}` |\n",
            percent(first.share),
            interval(first.share_low, first.share_high),
            saved.date,
            saved.commit,
            saved.command
        ));
    }
    for planned in missing {
        text.push_str(&format!("| not played yet | | | `{}` |\n", planned.command()));
    }
    text.push_str("\n</details>\n");
    text
}

fn interval(low: f64, high: f64) -> String {
    format!("{} to {}", percent(low), percent(high))
}
