//! What a best response gains on solved play, by brute force: every mark, colour and three is tried on every board
//! that can follow. It must gain nothing.
//!
//! Gains are told as worths and as points of lead, which are those points that would raise the chance to win as much.

use std::collections::HashMap;

use cards::Quick;

use super::board::{Board, COLOURS};
use super::look::{Judge, Look, Means};
use super::stage::Stakes;
use super::tests::any_board;
use super::value::{Values, worth};

/// What is at stake for each mark, as one sees it who looks so many rounds ahead.
fn looked(board: &Board, depth: usize) -> Vec<(usize, Stakes)> {
    let look = Look::new(board, None, depth, Judge::Fair(Values::fitted()));
    look.stakes(&Means::ENOUGH).expect("there is no limit")
}

/// What either seat's best response gets in a round against one who plays the solved mixes of what he has seen, where
/// `next` tells what both get behind it, by the cell, the owner of the stone and its colour.
fn respond(
    board: &Board,
    seen: &[(usize, Stakes)],
    mut next: impl FnMut(usize, usize, usize) -> [f64; 2],
) -> [f64; 2] {
    let (active, guesser) = (board.active, 1 - board.active);
    let best = seen.iter().max_by(|one, other| one.1.value().total_cmp(&other.1.value()));
    let (played, _) = *best.expect("there is an empty cell");
    let mut gets = [f64::MIN; 2];
    for (cell, stakes) in seen {
        let value = stakes.value();
        let (hide, lay) = (stakes.hide(value), stakes.lay(value, &[1.0; COLOURS]));
        let mut hidden: Vec<(f64, f64, u8)> = Vec::new();
        for colour in stakes.in_game() {
            let (miss, hit) = (next(*cell, active, colour), next(*cell, guesser, colour));
            let (laid, chance) = (f64::from(lay[colour]), f64::from(hide[colour]));
            gets[active] = gets[active].max(laid * hit[active] + (1.0 - laid) * miss[active]);
            hidden.push((chance * hit[guesser], chance * miss[guesser], 1 << colour));
        }
        if *cell == played {
            let of_three = |three: u8| -> f64 {
                hidden.iter().map(|(hit, miss, colour)| if three & colour != 0 { hit } else { miss }).sum()
            };
            let threes =
                (0..1u8 << COLOURS).filter(|three| three.count_ones() == 3 && three & !stakes.colours == 0);
            gets[guesser] = threes.map(of_three).fold(f64::MIN, f64::max);
        }
    }
    gets
}

/// What both seats get of a worth to the active one.
fn both(board: &Board, worth: f64) -> [f64; 2] {
    if board.active == 0 { [worth, -worth] } else { [-worth, worth] }
}

/// What both seats' best responses get against one who plays to the end, by board: in which order the cells were
/// filled does not matter, nor whose response it is to how the board is played. Each board is looked at afresh, so
/// nothing is shared with the solver but the rounds' mixes.
#[derive(Default)]
struct Responses {
    known: HashMap<[u8; 16], [f64; 2]>,
}

impl Responses {
    fn to(&mut self, board: &Board) -> [f64; 2] {
        let empty = board.cells.iter().filter(|&&stone| stone == 0).count();
        if empty == 0 {
            return both(board, f64::from(worth(board.active_lead())));
        }
        if let Some(known) = self.known.get(&board.cells) {
            return *known;
        }
        let seen = looked(board, empty);
        let gets = respond(board, &seen, |cell, owner, colour| self.to(&board.after(cell, owner, colour)));
        self.known.insert(board.cells, gets);
        gets
    }
}

/// The value of a board to the active seat, by looking to the end.
fn solved(board: &Board) -> f64 {
    let seen = looked(board, board.empties().len());
    f64::from(seen.iter().map(|(_, stakes)| stakes.value()).fold(f32::MIN, f32::max))
}

/// What was gained on several positions.
#[derive(Default)]
struct Gains {
    worths: Vec<f64>,
    points: Vec<f64>,
}

impl Gains {
    /// Adds what one gets who would have got `value` against solved play, with so many cells empty.
    fn add(&mut self, empty: usize, gets: f64, value: f64) {
        let layer = Values::fitted().layer(empty);
        let points = |worth: f64| layer.points(0.5 + 0.5 * worth);
        self.worths.push(gets - value);
        self.points.push(points(gets) - points(value));
    }

    /// Adds what either seat gets on a board with this value to the active one.
    fn add_both(&mut self, board: &Board, gets: [f64; 2], value: f64) {
        for (gets, value) in gets.into_iter().zip(both(board, value)) {
            self.add(board.empties().len(), gets, value);
        }
    }

    fn tell(&self, of: &str) {
        let [worths, points] = [&self.worths, &self.points].map(|gains| (mean(gains), most(gains)));
        println!(
            "{of}: {} responses gain {:.6} points in the mean, {:.6} at most, {} over a thousandth; \
             worths {:.7} and {:.7}",
            self.worths.len(),
            points.0,
            points.1,
            self.points.iter().filter(|&&gain| gain >= 1e-3).count(),
            worths.0,
            worths.1,
        );
    }
}

fn mean(gains: &[f64]) -> f64 {
    gains.iter().sum::<f64>() / gains.len().max(1) as f64
}

fn most(gains: &[f64]) -> f64 {
    gains.iter().copied().fold(f64::MIN, f64::max)
}

/// Best responses to the solved play of so many boards with so many empty cells each. Rounding to 32 bits, and
/// differences that the solver takes for none, may add up to a hundred thousandth of a worth; where a game is nearly
/// decided that is thousandths of a point.
fn gains_on_solved_play(seed: u64, boards: &[(usize, usize)]) {
    let mut random = Quick::new(seed);
    let mut all = Gains::default();
    for &(empty, boards) in boards {
        let mut gains = Gains::default();
        for _ in 0..boards {
            let board = any_board(empty, &mut random);
            gains.add_both(&board, Responses::default().to(&board), solved(&board));
        }
        gains.tell(&format!("{boards} boards with {empty} empty cells"));
        all.worths.extend(gains.worths);
        all.points.extend(gains.points);
    }
    all.tell("all boards");
    assert!(all.worths.iter().all(|gain| gain.abs() < 1e-5));
    assert!(mean(&all.points).abs() < 5e-4);
    assert!(most(&all.points) < 5e-3);
}

#[test]
fn no_best_response_gains_on_the_solved_play_of_the_last_cells() {
    gains_on_solved_play(10, &[(1, 40), (2, 10), (3, 4)]);
}

#[test]
#[ignore = "takes five minutes of a release build"]
fn no_best_response_gains_on_the_solved_play_of_many_boards() {
    gains_on_solved_play(11, &[(1, 30), (2, 30), (3, 30), (4, 30), (5, 40), (6, 40)]);
}
