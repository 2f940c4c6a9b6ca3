//! Bonuses that a round may give, beyond its points, and that tell how well a game is understood.

use cards::{Seat, Seats};
use games::iroha::Iroha;
use games::irono::Irono;
use games::iyadosu::Iyadosu;
use games::koi_koi::KoiKoi;
use games::wild_rawz::{self, WildRawz};

use crate::Insight;

/// A game that may have a bonus to hit.
pub trait Bonus: Insight {
    /// Whether it has one.
    const HAS_BONUS: bool = false;

    /// The seats that hit it, where this event ends a round.
    fn hit(event: &Self::Event) -> Seats {
        let _ = event;
        Seats::NONE
    }
}

impl Bonus for Iroha {}
impl Bonus for Irono {}
impl Bonus for Iyadosu {}
impl Bonus for KoiKoi {}

/// Five points for meeting the target (`WR-12`).
impl Bonus for WildRawz {
    const HAS_BONUS: bool = true;

    fn hit(event: &wild_rawz::Event) -> Seats {
        match event {
            wild_rawz::Event::Scored { met, .. } => met.iter().map(|&seat| Seat(seat)).collect(),
            _ => Seats::NONE,
        }
    }
}
