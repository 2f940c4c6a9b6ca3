//! Short lists stored inline: no allocation, and a copy is a plain copy of memory.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::{Card, Set};

/// At most `N` items, inline.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    #[inline]
    pub fn new() -> List<T, N> {
        const { assert!(N <= u8::MAX as usize) }
        List { len: 0, items: [T::default(); N] }
    }

    /// Adds an item at the end.
    ///
    /// # Panics
    /// If the list is full. Each game chooses `N` by its rules so that it cannot be.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len as usize] = item;
        self.len += 1;
    }

    /// Adds an item for every card of a set, in pack order.
    ///
    /// It always writes four at a time: a loop of unpredictable length costs a processor more than a few extra items. So
    /// there must be room for three more than are added.
    ///
    /// # Panics
    /// If there is not. Each game chooses `N` by its rules so that there is.
    #[inline]
    pub fn extend_by_card<C: Card>(&mut self, cards: Set<C>, item: impl Fn(C) -> T) {
        const STRIDE: usize = 4;
        let mut bits = cards.bits();
        let mut at = self.len as usize;
        self.len += cards.len();
        while bits != 0 {
            for slot in &mut self.items[at..at + STRIDE] {
                // Beyond the last card comes the first of the pack, into a slot that is not part of the list.
                *slot = item(C::from_index(bits.trailing_zeros() as u8 % 64));
                bits &= bits.wrapping_sub(1);
            }
            at += STRIDE;
        }
    }

    /// Keeps the first `len` items, or all if there are no more.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len.min(N) as u8);
    }

    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> List<T, N> {
        List::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for List<T, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        // The length stays in a register until the end: legal-move listing spends most of its time here.
        let mut len = self.len as usize;
        for item in items {
            self.items[len] = item;
            len += 1;
        }
        self.len = len as u8;
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T, N> {
        let mut list = List::new();
        list.extend(items);
        list
    }
}

/// Only the items in use count: what a cleared list held before is not part of it.
impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &List<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_a_set_are_added_in_pack_order_and_no_more_of_them() {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        struct Plain(u8);
        impl fmt::Display for Plain {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
        impl Card for Plain {
            fn index(self) -> u8 {
                self.0
            }
            fn from_index(index: u8) -> Plain {
                Plain(index)
            }
        }
        for bits in [0, 0b1, 0b1011, 0b1_1111, 1 << 63, 1 << 63 | 0b1_1011, (1 << 9) - 1, (1 << 13) - 1] {
            let set: Set<Plain> = Set::from_bits(bits);
            let mut list: List<Plain, 17> = List::new();
            list.push(Plain(7));
            list.extend_by_card(set, |card| card);
            let expected: Vec<Plain> = std::iter::once(Plain(7)).chain(set).collect();
            assert_eq!(*list, *expected);
        }
    }

    #[test]
    fn equality_ignores_what_lies_beyond_the_end() {
        let mut a: List<u8, 4> = [1, 2, 3].into_iter().collect();
        a.clear();
        a.push(7);
        assert_eq!(a, [7].into_iter().collect());
        assert_eq!(format!("{a:?}"), "[7]");
    }

    #[test]
    fn a_list_is_cut_but_never_lengthened() {
        let mut list: List<u8, 4> = [1, 2, 3].into_iter().collect();
        list.truncate(300);
        assert_eq!(*list, [1, 2, 3]);
        list.truncate(1);
        assert_eq!(*list, [1]);
        list.push(5);
        assert_eq!(*list, [1, 5]);
    }
}
