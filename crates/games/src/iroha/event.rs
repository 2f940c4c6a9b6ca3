//! What is announced to everybody.

use serde::Serialize;
use ts_rs::TS;

use super::card::Card;
use super::view::Trick;
use crate::Text;

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "GameEvent")]
pub enum Event {
    Dealt {
        dealer: u8,
    },
    /// A seat has chosen which cards to pass; they stay hidden.
    Chosen {
        seat: u8,
    },
    /// All have chosen, and the cards have changed hands.
    Passed {
        /// Who leads the first trick.
        leader: u8,
    },
    Played {
        seat: u8,
        card: Text<Card>,
        /// Whether the trump marker went to this card.
        marker: bool,
    },
    Trick {
        winner: u8,
        /// The complete trick, as in the view.
        trick: Trick,
    },
    /// A round was scored.
    Scored {
        points: Vec<i16>,
    },
    /// A tie was broken: this seat found the first star.
    Star {
        seat: u8,
    },
}
