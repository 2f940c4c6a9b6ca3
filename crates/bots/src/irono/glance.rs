//! What looks best at a glance: the points a stone brings at once, and a little for the room its lines still have.

use cards::Card;
use games::irono::{Knowledge, Move};

use super::board::{BONUS, Board, COLOURS, GREY, LINE_CELLS, LINES, PLACING, split, stone};

/// What a further empty cell in a line is worth for each stone that could be joined there.
const ROOM: f32 = 0.4;
/// How sure a sensible player is of a point: one who sees a move to be better by so much is *e* times as likely to
/// choose it.
const SURE: f32 = 2.0;

/// Rates a seat's legal moves.
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
        *rate = points / SURE;
    }
}

/// A cell's promise: what the stone that comes to lie there would bring the active seat on average, whichever
/// colour it has, since the best of them will be guessed.
pub fn marked(board: &Board, cell: usize) -> f32 {
    let colours = board.colours();
    let gains =
        (0..COLOURS).filter(|colour| colours >> colour & 1 != 0).map(|c| gain(board, cell, board.active, c));
    gains.sum::<f32>() / colours.count_ones().max(1) as f32
}

/// How much hangs on each colour on a cell: what it brings the active seat, and what it brings the guesser. Nothing
/// for colours that have left the game.
pub fn swings(board: &Board, cell: usize) -> [f32; COLOURS] {
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
    for line in LINE_CELLS.iter().take(LINES).filter(|line| line.contains(&(cell as u8))) {
        let stones = line.map(|at| board.cells[usize::from(at)]);
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
