//! Points of a round (`IY-14`, `IY-18` to `IY-20`, `IY-22`) and winners (`IY-21`, `IY-23`).

use cards::{Seat, Seats};

use super::state::{Phase, Public, SEATS, Stack};
use crate::ScoreSheet;

/// The points of each seat for the round that just ended and is not yet on the sheet.
#[inline]
pub(super) fn points(table: &Public) -> [i16; SEATS] {
    let alive = table.alive;
    let domination = i16::from(table.seats - alive.len());
    let bonus = table.options.final_bonus && table.sheet.len() + 1 == usize::from(table.seats);
    let mut points = perseverance(table);
    for seat in Seat::all(SEATS as u8) {
        let points = &mut points[seat.index()];
        let declared = i16::from(table.declared[seat.index()]);
        let won = i16::from(table.won[seat.index()]);
        let difference = if alive.len() == 1 { 0 } else { (declared - won).abs() };
        let on_top = if bonus & (difference == 0) { declared } else { 0 };
        let all = (*points + domination - difference).max(0) + on_top;
        *points = if alive.contains(seat) { all } else { 0 };
    }
    points
}

/// How many dividers lie below each seat's own (`IY-14`, `IY-19`).
#[inline]
fn perseverance(table: &Public) -> [i16; SEATS] {
    let mut below = [0; SEATS];
    let mut height = 0;
    for &owner in &*table.stack {
        below[owner.index()] = height;
        height += i16::from(table.options.stack == Stack::All || table.alive.contains(owner));
    }
    below
}

/// Whether somebody has won the game at once by the last round on the sheet (`IY-23`).
#[inline]
pub(super) fn won_at_once(table: &Public) -> bool {
    table.options.instant_win && !instant_winners(table).is_empty()
}

pub(super) fn winners(table: &Public) -> Seats {
    if table.phase != Phase::Over {
        return Seats::NONE;
    }
    let totals = table.sheet.totals();
    let last = table.sheet.round(table.sheet.len() - 1);
    let (total, last) = (|seat: Seat| totals[seat.index()], |seat: Seat| i32::from(last[seat.index()]));
    if won_at_once(table) {
        highest(instant_winners(table), |seat| (last(seat), total(seat)))
    } else {
        highest(Seats::all(table.seats), |seat| (total(seat), last(seat)))
    }
}

/// The seats with at least as many points in the last round on the sheet as there are players.
fn instant_winners(table: &Public) -> Seats {
    let last = table.sheet.round(table.sheet.len() - 1);
    Seat::all(table.seats).filter(|seat| last[seat.index()] >= i16::from(table.seats)).collect()
}

/// The seats whose rank no other of them exceeds.
fn highest(seats: Seats, rank: impl Fn(Seat) -> (i32, i32)) -> Seats {
    let best = seats.iter().map(&rank).max();
    seats.iter().filter(|&seat| Some(rank(seat)) == best).collect()
}
