//! The 48 cards, four to a month, and the arithmetic of months: a month is four neighbouring bits of a set.

use cards::Set;
use ts_rs::TS;

/// What a card counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bright,
    Animal,
    Ribbon,
    Plain,
}

/// The cards of each month, in pack order.
const MONTHS: [[Kind; 4]; 12] = {
    use Kind::{Animal as A, Bright as B, Plain as K, Ribbon as R};
    [
        [B, R, K, K],
        [A, R, K, K],
        [B, R, K, K],
        [A, R, K, K],
        [A, R, K, K],
        [A, R, K, K],
        [A, R, K, K],
        [B, A, K, K],
        [A, R, K, K],
        [A, R, K, K],
        [B, A, R, K],
        [B, K, K, K],
    ]
};

/// How many cards there are.
pub(super) const PACK_SIZE: u8 = 48;
/// Every card.
pub(super) const PACK: Set<Card> = Set::from_bits((1 << PACK_SIZE) - 1);
/// The first card of each month.
const FIRSTS: u64 = 0x1111_1111_1111;

/// A card: its month and its place there, in pack order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Card(u8);

impl Card {
    /// The lightning of month 11, wild under the option `gaji`.
    pub const GAJI: Card = GAJI;

    /// The card at a place (from 0) of a month (from 1).
    pub(super) const fn new(month: u8, place: u8) -> Card {
        assert!(1 <= month && month <= 12 && place < 4);
        Card((month - 1) * 4 + place)
    }

    #[inline]
    pub const fn month(self) -> u8 {
        self.0 / 4 + 1
    }

    /// What it counts as.
    pub const fn kind(self) -> Kind {
        MONTHS[(self.0 / 4) as usize][(self.0 % 4) as usize]
    }

    /// Every card of its month, itself included.
    #[inline]
    pub const fn mates(self) -> Set<Card> {
        Set::from_bits(0xf << (self.0 & !3))
    }

    const fn alone(self) -> u64 {
        1 << self.0
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

pub(super) const BRIGHTS: Set<Card> = all_of(Kind::Bright);
pub(super) const ANIMALS: Set<Card> = all_of(Kind::Animal);
pub(super) const RIBBONS: Set<Card> = all_of(Kind::Ribbon);
pub(super) const PLAINS: Set<Card> = all_of(Kind::Plain);

/// The lightning of month 11, wild under the option `gaji`.
pub(super) const GAJI: Card = Card::new(11, 3);
/// Month 11.
pub(super) const WILLOW: Set<Card> = GAJI.mates();

pub(super) const RAIN_MAN: Set<Card> = Set::from_bits(Card::new(11, 0).alone());
pub(super) const BOAR_DEER_BUTTERFLIES: Set<Card> =
    Set::from_bits(Card::new(7, 0).alone() | Card::new(10, 0).alone() | Card::new(6, 0).alone());
pub(super) const BLUE_RIBBONS: Set<Card> =
    Set::from_bits(Card::new(6, 1).alone() | Card::new(9, 1).alone() | Card::new(10, 1).alone());
pub(super) const POEM_RIBBONS: Set<Card> =
    Set::from_bits(Card::new(1, 1).alone() | Card::new(2, 1).alone() | Card::new(3, 1).alone());
pub(super) const MOON_AND_CUP: Set<Card> = Set::from_bits(Card::new(8, 0).alone() | Card::new(9, 0).alone());
pub(super) const CURTAIN_AND_CUP: Set<Card> =
    Set::from_bits(Card::new(3, 0).alone() | Card::new(9, 0).alone());

const fn all_of(kind: Kind) -> Set<Card> {
    let mut bits = 0;
    let mut index = 0;
    while index < PACK_SIZE {
        if Card(index).kind() as u8 == kind as u8 {
            bits |= 1 << index;
        }
        index += 1;
    }
    Set::from_bits(bits)
}

/// Takes the first card out of a set. An empty one gives the first card of the pack: where that does no harm, this
/// spares the question whether the set is empty.
#[inline]
pub(super) const fn take_lowest(cards: &mut Set<Card>) -> Card {
    let bits = cards.bits();
    *cards = Set::from_bits(bits & bits.wrapping_sub(1));
    Card(bits.trailing_zeros() as u8 % 64)
}

/// Every card of the months that have a card in the set.
#[inline]
pub(super) const fn months_in(cards: Set<Card>) -> Set<Card> {
    let halves = cards.bits() | cards.bits() >> 1;
    whole_months(halves | halves >> 2)
}

/// Every card of the months that have exactly two cards in the set.
#[inline]
pub(super) const fn pairs_in(cards: Set<Card>) -> Set<Card> {
    let counts = counts(cards);
    whole_months(counts >> 1 & !counts)
}

/// Whether the set is two cards.
#[inline]
pub(super) const fn is_pair(cards: Set<Card>) -> bool {
    cards.len() == 2
}

/// Whether eight dealt cards hold four of one month (*teshi*).
#[inline]
pub(super) const fn has_four(cards: Set<Card>) -> bool {
    counts(cards) >> 2 & FIRSTS != 0
}

/// Whether eight dealt cards are four pairs (*kuttsuki*).
#[inline]
pub(super) const fn is_four_pairs(cards: Set<Card>) -> bool {
    let counts = counts(cards);
    (counts >> 1 & !counts & FIRSTS).count_ones() == 4
}

/// Whether eight dealt cards win (in a hand, `KK-5`) or make the deal void (in the ba, `KK-6`).
#[inline]
pub(super) const fn is_lucky(cards: Set<Card>) -> bool {
    has_four(cards) || is_four_pairs(cards)
}

/// The number of cards of each month, in the four bits of the month.
#[inline]
const fn counts(cards: Set<Card>) -> u64 {
    let twos = cards.bits() - (cards.bits() >> 1 & 0x5555_5555_5555);
    (twos & 0x3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333)
}

/// The months whose first bit is set, all four bits of them.
#[inline]
const fn whole_months(firsts: u64) -> Set<Card> {
    Set::from_bits((firsts & FIRSTS) * 0xf)
}
