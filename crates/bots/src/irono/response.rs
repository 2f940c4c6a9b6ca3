//! What a best response gains on the bot's play, by brute force: every mark, colour and three is tried on every board
//! that can follow. On play that is solved to the end it must gain nothing.
//!
//! Gains are told as worths and as points of lead, which are those points that would raise the chance to win as much.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use cards::Quick;
use games::Game;
use games::irono::{Irono, Move};

use super::board::{Board, COLOURS, STONES};
use super::look::{Judge, Look, Means};
use super::stage::Stakes;
use super::tests::{any_board, play};
use super::value::{Values, worth};
use crate::{Level, Limit, Thinking};

/// With so many empty cells or fewer `strong` plays to the end in a tenth of a second on one core.
const SOLVED: usize = 6;
/// The time it has for a decision in these tests, and the part of it that it looks ahead in.
pub const TIME: Duration = Duration::from_millis(100);
const PART: f64 = 0.95;

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
pub fn both(board: &Board, worth: f64) -> [f64; 2] {
    if board.active == 0 { [worth, -worth] } else { [-worth, worth] }
}

/// What both seats' best responses get against one who plays to the end, by board: in which order the cells were
/// filled does not matter, nor whose response it is to how the board is played. Each board is looked at afresh, so
/// nothing is shared with the solver but the rounds' mixes.
#[derive(Default)]
pub struct Responses {
    known: HashMap<[u8; 16], [f64; 2]>,
}

