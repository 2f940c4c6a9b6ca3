//! *Koi-Koi* (花札 こいこい), 2 players: capturing flower cards by month, with a decision to stop or to play on
//! whenever a set is made. Rules `KK-1` to `KK-24`; no departures.
//!
//! Beside the rooms of every game there are six more, split off because there is so much to say: `deal.rs` and
//! `turn.rs` from the rules, `yaku.rs` from the score, `event.rs` and `near.rs` from the view, and `why.rs` for the
//! refusals.

mod card;
mod deal;
mod event;
mod near;
mod rules;
mod sample;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod view;
mod why;
mod yaku;

pub use card::{Card, Kind};
pub use event::{Event, YakuForm};
pub use state::{Deal, Draws, KoiKoi, Move, Options};
pub use text::{DealForm, DealStep};
pub use view::{Knowledge, Own, View};
pub use why::Why;
pub use yaku::Yaku;
