//! A sequential test: is the first contestant stronger than the others by at least `high`, or by at most `low`?
//!
//! This is the generalised sequential probability ratio test that chess engines use, with the win rate in a whole block
//! as the sample. Win rates are taken to be normal about the one that a difference in strength gives, with the variance
//! that fits each hypothesis best. The log likelihood ratio is then
//! n/2 · ln((v + (m − s₀)²) / (v + (m − s₁)²)), with mean *m* and variance *v* of *n* blocks.

use super::share_of;

/// The probability of each error.
const ERROR: f64 = 0.05;

/// Fewer blocks than this say too little about the variance to decide.
const FEWEST: u64 = 16;

#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    /// The difference in Elo that is not enough.
    pub low: f64,
    /// The difference in Elo that is wanted.
    pub high: f64,
    seats: usize,
    blocks: u64,
    sum: f64,
    squares: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first is no stronger than the lower difference.
    Low,
    /// The first is as strong as the higher difference.
    High,
    /// Undecided.
    Open,
}

impl Verdict {
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Low => "low",
            Verdict::High => "high",
            Verdict::Open => "open",
        }
    }
}

impl Sprt {
    /// A test between two differences in strength, at a table of `seats`.
    pub fn new(low: f64, high: f64, seats: usize) -> Sprt {
        Sprt { low, high, seats, blocks: 0, sum: 0.0, squares: 0.0 }
    }

    /// Adds the first contestant's win rate in one more block.
    pub fn add(&mut self, share: f64) {
        self.blocks += 1;
        self.sum += share;
        self.squares += share * share;
    }

    /// The log likelihood ratio of the higher difference.
    pub fn llr(&self) -> f64 {
        if self.blocks == 0 {
            return 0.0;
        }
        let n = self.blocks as f64;
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0);
        let off = |elo| (mean - share_of(elo, self.seats)).powi(2);
        // The small term keeps the quotient finite where all blocks are exactly as one hypothesis says.
        let spread = variance + 1e-6;
        n / 2.0 * ((spread + off(self.low)) / (spread + off(self.high))).ln()
    }

    /// The lower difference is accepted at or below this.
    pub fn lower() -> f64 {
        (ERROR / (1.0 - ERROR)).ln()
    }

    /// The higher difference is accepted at or above this.
    pub fn upper() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    pub fn verdict(&self) -> Verdict {
        match self.llr() {
            _ if self.blocks < FEWEST => Verdict::Open,
            llr if llr <= Sprt::lower() => Verdict::Low,
            llr if llr >= Sprt::upper() => Verdict::High,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use cards::{Quick, Random};

    use super::*;

    /// Plays blocks of two games until the test ends, where the first is stronger by `elo`.
    fn run(elo: f64, random: &mut Quick) -> (Verdict, u64) {
        let mut test = Sprt::new(0.0, 60.0, 2);
        let share = share_of(elo, 2);
        loop {
            let mut win = || f64::from(u8::from(f64::from(random.word()) < share * f64::from(u32::MAX)));
            test.add((win() + win()) / 2.0);
            if test.verdict() != Verdict::Open {
                return (test.verdict(), test.blocks);
            }
        }
    }

    /// Three standard errors of 5 % in 600 trials are 2.7 %.
    #[test]
    fn both_errors_are_as_rare_as_promised() {
        let mut random = Quick::new(11);
        let mut wrong = |elo, wrong| (0..600).filter(|_| run(elo, &mut random).0 == wrong).count();
        let (false_high, false_low) = (wrong(0.0, Verdict::High), wrong(60.0, Verdict::Low));
        assert!(false_high <= 46 && false_low <= 46, "{false_high} and {false_low} of 600");
    }

    #[test]
    fn a_great_difference_ends_the_test_soon() {
        let mut random = Quick::new(13);
        let (verdict, blocks) = run(400.0, &mut random);
        assert_eq!(verdict, Verdict::High);
        assert!(blocks < 60, "{blocks}");
    }

    /// A contestant that wins every game shows no variance. The test must not accept it at once, and not never.
    #[test]
    fn blocks_without_spread_decide_after_a_while() {
        let mut test = Sprt::new(0.0, 20.0, 4);
        while test.verdict() == Verdict::Open {
            test.add(1.0);
            assert!(test.blocks < 200);
        }
        assert!(test.blocks >= FEWEST);
        assert_eq!(test.verdict(), Verdict::High);
    }
}
