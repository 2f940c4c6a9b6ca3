//! A ladder: matches between every pair of bots of a game, and the ratings that follow from them.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use crate::arena::{
    ArenaMatch, Contestant, DealBlock, Encounter, FEW_BLOCKS, Figures, MatchSetup, Rating, Saved, rate,
    stream,
};
use crate::ordered::in_order;
use crate::text::plural;
use crate::{Error, Stopped};

/// The bot whose rating is 1000 by definition, if it plays.
const ANCHOR: &str = "greedy";

/// All matches of a ladder.
pub struct Ladder {
    setup: MatchSetup,
    names: Vec<String>,
    rungs: Vec<Rung>,
}

/// A match of one bot at a table of another.
struct Rung {
    one: usize,
    others: usize,
    arena_match: ArenaMatch,
    blocks: Vec<DealBlock>,
}

/// The outcome of a ladder.
pub struct Standings<'a> {
    ladder: &'a Ladder,
    ratings: Vec<Rating>,
    figures: Vec<Figures>,
}

impl Ladder {
    /// Every pair; with more than two seats in both orders, since one among many is another game than many around one.
    pub fn new(setup: &MatchSetup, bots: &[Contestant]) -> Result<Ladder, Error> {
        let names: Vec<String> = bots.iter().map(ToString::to_string).collect();
        if names.len() < 2 || (1..names.len()).any(|number| names[..number].contains(&names[number])) {
            return Err(Error::Other("a ladder needs at least two bots, all different".to_owned()));
        }
        let mut rungs = Vec::new();
        for one in 0..bots.len() {
            for others in (0..bots.len()).filter(|&others| others != one) {
                let arena_match = ArenaMatch::new(setup.clone(), &[bots[one], bots[others]])?;
                if one > others || setup.seats > 2 {
                    rungs.push(Rung { one, others, arena_match, blocks: Vec::new() });
                }
            }
        }
        Ok(Ladder { setup: setup.clone(), names, rungs })
    }

    /// How many pieces of work there are: each match on each deal.
    pub fn pieces(&self) -> u64 {
        self.setup.deals * self.rungs.len() as u64
    }

    /// Plays all matches, and returns how many deals all of them have played when the work ends or is stopped.
    pub fn run(&mut self, stopped: &Stopped, mut progress: impl FnMut(u64)) -> Result<u64, Error> {
        let count = self.rungs.len() as u64;
        // All matches on one deal before any on the next, so that an interrupt leaves all equally far.
        let mut played = Vec::new();
        in_order(
            self.pieces(),
            stopped,
            |piece, stopped| {
                self.rungs[(piece % count) as usize].arena_match.play_deal(piece / count, stopped)
            },
            |result| -> Result<_, Error> {
                played.push(result.block);
                progress(played.len() as u64);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let whole = played.len() / self.rungs.len();
        let rungs = self.rungs.len();
        for (number, block) in played.into_iter().enumerate().take(whole * rungs) {
            self.rungs[number % rungs].blocks.push(block);
        }
        Ok(whole as u64)
    }

    /// The outcome, once at least one deal is played.
    pub fn standings(&self) -> Standings<'_> {
        let anchor = self.names.iter().position(|name| name == ANCHOR).unwrap_or(0);
        let encounters: Vec<Encounter> = self.rungs.iter().map(Rung::encounter).collect();
        Standings {
            ladder: self,
            ratings: rate(self.names.len(), anchor, &encounters),
            figures: self
                .rungs
                .iter()
                .map(|rung| Figures::new(&rung.arena_match, &rung.blocks, None))
                .collect(),
        }
    }
}

impl Rung {
    fn encounter(&self) -> Encounter {
        Encounter {
            one: self.one,
            others: self.others,
            seats: self.arena_match.setup.seats.into(),
            shares: self.blocks.iter().map(|block| block.tallies[0].share()).collect(),
            deals: stream(&self.arena_match.setup.seed),
        }
    }
}

impl Standings<'_> {
    pub fn saved(&self) -> Vec<Saved> {
        let matches = self.ladder.rungs.iter().zip(&self.figures);
        matches.map(|(rung, figures)| Saved::new(&rung.arena_match, figures, &rung.blocks)).collect()
    }

    pub fn json(&self) -> Value {
        let Standings { ladder: Ladder { setup, names, .. }, ratings, figures } = self;
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
            "game": setup.game.id(), "seats": figures[0].seats, "deals": figures[0].deals,
            "seed": setup.seed, "ms": setup.ms,
            "ratings": names.iter().zip(ratings).map(rating).collect::<Vec<_>>(),
            "matches": figures.iter().map(of_match).collect::<Vec<_>>(),
        })
    }

    pub fn text(&self) -> String {
        let Standings { ladder: Ladder { setup, names, rungs }, ratings, figures } = self;
        let Figures { seats, deals, ms, even, .. } = figures[0];
        let title = setup.game.title();
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
        // A name, or a win rate as wide as `100.0 ±10.0`.
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
}

/// A win rate, and half the width of its interval.
fn cell(figures: &Figures) -> String {
    let row = &figures.bots[0];
    format!("{:.1} ±{:.1}", 100.0 * row.share, 50.0 * (row.share_high - row.share_low))
}
