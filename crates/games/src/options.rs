//! Options of a game: a closed list of keys, each with a closed list of values.

use std::fmt;

use cards::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::game::Game;
use crate::text::number;

/// A value of an option, as in records: seats and numbers as integers, the rest as booleans and words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum OptionValue {
    Flag(bool),
    /// A seat or a number.
    Number(#[ts(type = "number")] u64),
    Word(String),
}

impl OptionValue {
    /// Reads a value from the command line.
    pub fn from_text(text: &str) -> OptionValue {
        match text {
            "true" => OptionValue::Flag(true),
            "false" => OptionValue::Flag(false),
            _ => match number(text) {
                Some(number) => OptionValue::Number(number.into()),
                None => OptionValue::Word(text.to_owned()),
            },
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => f.write_str(word),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(flag: bool) -> OptionValue {
        OptionValue::Flag(flag)
    }
}

impl From<u8> for OptionValue {
    fn from(number: u8) -> OptionValue {
        OptionValue::Number(number.into())
    }
}

impl From<&str> for OptionValue {
    fn from(word: &str) -> OptionValue {
        OptionValue::Word(word.to_owned())
    }
}

/// The options of one game. `Default` is the rules' default.
pub trait Options: Copy + Default + fmt::Debug + PartialEq + Send + Sync {
    /// The keys, in the order of the rules.
    const KEYS: &'static [&'static str];

    /// What a key decides, in one sentence for people.
    fn meaning(key: &str) -> &'static str;

    /// The values that a key can have at a table of `seats`, the default first.
    fn choices(key: &str, seats: u8) -> Vec<OptionValue>;

    fn get(&self, key: &str) -> OptionValue;

    /// Sets a value that is known to be among the key's choices.
    fn put(&mut self, key: &str, value: &OptionValue);

    /// Checks a key and its value, and sets it.
    fn set(&mut self, key: &str, value: &OptionValue, seats: u8) -> Result<(), OptionFault> {
        if !Self::KEYS.contains(&key) {
            return Err(OptionFault::Unknown { key: key.to_owned(), known: Self::KEYS });
        }
        let choices = Self::choices(key, seats);
        if !choices.contains(value) {
            return Err(OptionFault::Value { key: key.to_owned(), found: value.clone(), choices });
        }
        self.put(key, value);
        Ok(())
    }
}

/// Every combination of option values at a table of `seats`.
pub fn combinations<O: Options>(seats: u8) -> Vec<O> {
    let mut all = vec![O::default()];
    for key in O::KEYS {
        let choices = O::choices(key, seats);
        all = all
            .iter()
            .flat_map(|options| {
                choices.iter().map(move |value| {
                    let mut options = *options;
                    options.put(key, value);
                    options
                })
            })
            .collect();
    }
    all
}

/// Every table that a game can be played at: numbers of seats, each with every combination of options.
pub fn setups<G: Game>() -> Vec<(u8, G::Options)> {
    G::SEATS
        .flat_map(|seats| combinations::<G::Options>(seats).into_iter().map(move |options| (seats, options)))
        .collect()
}

/// What is wrong with an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// The game has no such option.
    Unknown { key: String, known: &'static [&'static str] },
    /// The option cannot have this value.
    Value { key: String, found: OptionValue, choices: Vec<OptionValue> },
}

impl fmt::Display for OptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionFault::Unknown { key, known } => {
                write!(f, "unknown option {key:?}; the options are {}", known.join(", "))
            }
            OptionFault::Value { key, found, choices } => {
                let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
                let found = match found {
                    OptionValue::Word(word) => format!("{word:?}"),
                    other => other.to_string(),
                };
                write!(f, "option {key} cannot be {found}; it can be {}", choices.join(", "))
            }
        }
    }
}

impl std::error::Error for OptionFault {}

/// Who begins a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    #[default]
    Random,
    Seat(Seat),
}

impl First {
    /// The values of the option in a game that calls a random draw `random_word`.
    pub fn choices(random_word: &str, seats: u8) -> Vec<OptionValue> {
        std::iter::once(random_word.into()).chain((0..seats).map(OptionValue::from)).collect()
    }

    pub fn value(self, random_word: &str) -> OptionValue {
        match self {
            First::Random => random_word.into(),
            First::Seat(seat) => seat.0.into(),
        }
    }

    /// Reads a value that is among the choices.
    pub fn from_value(value: &OptionValue) -> First {
        match value {
            OptionValue::Number(seat) => First::Seat(Seat(*seat as u8)),
            OptionValue::Flag(_) | OptionValue::Word(_) => First::Random,
        }
    }

    /// The seat that begins, unless it is drawn at random.
    pub fn seat(self) -> Option<Seat> {
        match self {
            First::Random => None,
            First::Seat(seat) => Some(seat),
        }
    }
}
