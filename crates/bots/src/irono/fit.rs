//! Fitting the value function, from the last cell backwards.
//!
//! Positions come from games that the function of the pass before plays against itself, one round deep and with slips.
//! For each number of empty cells the weights are a logistic regression onto the worths that looking two rounds ahead
//! gives with the weights already fitted, or to the end where few cells are left. A first pass, which plays by the
//! lead in points, makes a rough function; the second, which plays by it, the final one. On the same positions the
//! functions for play against chance are fitted in the same way.

use std::sync::Mutex;
use std::thread;

use cards::{Quick, Random, Seed};

use super::board::{Board, CELLS, COLOURS};
use super::chance::Chance;
use super::look::{Judge, Look, Means};
use super::stage::Stakes;
use super::value::{POINT, TRAITS, Values, traits};
use crate::train::{Progress, head};

/// With so many empty cells or fewer the game is played out for a target.
const TO_THE_END: usize = 4;
/// How much weights are held back where positions tell little.
const RIDGE: f64 = 0.5;

/// Fits the value functions and returns the text of their data file. Reports how much is done of how much.
pub fn fit_irono(seed: &str, games: u32, progress: &mut Progress) -> String {
    let total = (4 * (CELLS - 1)) as u64;
    let mut done = 0;
    let mut progress = || {
        done += 1;
        progress(done, total);
    };
    let mut values = Values::plain();
    let mut chance = Chance { knowing: Values::plain(), blind: Values::plain() };
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    for (pass, count) in [(games / 4).max(1), games].into_iter().enumerate() {
        let played = play(seed, pass, count, &values, &chance);
        rows = [Vec::new(), Vec::new(), Vec::new()];
        values = Values::plain();
        chance = Chance { knowing: Values::plain(), blind: Values::plain() };
        for empty in 1..CELLS {
            let boards: Vec<&Board> = played.iter().map(|game| &game[CELLS - empty]).collect();
            let (weights, error) = regress(&boards, &targets(&boards, empty, &values));
            rows[0].push(row("solved play", empty, &weights, error));
            values.set(empty, weights, error as f32);
            progress();
            let depth = ahead(empty);
            let worths =
                |knowing| on_all_cores(&boards, |board| f64::from(chance.worth(board, knowing, depth)));
            let (knowing, error) = regress(&boards, &worths(true));
            rows[1].push(row("knowing, against chance", empty, &knowing, error));
            let (blind, error) = regress(&boards, &worths(false));
            rows[2].push(row("by chance, against one who knows", empty, &blind, error));
            chance.knowing.set(empty, knowing, error as f32);
            chance.blind.set(empty, blind, error as f32);
            progress();
        }
    }
    let what = [
        "The value functions of Irono Ofubi. For each a line by the number of empty".to_owned(),
        format!("cells: the root mean square error of a worth, and {TRAITS} weights."),
    ];
    head(&what.each_ref().map(String::as_str), "irono", games, seed) + &rows.concat().concat()
}

/// A comment, and a line of the error and the weights.
fn row(of: &str, empty: usize, weights: &[f32], error: f64) -> String {
    let words: Vec<String> = weights.iter().map(|weight| format!("{weight:.3}")).collect();
    format!("# {of}, {empty} empty\n{error:.4} {}\n", words.join(" "))
}

/// Works on all items on all cores, and returns the results in order.
fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let results = Mutex::new(Vec::new());
    let part = items.len().div_ceil(cores * 4).max(1);
    let parts = Mutex::new(items.chunks(part).enumerate());
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let next = parts.lock().expect("no worker panics").next();
                    let Some((at, items)) = next else { break };
                    let done: Vec<R> = items.iter().map(&work).collect();
                    results.lock().expect("no worker panics").push((at, done));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no worker panics");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().flat_map(|(_, done)| done).collect()
}

/// The boards of games before each round and at the end. One half is played as well as it is known, the other by one
/// who knows against chance; with slips in both, for the functions must know positions that good play avoids.
fn play(seed: &str, pass: usize, count: u32, values: &Values, chance: &Chance) -> Vec<Vec<Board>> {
    let numbers: Vec<u64> = (0..u64::from(count)).collect();
    on_all_cores(&numbers, |&number| {
        let purpose = if pass == 0 { "rough" } else { "final" };
        let mut random = Quick::for_seed(&Seed::of_game(seed, number), purpose);
        let slips = [0, 5, 10, 20, 40, 100][random.below(6) as usize];
        let knowing = random.below(4) as usize;
        let mut boards = vec![Board::empty(random.below(2) as usize)];
        for round in 0..CELLS {
            let board = boards[round];
            let next = match knowing {
                _ if random.below(100) < slips => any(&board, &mut random),
                seat @ (0 | 1) => uneven(&board, chance, seat, &mut random),
                _ => fair(&board, values, &mut random),
            };
            boards.push(next);
        }
        boards
    })
}

/// The board after a round that chance decides.
fn any(board: &Board, random: &mut Quick) -> Board {
    let cell = random.pick(&board.empties());
    let colours: Vec<usize> = (0..COLOURS).filter(|colour| board.colours() >> colour & 1 != 0).collect();
    board.after(usize::from(cell), random.below(2) as usize, random.pick(&colours))
}

