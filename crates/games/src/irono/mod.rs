//! *Irono Ofubi*, 2 players: one marks a cell and hides a colour, the other lays three; who is right puts
//! a stone there. Rules `IO-1` to `IO-17`; no departures.

mod card;
mod rules;
mod sample;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use card::{Cell, Colour, Three};
pub use rules::Why;
pub use state::{Deal, Irono, Move, Options};
pub use text::{DealForm, DealStep};
pub use view::{Event, Knowledge, Own, View};