impl Responses {
    pub fn to(&mut self, board: &Board) -> [f64; 2] {
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
pub fn solved(board: &Board) -> f64 {
    let seen = looked(board, board.empties().len());
    f64::from(seen.iter().map(|(_, stakes)| stakes.value()).fold(f32::MIN, f32::max))
}

/// What was gained on several positions.
#[derive(Default)]
pub struct Gains {
    pub worths: Vec<f64>,
    pub points: Vec<f64>,
}

impl Gains {
    /// Adds what one gets who would have got `value` against solved play, with so many cells empty.
    pub fn add(&mut self, empty: usize, gets: f64, value: f64) {
        let layer = Values::fitted().layer(empty);
        let points = |worth: f64| layer.points(0.5 + 0.5 * worth);
        self.worths.push(gets - value);
        self.points.push(points(gets) - points(value));
    }

    /// Adds what either seat gets on a board with this value to the active one.
    pub fn add_both(&mut self, board: &Board, gets: [f64; 2], value: f64) {
        for (gets, value) in gets.into_iter().zip(both(board, value)) {
            self.add(board.empties().len(), gets, value);
        }
    }

    pub fn tell(&self, of: &str) {
        println!(
            "{of}: {} responses gain {:.6} points in the mean, {:.6} in the median, {:.6} at most, \
             {} a thousandth or more; worths {:.7} and {:.7} and {:.7}",
            self.points.len(),
            mean(&self.points),
            median(&self.points),
            most(&self.points),
            self.points.iter().filter(|&&gain| gain >= 1e-3).count(),
            mean(&self.worths),
            median(&self.worths),
            most(&self.worths),
        );
    }
}

pub fn mean(gains: &[f64]) -> f64 {
    gains.iter().sum::<f64>() / gains.len().max(1) as f64
}

fn median(gains: &[f64]) -> f64 {
    let mut gains = gains.to_vec();
    gains.sort_by(f64::total_cmp);
    gains.get(gains.len() / 2).copied().unwrap_or_default()
}

pub fn most(gains: &[f64]) -> f64 {
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

/// The rounds that `strong` looks ahead in its time on one core, with one or two cells more than it can solve.
const DEPTH: usize = 4;

/// Whether it has the time for so many rounds, before and after the mark.
fn fits(board: &Board, depth: usize) -> [bool; 2] {
    let means = Means { end: Some(Instant::now() + TIME.mul_f64(PART)), threads: 1 };
    let mark = board.empties().first().map(|&cell| usize::from(cell));
    [None, mark].map(|mark| Look::new(board, mark, depth, Judge::Fair(Values::fitted())).fits(&means))
}

/// What can follow a board until so few cells are left that play is solved, with the values of these endings.
struct Endings<'a> {
    board: &'a Board,
    empties: Vec<u8>,
    left: usize,
    worths: Vec<Vec<f32>>,
}

impl<'a> Endings<'a> {
    fn of(board: &'a Board, left: usize) -> Endings<'a> {
        let empties = board.empties();
        let look = Look::new(board, None, empties.len(), Judge::Fair(Values::fitted()));
        let worths = look.worths(empties.len() - left, &Means::ENOUGH).expect("there is no limit");
        Endings { board, empties, left, worths }
    }

    /// The value of a board to the active seat, if it is an ending.
    fn worth(&self, board: &Board) -> Option<f64> {
        let (mut set, mut place) = (0usize, 0);
        for (at, &cell) in self.empties.iter().enumerate().rev() {
            if let Some(digit) = usize::from(board.cells[usize::from(cell)]).checked_sub(1) {
                (set, place) = (set | 1 << at, place * STONES + digit);
            }
        }
        let filled = self.empties.len() - self.left;
        (set.count_ones() as usize == filled).then(|| f64::from(self.worths[set][place]))
    }

    /// The value to the active seat of a board that leads to the endings.
    fn value(&self, board: &Board) -> f64 {
        self.worth(board).unwrap_or_else(|| {
            let worth = |cell: u8, owner: usize| -> [f32; COLOURS] {
                let colours = board.colours();
                std::array::from_fn(|colour| match colours >> colour & 1 {
                    0 => 0.0,
                    _ => -self.value(&board.after(usize::from(cell), owner, colour)) as f32,
                })
            };
            let value = |cell: u8| {
                let (miss, hit) = (worth(cell, board.active), worth(cell, 1 - board.active));
                f64::from(Stakes { colours: board.colours(), miss, hit }.value())
            };
            board.empties().into_iter().map(value).fold(f64::MIN, f64::max)
        })
    }

    /// What both seats' best responses get against one who looks [`DEPTH`] rounds ahead until play is solved.
    fn responses(&self, board: &Board) -> [f64; 2] {
        match self.worth(board) {
            Some(worth) => both(board, worth),
            None => respond(board, &looked(board, DEPTH), |cell, owner, colour| {
                self.responses(&board.after(cell, owner, colour))
            }),
        }
    }

    fn add_to(&self, gains: &mut Gains) {
        gains.add_both(self.board, self.responses(self.board), self.value(self.board));
    }
}

/// Games of `strong` with an opponent as they are before the mark when so many cells are empty, no board twice.
pub fn reached(opponent: Level, empty: usize, games: u64, limit: Limit) -> Vec<Irono> {
    let thinking = Thinking { limit, threads: 1, settles: true };
    let mut known = HashSet::new();
    let mut reached = Vec::new();
    play([Level::Strong, opponent], games, &thinking, |game, _, moves| {
        let marks = matches!(moves[0], Move::Mark(_)) && moves.len() == empty;
        if marks && known.insert(Board::of(&game.knows(None)).cells) {
            reached.push(*game);
        }
    });
    reached
}

/// A look that reaches the end leaves nothing to a best response, by the values of endings either.
#[test]
fn endings_have_the_values_of_boards_looked_at_alone() {
    let mut random = Quick::new(15);
    let mut gains = Gains::default();
    for _ in 0..3 {
        let board = any_board(DEPTH, &mut random);
        let endings = Endings::of(&board, 2);
        assert!((endings.value(&board) - solved(&board)).abs() < 1e-5);
        endings.add_to(&mut gains);
    }
    assert!(gains.worths.iter().all(|gain| gain.abs() < 1e-5));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "the times are those of a release build")]
fn a_tenth_of_a_second_is_enough_for_six_cells_and_then_for_four_rounds() {
    let mut random = Quick::new(14);
    assert_eq!(fits(&any_board(SOLVED, &mut random), SOLVED), [true; 2]);
    for empty in [SOLVED + 1, SOLVED + 2] {
        let board = any_board(empty, &mut random);
        let fits = [DEPTH, DEPTH + 1, empty].map(|depth| fits(&board, depth));
        assert_eq!(fits, [[true; 2], [false; 2], [false; 2]], "{empty}");
    }
}

/// Where time does not suffice to play to the end, `strong`, not heeding the opponent, goes by fitted values.
#[test]
#[ignore = "takes eight minutes of a release build, and 3 GB"]
fn a_best_response_gains_little_until_play_is_solved() {
    let mut all = Vec::new();
    for (empty, games) in [(SOLVED + 1, 120), (SOLVED + 2, 10)] {
        for opponent in [Level::Strong, Level::Random] {
            let mut gains = Gains::default();
            for game in reached(opponent, empty, games, Limit::Iterations(100_000)) {
                Endings::of(&Board::of(&game.knows(None)), SOLVED).add_to(&mut gains);
            }
            gains.tell(&format!("strong v {opponent:?} with {empty} empty cells"));
            all.push(gains);
        }
    }
    for gains in all {
        assert!(gains.worths.iter().all(|&gain| gain > -1e-5));
        assert!(mean(&gains.points) < 0.5);
    }
}
