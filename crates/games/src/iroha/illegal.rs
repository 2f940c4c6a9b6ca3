//! The rules that forbid a move.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour};
use crate::{Text, Texts};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", content = "facts", rename_all = "kebab-case")]
pub enum Illegal {
    /// Two cards must be passed now.
    MustPass {},
    /// A card must be played now; passing is over.
    MustPlay {},
    NotInHand {
        card: Text<Card>,
    },
    /// A pass names two different cards in pack order.
    PassOrder {},
    /// A card of one of these colours must be played.
    MustFollow {
        colours: Texts<Colour>,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::MustPass {} => f.write_str("two cards must be passed first, as in \"pass b5 f6\""),
            Illegal::MustPlay {} => {
                f.write_str("passing is over; a single card must be played, as in \"b5\"")
            }
            Illegal::NotInHand { card } => write!(f, "{card} is not in the hand"),
            Illegal::PassOrder {} => {
                f.write_str("a pass names two different cards in pack order (b f n m w, then rank)")
            }
            Illegal::MustFollow { colours } => {
                write!(f, "a card of a colour already played must be played: {}", colours.join(" or "))
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
        let colours = Texts([Colour::Moon, Colour::Wave].into_iter().collect());
        check(
            GameId::Iroha,
            &[
                (Illegal::MustPass {}, json!({})),
                (Illegal::MustPlay {}, json!({})),
                (Illegal::NotInHand { card: card("b5") }, json!({ "card": "b5" })),
                (Illegal::PassOrder {}, json!({})),
                (Illegal::MustFollow { colours }, json!({ "colours": ["moon", "wave"] })),
            ],
        );
    }
}
