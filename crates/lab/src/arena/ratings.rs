//! Ratings from matches of one bot at a table of another: the most likely strengths, if a seat's win probability is its
//! strength over the sum of all strengths at the table (Bradley-Terry for two seats, Plackett-Luce for the first place
//! among more).

use super::{Estimate, Resample, middle};
use crate::solver::solve;

/// The rating of the anchor, which all others are measured against.
pub const ANCHOR: f64 = 1000.0;

/// Rating points for a factor of *e* in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// This many games with an even outcome are added to each match, or a bot that loses none would be infinitely strong.
const PRIOR: f64 = 1.0;

/// A match: one contestant in one seat, another in all other seats.
#[derive(Clone, Debug)]
pub struct Encounter {
    pub one: usize,
    pub others: usize,
    pub seats: usize,
    /// The win rate of the one, by block. A block has as many games as seats.
    pub shares: Vec<f64>,
    /// Matches with the same number here and equally many blocks share their deals.
    pub deals: u64,
}

/// `None` for a contestant that has no link to the anchor.
pub type Rating = Option<Estimate>;

/// Rates this many contestants. The anchor's rating is [`ANCHOR`] by definition.
pub fn rate(contestants: usize, anchor: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let linked = linked(contestants, anchor, encounters);
    let fitted = |means: &[f64], start: &[f64]| fit(anchor, &linked, encounters, means, start);
    let means: Vec<f64> = encounters
        .iter()
        .map(|encounter| encounter.shares.iter().sum::<f64>() / encounter.shares.len() as f64)
        .collect();
    let best = fitted(&means, &vec![0.0; contestants]);
    let blocks = encounters.iter().map(|encounter| encounter.shares.len()).min().unwrap_or(0);
    let drawn: Vec<Vec<f64>> = Resample::all()
        .map(|resample| {
            let mean = |encounter: &Encounter| resample.mean(encounter.deals, &encounter.shares);
            fitted(&encounters.iter().map(mean).collect::<Vec<_>>(), &best)
        })
        .collect();
    let rating = |strength: f64| ANCHOR + SCALE * strength;
    (0..contestants)
        .map(|number| {
            linked[number].then(|| {
                let (low, high) = middle(blocks, drawn.iter().map(|strengths| strengths[number]).collect());
                Estimate { value: best[number], low, high }.map(rating)
            })
        })
        .collect()
}

/// The contestants that have played the anchor, or another linked one.
fn linked(contestants: usize, anchor: usize, encounters: &[Encounter]) -> Vec<bool> {
    let mut linked = vec![false; contestants];
    linked[anchor] = true;
    for _ in 0..contestants {
        for encounter in encounters {
            if linked[encounter.one] || linked[encounter.others] {
                linked[encounter.one] = true;
                linked[encounter.others] = true;
            }
        }
    }
    linked
}

/// The most likely strengths, as logarithms, by Newton's method: the likelihood has one maximum.
fn fit(anchor: usize, linked: &[bool], encounters: &[Encounter], means: &[f64], start: &[f64]) -> Vec<f64> {
    let contestants = start.len();
    let mut strengths = start.to_vec();
    for _ in 0..100 {
        let mut slope = vec![0.0; contestants];
        let mut bend = vec![vec![0.0; contestants]; contestants];
        for (encounter, mean) in encounters.iter().zip(means) {
            let Encounter { one, others, seats, .. } = *encounter;
            let even = 1.0 / seats as f64;
            let games = (encounter.shares.len() * seats) as f64;
            let lead = strengths[one] - strengths[others];
            let expected = 1.0 / (1.0 + (seats - 1) as f64 * (-lead).exp());
            let surplus = games * (mean - expected) + PRIOR * (even - expected);
            let weight = (games + PRIOR) * expected * (1.0 - expected);
            slope[one] += surplus;
            slope[others] -= surplus;
            bend[one][one] += weight;
            bend[others][others] += weight;
            bend[one][others] -= weight;
            bend[others][one] -= weight;
        }
        for number in (0..contestants).filter(|&number| number == anchor || !linked[number]) {
            slope[number] = 0.0;
            bend[number].fill(0.0);
            bend[number][number] = 1.0;
        }
        let steps = solve(bend, slope);
        let longest = steps.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        // A step that is too long may miss the maximum by far.
        let part = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        for (strength, step) in strengths.iter_mut().zip(&steps) {
            *strength += part * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    strengths
}

#[cfg(test)]
mod tests {
    use cards::{Quick, Random};

    use super::super::share_of;
    use super::*;

    /// Matches of all pairs, both ways round, between contestants of known ratings.
    fn matches(ratings: &[f64], seats: usize, blocks: usize) -> Vec<Encounter> {
        let mut random = Quick::new(17);
        let mut encounters = Vec::new();
        for one in 0..ratings.len() {
            for others in (0..ratings.len()).filter(|&others| others != one) {
                let share = share_of(ratings[one] - ratings[others], seats);
                let mut block = |_| {
                    let wins = (0..seats).filter(|_| f64::from(random.word()) < share * f64::from(u32::MAX));
                    wins.count() as f64 / seats as f64
                };
                let shares = (0..blocks).map(&mut block).collect();
                encounters.push(Encounter { one, others, seats, shares, deals: 1 });
            }
        }
        encounters
    }

    #[test]
    fn ratings_come_out_as_they_went_in() {
        for seats in [2, 4] {
            let truth = [1000.0, 850.0, 1180.0];
            let found = rate(3, 0, &matches(&truth, seats, 400));
            assert_eq!(found[0], Some(Estimate { value: ANCHOR, low: ANCHOR, high: ANCHOR }));
            for (found, truth) in found.iter().flatten().zip(truth) {
                assert!(found.low - 15.0 < truth && truth < found.high + 15.0, "{found:?} for {truth}");
                assert!((found.value - truth).abs() < 40.0, "{found:?} for {truth}");
            }
        }
    }

    #[test]
    fn a_bot_that_wins_everything_is_not_infinitely_strong() {
        let shares = vec![1.0; 50];
        let found = rate(2, 1, &[Encounter { one: 0, others: 1, seats: 2, shares, deals: 0 }]);
        let rating = found[0].expect("it has played the anchor").value;
        assert!((1700.0..2100.0).contains(&rating), "{rating}");
    }

    #[test]
    fn a_bot_without_a_link_to_the_anchor_has_no_rating() {
        let shares = vec![0.5, 0.75];
        let found = rate(4, 0, &[Encounter { one: 2, others: 3, seats: 2, shares, deals: 0 }]);
        assert_eq!(found[1..], [None, None, None]);
    }
}
