//! What the laboratory knows about each game: the goals of its bots, how they learn, and experiments. A game that is not
//! listed here has the usual goals and learns nothing.

mod iroha;
mod irono;
mod iyadosu;
mod koi_koi;
mod wild_rawz;

use catalog::GameId;

use crate::experiments::Experiment;
use crate::report::Goals;
use crate::train::Training;

static STUDIES: &[(GameId, Study)] = &[
    (GameId::Iroha, iroha::STUDY),
    (GameId::Irono, irono::STUDY),
    (GameId::Iyadosu, iyadosu::STUDY),
    (GameId::WildRawz, wild_rawz::STUDY),
    (GameId::KoiKoi, koi_koi::STUDY),
];

/// One game in the laboratory.
pub struct Study {
    pub goals: Goals,
    pub training: Option<Training>,
    /// How many moves come before the first card of a round at a table of this many seats. The speed of the search is
    /// measured there.
    pub moves_before_cards: fn(u8) -> u32,
    pub experiments: &'static [Experiment],
}

impl Study {
    /// What holds unless a game's own file says otherwise.
    pub const USUAL: Study =
        Study { goals: Goals::USUAL, training: None, moves_before_cards: |_| 0, experiments: &[] };

    pub fn of(game: GameId) -> &'static Study {
        STUDIES.iter().find(|(id, _)| *id == game).map_or(&Study::USUAL, |(_, study)| study)
    }
}
