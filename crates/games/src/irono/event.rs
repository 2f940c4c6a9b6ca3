//! What is announced to everybody.

use serde::Serialize;
use ts_rs::TS;

use super::card::{Cell, Colour};
use crate::{Text, Texts};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "GameEvent")]
pub enum Event {
    Dealt {
        /// The seat that is active first.
        first: u8,
    },
    Marked {
        seat: u8,
        cell: Text<Cell>,
    },
    /// The active seat has hidden a colour; which one stays secret.
    Hidden {
        seat: u8,
    },
    Guessed {
        seat: u8,
        colours: Texts<Colour>,
    },
    Revealed {
        /// The active seat, which had hidden the colour.
        seat: u8,
        colour: Text<Colour>,
        /// Whether it was among the three.
        guessed: bool,
    },
    Placed {
        /// Whose stone it is.
        seat: u8,
        cell: Text<Cell>,
        colour: Text<Colour>,
    },
    /// A seat placed its last stone of a colour, and the colour leaves the game.
    SoldOut {
        seat: u8,
        colour: Text<Colour>,
    },
    /// The board is full and was scored.
    Scored {
        points: Vec<i16>,
    },
}
