//! Proof of a fair shuffle, as in `docs/fairness.md`. A table draws a secret and publishes its hash before the players add
//! their own entropy. The seed is the hash of all of it, so neither side alone can choose the cards.

use std::fmt;

use cards::{Seed, from_hex, sha256, to_hex};
use serde_json::{Map, Value, json};

use crate::record::{QUOTED, mismatch, shorten};

/// The first line of the text that is hashed. If the scheme changes, the number changes.
const SCHEME: &str = "irori-seed 1";
/// The keys of a proof, in the order in which they are written.
const KEYS: [&str; 5] = ["commitment", "secret", "table", "game", "entropy"];
const LONGEST_TABLE: usize = 64;

/// Everything that a seed was made of.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    secret: [u8; 32],
    table: String,
    game: u32,
    entropy: Vec<Option<[u8; 32]>>,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFault {
    /// A part is missing or has a wrong value.
    Malformed {
        /// A path in the record.
        part: String,
        found: String,
        expected: &'static str,
    },
    /// The commitment is not the SHA-256 of the secret.
    Commitment { found: [u8; 32], expected: [u8; 32] },
    /// The number of entropy entries is not the number of seats.
    Seats { found: usize, expected: u8 },
    /// The seed does not follow from these parts.
    Seed { found: Seed, expected: Seed },
}

/// What a table publishes before anybody adds entropy: the SHA-256 of its secret.
pub fn commitment_of(secret: &[u8; 32]) -> [u8; 32] {
    sha256(secret)
}

impl Proof {
    /// The proof of game `game` (from 1) at a table, with what each seat has added, `None` for one that added nothing.
    pub fn new(
        secret: [u8; 32],
        table: impl Into<String>,
        game: u32,
        entropy: Vec<Option<[u8; 32]>>,
    ) -> Result<Proof, ProofFault> {
        let table = table.into();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if table.is_empty() || table.len() > LONGEST_TABLE || !table.chars().all(plain) {
            return Err(malformed("proof.table", &json!(table), "1 to 64 of the characters A-Z a-z 0-9 _ -"));
        }
        if game == 0 {
            return Err(malformed("proof.game", &json!(game), A_GAME));
        }
        Ok(Proof { secret, table, game, entropy })
    }

    pub const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    pub fn table(&self) -> &str {
        &self.table
    }

    /// The number of the game at its table, from 1.
    pub const fn game(&self) -> u32 {
        self.game
    }

    pub fn entropy(&self) -> &[Option<[u8; 32]>] {
        &self.entropy
    }

    /// What was published before the entropy was given.
    pub fn commitment(&self) -> [u8; 32] {
        commitment_of(&self.secret)
    }

    pub fn seed(&self) -> Seed {
        Seed::hash(&self.text())
    }

    /// The text whose SHA-256 is the seed. No part can hold a line break, so that no two proofs have the same text.
    pub fn text(&self) -> String {
        let mut lines =
            vec![SCHEME.to_owned(), to_hex(&self.secret), self.table.clone(), self.game.to_string()];
        lines.extend(
            self.entropy.iter().map(|entropy| entropy.as_ref().map_or_else(|| "-".to_owned(), to_hex)),
        );
        lines.join("\n")
    }

    /// The proof, as in a record.
    pub fn to_json(&self) -> Value {
        let entropy: Vec<Option<String>> =
            self.entropy.iter().map(|entropy| entropy.as_ref().map(to_hex)).collect();
        json!({
            "commitment": to_hex(&self.commitment()), "secret": to_hex(&self.secret),
            "table": self.table, "game": self.game, "entropy": entropy,
        })
    }

    /// Reads a proof from a record. Its commitment must be the one to its secret.
    pub fn from_json(value: &Value) -> Result<Proof, ProofFault> {
        let parts = value.as_object().ok_or_else(|| malformed("proof", value, "an object"))?;
        check_keys(parts)?;
        let commitment = read_hex("proof.commitment", &parts["commitment"])?;
        let secret = read_hex("proof.secret", &parts["secret"])?;
        let table =
            parts["table"].as_str().ok_or_else(|| malformed("proof.table", &parts["table"], "a text"))?;
        let game = parts["game"].as_u64().and_then(|game| u32::try_from(game).ok());
        let game = game.ok_or_else(|| malformed("proof.game", &parts["game"], A_GAME))?;
        let entropy = parts["entropy"].as_array().ok_or_else(|| {
            malformed("proof.entropy", &parts["entropy"], "a list with an entry for each seat")
        })?;
        let entropy = entropy.iter().enumerate().map(|(seat, entropy)| read_entropy(seat, entropy));
        let proof = Proof::new(secret, table, game, entropy.collect::<Result<_, _>>()?)?;
        if proof.commitment() != commitment {
            return Err(ProofFault::Commitment { found: commitment, expected: proof.commitment() });
        }
        Ok(proof)
    }

