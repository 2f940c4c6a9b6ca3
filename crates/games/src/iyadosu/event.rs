//! What is announced to everybody.

use serde::Serialize;
use ts_rs::TS;

use super::card::Card;
use super::view::TrickView;
use crate::Text;

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "GameEvent")]
pub enum Event {
    Dealt {
        /// Who leads the first trick.
        start: u8,
    },
    Split {
        seat: u8,
        /// How many refusal cards the seat has, and so how many tricks it bids.
        declared: u8,
    },
    Played {
        seat: u8,
        card: Text<Card>,
        /// Whether it was a refusal card.
        refused: bool,
    },
    /// A seat played its last refusal card: its divider went onto the pile, face up.
    Submitted { seat: u8 },
    /// A seat had no normal card to play: its divider went onto the pile, face down.
    Eliminated { seat: u8 },
    Trick {
        /// Nobody if at most one seat was left.
        winner: Option<u8>,
        /// The complete trick, as in the view.
        trick: TrickView,
    },
    /// A round was scored.
    Scored { points: Vec<i16> },
}
