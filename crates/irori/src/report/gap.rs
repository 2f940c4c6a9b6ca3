//! How much of what the hidden cards cost is won back: the way of `strong` from plain search, which knows nothing of
//! the game, to one that sees all cards. All three play against the same opponents.

use bots::arena::{Estimate, Resample, middle};
use catalog::GameId;

use super::Results;
use crate::arena::saved::Saved;
use crate::arena::stream;

/// The matches it is worked out from: baseline, ours, ceiling.
pub const MATCHES: [[&str; 2]; 3] = [["ismcts", "normal"], ["strong", "normal"], ["omniscient", "normal"]];

/// What was found for a game.
pub struct Gap<'a> {
    pub matches: [&'a Saved; 3],
    /// The part of the way; nothing where the ceiling is not surely above the baseline.
    pub recovered: Option<Estimate>,
}

/// The gap of a game, if all three matches were played.
pub fn of(game: GameId, results: &Results) -> Option<Gap<'_>> {
    let last = |number: usize| results.last(game, &MATCHES[number]);
    let matches = [last(0)?, last(1)?, last(2)?];
    let blocks = matches.iter().map(|saved| saved.blocks.len()).min().filter(|&blocks| blocks > 0)?;
    let way = |[baseline, ours, ceiling]: [f64; 3]| (ours - baseline, ceiling - baseline);
    let shares = matches.map(|saved| saved.blocks.iter().sum::<f64>() / saved.blocks.len() as f64);
    // Matches on the same deals are drawn alike, which takes the luck of the deals out of the difference.
    let drawn: Vec<(f64, f64)> = Resample::all()
        .map(|resample| way(matches.map(|saved| resample.mean(stream(&saved.seed), &saved.blocks))))
        .collect();
    let (narrowest, _) = middle(blocks, drawn.iter().map(|&(_, whole)| whole).collect());
    let recovered = (narrowest > 0.0).then(|| {
        let part = |(done, whole): (f64, f64)| done / whole;
        let (low, high) = middle(blocks, drawn.iter().copied().map(part).collect());
        Estimate { value: part(way(shares)), low, high }
    });
    Some(Gap { matches, recovered })
}
