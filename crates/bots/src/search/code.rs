//! Moves as small numbers, so that the tree can tell quickly whether a move is legal in a world.

/// A move with a number that no other move has that can be legal beside it.
pub trait MoveCode: Copy {
    fn code(self) -> u8;
}

/// A set of such numbers.
#[derive(Clone, Copy, Default)]
pub struct Codes([u64; 4]);

impl Codes {
    #[inline]
    pub fn of<M: MoveCode>(moves: &[M]) -> Codes {
        let mut codes = Codes::default();
        for chosen in moves {
            codes.insert(chosen.code());
        }
        codes
    }

    #[inline]
    pub fn insert(&mut self, code: u8) {
        self.0[usize::from(code >> 6)] |= 1 << (code & 63);
    }

    #[inline]
    pub fn contains(&self, code: u8) -> bool {
        self.0[usize::from(code >> 6)] >> (code & 63) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Strategy;
    use crate::walk::walk;

    fn codes_differ<G: Strategy>() {
        for (seats, options) in games::setups::<G>() {
            walk::<G>(seats, options, false, 1, |_, _, moves| {
                let codes: HashSet<u8> = moves.iter().map(|chosen| chosen.code()).collect();
                assert!(codes.len() == moves.len() || G::is_flat(moves), "{moves:?}");
            });
        }
    }

    #[test]
    fn moves_that_are_legal_together_have_different_codes() {
        for game in games::GameId::ALL {
            games::for_game!(game, G => codes_differ::<G>());
        }
    }
}
