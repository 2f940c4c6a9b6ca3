//! The board as the solver sees it: sixteen bytes, the stones counted, and the points as they stand.

use std::sync::LazyLock;

use cards::Card;
use games::irono::{Cell, Colour, Knowledge};

/// Cells of the board.
pub const CELLS: usize = 16;
/// How many colours there are.
pub const COLOURS: usize = 6;
/// Stones that can lie on a cell: either owner's of each colour.
pub const STONES: usize = 2 * COLOURS;
/// How many lines there are.
pub const LINES: usize = 10;
/// The colour that counts double.
pub const GREY: usize = Colour::Grey as usize;
/// All colours, one bit each.
pub const ALL: u8 = (1 << COLOURS) - 1;
/// What a colourful line and a sell-out give.
pub const BONUS: i32 = 4;
/// The stones a seat can place of a colour; the last one sells it out.
pub const PLACING: u8 = 4;

/// The cells of each line: rows, columns, then the two diagonals.
pub const LINE_CELLS: [[u8; 4]; LINES] = {
    let mut lines = [[0; 4]; LINES];
    let mut at = 0;
    while at < 4 {
        let mut step = 0;
        while step < 4 {
            lines[at][step] = (4 * at + step) as u8;
            lines[4 + at][step] = (4 * step + at) as u8;
            step += 1;
        }
        lines[8][at] = (5 * at) as u8;
        lines[9][at] = (3 * at + 3) as u8;
        at += 1;
    }
    lines
};

/// For each cell the lines through it and how far to shift its stone in the line's index; unused places repeat a
/// shift beyond all indices.
pub const CELL_LINES: [[(u8, u8); 3]; CELLS] = {
    let mut through = [[(0, NOWHERE); 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut line, mut found) = (0, 0);
        while line < LINES {
            let mut place = 0;
            while place < 4 {
                if LINE_CELLS[line][place] as usize == cell {
                    through[cell][found] = (line as u8, 4 * place as u8);
                    found += 1;
                }
                place += 1;
            }
            line += 1;
        }
        cell += 1;
    }
    through
};

/// Stands for no line in [`CELL_LINES`].
pub const NOWHERE: u8 = u8::MAX;

/// Who lies on a cell: 0 for nobody, else 1 + 6 · owner + colour.
#[inline]
pub const fn stone(owner: usize, colour: usize) -> u8 {
    (1 + owner * COLOURS + colour) as u8
}

/// A position between rounds. Which colours have left the game follows from the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The stone on each cell.
    pub cells: [u8; CELLS],
    /// The stones of each owner by colour.
    pub counts: [[u8; COLOURS]; 2],
    /// Each line's four stones, four bits each.
    pub lines: [u16; LINES],
    /// Who is active.
    pub active: usize,
}

impl Board {
    /// The empty board.
    pub const fn empty(active: usize) -> Board {
        Board { cells: [0; CELLS], counts: [[0; COLOURS]; 2], lines: [0; LINES], active }
    }

    /// The board before the round under way.
    pub fn of(knowledge: &Knowledge) -> Board {
        let mut board = Board::empty(knowledge.active().index());
        for cell in 0..CELLS {
            if let Some((owner, colour)) = knowledge.stone(Cell::from_index(cell as u8)) {
                board.put(cell, stone(owner.index(), colour as usize));
            }
        }
        board
    }

    /// Lays a stone on an empty cell.
    #[inline]
    pub fn put(&mut self, cell: usize, stone: u8) {
        self.cells[cell] = stone;
        let (owner, colour) = split(stone);
        self.counts[owner][colour] += 1;
        self.change_lines(cell, stone);
    }

    /// Takes the stone off a cell.
    #[inline]
    pub fn take(&mut self, cell: usize) {
        let stone = self.cells[cell];
        let (owner, colour) = split(stone);
        self.counts[owner][colour] -= 1;
        self.cells[cell] = 0;
        self.change_lines(cell, stone);
    }

