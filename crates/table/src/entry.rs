//! The entries of a table's journal, one for everything that happened there. A table is a fold over its entries.

use serde::{Deserialize, Serialize};

use crate::protocol::{AwayReason, Setting};

/// A journal entry. Databases keep its JSON, so names and forms stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// The table was opened. Always the first entry.
    Opened {
        setting: Setting,
        /// The guest who opened it.
        opener: String,
        /// The secret of the first game, in hex. Only the journal knows it until that game is over.
        secret: String,
    },
    /// A person took a seat.
    Sat {
        seat: u8,
        guest: String,
        name: String,
        /// What the person mixes into the seed of the next game, in hex.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entropy: Option<String>,
    },
    /// A bot was put in a seat.
    Filled {
        seat: u8,
        /// Its level, as `strong`.
        bot: String,
    },
    /// A seat was left before the game began, or after it was over.
    Stood { seat: u8 },
    /// A person is ready for another game.
    Ready {
        seat: u8,
        /// What the person mixes into the seed of the next game, in hex.
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
        seat: u8,
        #[serde(rename = "move")]
        chosen: String,
        /// The client's own id for the move, so that the server recognises it when it is sent again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether a bot made it, for itself or for a person who is away.
        #[serde(default, skip_serializing_if = "is_false")]
        bot: bool,
    },
    /// A bot plays for a person from now on.
    Away {
        seat: u8,
        #[serde(rename = "why")]
        reason: AwayReason,
    },
    /// A person plays again.
    Back { seat: u8 },
    /// A person sent a chat message.
    Said { seat: u8, text: String },
    /// The person in `seat` muted or unmuted the person in `other`. Earlier versions wrote it; today muting is no part of
    /// the journal, and this entry changes nothing.
    Muted {
        seat: u8,
        #[serde(rename = "whom")]
        other: u8,
        on: bool,
    },
    /// The operator closed the table. Always the last entry.
    Closed {},
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

    /// Existing databases hold exactly these forms.
    #[test]
    fn entries_keep_their_json() {
        let moved = Entry::Moved { seat: 1, chosen: "b5".into(), id: None, bot: false };
        for (entry, kept) in [
            (moved, r#"{"type":"moved","seat":1,"move":"b5"}"#),
            (Entry::Away { seat: 2, reason: AwayReason::Gone }, r#"{"type":"away","seat":2,"why":"gone"}"#),
            (Entry::Muted { seat: 0, other: 1, on: true }, r#"{"type":"muted","seat":0,"whom":1,"on":true}"#),
        ] {
            assert_eq!(serde_json::to_string(&entry).unwrap(), kept);
            assert_eq!(serde_json::from_str::<Entry>(kept).unwrap(), entry);
        }
        assert_eq!(serde_json::to_string(&Pace::Days3).unwrap(), r#""days-3""#);
    }
}
