//! Fits the value function, from the last cell backwards.
//!
//! Positions come from games that the function of the pass before plays against itself, one round deep and with random
//! rounds in between. For each number of empty cells the weights are a logistic regression onto the values that
//! solving two rounds gives with the weights fitted so far, or solving to the end where few cells are left. A first
//! pass, which plays by the lead in points, gives a rough function; the second plays by it and gives the final one.

use std::thread;

use bots::data::head;
use bots::irono::board::{Board, CELLS};
use bots::irono::round::ByColour;
use bots::irono::solve::{Budget, Lookahead, on_cores};
use bots::irono::value::{POINT, TRAITS, Values, each_trait};
use cards::{Quick, Random, Seed};

use crate::Progress;
use crate::solver::solve;

/// With this many empty cells or fewer, targets are exact.
const TO_THE_END: usize = 4;
/// Keeps weights small where positions say little.
const RIDGE: f64 = 0.5;

/// The text of `data/irono.txt`, from this many games.
pub fn learn(seed: &str, games: u32, progress: &mut Progress) -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let (mut done, total) = (0, 2 * (CELLS - 1) as u64);
    let mut values = Values::plain();
    let mut rows = String::new();
    for (purpose, count) in [("rough", (games / 4).max(1)), ("final", games)] {
        let numbers: Vec<u64> = (0..u64::from(count)).collect();
        let played = on_cores(&numbers, cores, |&number| {
            play_game(&values, &mut Quick::for_seed(&Seed::of_game(seed, number), purpose))
        });
        values = Values::plain();
        rows.clear();
        for empty in 1..CELLS {
            let boards: Vec<&Board> = played.iter().map(|game| &game[CELLS - empty]).collect();
            let targets = on_cores(&boards, cores, |board| target(board, empty, &values));
            let (weights, error) = regress(&boards, &targets);
            let words: Vec<String> = weights.iter().map(|weight| format!("{weight:.3}")).collect();
            rows += &format!("# {empty} empty\n{error:.4} {}\n", words.join(" "));
            values.set(empty, weights, error as f32);
            done += 1;
            progress(done, total);
        }
    }
    let what = [
        "The value function of Irono Ofubi. A line for each number of empty cells: the root".to_owned(),
        format!("mean square error of a worth, and {TRAITS} weights."),
    ];
    head(&what.each_ref().map(String::as_str), "irono", games, seed) + &rows
}

/// The boards of a game before each round and at its end. Some rounds are random, because the function must also know
/// positions that good play avoids.
fn play_game(values: &Values, random: &mut Quick) -> Vec<Board> {
    let percent_random = random.pick(&[0, 5, 10, 20, 40, 100]);
    let mut boards = vec![Board::empty(random.below(2) as usize)];
    for round in 0..CELLS {
        let board = boards[round];
        let is_random = random.below(100) < percent_random;
        boards.push(if is_random {
            board.after_random_round(random)
        } else {
            solved_round(&board, values, random)
        });
    }
    boards
}

/// The board after a round of solved play, one round deep.
fn solved_round(board: &Board, values: &Values, random: &mut Quick) -> Board {
    let payoffs = Lookahead::new(board, None, 1, values).payoffs(&Budget::UNLIMITED).unwrap_or_default();
    let best = payoffs.iter().max_by(|one, other| one.1.value().total_cmp(&other.1.value()));
    let Some((cell, payoffs)) = best else { return board.after_random_round(random) };
    let value = payoffs.value();
    let colour = draw(&payoffs.hide(value), random);
    let is_hit = unit(random) < payoffs.solved_guess(value)[colour];
    board.after(*cell, if is_hit { 1 - board.active } else { board.active }, colour)
}

fn unit(random: &mut Quick) -> f32 {
    random.word() as f32 / u32::MAX as f32
}

fn draw(probabilities: &ByColour, random: &mut Quick) -> usize {
    let mut point = unit(random) * probabilities.iter().sum::<f32>();
    let drawn = probabilities.iter().position(|&probability| {
        point -= probability;
        probability > 0.0 && point <= 0.0
    });
    drawn.or_else(|| probabilities.iter().position(|&probability| probability > 0.0)).unwrap_or(0)
}

/// The value of a board to its active player.
fn target(board: &Board, empty: usize, values: &Values) -> f64 {
    let depth = if empty <= TO_THE_END { empty } else { 2 };
    let payoffs = Lookahead::new(board, None, depth, values).payoffs(&Budget::UNLIMITED).unwrap_or_default();
    f64::from(payoffs.iter().map(|(_, payoffs)| payoffs.value()).fold(f32::MIN, f32::max))
}

/// The weights whose logistic sum comes closest to the win probabilities, and the root mean square error.
fn regress(boards: &[&Board], targets: &[f64]) -> (Vec<f32>, f64) {
    let traits = |board: &&Board| {
        let mut traits = Vec::new();
        each_trait(board, |at, amount| traits.push((at, f64::from(amount))));
        traits
    };
    let rows: Vec<Vec<(usize, f64)>> = boards.iter().map(traits).collect();
    let wins: Vec<f64> = boards
        .iter()
        .zip(targets)
        .map(|(board, target)| target - f64::from(POINT) * f64::from(board.active_lead()))
        .map(|worth| (0.5 + 0.5 * worth).clamp(0.0, 1.0))
        .collect();
    let mut weights = vec![0.0; TRAITS];
    let win_probability = |weights: &[f64], row: &[(usize, f64)]| {
        let sum: f64 = row.iter().map(|&(at, amount)| weights[at] * amount).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    // Newton's method on a convex function; far more steps than it ever took to settle.
    for _ in 0..12 {
        let mut matrix = vec![vec![0.0; TRAITS]; TRAITS];
        let mut slope: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] = RIDGE;
        }
        for (row, win) in rows.iter().zip(&wins) {
            let predicted = win_probability(&weights, row);
            // Not 0, so that no step becomes infinite where all positions are decided.
            let bend = (predicted * (1.0 - predicted)).max(1e-3);
            for &(at, amount) in row {
                slope[at] += (win - predicted) * amount;
                for &(other, by) in row {
                    matrix[at][other] += bend * amount * by;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(matrix, slope)) {
            *weight += step;
        }
    }
    let squares: f64 =
        rows.iter().zip(&wins).map(|(row, win)| (2.0 * (win - win_probability(&weights, row))).powi(2)).sum();
    (weights.into_iter().map(|weight| weight as f32).collect(), (squares / boards.len().max(1) as f64).sqrt())
}
