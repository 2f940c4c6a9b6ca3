//! How much of the cost of hidden cards a bot wins back: where `strong` stands between plain search, which knows only
//! the rules, and a search that sees all cards. All three play against the same opponents.

use catalog::GameId;

use super::Results;
use super::goals::gap_bots;
use crate::arena::{Estimate, Resample, Saved, middle, stream};

/// The matches it is computed from: baseline, ours, ceiling.
pub const MATCHES: [[&str; 2]; 3] = [["ismcts", "normal"], ["strong", "normal"], ["omniscient", "normal"]];

pub struct Gap<'a> {
    pub matches: [&'a Saved; 3],
    /// `None` where the ceiling is not significantly above the baseline.
    pub recovered: Option<Estimate>,
}

/// The gap of a game, if all three matches were played: of the last run of each.
pub fn of(game: GameId, results: &Results) -> Option<Gap<'_>> {
    let [baseline, ours, ceiling] = gap_bots(game).map(|bots| results.runs(game, &bots).last());
    let matches = [baseline?, ours?, ceiling?];
    let blocks = matches.iter().map(|saved| saved.blocks.len()).min().filter(|&blocks| blocks > 0)?;
    let way = |[baseline, ours, ceiling]: [f64; 3]| (ours - baseline, ceiling - baseline);
    let rates = matches.map(|saved| saved.blocks.iter().sum::<f64>() / saved.blocks.len() as f64);
    // Matches on the same deals are drawn alike, which takes the luck of the deals out of the difference.
    let drawn: Vec<(f64, f64)> = Resample::all()
        .map(|resample| way(matches.map(|saved| resample.mean(stream(&saved.seed), &saved.blocks))))
        .collect();
    let (narrowest, _) = middle(blocks, drawn.iter().map(|&(_, whole)| whole).collect());
    let recovered = (narrowest > 0.0).then(|| {
        let part = |(done, whole): (f64, f64)| done / whole;
        let (low, high) = middle(blocks, drawn.iter().copied().map(part).collect());
        Estimate { value: part(way(rates)), low, high }
    });
    Some(Gap { matches, recovered })
}
