//! Confidence intervals by the block bootstrap: deals are drawn again with replacement, each with all its games, and the
//! interval is the middle 95 % of the results.
//!
//! With few blocks plain percentiles are too narrow, as normal quantiles are in place of Student's. So the percentiles
//! are taken further out, as far as Student's distribution lies outside the normal one (the "expanded" percentiles of
//! Hesterberg, *What Teachers Should Know about the Bootstrap*, 2015).

use cards::{Quick, Random};

/// How often the blocks are drawn again.
const RESAMPLES: u64 = 4000;

/// What a 95 % interval leaves out at each end.
const TAIL: f64 = 0.025;

/// More blocks than this are merged into larger ones first, which saves time and changes little.
const MOST_BLOCKS: usize = 1000;

/// With fewer blocks than this, intervals are not reliable.
pub const FEW_BLOCKS: usize = 10;

/// A figure and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// The same on another, increasing scale.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// The sum of the first numbers over the sum of the second ones, with one pair for each block.
pub fn estimate(blocks: &[(f64, f64)]) -> Estimate {
    let ratio = |(sum, count): (f64, f64)| if count > 0.0 { sum / count } else { 0.0 };
    let add = |one: (f64, f64), other: &(f64, f64)| (one.0 + other.0, one.1 + other.1);
    let size = blocks.len().div_ceil(MOST_BLOCKS).max(1);
    let blocks: Vec<(f64, f64)> =
        blocks.chunks(size).map(|chunk| chunk.iter().fold((0.0, 0.0), add)).collect();
    let value = ratio(blocks.iter().fold((0.0, 0.0), add));
    let drawn = |resample: Resample| {
        let drawn = resample.blocks(0, blocks.len()).map(|number| &blocks[number]);
        ratio(drawn.fold((0.0, 0.0), add))
    };
    let (low, high) = interval(blocks.len(), drawn);
    Estimate { value, low, high }
}

/// The same for fractions from 0 to 1. If all blocks have 0, or all have 1, drawing them again shows no spread; then the
/// interval allows for the fraction that would still give such a sample in 2.5 % of all cases.
pub fn estimate_share(blocks: &[(f64, f64)]) -> Estimate {
    let estimate = estimate(blocks);
    let others = 1.0 - TAIL.powf(1.0 / blocks.len().max(1) as f64);
    if estimate.value <= 0.0 {
        Estimate { high: others, ..estimate }
    } else if estimate.value >= 1.0 {
        Estimate { low: 1.0 - others, ..estimate }
    } else {
        estimate
    }
}

/// The 95 % interval of a statistic of this many blocks.
pub fn interval(blocks: usize, statistic: impl FnMut(Resample) -> f64) -> (f64, f64) {
    middle(blocks, Resample::all().map(statistic).collect())
}

/// The middle 95 % of a statistic over all resamples of this many blocks.
pub fn middle(blocks: usize, mut values: Vec<f64>) -> (f64, f64) {
    values.sort_unstable_by(f64::total_cmp);
    let tail = tail(blocks);
    (percentile(&values, tail), percentile(&values, 1.0 - tail))
}

/// One draw of the blocks with replacement.
#[derive(Clone, Copy, Debug)]
pub struct Resample(u64);

impl Resample {
    pub fn all() -> impl Iterator<Item = Resample> {
        (0..RESAMPLES).map(Resample)
    }

    /// As many block numbers as there are blocks. They depend only on stream and count, so that matches on the same deals
    /// are drawn alike.
    pub fn blocks(self, stream: u64, count: usize) -> impl Iterator<Item = usize> {
        let mut random = Quick::new((self.0 + 1).wrapping_mul(0xd1b5_4a32_d192_ed03) ^ stream);
        (0..count).map(move |_| random.below(count as u32) as usize)
    }

    /// The mean of one number a block.
    pub fn mean(self, stream: u64, values: &[f64]) -> f64 {
        self.blocks(stream, values.len()).map(|number| values[number]).sum::<f64>() / values.len() as f64
    }
}

/// The part of the resamples that lies below the interval.
fn tail(blocks: usize) -> f64 {
    if blocks < 2 {
        return TAIL;
    }
    let n = blocks as f64;
    normal_below(-student(n - 1.0) * (n / (n - 1.0)).sqrt())
}

