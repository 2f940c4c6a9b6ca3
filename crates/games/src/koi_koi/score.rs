//! What a stop scores (`KK-16`, `KK-20`, `KK-22`).

use cards::{Seat, Set};

use super::card::{BLUE_RIBBONS, Card, POEM_RIBBONS};
use super::state::{Public, opponent};
use super::yaku::yaku_points;

/// Points of a hand that wins at once (`KK-5`).
pub(super) const LUCKY_HAND: i16 = 6;
/// From this base on, points are doubled (`KK-16`).
const DOUBLED_FROM: u8 = 7;
/// What Aotan and Akatan add together under `triad` (`KK-20`).
const TRIAD: u8 = 3;

/// What a seat scores if it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub base: u8,
    pub multiplier: u8,
}

impl Stop {
    /// As things stand now.
    pub fn of(table: &Public, seat: Seat) -> Stop {
        let captured = table.round.captured[seat.index()] | gift(table, seat);
        Stop::with(table, seat, base(table, captured), table.round.calls[seat.index()])
    }

    /// With this base and so many calls (`KK-16`).
    pub fn with(table: &Public, seat: Seat, base: u8, calls: u8) -> Stop {
        let counter = 1 + u8::from(table.round.countered.contains(seat));
        let doubled = 1 + u8::from(base >= DOUBLED_FROM);
        Stop { base, multiplier: (1 + calls) * counter * doubled }
    }

    /// As things would stand if the seat called koi-koi now.
    pub fn after_koi(table: &Public, seat: Seat) -> Stop {
        let mut then = *table;
        then.round.call(seat);
        Stop::of(&then, seat)
    }

    /// What the opponent would score if he countered that call, but for the points of the yaku that he needs for it.
    pub fn after_counter(table: &Public, seat: Seat) -> Stop {
        let (mut then, other) = (*table, opponent(seat));
        then.round.call(seat);
        then.round.counter(other);
        Stop::of(&then, other)
    }

    pub fn points(self) -> i16 {
        i16::from(self.base) * i16::from(self.multiplier)
    }
}

/// The cards that a seat receives at the end of the round because it captured with the wild gaji (`KK-22`).
pub(super) fn gift(table: &Public, seat: Seat) -> Set<Card> {
    match table.round.wild {
        Some((owner, card)) if owner == seat => table.round.ba & card.mates(),
        _ => Set::EMPTY,
    }
}

fn base(table: &Public, captured: Set<Card>) -> u8 {
    let triad = table.options.triad && (BLUE_RIBBONS | POEM_RIBBONS).is_subset(captured);
    yaku_points(captured, table.options.sankou_rain_man) + if triad { TRIAD } else { 0 }
}
