//! Ratings from matches of one against a table of another: the most likely strengths, if a seat's chance to win is its
//! strength over the sum of all strengths at the table (Bradley and Terry for two, Plackett and Luce for the first
//! place among more).

use super::{Estimate, Resample, middle};

/// The rating of the one that all others are measured by.
pub const ANCHOR: f64 = 1000.0;

/// Rating points for a factor of *e* in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// So many games with an even outcome are added to each match, or one who lost none would be infinitely strong.
const PRIOR: f64 = 1.0;

/// A match: one contestant at a table of others who are all alike.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Who sat alone.
    pub one: usize,
    /// Who sat in all other seats.
    pub others: usize,
    /// How many seats there were.
    pub seats: usize,
    /// The share of the games that the one won, by block. A block has as many games as seats.
    pub shares: Vec<f64>,
    /// Matches with the same number here and as many blocks were played on the same deals.
    pub deals: u64,
}

/// The strength of a contestant, if it has a link to the anchor.
pub type Rating = Option<Estimate>;

/// Rates so many contestants. The anchor's rating is [`ANCHOR`] by definition.
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

/// Who has played the anchor, or somebody who has, and so on.
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

/// The most likely strengths, as logarithms, by Newton's method: the likelihood has one summit.
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
        // A step that is too long may miss the summit by far.
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

/// Solves linear equations by elimination, with the largest pivot first.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))
            .unwrap_or(column);
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let (done, below) = rows.split_at_mut(column + 1);
        let top = &done[column];
        for (row, at) in below.iter_mut().zip(column + 1..) {
            let factor = row[column] / top[column];
            for (value, above) in row.iter_mut().zip(top).skip(column) {
                *value -= factor * above;
            }
            right[at] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|other| rows[column][other] * right[other]).sum();
        right[column] = (right[column] - known) / rows[column][column];
    }
    right
}

#[cfg(test)]
mod tests {
    use cards::{Quick, Random};

    use super::*;
    use crate::arena::share_of;

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
    fn one_who_wins_everything_is_strong_but_not_infinitely() {
        let shares = vec![1.0; 50];
        let found = rate(2, 1, &[Encounter { one: 0, others: 1, seats: 2, shares, deals: 0 }]);
        let rating = found[0].expect("it has played the anchor").value;
        assert!((1700.0..2100.0).contains(&rating), "{rating}");
    }

    #[test]
    fn who_has_no_link_to_the_anchor_has_no_rating() {
        let shares = vec![0.5, 0.75];
        let found = rate(4, 0, &[Encounter { one: 2, others: 3, seats: 2, shares, deals: 0 }]);
        assert_eq!(found[1..], [None, None, None]);
    }
}
