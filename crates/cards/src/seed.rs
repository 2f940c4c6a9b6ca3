//! Seeds. Any text names a seed; 64 hex digits are the seed itself.

use std::fmt;

use crate::digest::{from_hex, sha256, to_hex};

/// The 32 bytes from which all deals of one game follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed that a text names: itself if it is 64 hex digits, its SHA-256 otherwise.
    pub fn from_text(text: &str) -> Seed {
        Seed::from_hex(text).unwrap_or_else(|| Seed::hash(text))
    }

    /// The seed of game `number` (from 0) of a run that `text` names.
    pub fn of_game(text: &str, number: u64) -> Seed {
        Seed::hash(&format!("{text} {number}"))
    }

    /// Reads 64 hex digits.
    pub fn from_hex(text: &str) -> Option<Seed> {
        from_hex(text).map(Seed)
    }

    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The seed that is the SHA-256 of a text, whatever it looks like.
    pub fn hash(text: &str) -> Seed {
        Seed(sha256(text))
    }

    /// A seed for one purpose. Nobody can tell that the two are related without knowing this one.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Seed {
        Seed(sha256([&self.0[..], purpose.as_bytes()].concat()))
    }
}

/// 64 lower-case hex digits.
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_hashed_and_hex_is_taken_as_it_is() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Seed::from_text("abc").to_string(), abc);
        assert_eq!(Seed::from_text(abc).to_string(), abc);
        assert_eq!(Seed::from_text(&abc.to_uppercase()).to_string(), abc);
    }

    #[test]
    fn a_numbered_game_hashes_text_space_and_number() {
        assert_eq!(Seed::of_game("abc", 12), Seed::from_text("abc 12"));
    }

    #[test]
    fn almost_hex_is_ordinary_text() {
        assert_eq!(Seed::from_hex(&"g".repeat(64)), None);
        assert_eq!(Seed::from_hex("é"), None);
        assert_eq!(Seed::from_hex(&"é".repeat(32)), None);
    }
}
