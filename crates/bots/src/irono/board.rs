//! The board as the solver sees it.

use std::sync::LazyLock;

use cards::{Card, Quick, Random};
use games::irono::{Cell, Colour, Knowledge};

pub const CELLS: usize = 16;
pub const COLOURS: usize = 6;
/// Stones that can lie on a cell: either owner's of each colour.
pub const STONES: usize = 2 * COLOURS;
/// Rows, columns, then the two diagonals.
pub const LINES: usize = 10;
/// The lines from this one on are diagonals.
pub const DIAGONAL: usize = 8;
/// The colour that counts double.
pub const GREY: usize = Colour::Grey as usize;
/// All colours, one bit each.
pub const ALL: u8 = (1 << COLOURS) - 1;
/// What a line of four colours and a sell-out give.
pub const BONUS: i32 = 4;
/// The stones a seat can place of a colour; the last one sells it out.
pub const PLACING: u8 = 4;

/// The lines through a cell, with the cell's place in each.
#[inline]
pub fn lines_through(cell: usize) -> impl Iterator<Item = (usize, usize)> {
    let (row, column) = (cell / 4, cell % 4);
    let all =
        [(row, column, true), (4 + column, row, true), (8, row, row == column), (9, row, row + column == 3)];
    all.into_iter().filter(|(_, _, is_there)| *is_there).map(|(line, place, _)| (line, place))
}

/// The code of a stone: 1 + 6 · owner + colour. An empty cell has 0.
#[inline]
pub const fn stone(owner: usize, colour: usize) -> u8 {
    (1 + owner * COLOURS + colour) as u8
}

/// A position between rounds. Which colours have left the game follows from the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub cells: [u8; CELLS],
    /// The stones of each owner by colour.
    pub counts: [[u8; COLOURS]; 2],
    /// The stones of each line, four bits each.
    pub lines: [u16; LINES],
    pub active: usize,
}

impl Board {
    pub const fn empty(active: usize) -> Board {
        Board { cells: [0; CELLS], counts: [[0; COLOURS]; 2], lines: [0; LINES], active }
    }

    /// The board after a random round.
    pub fn after_random_round(&self, random: &mut Quick) -> Board {
        let cell = random.pick(&self.empties());
        let colours: Vec<usize> = (0..COLOURS).filter(|colour| self.colours() >> colour & 1 != 0).collect();
        self.after(usize::from(cell), random.below(2) as usize, random.pick(&colours))
    }

    /// The board before the current round.
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
        lines_through(cell).for_each(|(line, place)| self.lines[line] ^= u16::from(stone) << (4 * place));
    }

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

    /// By how many points owner 0 leads.
    #[inline]
    pub fn lead(&self) -> i32 {
        let table = &*LINE_POINTS;
        let lines: i32 = self.lines.iter().map(|&line| i32::from(table[line as usize])).sum();
        let sold = |owner: usize| self.counts[owner].iter().filter(|&&count| count >= PLACING).count() as i32;
        lines + (sold(0) - sold(1)) * BONUS
    }

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

/// By how many points a line puts owner 0 ahead.
static LINE_POINTS: LazyLock<Vec<i8>> =
    LazyLock::new(|| (0..=u16::MAX).map(|line| (points(line, 0) - points(line, 1)) as i8).collect());

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
