//! Random words: ids of tables, tokens of guests, codes for another device. The database keeps only the SHA-256 of a
//! token or code.

/// Letters that are hard to mistake for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const TABLE: usize = 12;
const TOKEN: usize = 40;
const CODE: usize = 10;

/// The id of a new table: 60 bits, so that no link can be guessed.
pub fn table_id() -> String {
    word(TABLE)
}

pub fn is_table_id(text: &str) -> bool {
    text.len() == TABLE && text.bytes().all(|letter| LETTERS.contains(&letter))
}

pub fn guest_id() -> String {
    word(TABLE)
}

/// A new token, by which the server knows a guest.
pub fn token() -> String {
    word(TOKEN)
}

/// A new code, which works once.
pub fn code() -> String {
    word(CODE)
}

/// What the database keeps of a token or code.
pub fn hash(secret: &str) -> [u8; 32] {
    cards::sha256(secret)
}

/// Random letters.
///
/// # Panics
/// If the system gives no random bytes: a token that can be guessed would be useless.
fn word(length: usize) -> String {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_differ_and_ids_are_recognised() {
        let (one, other) = (table_id(), table_id());
        assert_ne!(one, other);
        assert!(is_table_id(&one));
        for bad in ["", "abc", "abcdefghijk0", "ABCDEFGHIJKM", "abcdefghijkmn", "äbcdefghijk"] {
            assert!(!is_table_id(bad), "{bad}");
        }
        assert_eq!(token().len(), TOKEN);
    }
}