    /// Whether this is what the seed of a game with so many seats was made of.
    pub fn check(&self, seats: u8, seed: Seed) -> Result<(), ProofFault> {
        if self.entropy.len() != usize::from(seats) {
            return Err(ProofFault::Seats { found: self.entropy.len(), expected: seats });
        }
        if self.seed() != seed {
            return Err(ProofFault::Seed { found: seed, expected: self.seed() });
        }
        Ok(())
    }
}

/// Without the secret: during a game it gives away all cards, so it must not reach a log by accident.
impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({} of {}, commitment {})", self.game, self.table, to_hex(&self.commitment()))
    }
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::Malformed { part, found, expected } => {
                write!(f, "{part}: found {found}, expected {expected}")
            }
            ProofFault::Commitment { found, expected } => write!(
                f,
                "proof.commitment is not the SHA-256 of the secret: {}",
                mismatch(&to_hex(found), &to_hex(expected))
            ),
            ProofFault::Seats { found, expected } => {
                write!(f, "proof.entropy: found {found} entries, expected {expected}, one for each seat")
            }
            ProofFault::Seed { found, expected } => {
                write!(f, "the seed does not follow from the proof: {}", mismatch(found, expected))
            }
        }
    }
}

impl std::error::Error for ProofFault {}

const A_GAME: &str = "the game's number at its table, from 1 to 4294967295";
const HEX: &str = "64 lower-case hex digits";

fn malformed(part: &str, found: &Value, expected: &'static str) -> ProofFault {
    ProofFault::Malformed { part: part.to_owned(), found: shorten(&found.to_string(), QUOTED), expected }
}

fn check_keys(parts: &Map<String, Value>) -> Result<(), ProofFault> {
    let fault = |part: String, found: String, expected| Err(ProofFault::Malformed { part, found, expected });
    if let Some(missing) = KEYS.iter().find(|key| !parts.contains_key(**key)) {
        return fault(format!("proof.{missing}"), "nothing".to_owned(), "the key to stand there");
    }
    if let Some(unknown) = parts.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let found = format!("the key {:?}", shorten(unknown, QUOTED));
        return fault("proof".to_owned(), found, "only commitment, secret, table, game and entropy");
    }
    Ok(())
}

/// Lower case, as the only text of these bytes.
fn read_hex(part: &str, value: &Value) -> Result<[u8; 32], ProofFault> {
    let bytes = value.as_str().and_then(|text| from_hex(text).filter(|bytes| to_hex(bytes) == text));
    bytes.ok_or_else(|| malformed(part, value, HEX))
}

