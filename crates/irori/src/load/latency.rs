//! How long things took, in steps of a tenth of a millisecond.

use std::time::Duration;

const STEP: Duration = Duration::from_micros(100);
const STEPS: usize = 20_000;

/// A histogram of latencies.
#[derive(Clone)]
pub struct Latencies {
    counts: Vec<u64>,
}

impl Default for Latencies {
    fn default() -> Latencies {
        Latencies { counts: vec![0; STEPS] }
    }
}

impl Latencies {
    pub fn add(&mut self, time: Duration) {
        let step = (time.as_nanos() / STEP.as_nanos()) as usize;
        self.counts[step.min(STEPS - 1)] += 1;
    }

    /// A quantile, such as 0.99 for the 99th percentile.
    pub fn quantile(&self, part: f64) -> Duration {
        let all: u64 = self.counts.iter().sum();
        let wanted = (part * all as f64).ceil() as u64;
        let mut sum = 0;
        for (step, count) in self.counts.iter().enumerate() {
            sum += count;
            if sum >= wanted && sum > 0 {
                return STEP * (step as u32 + 1);
            }
        }
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_count_up_from_the_shortest() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.quantile(0.5), Duration::ZERO);
        for ms in 0..100 {
            latencies.add(Duration::from_millis(ms));
        }
        assert_eq!(latencies.quantile(0.5), Duration::from_micros(49_100));
        assert_eq!(latencies.quantile(1.0), Duration::from_micros(99_100));
    }
}
