//! The cards (`WR-1`, `WR-2`) and how strong they are (`WR-10`).

use cards::Set;
use ts_rs::TS;

use super::pile::Pile;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, TS)]
#[ts(rename_all = "kebab-case")]
pub enum Colour {
    Red,
    Yellow,
    Green,
    Blue,
}

impl Colour {
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];
}

pub(super) const HIGHEST: u8 = 8;
/// The rank of a skip: the last in pack order, though the lowest in strength.
const SKIP: u8 = HIGHEST + 1;
/// Each colour has sixteen places, of which the ranks take the first ten.
const PLACES: u8 = 16;
const RANKS_MASK: u64 = (1 << (SKIP + 1)) - 1;
/// Multiplied by the bits of one colour, gives those of all.
const EVERY_COLOUR: u64 = 0x0001_0001_0001_0001;

pub(super) const SKIPS: Set<Card> = Set::from_bits(EVERY_COLOUR << SKIP);
/// Every face there is.
pub(super) const FACES: Set<Card> = Set::from_bits(EVERY_COLOUR * RANKS_MASK);

/// The face of a card: its colour, and its number unless it is a skip. Cards of the same face are interchangeable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Card(u8);

impl Card {
    /// The card of a colour and a number from 0 to 8.
    pub const fn new(colour: Colour, number: u8) -> Card {
        assert!(number <= HIGHEST);
        Card(colour as u8 * PLACES + number)
    }

    /// The skip of a colour.
    pub const fn skip(colour: Colour) -> Card {
        Card(colour as u8 * PLACES + SKIP)
    }

    #[inline]
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 / PLACES) as usize]
    }

    /// Its number; none for a skip.
    #[inline]
    pub const fn number(self) -> Option<u8> {
        let rank = self.0 % PLACES;
        if rank == SKIP { None } else { Some(rank) }
    }

    /// What it counts beside a target: its number, or 0.
    #[inline]
    pub const fn value(self) -> u8 {
        match self.number() {
            Some(number) => number,
            None => 0,
        }
    }

    /// Every card of its colour.
    #[inline]
    pub const fn suit(self) -> Set<Card> {
        Set::from_bits(RANKS_MASK << (self.0 / PLACES * PLACES))
    }

    /// The cards of its colour that are not weaker than itself.
    #[inline]
    pub fn and_higher(self) -> Set<Card> {
        let suit = self.suit();
        match self.number() {
            Some(_) => Set::from_bits(suit.bits() & (!0 << self.0)) - SKIPS,
            None => suit,
        }
    }

    /// What it has of the trump (`WR-10`).
    pub(super) fn trump_rank(self, trump: Card) -> Option<TrumpRank> {
        if self == trump {
            Some(TrumpRank::Card)
        } else if self.number() == trump.number() {
            Some(TrumpRank::Number)
        } else {
            (self.colour() == trump.colour()).then_some(TrumpRank::Colour)
        }
    }

    /// How strong it is in a trick where the cards of the lead colour are `follow`. Only the order of
    /// these numbers matters. A card that does not follow and is not trump ranks below every card that does or is.
    #[inline]
    pub(super) fn strength(self, trump: Card, follow: Set<Card>) -> u8 {
        // A skip's place is 0, the numbers' places follow in order up to 15.
        let place = (self.0 + (PLACES - SKIP)) % PLACES;
        let differing = self.0 ^ trump.0;
        let trump_number = u8::from(differing.is_multiple_of(PLACES));
        let trump_colour = u8::from(differing < PLACES);
        // A trump number of the lead colour is no better than those of the other colours.
        let following = u8::from(follow.contains(self)) & !trump_number;
        place | following << 4 | trump_colour << 5 | trump_number << 6
    }
}

/// What a card has of the trump, the strongest first: both colour and number, the number, or the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub(super) enum TrumpRank {
    Card,
    Number,
    Colour,
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

/// The pack for a number of players (`WR-2`).
#[inline]
pub(super) const fn pack(seats: u8) -> Pile {
    // One bit for each number, and the skip's last.
    let (faces, twice) =
        if seats == 3 { (0b11_1111_1111, 0b1000_0000) } else { (0b10_1111_1111, 0b0111_1110) };
    Pile::from_faces(Set::from_bits(EVERY_COLOUR * faces), Set::from_bits(EVERY_COLOUR * twice))
}

/// The most cards of a pack.
pub(super) const CARDS: usize = 60;

/// The cards of the pack as they lie before a deal is drawn: the numbered ones in pack order, then the skips. A
/// short pack leaves the end of the list unused.
#[inline]
pub(super) fn deck(seats: u8) -> [Card; CARDS] {
    const THREE: [Card; CARDS] = deck_of(pack(3));
    const FOUR: [Card; CARDS] = deck_of(pack(4));
    if seats == 3 { THREE } else { FOUR }
}

const fn deck_of(pack: Pile) -> [Card; CARDS] {
    let mut deck = [Card(0); CARDS];
    let mut len = 0;
    let mut index = 0;
    // First all numbered cards, then, in the same order, the skips.
    while index < 128 {
        let bit = 1u64 << (index % 64);
        let wanted = (SKIPS.bits() & bit != 0) == (index >= 64);
        let mut copies = (pack.faces().bits() & bit != 0) as u8 + (pack.doubles().bits() & bit != 0) as u8;
        while wanted && copies > 0 {
            deck[len] = Card(index % 64);
            len += 1;
            copies -= 1;
        }
        index += 1;
    }
    deck
}
