//! What happens at a table, as the journal keeps it: one row each. A table is what its rows lead to, and nothing else.

use serde::{Deserialize, Serialize};

use crate::protocol::{Setting, Why};

/// One row of a table's journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Happening {
    /// The table was opened; always the first row. The secret of its first game is known to the journal alone until
    /// that game is over.
    Opened {
        /// What is played, and how.
        setting: Setting,
        /// The guest who opened it.
        opener: String,
        /// The secret of the first game, in hex.
        secret: String,
    },
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: u8,
        /// Who.
        guest: String,
        /// The name shown.
        name: String,
        /// What the person adds to the chance of the next game, in hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entropy: Option<String>,
    },
    /// A bot was put in a seat.
    Filled {
        /// The seat.
        seat: u8,
        /// Its name, as `strong`.
        bot: String,
    },
    /// A seat was left before the game began, or after it was over.
    Stood {
        /// The seat.
        seat: u8,
    },
    /// A person is ready for another game.
    Ready {
        /// The seat.
        seat: u8,
        /// What the person adds to the chance of the next game, in hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entropy: Option<String>,
    },
    /// A game began.
    Started {
        /// The secret of the game after this one, in hex.
        next: String,
    },
    /// A move was made.
    Moved {
        /// The seat.
        seat: u8,
        /// The move.
        #[serde(rename = "move")]
        chosen: String,
        /// What the client called it, so that it is known when it is sent again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a bot made it, for itself or for one who is away.
        #[serde(default, skip_serializing_if = "is_false")]
        bot: bool,
    },
    /// A person is played for by a bot from now on.
    Away {
        /// The seat.
        seat: u8,
        /// Why.
        why: Why,
    },
    /// A person plays again.
    Back {
        /// The seat.
        seat: u8,
    },
    /// A person said something.
    Said {
        /// The seat.
        seat: u8,
        /// What.
        text: String,
    },
    /// A person no longer hears another, or hears him again.
    Muted {
        /// Who no longer hears.
        seat: u8,
        /// Whom.
        whom: u8,
        /// Whether it is so.
        on: bool,
    },
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Pace;

    #[test]
    fn a_row_of_a_move_is_short_and_reads_back() {
        let moved = Happening::Moved { seat: 1, chosen: "b5".into(), id: None, bot: false };
        let text = serde_json::to_string(&moved).expect("it is plain");
        assert_eq!(text, r#"{"type":"moved","seat":1,"move":"b5"}"#);
        assert_eq!(serde_json::from_str::<Happening>(&text).expect("it is our own"), moved);
    }

    #[test]
    fn a_pace_is_kept_by_its_name() {
        assert_eq!(serde_json::to_string(&Pace::Days3).expect("it is plain"), r#""days-3""#);
    }
}
