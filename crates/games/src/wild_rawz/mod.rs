//! *Wild Rawz* (ワイルドローツ), 3 or 4 players: trick-taking in which one player a trick may leave it, laying a card
//! towards his target. Rules `WR-1` to `WR-14`; no departures.

mod card;
mod pile;
mod rules;
mod sample;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod view;

pub use card::{Card, Colour};
pub use pile::Pile;
pub use rules::Why;
pub use state::{Deal, Move, Options, WildRawz};
pub use text::{DealForm, DealStep};
pub use view::{Event, Knowledge, Own, View};
