//! *Iyadosu* (いやどす), 3 to 5 players: a trick-taking game. You may refuse to follow suit, and must refuse often
//! enough not to run out of normal cards. Rules `IY-1` to `IY-24`; no departures.
//!
//! Readings where the rules leave room:
//! - An elimination is an event, not a move. It comes the moment the turn reaches a seat without a normal card, so
//!   that one move may end a trick, eliminate its winner, and go on (`IY-12`).
//! - The last survivor decides as always if they are still to act in the trick and hold a normal card (`IY-17`).
//! - *Declaration points are 0* means that the bid equals the tricks won (`IY-22`).

mod card;
mod event;
mod illegal;
mod prompt;
mod rules;
mod sample;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use card::{Card, Colour};
pub use event::Event;
pub use illegal::Illegal;
pub use prompt::Prompt;
pub use state::{Deal, Iyadosu, Move, Options, Stack};
pub use text::{DealForm, DealStep};
pub use view::{Knowledge, Own, Reference, View};

use crate::{About, Difficulty};

impl About for Iyadosu {
    const TITLE: &'static str = "Iyadosu";
    const NATIVE_TITLE: &'static str = "いやどす";
    const USUAL_SEATS: u8 = 4;
    const MINUTES: u8 = 15;
    const DIFFICULTY: Difficulty = Difficulty::Hard;
}
