//! *Iroha ni Oedo* (色映に生へど), 3 to 6 players: trick-taking in which whoever cannot follow moves the trump.
//! Rules `IR-1` to `IR-13`; no departures.

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
pub use score::points;
pub use state::{Choice, Deal, Iroha, Move, Options, TieBreak};
pub use text::{DealForm, DealStep};
pub use view::{Event, Knowledge, Own, View};
