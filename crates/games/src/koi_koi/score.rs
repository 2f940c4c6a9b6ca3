//! What a stop scores (`KK-16`, `KK-20`, `KK-22`).

use cards::{Seat, Set};
use serde::Serialize;
use ts_rs::TS;

use super::card::{BLUE_RIBBONS, Card, POEM_RIBBONS};
use super::state::{Options, Public, opponent};
use super::yaku::yaku_points;

/// Points of a hand that wins at once (`KK-5`).
pub(super) const LUCKY_HAND: i16 = 6;
/// From this base on, points are doubled (`KK-16`).
const DOUBLED_FROM: u8 = 7;
/// What Aotan and Akatan add together under `triad` (`KK-20`).
pub(super) const TRIAD: u8 = 3;

/// What a seat scores if it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub base: u8,
    pub factors: Factors,
}

/// What a multiplier is the product of; each factor is 1 where it does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Factors {
    /// One more than the standing koi-koi calls.
    pub calls: u8,
    /// 2 after countering the opponent's call.
    pub counter: u8,
    /// 2 from 7 points on.
    pub base: u8,
}

impl Stop {
    /// As things stand now.
    pub fn of(table: &Public, seat: Seat) -> Stop {
        let base = base(counted(table, seat), &table.options);
        Stop::with(table, seat, base, table.round.calls[seat.index()])
    }

    /// With this base and so many calls (`KK-16`).
    pub fn with(table: &Public, seat: Seat, base: u8, calls: u8) -> Stop {
        let factors = Factors {
            calls: 1 + calls,
            counter: 1 + u8::from(table.round.countered.contains(seat)),
            base: 1 + u8::from(base >= DOUBLED_FROM),
        };
        Stop { base, factors }
    }

    /// As things would stand if the seat called koi-koi now.
    pub fn after_koi(table: &Public, seat: Seat) -> Stop {
        let mut then = *table;
        then.round.call(seat);
        Stop::of(&then, seat)
    }

    /// What the opponent would score after countering that call, without the points of the yaku that counters it.
    pub fn after_counter(table: &Public, seat: Seat) -> Stop {
        let (mut then, other) = (*table, opponent(seat));
        then.round.call(seat);
        then.round.counter(other);
        Stop::of(&then, other)
    }

    #[inline]
    pub fn multiplier(self) -> u8 {
        let Factors { calls, counter, base } = self.factors;
        calls * counter * base
    }

    pub fn points(self) -> i16 {
        i16::from(self.base) * i16::from(self.multiplier())
    }
}

/// The cards that a seat receives at the end of the round because it captured with the wild gaji (`KK-22`).
pub(super) fn gift(table: &Public, seat: Seat) -> Set<Card> {
    match table.round.wild {
        Some((owner, card)) if owner == seat => table.round.ba & card.mates(),
        _ => Set::EMPTY,
    }
}

/// The cards that count for a seat if it stops.
#[inline]
pub(super) fn counted(table: &Public, seat: Seat) -> Set<Card> {
    table.round.captured[seat.index()] | gift(table, seat)
}

fn base(captured: Set<Card>, options: &Options) -> u8 {
    yaku_points(captured, options.sankou_rain_man) + triad_points(captured, options)
}

/// What Aotan and Akatan together add (`KK-20`).
#[inline]
pub(super) fn triad_points(captured: Set<Card>, options: &Options) -> u8 {
    let triad = options.triad && (BLUE_RIBBONS | POEM_RIBBONS).is_subset(captured);
    if triad { TRIAD } else { 0 }
}
