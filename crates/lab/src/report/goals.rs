//! How strong the bots should be, and the matches that measure it. Bots, limits, deals and seeds are fixed here before
//! a match is played.

use std::fmt;

use catalog::GameId;

use super::gap;
use crate::arena::{ArenaMatch, Contestant, MatchSetup, Saved, command};
use crate::games::Study;
use crate::{Error, arena};

/// All matches are played on the deals of this seed.
const SEED: &str = "goals";
/// The time limit of bots that have no limit in iterations.
const MS: u64 = 100;
/// `easy` and `normal` stop after a few sampled worlds; they never get this far.
const ENOUGH: u32 = 100_000;

/// The goals of a game.
pub struct Goals {
    /// Without limits in iterations all bots think for 100 ms a move.
    pub limits: Option<IterationLimits>,
    /// A goal takes the place of the usual one with the same bots.
    pub own: &'static [Goal],
}

/// How many iterations each of the searching bots makes for a move.
pub struct IterationLimits {
    pub strong: u32,
    pub ismcts: u32,
    pub omniscient: u32,
}

/// A figure to be reached.
#[derive(Clone, Copy)]
pub struct Goal {
    pub bots: &'static [&'static str],
    pub figure: Figure,
    pub priority: Priority,
    pub bound: Bound,
    /// `None` for the usual number.
    pub deals: Option<u64>,
}

/// How much is enough.
#[derive(Clone, Copy)]
pub enum Bound {
    AtLeast(f64),
    /// More than one over the number of seats.
    OverEven,
}

/// Which figure of the first bot counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    WinRate,
    /// The part of its rounds in which it gets the game's bonus.
    Bonus,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// A bot that misses it is not released.
    Must,
    /// What we hope for.
    Aim,
}

impl Goal {
    pub const fn must(bots: &'static [&'static str], at_least: f64) -> Goal {
        Goal {
            bots,
            figure: Figure::WinRate,
            priority: Priority::Must,
            bound: Bound::AtLeast(at_least),
            deals: None,
        }
    }

    pub const fn aim(bots: &'static [&'static str], at_least: f64) -> Goal {
        Goal { priority: Priority::Aim, ..Goal::must(bots, at_least) }
    }

    /// Each level must beat the next lower one.
    const fn stronger(bots: &'static [&'static str], deals: Option<u64>) -> Goal {
        Goal { bound: Bound::OverEven, deals, ..Goal::must(bots, 0.0) }
    }
}

impl Goals {
    pub const USUAL: Goals = Goals { limits: None, own: &[] };

    fn limited(&self, bot: &str) -> String {
        let iterations = self.limits.as_ref().and_then(|limits| match bot {
            "strong" => Some(limits.strong),
            "ismcts" => Some(limits.ismcts),
            "omniscient" => Some(limits.omniscient),
            "easy" | "normal" => Some(ENOUGH),
            _ => None,
        });
        iterations.map_or_else(|| bot.to_owned(), |iterations| format!("{bot}:iters={iterations}"))
    }
}

/// A match that the report needs, and what it should show. Without a goal it is only measured.
pub struct PlannedMatch {
    pub game: GameId,
    pub bots: Vec<String>,
    pub deals: u64,
    pub goal: Option<Goal>,
}

/// All matches that the report needs of a game.
pub fn planned(game: GameId) -> Vec<PlannedMatch> {
    let goals = &Study::of(game).goals;
    // Matches without search cost little, so they can have more deals.
    let (usual, many) = if game.usual_seats() == 2 { (100, 300) } else { (40, 100) };
    let usual_goals = [
        Goal::stronger(&["easy", "greedy"], Some(many)),
        Goal::stronger(&["normal", "easy"], Some(many)),
        Goal::stronger(&["strong", "normal"], None),
    ];
    let replaced = |usual: &Goal| goals.own.iter().any(|own| own.bots == usual.bots);
    let mut planned: Vec<PlannedMatch> = Vec::new();
    // The quickest matches come first.
    for goal in usual_goals.into_iter().filter(|goal| !replaced(goal)).chain(goals.own.iter().copied()) {
        let bots = goal.bots.iter().map(|bot| goals.limited(bot)).collect();
        planned.push(PlannedMatch { game, bots, deals: goal.deals.unwrap_or(usual), goal: Some(goal) });
    }
    for bots in gap_bots(game) {
        if planned.iter().all(|planned| planned.bots != bots) {
            planned.push(PlannedMatch { game, bots, deals: usual, goal: None });
        }
    }
    planned
}

