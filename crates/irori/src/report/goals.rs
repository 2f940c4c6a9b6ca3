//! How strong the bots must be.

use std::fmt;
use std::path::Path;

use catalog::GameId;

use Bound::{AtLeast, Over};

use super::{Results, gap};
use crate::arena::command;
use crate::arena::saved::Saved;

/// A figure that must be reached.
pub struct Goal {
    pub game: GameId,
    /// The bots of the match.
    pub bots: Vec<&'static str>,
    pub figure: Figure,
    pub bound: Bound,
}

/// How much is enough.
#[derive(Clone, Copy)]
pub enum Bound {
    AtLeast(f64),
    Over(f64),
}

/// Which figure of the first bot counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    Share,
    Bonus,
}

/// All goals, game by game.
pub fn goals() -> Vec<Goal> {
    let mut goals = Vec::new();
    for game in GameId::ALL {
        let even = 1.0 / f64::from(game.usual_seats());
        let share =
            |bots: [&'static str; 2], bound| Goal { game, bots: bots.to_vec(), figure: Figure::Share, bound };
        match game {
            GameId::Iroha | GameId::Iyadosu => goals.push(share(["strong", "greedy"], AtLeast(0.5))),
            GameId::WildRawz => {
                goals.push(share(["strong", "greedy"], AtLeast(0.5)));
                goals.push(Goal { game, bots: vec!["strong"], figure: Figure::Bonus, bound: AtLeast(0.5) });
            }
            GameId::KoiKoi => {
                goals.push(share(["strong", "greedy"], AtLeast(0.7)));
                goals.push(share(["strong", "random"], AtLeast(0.95)));
            }
            GameId::Irono => {
                goals.push(share(["strong", "greedy"], AtLeast(0.65)));
                goals.push(share(["strong", "random"], AtLeast(0.8)));
            }
        }
        for bots in [["strong", "normal"], ["normal", "easy"], ["easy", "greedy"]] {
            goals.push(share(bots, Over(even)));
        }
    }
    goals
}

impl Goal {
    /// What is measured, in words.
    pub fn what(&self) -> String {
        let others = self.game.usual_seats() - 1;
        match (self.figure, self.bots.as_slice()) {
            (Figure::Bonus, [one, ..]) => format!("rounds in which a `{one}` among its like hits the bonus"),
            (Figure::Share, [one, other]) if others == 1 => format!("`{one}` against `{other}`"),
            (Figure::Share, [one, other]) => format!("one `{one}` against {others} `{other}`"),
            _ => self.bots.join(", "),
        }
    }

    /// The figure and the lower end of its interval.
    pub fn measured(&self, saved: &Saved) -> Option<(f64, f64)> {
        let row = saved.result.bots.first()?;
        match self.figure {
            Figure::Share => Some((row.share, row.share_low)),
            Figure::Bonus => row.bonus.map(|bonus| (bonus.share, bonus.low)),
        }
    }
}

impl Bound {
    /// Whether a figure and the lower end of its interval are high enough, in words.
    pub fn verdict(self, (figure, low): (f64, f64)) -> &'static str {
        let reached = |figure: f64| match self {
            AtLeast(bound) => figure >= bound,
            Over(bound) => figure > bound,
        };
        if reached(low) {
            "yes"
        } else if reached(figure) {
            "yes, but not for certain"
        } else {
            "no"
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtLeast(bound) => write!(f, "at least {:.0} %", 100.0 * bound),
            Over(bound) => write!(f, "over {:.0} %", 100.0 * bound),
        }
    }
}

/// The commands for all matches that the page wants and the results lack.
pub fn missing(results: &Results, file: &Path) -> String {
    let mut wanted: Vec<(GameId, Vec<&str>)> =
        goals().into_iter().map(|goal| (goal.game, goal.bots)).collect();
    wanted.extend(GameId::ALL.into_iter().flat_map(|game| gap::MATCHES.map(|bots| (game, bots.to_vec()))));
    let mut lines: Vec<String> = Vec::new();
    for (game, bots) in wanted {
        let line = format!("{} --save {}\n", suggested(game, &bots), file.display());
        if results.last(game, &bots).is_none() && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.concat()
}

/// A command for a match that nobody has played yet.
pub fn suggested(game: GameId, bots: &[&str]) -> String {
    let bots: Vec<String> = bots.iter().map(ToString::to_string).collect();
    command(game, game.usual_seats(), &bots, 200, "irori", 100, &Vec::new())
}
