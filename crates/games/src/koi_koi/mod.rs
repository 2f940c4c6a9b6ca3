//! *Koi-Koi* (花札 こいこい), 2 players: players capture flower cards by month. A player who makes a set decides to
//! stop or to continue. Rules `KK-1` to `KK-24`; no departures.
//!
//! Beside the rooms of every game there are four more: `deal.rs` and `turn.rs` hold parts of the rules, `yaku.rs` a part of
//! the score, and `near.rs` a part of the view.

mod card;
mod deal;
mod event;
mod illegal;
mod near;
mod prompt;
mod rules;
mod sample;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod view;
mod yaku;

pub use card::{Card, Kind};
pub use event::{Event, Part, PartPoints, RoundEnd, YakuPoints};
pub use illegal::Illegal;
pub use prompt::Prompt;
pub use state::{Deal, Draws, KoiKoi, Move, Options};
pub use text::{DealForm, DealStep};
pub use view::{Knowledge, Own, Reference, View};
pub use yaku::Yaku;

use crate::{About, Difficulty, OptionValue};

impl About for KoiKoi {
    const TITLE: &'static str = "Hanafuda Koi-Koi";
    const NATIVE_TITLE: &'static str = "花札";
    const USUAL_SEATS: u8 = 2;
    const MINUTES: u8 = 10;
    const DIFFICULTY: Difficulty = Difficulty::Easy;

    fn quick() -> Vec<(&'static str, OptionValue)> {
        vec![("rounds", 6.into())]
    }
}
