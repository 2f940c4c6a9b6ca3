//! When a search must end.

use std::time::{Duration, Instant};

use super::{Limit, Thinking};

/// Iterations between two looks at the clock, where one iteration takes a few microseconds.
pub const LOOK: u64 = 16;

/// The end of one search, by time or by iterations.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    start: Instant,
    limit: Limit,
}

impl Deadline {
    pub fn start(thinking: &Thinking) -> Deadline {
        Deadline { start: Instant::now(), limit: thinking.limit }
    }

    /// How much of the limit is used after this many iterations, from 0 to 1 and beyond.
    pub fn used(&self, iterations: u64) -> f64 {
        match self.limit {
            Limit::Time(time) => {
                self.start.elapsed().as_secs_f64() / time.max(Duration::from_micros(1)).as_secs_f64()
            }
            Limit::Iterations(count) => iterations as f64 / f64::from(count),
        }
    }

    /// Whether the limit is reached. Looks at the clock only now and then.
    #[inline]
    pub fn is_up(&self, iterations: u64) -> bool {
        match self.limit {
            Limit::Time(time) => iterations.is_multiple_of(LOOK) && self.start.elapsed() >= time,
            Limit::Iterations(count) => iterations >= u64::from(count),
        }
    }
}
