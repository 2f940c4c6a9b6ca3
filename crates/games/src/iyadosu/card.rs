//! The cards (`IY-1`, `IY-2`).

use cards::Set;
use ts_rs::TS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(rename_all = "kebab-case")]
pub enum Colour {
    /// Black, `k`: always trump.
    Black,
    Red,
    Blue,
    Green,
}

impl Colour {
    pub const ALL: [Colour; 4] = [Colour::Black, Colour::Red, Colour::Blue, Colour::Green];
    pub(super) const TRUMP: Colour = Colour::Black;

    #[inline]
    pub const fn cards(self) -> Set<Card> {
        Set::from_bits(LANE_MASK << (self as u8 * LANE))
    }
}

/// The most ranks a colour has (five players).
pub(super) const RANKS: u8 = 15;
/// Bits set apart for a colour: one more than it has ranks, so that no division is needed to find a card's colour.
const LANE: u8 = 16;
const LANE_MASK: u64 = (1 << LANE) - 1;

/// A card: colour and rank from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Card(u8);

impl Card {
    /// The first card of the pack.
    pub(super) const FIRST: Card = Card(0);

    /// The card of a colour and a rank from 1 to 15.
    pub const fn new(colour: Colour, rank: u8) -> Card {
        assert!(1 <= rank && rank <= RANKS);
        Card(colour as u8 * LANE + rank - 1)
    }

    #[inline]
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 / LANE % 4) as usize]
    }

    /// Its rank, from 1.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % LANE + 1
    }

    /// Every card of its colour.
    #[inline]
    pub const fn suit(self) -> Set<Card> {
        Set::from_bits(LANE_MASK << (self.0 / LANE * LANE))
    }

    /// Whether it takes a trick from `best`, a card of the lead colour or a trump (`IY-15`).
    #[inline]
    pub fn beats(self, best: Card) -> bool {
        if self.0 / LANE == best.0 / LANE { self > best } else { self.0 / LANE == Colour::TRUMP as u8 }
    }
}

impl cards::Card for Card {
    #[inline]
    fn index(self) -> u8 {
        self.0
    }

    #[inline]
    fn from_index(index: u8) -> Card {
        Card(index)
    }
}

/// How many ranks each colour has: three times the number of players (`IY-2`).
#[inline]
pub const fn ranks(seats: u8) -> u8 {
    3 * seats
}

/// The pack for a number of players.
#[inline]
pub fn pack(seats: u8) -> Set<Card> {
    let of_colour = (1u64 << ranks(seats)) - 1;
    Set::from_bits((0..4).map(|colour| of_colour << (colour * LANE)).sum())
}
