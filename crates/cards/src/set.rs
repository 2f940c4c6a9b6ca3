//! Sets of cards as bits of a `u64`.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A card of some game: a small number, in pack order.
pub trait Card: Copy + Eq + fmt::Display {
    /// The card's place in the pack order of its game, below 64.
    fn index(self) -> u8;
    /// The card at a place of the pack order. Callers pass only places that `index` returns.
    fn from_index(index: u8) -> Self;
}

/// A set of cards. Iterates in pack order.
pub struct Set<C> {
    bits: u64,
    cards: PhantomData<C>,
}

impl<C> Set<C> {
    pub const EMPTY: Set<C> = Set::from_bits(0);

    /// The set whose card indices are the one bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Set<C> {
        Set { bits, cards: PhantomData }
    }

    #[inline]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    #[inline]
    pub const fn len(self) -> u8 {
        self.bits.count_ones() as u8
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether the two sets share no card.
    #[inline]
    pub const fn is_disjoint(self, other: Set<C>) -> bool {
        self.bits & other.bits == 0
    }

    /// Whether every card of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Set<C>) -> bool {
        self.bits & !other.bits == 0
    }
}

impl<C: Card> Set<C> {
    #[inline]
    pub fn one(card: C) -> Set<C> {
        Set::from_bits(1 << card.index())
    }

    #[inline]
    pub fn contains(self, card: C) -> bool {
        self.bits >> card.index() & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, card: C) {
        self.bits |= 1 << card.index();
    }

    #[inline]
    pub fn remove(&mut self, card: C) {
        self.bits &= !(1 << card.index());
    }

    /// The first card in pack order.
    #[inline]
    pub fn lowest(self) -> Option<C> {
        (self.bits != 0).then(|| C::from_index(self.bits.trailing_zeros() as u8))
    }

    /// The last card in pack order.
    #[inline]
    pub fn highest(self) -> Option<C> {
        (self.bits != 0).then(|| C::from_index(63 - self.bits.leading_zeros() as u8))
    }

    /// The cards in pack order.
    #[inline]
    pub fn iter(self) -> Iter<C> {
        Iter(self)
    }

    /// The text forms of the cards, in pack order.
    pub fn texts(self) -> Vec<String> {
        self.iter().map(|card| card.to_string()).collect()
    }
}

/// The cards of a set, in pack order.
#[derive(Clone)]
pub struct Iter<C>(Set<C>);

impl<C: Card> Iterator for Iter<C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        let card = self.0.lowest()?;
        self.0.bits &= self.0.bits - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len().into();
        (left, Some(left))
    }
}

impl<C: Card> ExactSizeIterator for Iter<C> {}

impl<C: Card> IntoIterator for Set<C> {
    type Item = C;
    type IntoIter = Iter<C>;

    fn into_iter(self) -> Iter<C> {
        self.iter()
    }
}

impl<C: Card> FromIterator<C> for Set<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Set<C> {
        let mut set = Set::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl<C> Clone for Set<C> {
    #[inline]
    fn clone(&self) -> Set<C> {
        *self
    }
}

impl<C> Copy for Set<C> {}

impl<C> Default for Set<C> {
    fn default() -> Set<C> {
        Set::EMPTY
    }
}

impl<C> PartialEq for Set<C> {
    #[inline]
    fn eq(&self, other: &Set<C>) -> bool {
        self.bits == other.bits
    }
}

impl<C> Eq for Set<C> {}

impl<C: Card> fmt::Debug for Set<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.texts().join(" "))
    }
}

impl<C> BitOr for Set<C> {
    type Output = Set<C>;
    #[inline]
    fn bitor(self, other: Set<C>) -> Set<C> {
        Set::from_bits(self.bits | other.bits)
    }
}

impl<C> BitOrAssign for Set<C> {
    #[inline]
    fn bitor_assign(&mut self, other: Set<C>) {
        self.bits |= other.bits;
    }
}

impl<C> BitAnd for Set<C> {
    type Output = Set<C>;
    #[inline]
    fn bitand(self, other: Set<C>) -> Set<C> {
        Set::from_bits(self.bits & other.bits)
    }
}

impl<C> Sub for Set<C> {
    type Output = Set<C>;
    #[inline]
    fn sub(self, other: Set<C>) -> Set<C> {
        Set::from_bits(self.bits & !other.bits)
    }
}

impl<C> SubAssign for Set<C> {
    #[inline]
    fn sub_assign(&mut self, other: Set<C>) {
        self.bits &= !other.bits;
    }
}
