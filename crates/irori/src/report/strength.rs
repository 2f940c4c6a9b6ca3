//! The ratings of a game's bots, from all their matches of one against a table of another.

use bots::arena::{ANCHOR, Encounter, Estimate, rate};
use catalog::GameId;

use super::Results;
use crate::arena::saved::Saved;
use crate::arena::stream;

/// The ratings of a game, and what they come from.
pub struct Strengths<'a> {
    /// The thinking time of the matches.
    pub ms: u64,
    /// Highest first.
    pub ratings: Vec<(String, Estimate)>,
    /// The last match of every pair.
    pub matches: Vec<&'a Saved>,
}

/// Rates the bots of a game, if any have played. Only matches with the same thinking time can be compared: those of
/// which there are most.
pub fn of(game: GameId, results: &Results) -> Option<Strengths<'_>> {
    let pairs =
        || results.of(game).filter(|saved| matches!(saved.bots.as_slice(), [one, other] if one != other));
    let ms = pairs()
        .map(|saved| saved.ms)
        .max_by_key(|&ms| (pairs().filter(|saved| saved.ms == ms).count(), ms))?;
    let mut matches: Vec<&Saved> = Vec::new();
    for saved in pairs().filter(|saved| saved.ms == ms && !saved.blocks.is_empty()) {
        matches.retain(|earlier| earlier.bots != saved.bots);
        matches.push(saved);
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
    Some(Strengths { ms, ratings, matches })
}

impl Strengths<'_> {
    /// The lowest and highest rating to show, with their intervals.
    pub fn range(&self) -> (f64, f64) {
        let ends = self.ratings.iter().flat_map(|(_, rating)| [rating.low, rating.high]);
        ends.fold((ANCHOR, ANCHOR), |(low, high), end| (low.min(end), high.max(end)))
    }
}
