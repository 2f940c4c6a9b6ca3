//! Clocks: a time for each move, and a reserve for the whole game that pays for moves that take longer.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Milliseconds since 1970.
pub type Time = i64;

const SECOND: Time = 1000;
const DAY: Time = 24 * 60 * 60 * SECOND;

/// How much time players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// No clock.
    #[default]
    None,
    /// Two minutes a move, ten in reserve.
    Relaxed,
    /// Forty seconds a move, three minutes in reserve.
    Normal,
    /// Ten seconds a move, one minute in reserve.
    Fast,
    /// One day for each move.
    #[serde(rename = "days-1")]
    Days1,
    /// Three days for each move.
    #[serde(rename = "days-3")]
    Days3,
    /// A week for each move.
    #[serde(rename = "days-7")]
    Days7,
}

impl Pace {
    /// The time for each move, and the reserve; nothing without a clock.
    pub const fn times(self) -> Option<(Time, Time)> {
        match self {
            Pace::None => None,
            Pace::Relaxed => Some((120 * SECOND, 600 * SECOND)),
            Pace::Normal => Some((40 * SECOND, 180 * SECOND)),
            Pace::Fast => Some((10 * SECOND, 60 * SECOND)),
            Pace::Days1 => Some((DAY, 0)),
            Pace::Days3 => Some((3 * DAY, 0)),
            Pace::Days7 => Some((7 * DAY, 0)),
        }
    }
}

/// A seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// What is left, in milliseconds.
    pub reserve: Time,
    /// When the move became due; nothing if none is.
    pub since: Option<Time>,
}

impl Clock {
    pub fn new(pace: Pace) -> Clock {
        Clock { reserve: pace.times().map_or(0, |(_, reserve)| reserve), since: None }
    }

    /// A move is due from now on.
    pub fn start(&mut self, now: Time) {
        self.since = Some(now);
    }

    /// The move was made, or is no longer this person's to make.
    pub fn stop(&mut self, pace: Pace, now: Time) {
        if let (Some(since), Some((each, _))) = (self.since.take(), pace.times()) {
            self.reserve -= (now - since - each).clamp(0, self.reserve);
        }
    }

    /// How long the move may take, from the moment it became due; nothing without a clock.
    pub fn allowed(&self, pace: Pace) -> Option<Time> {
        let (each, _) = pace.times()?;
        Some(each + self.reserve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_move_uses_the_reserve_and_a_short_one_does_not() {
        let mut clock = Clock::new(Pace::Fast);
        clock.start(0);
        assert_eq!(clock.allowed(Pace::Fast), Some(70 * SECOND));
        clock.stop(Pace::Fast, 9 * SECOND);
        assert_eq!(clock.reserve, 60 * SECOND);
        clock.start(10 * SECOND);
        clock.stop(Pace::Fast, 45 * SECOND);
        assert_eq!(clock.reserve, 35 * SECOND);
        clock.start(50 * SECOND);
        clock.stop(Pace::Fast, 500 * SECOND);
        assert_eq!((clock.reserve, clock.allowed(Pace::Fast)), (0, Some(10 * SECOND)));
    }

    #[test]
    fn without_a_clock_nothing_is_ever_due() {
        let mut clock = Clock::new(Pace::None);
        clock.start(0);
        assert_eq!(clock.allowed(Pace::None), None);
    }
}