fn percentile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() - 1) as f64;
    let (below, rest) = (place.floor() as usize, place.fract());
    let above = (below + 1).min(sorted.len() - 1);
    // Two equal infinities must give infinity, not NaN.
    if sorted[below] == sorted[above] {
        sorted[below]
    } else {
        sorted[below] * (1.0 - rest) + sorted[above] * rest
    }
}

/// The 97.5 % quantile of Student's distribution, by the Cornish-Fisher expansion. It is too small for fewer than three
/// degrees of freedom, but so few deals say nothing anyway.
fn student(degrees: f64) -> f64 {
    let z = 1.959_964_f64;
    z + (z.powi(3) + z) / (4.0 * degrees)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * degrees.powi(2))
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * degrees.powi(3))
}

/// The normal distribution function well below 0, by the continued fraction of the tail.
fn normal_below(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let x = x.abs();
    density / (1..=60).rev().fold(x, |rest, k| x + f64::from(k) / rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_tables() {
        for (degrees, expected) in [(4.0, 2.776), (9.0, 2.262), (19.0, 2.093), (99.0, 1.984)] {
            assert!((student(degrees) - expected).abs() < 0.01, "{degrees}: {}", student(degrees));
        }
        for (x, expected) in [(-1.959_964, 0.025), (-3.0, 0.001_349_898)] {
            assert!((normal_below(x) - expected).abs() < 1e-6, "{x}: {}", normal_below(x));
        }
    }

    /// The first contestant's win rate in a deal of a lopsided game of four; its mean is 0.4.
    fn share(random: &mut Quick) -> f64 {
        [0.0, 0.0, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0][random.below(10) as usize]
    }

    /// How often the interval from this many blocks contains the truth.
    fn coverage(blocks: usize) -> f64 {
        const TRIALS: u32 = 400;
        let mut random = Quick::new(7);
        let covered = (0..TRIALS).filter(|_| {
            let sample: Vec<_> = (0..blocks).map(|_| (share(&mut random) * 4.0, 4.0)).collect();
            let Estimate { low, high, .. } = estimate(&sample);
            low <= 0.4 && 0.4 <= high
        });
        covered.count() as f64 / f64::from(TRIALS)
    }

    /// Three standard errors of a coverage of 95 % in 400 trials are 3.3 %.
    #[test]
    fn an_interval_holds_the_truth_nineteen_times_in_twenty() {
        for blocks in [10, 40] {
            let coverage = coverage(blocks);
            assert!((0.917..=0.983).contains(&coverage), "{blocks} blocks: {coverage}");
        }
    }

    /// With a win rate of 96.4 %, 2.5 % of all runs of 100 deals are won throughout.
    #[test]
    fn winning_every_deal_still_leaves_an_interval() {
        let Estimate { value, low, high } = estimate_share(&[(4.0, 4.0); 100]);
        assert_eq!((value, high), (1.0, 1.0));
        assert!((low - 0.9638).abs() < 1e-4, "{low}");
        let Estimate { low, high, .. } = estimate_share(&[(0.0, 4.0); 100]);
        assert!(low == 0.0 && (high - 0.0362).abs() < 1e-4, "{high}");
    }

    /// Counting the games of a deal one by one would make the interval too narrow if they have similar results.
    #[test]
    fn the_games_of_a_deal_count_as_one_sample() {
        let mut random = Quick::new(3);
        let blocks: Vec<_> = (0..50).map(|_| (share(&mut random) * 4.0, 4.0)).collect();
        let alone: Vec<_> = blocks.iter().flat_map(|block| [(block.0 / 4.0, 1.0); 4]).collect();
        let width = |estimate: Estimate| estimate.high - estimate.low;
        assert!(width(estimate(&alone)) < 0.6 * width(estimate(&blocks)));
    }

    #[test]
    fn merging_many_blocks_changes_little() {
        let mut random = Quick::new(5);
        let blocks: Vec<_> = (0..2 * MOST_BLOCKS + 1).map(|_| (share(&mut random), 1.0)).collect();
        let together = estimate(&blocks);
        let (low, high) = interval(blocks.len(), |resample| {
            resample.blocks(0, blocks.len()).map(|number| blocks[number].0).sum::<f64>() / blocks.len() as f64
        });
        assert!((together.low - low).abs() < 0.003 && (together.high - high).abs() < 0.003);
    }
}
