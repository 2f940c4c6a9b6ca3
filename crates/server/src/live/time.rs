//! The two clocks of a server. Entries have the time of the wall clock, which people read and which may be set back or
//! forward at any moment. Whatever waits is counted on the monotonic clock ([`std::time::Instant`]), which may not.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use table::Time;

/// The wall clock, in milliseconds since 1970.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time::try_from(since.as_millis()).unwrap_or(Time::MAX)
}

/// What is left of a time that was allowed from `since` on by the wall clock: never less than nothing and never more than
/// everything, even if the wall clock was set back or `since` lies in the future.
pub fn left(since: Time, allowed: Time, now: Time) -> Duration {
    let gone = now.saturating_sub(since).clamp(0, allowed.max(0));
    Duration::from_millis(allowed.saturating_sub(gone).max(0).unsigned_abs())
}

/// A random part of a duration, so that many who wait do not all act at once.
pub fn part_of(most: Duration) -> Duration {
    let mut bytes = [0; 4];
    // Without randomness from the system there is no jitter, which does no harm.
    let _ = getrandom::fill(&mut bytes);
    most.mul_f64(f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_between_nothing_and_everything() {
        let of = |since, now| left(since, 10_000, now).as_millis();
        assert_eq!(of(0, 0), 10_000);
        assert_eq!(of(0, 4_000), 6_000);
        assert_eq!(of(0, 99_000), 0);
        assert_eq!(of(86_400_000, 0), 10_000, "an entry a day ahead");
        assert_eq!(of(Time::MAX, Time::MIN), 10_000);
        assert_eq!(left(0, -5, 3), Duration::ZERO);
    }
}
