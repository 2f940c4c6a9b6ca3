//! *Iyadosu* (いやどす), 3 to 5 players: trick-taking in which you may refuse to follow suit, and must refuse often
//! enough not to run out of normal cards. Rules `IY-1` to `IY-24`; no departures.
//!
//! Readings where the rules leave room:
//! - An elimination is an event, not a move. It comes the moment the turn reaches a seat without a normal card, so
//!   that one move may end a trick, eliminate its winner, and go on (`IY-12`).
//! - The last survivor, if he is still to act in the trick and holds a normal card, decides as always (`IY-17`).
//! - *Declaration points are 0* means a difference of 0 between declared and won (`IY-22`).

mod card;
mod rules;
mod sample;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use card::{Card, Colour};
pub use rules::Why;
pub use state::{Deal, Iyadosu, Move, Options, Stack};
pub use text::{DealForm, DealStep};
pub use view::{Event, Knowledge, Own, View};