fn read_entropy(seat: usize, value: &Value) -> Result<Option<[u8; 32]>, ProofFault> {
    if value.is_null() {
        return Ok(None);
    }
    let fault = |_| malformed(&format!("proof.entropy[{seat}]"), value, "64 lower-case hex digits or null");
    read_hex("", value).map(Some).map_err(fault)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn proof() -> Proof {
        let entropy = vec![Some(sha256("one")), None, Some(sha256("three"))];
        Proof::new(sha256("secret"), "Green_Tea-7", 12, entropy).unwrap()
    }

    #[test]
    fn the_seed_is_the_hash_of_the_lines() {
        let hex = |text: &str| to_hex(&sha256(text));
        let lines = ["irori-seed 1", &hex("secret"), "Green_Tea-7", "12", &hex("one"), "-", &hex("three")];
        assert_eq!(proof().text(), lines.join("\n"));
        assert_eq!(proof().seed(), Seed::from_text(&lines.join("\n")));
        assert_eq!(proof().commitment(), sha256(sha256("secret")));
    }

    #[test]
    fn changing_any_byte_of_any_part_changes_the_seed() {
        let base = proof();
        let mut changed = Vec::new();
        for (byte, bit) in (0..32).flat_map(|byte| (0..8).map(move |bit| (byte, 1 << bit))) {
            let mut other = base.clone();
            other.secret[byte] ^= bit;
            changed.push(other);
            for seat in [0, 2] {
                let mut other = base.clone();
                other.entropy[seat].as_mut().unwrap()[byte] ^= bit;
                changed.push(other);
            }
        }
        for (at, old) in base.table.char_indices() {
            for new in ('!'..='~').filter(|new| *new != old) {
                let mut table = base.table.clone();
                table.replace_range(at..=at, &new.to_string());
                changed.extend(Proof::new(base.secret, table, base.game, base.entropy.clone()));
            }
        }
        changed.extend((0..32).map(|bit| Proof { game: base.game ^ 1 << bit, ..base.clone() }));
        for seat in 0..3 {
            let mut other = base.clone();
            other.entropy[seat] = if seat == 1 { Some([0; 32]) } else { None };
            changed.push(other);
            let mut other = base.clone();
            other.entropy.remove(seat);
            changed.push(other);
            let mut other = base.clone();
            other.entropy.swap(seat, (seat + 1) % 3);
            changed.push(other);
        }
        let mut seeds: BTreeSet<String> = changed.iter().map(|proof| proof.seed().to_string()).collect();
        seeds.insert(base.seed().to_string());
        assert_eq!(seeds.len(), changed.len() + 1);
        assert_eq!(changed.len(), 3 * 256 + 11 * 63 + 32 + 9);
    }

    #[test]
    fn a_proof_is_written_in_one_order_and_read_back() {
        let text = proof().to_json().to_string();
        let hex = |text: &str| to_hex(&sha256(text));
        let expected = format!(
            r#"{{"commitment":"{}","secret":"{}","table":"Green_Tea-7","game":12,"entropy":["{}",null,"{}"]}}"#,
            to_hex(&proof().commitment()),
            hex("secret"),
            hex("one"),
            hex("three"),
        );
        assert_eq!(text, expected);
        assert_eq!(Proof::from_json(&proof().to_json()), Ok(proof()));
        assert_eq!(proof().check(3, proof().seed()), Ok(()));
    }

    #[test]
    fn a_malformed_part_is_named_with_what_it_should_be() {
        let upper = to_hex(&sha256("one")).to_uppercase();
        for (key, value, expected) in [
            ("commitment", json!(7), "proof.commitment: found 7, expected 64 lower-case hex digits"),
            ("secret", json!("ab"), "proof.secret: found \"ab\", expected 64 lower-case hex digits"),
            ("secret", json!(upper), "proof.secret: found \""),
            ("secret", json!(to_hex(&[0; 32])), "proof.commitment is not the SHA-256 of the secret: found "),
            (
                "commitment",
                json!(to_hex(&[0; 32])),
                "proof.commitment is not the SHA-256 of the secret: found 00",
            ),
            ("table", json!(null), "proof.table: found null, expected a text"),
            ("table", json!(""), "proof.table: found \"\", expected 1 to 64 of the characters"),
            ("table", json!("a\nb"), "proof.table: found \"a\\nb\", expected 1 to 64 of the characters"),
            ("table", json!("茶"), "proof.table: found \"茶\", expected 1 to 64 of the characters"),
            ("table", json!("x".repeat(65)), "proof.table: found \"xx"),
            ("game", json!(0), "proof.game: found 0, expected the game's number at its table, from 1"),
            ("game", json!(1.0), "proof.game: found 1.0, expected the game's number"),
            ("game", json!("1"), "proof.game: found \"1\", expected the game's number"),
            ("game", json!(4_294_967_296_u64), "proof.game: found 4294967296, expected the game's number"),
            ("entropy", json!("-"), "proof.entropy: found \"-\", expected a list"),
            (
                "entropy",
                json!([null, "-"]),
                "proof.entropy[1]: found \"-\", expected 64 lower-case hex digits or null",
            ),
            ("note", json!("hm"), "proof: found the key \"note\", expected only commitment, secret"),
        ] {
            let mut changed = proof().to_json();
            changed[key] = value;
            let said = Proof::from_json(&changed).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
        assert!(Proof::new([0; 32], "x".repeat(64), u32::MAX, Vec::new()).is_ok());
        for key in KEYS {
            let mut changed = proof().to_json();
            changed.as_object_mut().unwrap().remove(key);
            let said = Proof::from_json(&changed).unwrap_err().to_string();
            assert_eq!(said, format!("proof.{key}: found nothing, expected the key to stand there"));
        }
        let said = Proof::from_json(&Value::Null).unwrap_err().to_string();
        assert_eq!(said, "proof: found null, expected an object");
    }

    #[test]
    fn seats_and_seed_must_be_those_of_the_game() {
        let said = proof().check(4, proof().seed()).unwrap_err().to_string();
        assert_eq!(said, "proof.entropy: found 3 entries, expected 4, one for each seat");
        let said = proof().check(3, Seed::from_text("another")).unwrap_err().to_string();
        assert!(said.starts_with("the seed does not follow from the proof: found "), "{said}");
    }

    #[test]
    fn a_proof_in_a_log_does_not_tell_the_secret() {
        assert!(!format!("{:?}", proof()).contains(&to_hex(proof().secret())));
    }
}
