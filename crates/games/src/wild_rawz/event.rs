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
        start: u8,
        /// The cards turned up.
        up: Vec<Text<Card>>,
        /// The cards laid beside the table.
        aside: Vec<Text<Card>>,
    },
    /// A face-up card was taken.
    Taken {
        seat: u8,
        card: Text<Card>,
    },
    /// The last face-up card is the trump card.
    Trump {
        card: Text<Card>,
        /// Who leads the first trick.
        leader: u8,
    },
    Played {
        seat: u8,
        card: Text<Card>,
    },
    /// A seat sat out the trick.
    Left {
        seat: u8,
        card: Text<Card>,
    },
    Trick {
        winner: u8,
        /// Who leads the next one; nobody after the last.
        leader: Option<u8>,
        /// Who sat it out.
        leaver: Option<u8>,
        /// The complete trick, as in the view.
        trick: Trick,
    },
    /// A round was scored.
    Scored {
        points: Vec<i16>,
        /// The seats that met their target.
        met: Vec<u8>,
        /// How many of their points each of them got for that.
        bonus: i16,
    },
}
