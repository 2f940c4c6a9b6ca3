//! Intervals by the block bootstrap: deals are drawn again with replacement, each with all its games, and the middle
//! 95 % of what comes out is the interval.
//!
//! Plain percentiles are too narrow where there are few blocks, as are normal quantiles in place of Student's. The
//! percentiles are therefore taken as much further out as Student's distribution lies outside the normal one (the
//! "expanded" percentiles of Hesterberg, *What Teachers Should Know about the Bootstrap*, 2015).

use cards::{Quick, Random};

/// How often the blocks are drawn again.
const RESAMPLES: u64 = 4000;

/// The part of all cases that a 95 % interval leaves out at each end.
const TAIL: f64 = 0.025;

/// More blocks than this are put together into larger ones first: nothing is lost by it but time.
const MOST_BLOCKS: usize = 1000;

/// With fewer blocks than this an interval should not be relied upon.
pub const FEW_BLOCKS: usize = 10;

/// A figure and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure itself.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Estimate {
    /// The same on another scale, which rises with this one.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// The sum of the first numbers over that of the second ones, one pair a block.
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

/// The same for shares, of which each block has between none and all. Where all blocks have none, or all have all,
/// drawing them again shows no spread; but a block in so many might well be otherwise, and for all that is known it
/// could be otherwise altogether.
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

/// The 95 % interval of a statistic that follows from so many blocks.
pub fn interval(blocks: usize, statistic: impl FnMut(Resample) -> f64) -> (f64, f64) {
    middle(blocks, Resample::all().map(statistic).collect())
}

/// The middle 95 % of a statistic over all resamples of so many blocks.
pub fn middle(blocks: usize, mut values: Vec<f64>) -> (f64, f64) {
    values.sort_unstable_by(f64::total_cmp);
    let tail = tail(blocks);
    (percentile(&values, tail), percentile(&values, 1.0 - tail))
}

/// One of the times that the blocks are drawn again.
#[derive(Clone, Copy, Debug)]
pub struct Resample(u64);

impl Resample {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Resample> {
        (0..RESAMPLES).map(Resample)
    }

    /// As many block numbers as there are blocks. For the same stream and count they are the same, so that matches on
    /// the same deals are drawn alike.
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
    // Written so that two equal infinities give infinity, and not nothing.
    if sorted[below] == sorted[above] {
        sorted[below]
    } else {
        sorted[below] * (1.0 - rest) + sorted[above] * rest
    }
}

/// The 97.5 % quantile of Student's distribution, by the expansion of Cornish and Fisher about the normal one. For
/// fewer than three degrees of freedom it is too small, but so are two or three deals.
fn student(degrees: f64) -> f64 {
    let z = 1.959_964_f64;
    z + (z.powi(3) + z) / (4.0 * degrees)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * degrees.powi(2))
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * degrees.powi(3))
}

/// The chance of a normal variable to lie below a number well below 0, by the continued fraction of its tail.
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

    /// A deal of a lopsided game of four: the share of the first, whose mean is 0.4, is one of a few numbers.
    fn share(random: &mut Quick) -> f64 {
        [0.0, 0.0, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 1.0][random.below(10) as usize]
    }

    /// How often the interval from so many blocks holds the truth.
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

    /// If 2.5 % of all runs of 100 deals are won throughout, each deal is won with a chance of 96.4 %.
    #[test]
    fn winning_every_deal_is_not_certain_to_go_on() {
        let Estimate { value, low, high } = estimate_share(&[(4.0, 4.0); 100]);
        assert_eq!((value, high), (1.0, 1.0));
        assert!((low - 0.9638).abs() < 1e-4, "{low}");
        let Estimate { low, high, .. } = estimate_share(&[(0.0, 4.0); 100]);
        assert!(low == 0.0 && (high - 0.0362).abs() < 1e-4, "{high}");
    }

    /// Counting the games of a deal one by one would make the interval too narrow if they end alike.
    #[test]
    fn the_games_of_a_deal_count_as_one_sample() {
        let mut random = Quick::new(3);
        let blocks: Vec<_> = (0..50).map(|_| (share(&mut random) * 4.0, 4.0)).collect();
        let alone: Vec<_> = blocks.iter().flat_map(|block| [(block.0 / 4.0, 1.0); 4]).collect();
        let width = |estimate: Estimate| estimate.high - estimate.low;
        assert!(width(estimate(&alone)) < 0.6 * width(estimate(&blocks)));
    }

    #[test]
    fn many_blocks_are_put_together_and_give_nearly_the_same() {
        let mut random = Quick::new(5);
        let blocks: Vec<_> = (0..2 * MOST_BLOCKS + 1).map(|_| (share(&mut random), 1.0)).collect();
        let together = estimate(&blocks);
        let (low, high) = interval(blocks.len(), |resample| {
            resample.blocks(0, blocks.len()).map(|number| blocks[number].0).sum::<f64>() / blocks.len() as f64
        });
        assert!((together.low - low).abs() < 0.003 && (together.high - high).abs() < 0.003);
    }
}
