//! *Wild Rawz* (ワイルドローツ), 3 or 4 players: a trick-taking game. In each trick one player may sit out and lay a
//! card towards their target instead. Rules `WR-1` to `WR-14`; no departures.

mod card;
mod event;
mod illegal;
mod pile;
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
pub use pile::Pile;
pub use prompt::Prompt;
pub use state::{Deal, Move, Options, WildRawz};
pub use text::{DealForm, DealStep};
pub use view::{Knowledge, Own, Reference, View};

use crate::{About, Difficulty, OptionValue};

impl About for WildRawz {
    const TITLE: &'static str = "Wild Rawz";
    const NATIVE_TITLE: &'static str = "ワイルドローツ";
    const USUAL_SEATS: u8 = 4;
    const MINUTES: u8 = 15;
    const DIFFICULTY: Difficulty = Difficulty::Medium;

    fn quick() -> Vec<(&'static str, OptionValue)> {
        vec![("laps", 1.into())]
    }
}