/// The bots of the three matches that the gap is computed from.
pub fn gap_bots(game: GameId) -> [Vec<String>; 3] {
    let goals = &Study::of(game).goals;
    gap::MATCHES.map(|bots| bots.iter().map(|bot| goals.limited(bot)).collect())
}

impl PlannedMatch {
    /// Whether a saved match was played as it is planned.
    pub fn is_played_by(&self, saved: &Saved) -> bool {
        saved.game == self.game.id()
            && saved.bots == self.bots
            && saved.seats == self.game.usual_seats()
            && saved.options.is_empty()
            && saved.result.sprt.is_none()
            && saved.deals == self.deals
            && saved.seed == SEED
            && saved.ms == MS
    }

    pub fn setup(&self) -> MatchSetup {
        MatchSetup {
            game: self.game,
            seats: self.game.usual_seats(),
            deals: self.deals,
            seed: SEED.to_owned(),
            ms: MS,
            options: Vec::new(),
        }
    }

    pub fn command(&self) -> String {
        command(&self.setup(), &self.bots)
    }

    pub fn arena_match(&self) -> Result<ArenaMatch, Error> {
        let contestants: Result<Vec<Contestant>, arena::UnknownContestant> =
            self.bots.iter().map(|bot| bot.parse()).collect();
        let contestants = contestants.map_err(|unknown| Error::Other(unknown.to_string()))?;
        ArenaMatch::new(self.setup(), &contestants)
    }

    /// What is measured, in words.
    pub fn what(&self) -> String {
        let others = self.game.usual_seats() - 1;
        match (self.goal.map(|goal| goal.figure), self.bots.as_slice()) {
            (Some(Figure::Bonus), [one]) => format!("rounds with the bonus, `{one}` in all seats"),
            (_, [one, other]) if others == 1 => format!("`{one}` v `{other}`"),
            (_, [one, other]) => format!("`{one}` v {others} × `{other}`"),
            _ => self.bots.join(", "),
        }
    }
}

impl Goal {
    /// The figure and the lower end of its interval.
    pub fn measured(&self, saved: &Saved) -> Option<(f64, f64, f64)> {
        let first = saved.result.bots.first()?;
        match self.figure {
            Figure::WinRate => Some((first.share, first.share_low, first.share_high)),
            Figure::Bonus => first.bonus.map(|bonus| (bonus.share, bonus.low, bonus.high)),
        }
    }

    /// Whether a figure with this interval is high enough, in words.
    pub fn verdict(&self, game: GameId, (figure, low): (f64, f64)) -> &'static str {
        let even = 1.0 / f64::from(game.usual_seats());
        let reached = |figure: f64| match self.bound {
            Bound::AtLeast(bound) => figure >= bound,
            Bound::OverEven => figure > even,
        };
        verdict(reached(figure), reached(low))
    }

    pub fn required(&self, game: GameId) -> String {
        let even = 100.0 / f64::from(game.usual_seats());
        match self.bound {
            Bound::AtLeast(bound) => format!("{}: at least {:.0} %", self.priority, 100.0 * bound),
            Bound::OverEven => format!("{}: over {even:.0} %", self.priority),
        }
    }
}

pub fn verdict(figure_reaches: bool, lower_bound_reaches: bool) -> &'static str {
    match (figure_reaches, lower_bound_reaches) {
        (_, true) => "yes",
        (true, false) => "yes, within the error",
        (false, false) => "no",
    }
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Priority::Must => "must",
            Priority::Aim => "aim",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fewer deals than these say too little.
    #[test]
    fn every_planned_match_has_deals_enough_and_can_be_played() {
        for game in GameId::ALL {
            let least = if game.usual_seats() == 2 { 100 } else { 40 };
            let planned = planned(game);
            assert!(planned.len() >= 5, "{game}");
            for planned in planned {
                assert!(planned.deals >= least, "{game}: {}", planned.what());
                assert!(planned.arena_match().is_ok(), "{game}: {}", planned.what());
            }
        }
    }
}
