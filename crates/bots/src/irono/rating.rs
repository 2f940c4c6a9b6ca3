//! How good moves look without search: the points that a stone brings at once, and a little for the room its lines
//! still have.

use cards::Card;
use games::irono::{Knowledge, Move};

use super::board::{BONUS, Board, COLOURS, GREY, PLACING, lines_through, split, stone};

/// The worth of each empty cell in a line, for each stone that could be joined there.
const ROOM: f32 = 0.4;
/// The difference in points that makes a move *e* times as likely to be chosen.
const POINTS: f32 = 2.0;

pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let board = Board::of(knowledge);
    let gains = knowledge.mark().map(|cell| swings(&board, usize::from(cell.index())));
    for (rate, chosen) in rates.iter_mut().zip(moves) {
        let points = match chosen {
            Move::Mark(cell) => marked(&board, usize::from(cell.index())),
            Move::Hide(colour) => gains.map_or(0.0, |gains| gains[*colour as usize]),
            Move::Guess(three) => {
                gains.map_or(0.0, |gains| three.colours().iter().map(|colour| gains[colour as usize]).sum())
            }
        };
        *rate = points / POINTS;
    }
}

/// What a stone on the cell brings the active player on average: the best colours will be guessed.
fn marked(board: &Board, cell: usize) -> f32 {
    let colours = board.colours();
    let gains =
        (0..COLOURS).filter(|colour| colours >> colour & 1 != 0).map(|c| gain(board, cell, board.active, c));
    gains.sum::<f32>() / colours.count_ones().max(1) as f32
}

/// What each colour on a cell brings the active player and the guesser together.
fn swings(board: &Board, cell: usize) -> [f32; COLOURS] {
    let colours = board.colours();
    std::array::from_fn(|colour| match colours >> colour & 1 {
        0 => 0.0,
        _ => gain(board, cell, board.active, colour) + 0.5 * gain(board, cell, 1 - board.active, colour),
    })
}

/// What a stone on an empty cell brings its owner.
fn gain(board: &Board, cell: usize, owner: usize, colour: usize) -> f32 {
    let double = if colour == GREY { 2.0 } else { 1.0 };
    let mut gain = 0.0;
    for (line, _) in lines_through(cell) {
        let stones = [0, 4, 8, 12].map(|shift| (board.lines[line] >> shift & 15) as u8);
        let own: Vec<usize> =
            stones.iter().filter(|&&at| at != 0 && split(at).0 == owner).map(|&at| split(at).1).collect();
        let same = stones.iter().filter(|&&at| at == stone(owner, colour)).count();
        let room = stones.iter().filter(|&&at| at == 0).count() - 1;
        gain += double * (2 * same + 1) as f32 + ROOM * double * (room * (same + 1)) as f32;
        let different = (0..COLOURS).filter(|seen| own.contains(seen)).count();
        if same == 0 && own.len() == 3 && different == 3 {
            gain += BONUS as f32;
        }
    }
    if board.counts[owner][colour] + 1 == PLACING { gain + BONUS as f32 } else { gain }
}
