//! The ratings of a game's bots, from all matches of one bot at a table of another.

use catalog::GameId;

use super::Results;
use crate::arena::{ANCHOR, Encounter, Estimate, Saved, rate, stream};

/// The ratings of a game, highest first.
pub struct Strengths {
    pub ratings: Vec<(String, Estimate)>,
}

/// Rates the bots of a game from all saved runs, if any have played.
pub fn of(game: GameId, results: &Results) -> Option<Strengths> {
    let is_pair = |saved: &&Saved| matches!(saved.bots.as_slice(), [one, other] if one != other);
    let matches: Vec<&Saved> =
        results.of(game).filter(is_pair).filter(|saved| !saved.blocks.is_empty()).collect();
    if matches.is_empty() {
        return None;
    }
    let mut names: Vec<&String> = matches.iter().flat_map(|saved| &saved.bots).collect();
    names.sort_unstable();
    names.dedup();
    let number = |name: &str| names.iter().position(|known| *known == name).unwrap_or(0);
    let encounters: Vec<Encounter> = matches
        .iter()
        .map(|saved| Encounter {
            one: number(&saved.bots[0]),
            others: number(&saved.bots[1]),
            seats: saved.seats.into(),
            shares: saved.blocks.clone(),
            deals: stream(&saved.seed),
        })
        .collect();
    let rated = rate(names.len(), number("greedy"), &encounters);
    let mut ratings: Vec<(String, Estimate)> =
        names.iter().zip(rated).filter_map(|(name, rating)| Some(((*name).clone(), rating?))).collect();
    ratings.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    Some(Strengths { ratings })
}

impl Strengths {
    /// The lowest and highest rating to show, with their intervals.
    pub fn range(&self) -> (f64, f64) {
        let ends = self.ratings.iter().flat_map(|(_, rating)| [rating.low, rating.high]);
        ends.fold((ANCHOR, ANCHOR), |(low, high), end| (low.min(end), high.max(end)))
    }
}
