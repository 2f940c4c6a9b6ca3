//! All ways to fill some cells with stones, in the order of [`Look`](super::look::Look)'s arrays.

use super::board::{
    BONUS, Board, CELL_LINES, COLOURS, LINE_POINTS, NOWHERE, PLACING, STONE_POINTS, STONES, rest, split,
};
use super::value::worth;

/// Judges every way to fill the cells.
pub fn fill(board: &mut Board, cells: &[u8], out: &mut [f32], judge: &impl Fn(&Board) -> f32) {
    let Some((&last, others)) = cells.split_last() else {
        out[0] = judge(board);
        return;
    };
    let part = out.len() / STONES;
    for (digit, out) in out.chunks_exact_mut(part).enumerate() {
        board.put(usize::from(last), digit as u8 + 1);
        fill(board, others, out, judge);
        board.take(usize::from(last));
    }
}

/// Scores every way to fill the last cells of the board. The lowest cell's twelve stones are scored together, since
/// the lines that do not cross it are the same for all.
pub fn fill_ends(board: &mut Board, cells: &[u8], out: &mut [f32]) {
    let (last, others) = match cells {
        [] => {
            out[0] = worth(board.active_lead());
            return;
        }
        [last] => {
            ends(board, usize::from(*last), out);
            return;
        }
        [others @ .., last] => (usize::from(*last), others),
    };
    let part = out.len() / STONES;
    for (digit, out) in out.chunks_exact_mut(part).enumerate() {
        board.put(last, digit as u8 + 1);
        fill_ends(board, others, out);
        board.take(last);
    }
}

/// Scores the twelve ends of a board with one empty cell.
fn ends(board: &Board, cell: usize, out: &mut [f32]) {
    let mut lead = board.lead();
    let mut ends = [0i32; STONES];
    for (line, shift) in CELL_LINES[cell] {
        if shift != NOWHERE {
            let index = board.lines[line as usize];
            lead -= i32::from(LINE_POINTS[index as usize]);
            let row = &STONE_POINTS[usize::from(shift / 4)][rest(index, shift)];
            for (end, &points) in ends.iter_mut().zip(row) {
                *end += i32::from(points);
            }
        }
    }
    for (colour, (&own, &others)) in board.counts[0].iter().zip(&board.counts[1]).enumerate() {
        ends[colour] += if own + 1 == PLACING { BONUS } else { 0 };
        ends[COLOURS + colour] -= if others + 1 == PLACING { BONUS } else { 0 };
    }
    let sign = if board.active == 0 { 1 } else { -1 };
    for (out, end) in out.iter_mut().zip(ends) {
        *out = worth(sign * (lead + end));
    }
}

/// The colours in the game after every way to fill the cells.
pub fn fill_colours(board: &mut Board, cells: &[u8], out: &mut [u8]) {
    let Some((&last, others)) = cells.split_last() else {
        out[0] = board.colours();
        return;
    };
    if others.is_empty() {
        let colours = board.colours();
        for (digit, out) in out.iter_mut().enumerate() {
            let (owner, colour) = split(digit as u8 + 1);
            let sold = board.counts[owner][colour] + 1 >= PLACING;
            *out = if sold { colours & !(1 << colour) } else { colours };
        }
        return;
    }
    let part = out.len() / STONES;
    for (digit, out) in out.chunks_exact_mut(part).enumerate() {
        board.put(usize::from(last), digit as u8 + 1);
        fill_colours(board, others, out);
        board.take(usize::from(last));
    }
}
