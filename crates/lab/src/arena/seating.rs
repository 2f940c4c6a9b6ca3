//! Which contestant sits where in each game of a deal.

use std::fmt;

use cards::Seat;

/// The contestants of a match at their table. Rotation *r* moves everybody *r* seats on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The contestant of each seat before any rotation.
    first: Vec<usize>,
    contestants: usize,
}

impl Seating {
    /// One contestant takes all seats; of two the first takes one seat and the second all others; otherwise there is one
    /// for each seat.
    pub fn new(contestants: usize, seats: u8) -> Result<Seating, BadSeating> {
        let count = usize::from(seats);
        let first = match contestants {
            1 => vec![0; count],
            _ if contestants == count => (0..count).collect(),
            2 => (0..count).map(|seat| seat.min(1)).collect(),
            _ => return Err(BadSeating { contestants, seats }),
        };
        Ok(Seating { first, contestants })
    }

    pub fn seats(&self) -> usize {
        self.first.len()
    }

    pub fn contestants(&self) -> usize {
        self.contestants
    }

    /// How many games a deal takes: one for every different seating.
    pub fn rotations(&self) -> usize {
        if self.contestants == 1 { 1 } else { self.first.len() }
    }

    /// The contestant in a seat.
    pub fn at(&self, rotation: usize, seat: Seat) -> usize {
        let seats = self.first.len();
        self.first[(seat.index() + seats - rotation % seats) % seats]
    }
}

/// A number of contestants that cannot be seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSeating {
    pub contestants: usize,
    pub seats: u8,
}

impl fmt::Display for BadSeating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadSeating { contestants, seats } = self;
        write!(f, "{contestants} bots for {seats} seats; name one, two, or one for each seat")
    }
}

impl std::error::Error for BadSeating {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_equally_often() {
        for (contestants, seats) in [(2, 2), (2, 4), (4, 4), (6, 6), (1, 3)] {
            let seating = Seating::new(contestants, seats).expect("it can be seated");
            for seat in Seat::all(seats) {
                let mut counts = vec![0; contestants];
                for rotation in 0..seating.rotations() {
                    counts[seating.at(rotation, seat)] += 1;
                }
                let elsewhere =
                    |contestant| Seat::all(seats).filter(|&other| seating.at(0, other) == contestant).count();
                let expected: Vec<usize> = (0..contestants)
                    .map(|one| elsewhere(one) * seating.rotations() / usize::from(seats))
                    .collect();
                assert_eq!(counts, expected, "{contestants} at {seats}");
            }
        }
    }

    #[test]
    fn of_two_the_first_takes_one_seat_and_the_second_all_others() {
        let seating = Seating::new(2, 4).expect("it can be seated");
        let table = |rotation| Seat::all(4).map(|seat| seating.at(rotation, seat)).collect::<Vec<_>>();
        assert_eq!(table(0), [0, 1, 1, 1]);
        assert_eq!(table(3), [1, 1, 1, 0]);
        assert_eq!(Seating::new(3, 4), Err(BadSeating { contestants: 3, seats: 4 }));
    }
}
