//! Moves as small numbers, so that the tree can ask in an instant whether one of its moves is legal in a world.

use cards::Card as _;
use games::{iroha, irono, iyadosu, koi_koi, wild_rawz};

/// A move that has a number, another one than any move that can be legal beside it.
pub trait Code: Copy {
    /// The number.
    fn code(self) -> u8;
}

impl Code for iroha::Move {
    #[inline]
    fn code(self) -> u8 {
        match self.choice() {
            iroha::Choice::Play(card) => card.index(),
            // No tree is grown over pairs of cards: there they would collide.
            iroha::Choice::Pass(..) => u8::MAX,
        }
    }
}

impl Code for irono::Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            irono::Move::Mark(cell) => cell.index(),
            irono::Move::Hide(colour) => colour.index(),
            irono::Move::Guess(three) => three.colours().bits() as u8,
        }
    }
}

impl Code for iyadosu::Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            iyadosu::Move::Split(count) => count,
            iyadosu::Move::Play(card) => card.index(),
            iyadosu::Move::Refuse(card) => 64 + card.index(),
        }
    }
}

impl Code for wild_rawz::Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            wild_rawz::Move::Take(card) | wild_rawz::Move::Play(card) => card.index(),
            wild_rawz::Move::Leave(card) => 64 + card.index(),
        }
    }
}

impl Code for koi_koi::Move {
    #[inline]
    fn code(self) -> u8 {
        match self {
            // A chosen capture is one of two cards of the month; months have four cards, which lie together.
            koi_koi::Move::Play(card, on) => 4 * card.index() + on.index() % 4,
            koi_koi::Move::Wild(on) => 192 + on.index(),
            koi_koi::Move::Take(card) => card.index(),
            koi_koi::Move::Keep | koi_koi::Move::Koi => 240,
            koi_koi::Move::Swap | koi_koi::Move::Stop => 241,
        }
    }
}

/// A set of such numbers.
#[derive(Clone, Copy, Default)]
pub struct Codes([u64; 4]);

impl Codes {
    /// The numbers of some moves.
    #[inline]
    pub fn of<M: Code>(moves: &[M]) -> Codes {
        let mut codes = Codes::default();
        for chosen in moves {
            codes.insert(chosen.code());
        }
        codes
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, code: u8) {
        self.0[usize::from(code >> 6)] |= 1 << (code & 63);
    }

    /// Whether a number is in it.
    #[inline]
    pub fn contains(&self, code: u8) -> bool {
        self.0[usize::from(code >> 6)] >> (code & 63) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Insight;
    use crate::walk::walk;

    fn codes_differ<G: Insight>() {
        for (seats, options) in games::setups::<G>() {
            walk::<G>(seats, options, false, 1, |_, _, moves| {
                let codes: HashSet<u8> = moves.iter().map(|chosen| chosen.code()).collect();
                assert!(codes.len() == moves.len() || G::is_broad(moves), "{moves:?}");
            });
        }
    }

    #[test]
    fn moves_that_are_legal_together_have_different_codes() {
        codes_differ::<iroha::Iroha>();
        codes_differ::<irono::Irono>();
        codes_differ::<iyadosu::Iyadosu>();
        codes_differ::<wild_rawz::WildRawz>();
        codes_differ::<koi_koi::KoiKoi>();
    }
}
