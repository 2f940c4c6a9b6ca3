//! How far a search may still go.

use std::time::{Duration, Instant};

use super::{Limit, Thinking};

/// Iterations between two looks at the clock, where one iteration takes a few microseconds.
pub const LOOK: u64 = 16;

/// The bound of one search.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    limit: Limit,
}

impl Clock {
    /// Starts now.
    pub fn start(thinking: &Thinking) -> Clock {
        Clock { start: Instant::now(), limit: thinking.limit }
    }

    /// How much of what is allowed has been used, from 0 to 1 and beyond, after so many iterations.
    pub fn used(&self, iterations: u64) -> f64 {
        match self.limit {
            Limit::Time(time) => {
                self.start.elapsed().as_secs_f64() / time.max(Duration::from_micros(1)).as_secs_f64()
            }
            Limit::Iterations(count) => iterations as f64 / f64::from(count),
        }
    }

    /// Whether another iteration is one too many. Looks at the clock only now and then.
    #[inline]
    pub fn is_up(&self, iterations: u64) -> bool {
        match self.limit {
            Limit::Time(time) => iterations.is_multiple_of(LOOK) && self.start.elapsed() >= time,
            Limit::Iterations(count) => iterations >= u64::from(count),
        }
    }
}
