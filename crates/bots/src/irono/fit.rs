//! Fitting the value function, from the last cell backwards.
//!
//! Positions come from games that the function of the pass before plays against itself, one round deep and with slips.
//! For each number of empty cells the weights are a logistic regression onto the worths that looking two rounds ahead
//! gives with the weights already fitted, or to the end where few cells are left. A first pass, which plays by the
//! lead in points, makes a rough function; the second, which plays by it, the final one.

use std::fmt::Write;
use std::sync::Mutex;
use std::thread;

use cards::{Quick, Random, Seed};

use super::board::{Board, CELLS, COLOURS};
use super::look::{Look, Means};
use super::stage::Stakes;
use super::value::{POINT, TRAITS, Values, traits};

/// With so many empty cells or fewer the game is played out for a target.
const TO_THE_END: usize = 4;
/// How much weights are held back where positions tell little.
const RIDGE: f64 = 0.5;

/// Fits the value function and returns the text of its data file. Reports how much is done of how much.
pub fn fit_irono(seed: &str, positions: u32, progress: &mut dyn FnMut(u64, u64)) -> String {
    let mut values = Values::plain();
    let mut text = format!(
        "# The value function of Irono Ofubi: a line of {TRAITS} weights for each number of empty cells from 1 to 15.\n\
         # Made by fit_irono(\"{seed}\", {positions}), see crates/bots/src/irono/fit.rs. Seeded: the same again.\n"
    );
    let passes = [(positions / 4).max(1), positions];
    let total = (passes.len() * (CELLS - 1)) as u64;
    for (pass, &count) in passes.iter().enumerate() {
        let games = play(seed, pass, count, &values);
        let mut fitted = Values::plain();
        for empty in 1..CELLS {
            let boards: Vec<&Board> = games.iter().map(|game| &game[CELLS - empty]).collect();
            let targets = targets(&boards, empty, &fitted);
            let (weights, error) = regress(&boards, &targets);
            if pass + 1 == passes.len() {
                let words: Vec<String> = weights.iter().map(|weight| format!("{weight:.4}")).collect();
                let _ = writeln!(text, "# {empty} empty: root mean square error {error:.4} of a worth");
                let _ = writeln!(text, "{}", words.join(" "));
            }
            fitted.set(empty, weights);
            progress((pass * (CELLS - 1) + empty) as u64, total);
        }
        values = fitted;
    }
    text
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

/// The boards of games before each round and at the end.
fn play(seed: &str, pass: usize, count: u32, values: &Values) -> Vec<Vec<Board>> {
    let numbers: Vec<u64> = (0..u64::from(count)).collect();
    on_all_cores(&numbers, |&number| {
        let mut random =
            Quick::for_seed(&Seed::of_game(seed, number), if pass == 0 { "rough" } else { "final" });
        // Some games are nearly clean, some wild: the function must know positions that good play avoids.
        let slips = [0, 5, 10, 20, 40, 100][random.below(6) as usize];
        let mut boards = vec![Board::empty(random.below(2) as usize)];
        for round in 0..CELLS {
            let board = boards[round];
            let next = if random.below(100) < slips {
                any(&board, &mut random)
            } else {
                fair(&board, values, &mut random)
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
    let stakes = Look::new(board, None, 1, values).stakes(&Means::ENOUGH).unwrap_or_default();
    let best = stakes.iter().max_by(|one, other| one.1.value().total_cmp(&other.1.value()));
    let Some((cell, stakes)) = best else { return any(board, random) };
    let value = stakes.value();
    let colour = draw(&stakes.hide(value), random);
    let laid = stakes.lay(value, &[1.0; COLOURS])[colour];
    let owner = if unit(random) < laid { 1 - board.active } else { board.active };
    board.after(*cell, owner, colour)
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

/// The worth of each board to its active seat by looking ahead.
fn targets(boards: &[&Board], empty: usize, fitted: &Values) -> Vec<f64> {
    let depth = if empty <= TO_THE_END { empty } else { 2 };
    on_all_cores(boards, |board| {
        let stakes = Look::new(board, None, depth, fitted).stakes(&Means::ENOUGH).unwrap_or_default();
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
