//! The cells of the board (`IO-1`) and the colours of the stones (`IO-2`). Both are kept in sets like cards.

use cards::Set;
use ts_rs::TS;

/// Columns, and rows, of the board.
pub(super) const SIDE: u8 = 4;
/// Cells of the board, and so rounds of a game.
pub(super) const CELLS: usize = 16;
/// How many colours a guess has (`IO-7`).
pub(super) const LAID: u8 = 3;
pub(super) const COLOURS: usize = 6;

/// A cell of the board. Cells are numbered row by row: `a1 b1 c1 d1 a2 …`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Cell(u8);

impl Cell {
    /// The cell in a column and a row.
    ///
    /// # Panics
    /// If one of them is above 3.
    pub const fn new(column: u8, row: u8) -> Cell {
        assert!(column < SIDE && row < SIDE);
        Cell(row * SIDE + column)
    }

    /// The column, from 0 on the left.
    pub const fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// The cell alone, as a bit of the board.
    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The whole board.
    #[inline]
    pub(super) const fn all() -> Set<Cell> {
        Set::from_bits((1 << CELLS) - 1)
    }
}

impl cards::Card for Cell {
    #[inline]
    fn index(self) -> u8 {
        self.0
    }

    #[inline]
    fn from_index(index: u8) -> Cell {
        Cell(index % CELLS as u8)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(rename_all = "kebab-case")]
pub enum Colour {
    #[default]
    Yellow,
    Green,
    White,
    Red,
    Blue,
    /// Grey, which counts double.
    Grey,
}

impl Colour {
    pub const ALL: [Colour; COLOURS] =
        [Colour::Yellow, Colour::Green, Colour::White, Colour::Red, Colour::Blue, Colour::Grey];

    /// All colours as a set.
    pub(super) const fn all() -> Set<Colour> {
        Set::from_bits((1 << COLOURS) - 1)
    }
}

impl cards::Card for Colour {
    #[inline]
    fn index(self) -> u8 {
        self as u8
    }

    #[inline]
    fn from_index(index: u8) -> Colour {
        Colour::ALL[usize::from(index)]
    }
}

/// Three different colours, as a guesser lays them (`IO-7`): their bits, since a set would make a move too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Three(u8);

impl Three {
    /// Three colours in pack order; nothing if they stand in another order or one is repeated.
    pub fn new(first: Colour, second: Colour, third: Colour) -> Option<Three> {
        (first < second && second < third)
            .then(|| Three(1 << first as u8 | 1 << second as u8 | 1 << third as u8))
    }

    #[inline]
    pub const fn colours(self) -> Set<Colour> {
        Set::from_bits(self.0 as u64)
    }

    /// Whether `colour` is among them.
    #[inline]
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> colour as u8 & 1 != 0
    }

    /// Every three that can be laid while these colours are in the game.
    #[inline]
    pub(super) fn all_of(colours: Set<Colour>) -> &'static [Three] {
        let (threes, len) = &THREES[colours.bits() as usize];
        &threes[..usize::from(*len)]
    }
}

impl Default for Three {
    fn default() -> Three {
        Three(0b111)
    }
}

/// For each set of colours its threes and their number: looked up, since a guess is listed in every round.
static THREES: [([Three; 20], u8); 1 << COLOURS] = {
    let mut table = [([Three(0b111); 20], 0u8); 1 << COLOURS];
    let mut colours = 0;
    while colours < table.len() {
        let mut bits = 0u8;
        while bits < 1 << COLOURS {
            if bits.count_ones() == 3 && bits & !(colours as u8) == 0 {
                let len = table[colours].1;
                table[colours].0[len as usize] = Three(bits);
                table[colours].1 = len + 1;
            }
            bits += 1;
        }
        colours += 1;
    }
    table
};
