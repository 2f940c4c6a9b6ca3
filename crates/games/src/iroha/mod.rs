//! *Iroha ni Oedo* (色映に生へど), 3 to 6 players: a trick-taking game. A player who cannot
//! follow changes the trump colour.
//! Rules `IR-1` to `IR-13`; no departures.

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
pub use score::points;
pub use state::{Choice, Deal, Iroha, Move, Options, TieBreak};
pub use text::{DealForm, DealStep};
pub use view::{Knowledge, Own, Reference, View};

use crate::{About, Difficulty, OptionValue};

impl About for Iroha {
    const TITLE: &'static str = "Iroha ni Oedo";
    const NATIVE_TITLE: &'static str = "色映に生へど";
    const USUAL_SEATS: u8 = 4;
    const MINUTES: u8 = 12;
    const DIFFICULTY: Difficulty = Difficulty::Medium;

    fn quick() -> Vec<(&'static str, OptionValue)> {
        vec![("open-lowest", true.into())]
    }
}
