//! The cards (`IR-1`, `IR-2`).

use cards::Set;
use ts_rs::TS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(rename_all = "kebab-case")]
pub enum Colour {
    Bird,
    Flower,
    Fan,
    Moon,
    Wave,
}

impl Colour {
    pub const ALL: [Colour; 5] = [Colour::Bird, Colour::Flower, Colour::Fan, Colour::Moon, Colour::Wave];

    #[inline]
    pub fn cards(self) -> Set<Card> {
        Set::from_bits(RANKS_MASK << (self as u8 * RANKS))
    }
}

/// The most ranks a colour has (six players).
const RANKS: u8 = 12;
const RANKS_MASK: u64 = (1 << RANKS) - 1;

/// A card: colour and rank from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Card(u8);

impl Card {
    /// The card of a colour and a rank from 1 to 12.
    pub const fn new(colour: Colour, rank: u8) -> Card {
        assert!(1 <= rank && rank <= RANKS);
        Card(colour as u8 * RANKS + rank - 1)
    }

    #[inline]
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 / RANKS) as usize]
    }

    /// Its rank, from 1.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % RANKS + 1
    }

    /// Every card of its colour.
    #[inline]
    pub fn suit(self) -> Set<Card> {
        Set::from_bits(RANKS_MASK << (self.0 / RANKS * RANKS))
    }
}

/// The colours that these cards have.
pub(super) fn colours_of(cards: Set<Card>) -> Set<Colour> {
    Colour::ALL.into_iter().filter(|colour| !colour.cards().is_disjoint(cards)).collect()
}

impl cards::Card for Colour {
    #[inline]
    fn index(self) -> u8 {
        self as u8
    }

    #[inline]
    fn from_index(index: u8) -> Colour {
        Colour::ALL[usize::from(index)]
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

/// The cards of the pack in order, by the number of players; the rest of a row is filling.
pub(super) static PACKS: [[Card; 60]; 7] = {
    let mut packs = [[Card(0); 60]; 7];
    let mut seats = 3;
    while seats < packs.len() {
        let mut at = 0;
        while at < 10 * seats {
            let (colour, rank) = (at / (2 * seats), at % (2 * seats));
            packs[seats][at] = Card((colour * RANKS as usize + rank) as u8);
            at += 1;
        }
        seats += 1;
    }
    packs
};

/// The pack for a number of players: in each colour the ranks 1 to twice that number (`IR-2`).
pub fn pack(seats: u8) -> Set<Card> {
    let ranks = (1u64 << (2 * seats)) - 1;
    Set::from_bits((0..5).map(|colour| ranks << (colour * RANKS)).sum())
}
