//! SHA-256, and 32 bytes as hex digits.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes.
pub fn sha256(data: impl AsRef<[u8]>) -> [u8; 32] {
    Sha256::digest(data).into()
}

/// 64 lower-case hex digits.
pub fn to_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads 64 hex digits, of either case.
pub fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let high = char::from(pair[0]).to_digit(16)?;
        let low = char::from(pair[1]).to_digit(16)?;
        *byte = (high << 4 | low) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second is the example of FIPS 180-2, B.1.
    #[test]
    fn the_hash_is_the_published_one() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(to_hex(&sha256("")), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(to_hex(&sha256("abc")), abc);
    }

    #[test]
    fn hex_is_read_back_and_nothing_else_is_hex() {
        let bytes = sha256("abc");
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        assert_eq!(from_hex(&to_hex(&bytes).to_uppercase()), Some(bytes));
        for text in ["", "ab", &"g".repeat(64), "é", &"é".repeat(32), &"0".repeat(63), &"0".repeat(65)] {
            assert_eq!(from_hex(text), None, "{text:?}");
        }
    }
}