/// The board after a round that both play well as far as one round tells.
fn fair(board: &Board, values: &Values, random: &mut Quick) -> Board {
    let stakes = Look::new(board, None, 1, Judge::Fair(values)).stakes(&Means::ENOUGH).unwrap_or_default();
    let best = stakes.iter().max_by(|one, other| one.1.value().total_cmp(&other.1.value()));
    let Some((cell, stakes)) = best else { return any(board, random) };
    let value = stakes.value();
    let colour = draw(&stakes.hide(value), random);
    let laid = stakes.lay(value, &[1.0; COLOURS])[colour];
    let owner = if unit(random) < laid { 1 - board.active } else { board.active };
    board.after(*cell, owner, colour)
}

/// The board after a round between one who knows and one who plays by chance.
fn uneven(board: &Board, chance: &Chance, seat: usize, random: &mut Quick) -> Board {
    let judge = Judge::Chance(chance, seat);
    let stakes = Look::new(board, None, 1, judge).stakes(&Means::ENOUGH).unwrap_or_default();
    let number = board.colours().count_ones() as f32;
    let ends =
        stakes.iter().flat_map(|(cell, stakes)| stakes.in_game().map(move |colour| (*cell, colour, stakes)));
    if board.active == seat {
        let worth = |end: &(usize, usize, &Stakes)| end.2.worth(end.1, 3.0 / number);
        let Some((cell, colour, _)) = ends.max_by(|one, other| worth(one).total_cmp(&worth(other))) else {
            return any(board, random);
        };
        let owner = if unit(random) < 3.0 / number { 1 - seat } else { seat };
        return board.after(cell, owner, colour);
    }
    let (cell, colour, stakes) = random.pick(&ends.collect::<Vec<_>>());
    let laid = stakes.lay(f32::MAX, &[1.0; COLOURS])[colour];
    board.after(cell, if laid > 0.5 { seat } else { 1 - seat }, colour)
}

fn unit(random: &mut Quick) -> f32 {
    random.word() as f32 / u32::MAX as f32
}

fn draw(chances: &[f32; COLOURS], random: &mut Quick) -> usize {
    let mut point = unit(random) * chances.iter().sum::<f32>();
    let colour = chances.iter().position(|&chance| {
        point -= chance;
        chance > 0.0 && point <= 0.0
    });
    colour.or_else(|| chances.iter().position(|&chance| chance > 0.0)).unwrap_or(0)
}

/// How many rounds ahead a target looks.
fn ahead(empty: usize) -> usize {
    if empty <= TO_THE_END { empty } else { 2 }
}

/// The worth of each board to its active seat by looking ahead.
fn targets(boards: &[&Board], empty: usize, fitted: &Values) -> Vec<f64> {
    let depth = ahead(empty);
    on_all_cores(boards, |board| {
        let stakes =
            Look::new(board, None, depth, Judge::Fair(fitted)).stakes(&Means::ENOUGH).unwrap_or_default();
        f64::from(stakes.iter().map(|(_, stakes): &(usize, Stakes)| stakes.value()).fold(f32::MIN, f32::max))
    })
}

/// The weights under which the logistic of a position's sum comes closest to its chance to win, and how close.
fn regress(boards: &[&Board], targets: &[f64]) -> (Vec<f32>, f64) {
    let rows: Vec<Vec<(usize, f64)>> = boards.iter().map(|board| traits(board)).collect();
    let wins: Vec<f64> = boards
        .iter()
        .zip(targets)
        .map(|(board, target)| target - f64::from(POINT) * f64::from(board.active_lead()))
        .map(|worth| (0.5 + 0.5 * worth).clamp(0.0, 1.0))
        .collect();
    let mut weights = vec![0.0; TRAITS];
    let chance = |weights: &[f64], row: &[(usize, f64)]| {
        let sum: f64 = row.iter().map(|&(at, amount)| weights[at] * amount).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    // Newton's method on a convex function; far more steps than it ever took to settle.
    for _ in 0..12 {
        let mut matrix = vec![0.0; TRAITS * TRAITS];
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        for at in 0..TRAITS {
            matrix[at * TRAITS + at] = RIDGE;
        }
        for (row, win) in rows.iter().zip(&wins) {
            let chance = chance(&weights, row);
            // Held off zero, so that a step never becomes endless where all positions are decided.
            let bend = (chance * (1.0 - chance)).max(1e-3);
            for &(at, amount) in row {
                slope[at] += (win - chance) * amount;
                for &(other, by) in row {
                    matrix[at * TRAITS + other] += bend * amount * by;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(&mut matrix, slope)) {
            *weight += step;
        }
    }
    let squares: f64 =
        rows.iter().zip(&wins).map(|(row, win)| (2.0 * (win - chance(&weights, row))).powi(2)).sum();
    (weights.into_iter().map(|weight| weight as f32).collect(), (squares / boards.len().max(1) as f64).sqrt())
}

/// Solves a symmetric positive system (Cholesky).
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let mut sum = matrix[row * size + column];
            for at in 0..column {
                sum -= matrix[row * size + at] * matrix[column * size + at];
            }
            matrix[row * size + column] =
                if row == column { sum.max(1e-12).sqrt() } else { sum / matrix[column * size + column] };
        }
    }
    for row in 0..size {
        for at in 0..row {
            right[row] -= matrix[row * size + at] * right[at];
        }
        right[row] /= matrix[row * size + row];
    }
    for row in (0..size).rev() {
        for at in row + 1..size {
            right[row] -= matrix[at * size + row] * right[at];
        }
        right[row] /= matrix[row * size + row];
    }
    right
}
