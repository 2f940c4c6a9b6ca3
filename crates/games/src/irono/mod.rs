//! *Irono Ofubi* (いろのおふび), 2 players. One marks a cell and hides a colour, the other guesses it with three colours. The
//! winner of the guess puts a stone on the cell. Rules `IO-1` to `IO-17`; no departures.

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

pub use card::{Cell, Colour, Three};
pub use event::Event;
pub use illegal::Illegal;
pub use prompt::Prompt;
pub use state::{Deal, Irono, Move, Options};
pub use text::{DealForm, DealStep};
pub use view::{Knowledge, Own, Reference, View};

use crate::{About, Difficulty};

impl About for Irono {
    const TITLE: &'static str = "Irono Ofubi";
    const NATIVE_TITLE: &'static str = "いろのおふび";
    const USUAL_SEATS: u8 = 2;
    const MINUTES: u8 = 8;
    const DIFFICULTY: Difficulty = Difficulty::Easy;
}
