//! The target and the points of a round (`WR-3`, `WR-12`).

/// The number on the target card of each player.
#[inline]
pub(super) const fn target(seats: u8) -> u8 {
    if seats == 3 { 8 } else { 7 }
}

/// The extra points for meeting the target.
pub(super) const BONUS: i16 = 5;

/// What counts for a seat in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatTally {
    pub wins: u8,
    /// Cards used to sit out.
    pub leaves: u8,
    /// The sum of their numbers, a skip counting 0.
    pub sum: u8,
}

impl SeatTally {
    /// How many more wins would meet the target: 0 when it is met, negative when it is exceeded.
    #[inline]
    pub fn missing(self, target: u8) -> i8 {
        // Fourteen cards of at most 8 keep all of this far inside a byte.
        target as i8 - (self.sum + self.wins) as i8
    }

    /// One point for each win and each card used to sit out, and the bonus for meeting the target.
    #[inline]
    pub fn points(self, target: u8) -> i16 {
        let bonus = if self.missing(target) == 0 { BONUS } else { 0 };
        i16::from(self.wins) + i16::from(self.leaves) + bonus
    }
}
