//! Points (`IO-11` to `IO-14`).

use ts_rs::TS;

use super::card::{COLOURS, Cell, Colour, SIDE};

/// The cells where a seat has stones of each colour, as bits of the board.
pub(super) type Stones = [u16; COLOURS];

pub(super) const LINES: usize = 10;
/// What a colourful line (`IO-13`) and a sell-out (`IO-14`) give.
pub(super) const BONUS: i16 = 4;
/// The placing stones a seat has of a colour (`IO-3`); the last one sells it out.
pub(super) const PLACING: u32 = 4;

/// The lines: rows from the top, columns from the left, the diagonals a1–d4 and d1–a4 (`IO-11`).
pub(super) const LINE_CELLS: [[Cell; SIDE as usize]; LINES] = {
    let mut lines = [[Cell::new(0, 0); SIDE as usize]; LINES];
    let mut at = 0;
    while at < SIDE {
        let mut step = 0;
        while step < SIDE {
            lines[at as usize][step as usize] = Cell::new(step, at);
            lines[(SIDE + at) as usize][step as usize] = Cell::new(at, step);
            step += 1;
        }
        lines[LINES - 2][at as usize] = Cell::new(at, at);
        lines[LINES - 1][at as usize] = Cell::new(SIDE - 1 - at, at);
        at += 1;
    }
    lines
};

/// What sort of line it is; all count alike (`IO-11`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub(super) enum LineKind {
    Row,
    Column,
    Diagonal,
}

impl LineKind {
    /// Of line number `line` of [`LINE_CELLS`].
    pub const fn of(line: usize) -> LineKind {
        match line / SIDE as usize {
            0 => LineKind::Row,
            1 => LineKind::Column,
            _ => LineKind::Diagonal,
        }
    }
}

/// The lines as bits of the board.
const LINE_BITS: [u16; LINES] = {
    let mut bits = [0; LINES];
    let mut at = 0;
    while at < LINES {
        let [one, two, three, four] = LINE_CELLS[at];
        bits[at] = one.bit() | two.bit() | three.bit() | four.bit();
        at += 1;
    }
    bits
};

/// What a line gives one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePoints {
    /// For the stones (`IO-12`).
    pub stones: i16,
    /// Whether it is a colourful line, which gives the bonus on top.
    pub colourful: bool,
}

/// What line number `line` of [`LINE_CELLS`] gives the owner of these stones.
#[inline]
pub(super) fn line_points(stones: &Stones, line: usize) -> LinePoints {
    let mut own = 0;
    let mut squares = 0;
    let mut points = 0;
    for colour in Colour::ALL {
        let number = (stones[colour as usize] & LINE_BITS[line]).count_ones() as i16;
        own += number;
        squares += number * number;
        points += number * number * weight(colour);
    }
    // Four own stones have squares that add up to four only if no colour stands twice.
    LinePoints { stones: points, colourful: own == 4 && squares == 4 }
}

/// By what the points of a colour are multiplied (`IO-2`, `IO-12`).
#[inline]
pub(super) const fn weight(colour: Colour) -> i16 {
    if matches!(colour, Colour::Grey) { 2 } else { 1 }
}

/// How many colours the owner of these stones has sold out.
#[inline]
pub(super) fn sell_outs(stones: &Stones) -> i16 {
    stones.iter().map(|cells| i16::from(cells.count_ones() == PLACING)).sum()
}

/// All points of the owner of these stones.
#[inline]
pub(super) fn points(stones: &Stones) -> i16 {
    let of_line = |line| {
        let LinePoints { stones, colourful } = line_points(stones, line);
        stones + i16::from(colourful) * BONUS
    };
    (0..LINES).map(of_line).sum::<i16>() + sell_outs(stones) * BONUS
}