    #[inline]
    fn change_lines(&mut self, cell: usize, stone: u8) {
        for (line, shift) in CELL_LINES[cell] {
            if shift != NOWHERE {
                self.lines[line as usize] ^= u16::from(stone) << shift;
            }
        }
    }

    /// The board after a round.
    pub fn after(&self, cell: usize, owner: usize, colour: usize) -> Board {
        let mut next = *self;
        next.put(cell, stone(owner, colour));
        next.active = 1 - self.active;
        next
    }

    /// The empty cells, ascending.
    pub fn empties(&self) -> Vec<u8> {
        (0..CELLS as u8).filter(|&cell| self.cells[usize::from(cell)] == 0).collect()
    }

    /// The colours still in the game, one bit each.
    #[inline]
    pub fn colours(&self) -> u8 {
        let mut colours = ALL;
        for colour in 0..COLOURS {
            if self.counts[0][colour] >= PLACING || self.counts[1][colour] >= PLACING {
                colours &= !(1 << colour);
            }
        }
        colours
    }

    /// By how many points owner 0 leads as the board stands.
    #[inline]
    pub fn lead(&self) -> i32 {
        let table = &*LINE_POINTS;
        let lines: i32 = self.lines.iter().map(|&line| i32::from(table[line as usize])).sum();
        lines + self.sold_lead() * BONUS
    }

    /// How many more colours owner 0 has sold out.
    #[inline]
    pub fn sold_lead(&self) -> i32 {
        let sold = |owner: usize| -> i32 {
            self.counts[owner].iter().map(|&count| i32::from(count >= PLACING)).sum()
        };
        sold(0) - sold(1)
    }

    /// Lead in points from the active seat's side.
    #[inline]
    pub fn active_lead(&self) -> i32 {
        if self.active == 0 { self.lead() } else { -self.lead() }
    }
}

/// The owner and the colour of a stone.
#[inline]
pub const fn split(stone: u8) -> (usize, usize) {
    let kind = (stone - 1) as usize;
    (kind / COLOURS, kind % COLOURS)
}

/// By how many points a line, four bits for each of its stones, puts owner 0 ahead.
pub static LINE_POINTS: LazyLock<Vec<i8>> =
    LazyLock::new(|| (0..=u16::MAX).map(|line| (points(line, 0) - points(line, 1)) as i8).collect());

/// The same for a line with one place left, by that place, the rest of the line and the stone that comes there: twelve
/// ends side by side.
pub static STONE_POINTS: LazyLock<[Vec<[i8; STONES]>; 4]> = LazyLock::new(|| {
    std::array::from_fn(|place| {
        let shift = 4 * place as u8;
        let of_rest = |rest: u16| -> [i8; STONES] {
            let low = rest & ((1 << shift) - 1);
            let line = (rest ^ low) << 4 | low;
            std::array::from_fn(|stone| LINE_POINTS[usize::from(line | (stone as u16 + 1) << shift)])
        };
        (0..1 << 12).map(of_rest).collect()
    })
});

/// A line without the place at a shift.
#[inline]
pub const fn rest(line: u16, shift: u8) -> usize {
    let low = line & ((1 << shift) - 1);
    // Two shifts, since one by all sixteen bits would be none.
    let high = line >> shift >> 4 << shift;
    (high | low) as usize
}

/// What a line gives an owner.
fn points(line: u16, owner: usize) -> i32 {
    let mut counts = [0; COLOURS];
    for place in 0..4 {
        let stone = (line >> (4 * place) & 15) as u8;
        if (1..=STONES as u8).contains(&stone) && split(stone).0 == owner {
            counts[split(stone).1] += 1;
        }
    }
    let own: i32 = counts.iter().sum();
    let colourful = own == 4 && counts.iter().all(|&count| count <= 1);
    let squares: i32 = counts.iter().map(|count| count * count).sum();
    squares + counts[GREY] * counts[GREY] + if colourful { BONUS } else { 0 }
}
