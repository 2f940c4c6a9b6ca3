//! The rules that forbid a move.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour};
use crate::Text;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", content = "facts", rename_all = "kebab-case")]
pub enum Illegal {
    /// The hand must be split now.
    MustSplit {},
    /// A card must be played now; the hand is split already.
    MustPlay {},
    /// No hand can have this many refusal cards.
    SplitNumber {
        number: u8,
        least: u8,
        most: u8,
    },
    NotInHand {
        card: Text<Card>,
    },
    /// The card was played as a normal card, but it is a refusal card.
    IsRefuse {
        card: Text<Card>,
    },
    /// The card was played as a refusal card, but it is a normal card.
    IsNormal {
        card: Text<Card>,
    },
    /// A trick must be led with a normal card.
    LeadsRefuse {},
    /// There is a normal card of the lead colour: it must be played or refused.
    MustFollow {
        colour: Text<Colour>,
    },
    /// There is no normal card of the lead colour, and so nothing to refuse.
    NothingToRefuse {
        colour: Text<Colour>,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::MustSplit {} => f.write_str("the hand must be split first, as in \"split 4\""),
            Illegal::MustPlay {} => {
                f.write_str("the hand is split already; a card must be played, as in \"k12\"")
            }
            Illegal::SplitNumber { number, least, most } => {
                write!(f, "a hand cannot have {number} refusal cards; expected {least} to {most}")
            }
            Illegal::NotInHand { card } => write!(f, "{card} is not in the hand"),
            Illegal::IsRefuse { card } => {
                write!(f, "{card} is a refusal card; it can only be played in refusal, as \"refuse {card}\"")
            }
            Illegal::IsNormal { card } => {
                write!(f, "{card} is a normal card and cannot be played in refusal")
            }
            Illegal::LeadsRefuse {} => f.write_str("a trick must be led with a normal card"),
            Illegal::MustFollow { colour } => {
                write!(f, "a normal {colour} card or any refusal card must be played")
            }
            Illegal::NothingToRefuse { colour } => {
                write!(f, "without a normal {colour} card, any normal card must be played")
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
            GameId::Iyadosu,
            &[
                (Illegal::MustSplit {}, json!({})),
                (Illegal::MustPlay {}, json!({})),
                (
                    Illegal::SplitNumber { number: 9, least: 1, most: 7 },
                    json!({ "number": 9, "least": 1, "most": 7 }),
                ),
                (Illegal::NotInHand { card: card("k12") }, json!({ "card": "k12" })),
                (Illegal::IsRefuse { card: card("k12") }, json!({ "card": "k12" })),
                (Illegal::IsNormal { card: card("r1") }, json!({ "card": "r1" })),
                (Illegal::LeadsRefuse {}, json!({})),
                (Illegal::MustFollow { colour: Text(Colour::Black) }, json!({ "colour": "black" })),
                (Illegal::NothingToRefuse { colour: Text(Colour::Red) }, json!({ "colour": "red" })),
            ],
        );
    }
}
