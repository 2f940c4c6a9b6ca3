//! The rules that forbid a move.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour};
use crate::Text;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", content = "facts", rename_all = "kebab-case")]
pub enum Illegal {
    /// A face-up card must be taken now.
    MustTake {},
    /// All face-up cards but the trump card are taken.
    DraftIsOver {},
    NotFaceUp {
        card: Text<Card>,
    },
    NotInHand {
        card: Text<Card>,
    },
    /// A card of this colour must be played.
    MustFollow {
        colour: Text<Colour>,
    },
    /// The leader of a trick cannot sit it out.
    LeaderCannotLeave {},
    /// This seat sits out this trick, so nobody else can.
    AlreadyLeft {
        seat: u8,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::MustTake {} => f.write_str("a face-up card must be taken first, as in \"take r5\""),
            Illegal::DraftIsOver {} => f.write_str(
                "the draft is over; play a card, as in \"r5\", or sit out with one, as in \"leave r5\"",
            ),
            Illegal::NotFaceUp { card } => write!(f, "{card} is not face up"),
            Illegal::NotInHand { card } => write!(f, "{card} is not in the hand"),
            Illegal::MustFollow { colour } => {
                write!(f, "a card of the lead colour must be played: {colour}")
            }
            Illegal::LeaderCannotLeave {} => {
                f.write_str("the leader cannot sit out the trick; a card must be played")
            }
            Illegal::AlreadyLeft { seat } => {
                write!(f, "seat {seat} is sitting out this trick, and only one can; a card must be played")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::GameId;
    use crate::reasons::{card, check};

    #[test]
    fn every_reason_in_json() {
        check(
            GameId::WildRawz,
            &[
                (Illegal::MustTake {}, json!({})),
                (Illegal::DraftIsOver {}, json!({})),
                (Illegal::NotFaceUp { card: card("r7") }, json!({ "card": "r7" })),
                (Illegal::NotInHand { card: card("bs") }, json!({ "card": "bs" })),
                (Illegal::MustFollow { colour: Text(Colour::Yellow) }, json!({ "colour": "yellow" })),
                (Illegal::LeaderCannotLeave {}, json!({})),
                (Illegal::AlreadyLeft { seat: 2 }, json!({ "seat": 2 })),
            ],
        );
    }
}
