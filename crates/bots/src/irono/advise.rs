//! From the solution of a position to advice and to a choice. The advice is the solved strategy. The choice mixes it
//! with the best response to the opponent model, except over the last cells.

use std::time::Instant;

use cards::{Card, Seat};
use games::irono::{Knowledge, Move};

use super::board::Board;
use super::model::{LEAN, Model, leaning};
use super::round::{ByColour, Payoffs, guesses, mix};
use super::solve::{Budget, Lookahead};
use super::value::Values;
use crate::search::{Advice, Candidate, Limit, Skill, Thinking};

/// Over this many last cells every bot plays the solved strategy, whatever the opponent has shown.
pub const LAST: usize = 4;

/// How a level plays.
struct PlayStyle {
    values: &'static Values,
    /// The most rounds it looks ahead.
    depth: usize,
    /// With this many empty cells or fewer it solves to the end.
    to_the_end: usize,
    /// How far it trusts the opponent model, from 0 to 1.
    trust: f32,
    /// How often it goes for the colours worth most instead of the solved mix, as people do.
    drawn: f32,
}

impl PlayStyle {
    fn of(skill: &Skill) -> PlayStyle {
        let (fitted, lead) = (Values::fitted(), Values::lead());
        match skill {
            Skill { tree: true, .. } => {
                PlayStyle { values: fitted, depth: 4, to_the_end: 7, trust: 1.0, drawn: 0.0 }
            }
            Skill { exact: true, .. } => {
                PlayStyle { values: fitted, depth: 1, to_the_end: 4, trust: 0.5, drawn: 0.25 }
            }
            _ => PlayStyle { values: lead, depth: 1, to_the_end: 1, trust: 0.0, drawn: 0.4 },
        }
    }
}

pub fn advise(
    knowledge: &Knowledge,
    seat: Seat,
    moves: &[Move],
    skill: &Skill,
    thinking: &Thinking,
) -> Advice<Move> {
    let (start, style) = (Instant::now(), PlayStyle::of(skill));
    let board = Board::of(knowledge);
    let empty = board.empties().len();
    let mark = knowledge.mark().map(|cell| usize::from(cell.index()));
    let model = (style.trust > 0.0 && empty > LAST)
        .then(|| Model::of(knowledge, 1 - seat.index(), style.values, style.trust));
    let solution = Solution::of(&board, mark, &style, thinking, start);
    let weighed = match (moves, &solution.payoffs[..]) {
        ([Move::Hide(_), ..], [(_, payoffs)]) => weigh_hides(moves, payoffs, &style, model.as_ref()),
        ([Move::Guess(_), ..], [(_, payoffs)]) => weigh_guesses(moves, payoffs, &style, model.as_ref()),
        (_, all) => weigh_marks(all, model.as_ref()),
    };
    let layer = style.values.layer(empty);
    // The error of the values the solution rests on. A win probability is half a worth.
    let judged = style.values.layer(empty.saturating_sub(solution.depth));
    let error = if solution.depth == empty { 0.0 } else { f64::from(0.5 * judged.error) };
    let candidates = moves.iter().zip(weighed).map(|(&chosen, weighed)| {
        let win = f64::from(0.5 + 0.5 * weighed.worth).clamp(0.0, 1.0);
        Candidate {
            chosen,
            value: layer.points(win),
            win,
            error,
            worlds: u32::try_from(solution.positions).unwrap_or(u32::MAX),
            share: weighed.share,
            played: weighed.played,
        }
    });
    Advice { candidates: candidates.collect(), iterations: solution.positions, effective: 0.0 }
}

/// The payoffs of each cell that may be marked, and how they were found.
struct Solution {
    payoffs: Vec<(usize, Payoffs)>,
    depth: usize,
    /// How many positions were judged or solved.
    positions: u64,
}

impl Solution {
    /// Looks as far ahead as the limit allows, but at least one round. Iterations are positions judged and rounds
    /// solved.
    fn of(
        board: &Board,
        mark: Option<usize>,
        style: &PlayStyle,
        thinking: &Thinking,
        start: Instant,
    ) -> Solution {
        let empty = board.empties().len();
        let deepest = if empty <= style.to_the_end { empty } else { style.depth.min(empty - 1).max(1) };
        let look = |depth| Lookahead::new(board, mark, depth, style.values);
        let mut solution = Solution { payoffs: Vec::new(), depth: 1, positions: 0 };
        let mut take = |depth, budget: &Budget| {
            if let Some(payoffs) = look(depth).payoffs(budget) {
                let positions = solution.positions + look(depth).size();
                solution = Solution { payoffs, depth, positions };
            }
        };
        take(1, &Budget::UNLIMITED);
        let (budget, deep) = match thinking.limit {
            Limit::Iterations(most) => {
                let fits = |&depth: &usize| look(depth).size() <= u64::from(most);
                (Budget::UNLIMITED, (2..=deepest).rev().find(fits))
            }
            Limit::Time(time) => {
                // Two rounds take hardly any time, and are there if more turns out to take too long.
                take(deepest.min(2), &Budget::UNLIMITED);
                let budget =
                    Budget { end: Some(start + time.mul_f64(0.95)), threads: thinking.threads.max(1) };
                (budget, (3..=deepest).rev().find(|&depth| look(depth).fits(&budget)))
            }
        };
        deep.into_iter().for_each(|depth| take(depth, &budget));
        solution
    }
}

/// How often solved play chooses a move, how often the bot does, and what the move is worth against solved play.
#[derive(Default)]
struct Weighed {
    share: f64,
    played: f64,
    worth: f32,
}

fn weigh_marks(all: &[(usize, Payoffs)], model: Option<&Model>) -> Vec<Weighed> {
    let values: Vec<f32> = all.iter().map(|(_, payoffs)| payoffs.value()).collect();
    let expected = |(_, payoffs): &(usize, Payoffs)| {
        let response = model.and_then(|model| best_hide(payoffs, model));
        response.map_or(payoffs.value(), |best| payoffs.value() * (1.0 - best.part) + best.worth * best.part)
    };
    let (best, best_played) = (highest(&values), highest(&all.iter().map(expected).collect::<Vec<f32>>()));
    let sure = |is_best: bool| if is_best { 1.0 } else { 0.0 };
    let weighed = |(at, &worth): (usize, &f32)| Weighed {
        share: sure(Some(at) == best),
        played: sure(Some(at) == best_played),
        worth,
    };
    values.iter().enumerate().map(weighed).collect()
}

fn highest(values: &[f32]) -> Option<usize> {
    (0..values.len()).max_by(|&one, &other| values[one].total_cmp(&values[other]))
}

/// The best response to the opponent's guesses, and how often to choose it instead of solved play.
struct BestHide {
    colour: usize,
    worth: f32,
    part: f32,
}

fn best_hide(payoffs: &Payoffs, model: &Model) -> Option<BestHide> {
    let (guessed, part) = model.expect_guessed(payoffs);
    let all = payoffs.in_game().map(|colour| (colour, payoffs.worth(colour, guessed[colour])));
    let best = all.max_by(|one, other| one.1.total_cmp(&other.1));
    best.map(|(colour, worth)| BestHide { colour, worth, part })
}

fn weigh_hides(moves: &[Move], payoffs: &Payoffs, style: &PlayStyle, model: Option<&Model>) -> Vec<Weighed> {
    let value = payoffs.value();
    let drawn = leaning(payoffs.in_game().map(|colour| payoffs.miss[colour]), LEAN);
    let solved = mix(&payoffs.hide(value), &payoffs.by_colour(&drawn), style.drawn);
    let guessed = payoffs.guess(value, &gains(payoffs, &solved));
    let mut played = solved;
    if let Some(best) = model.and_then(|model| best_hide(payoffs, model)) {
        played = played.map(|chance| chance * (1.0 - best.part));
        played[best.colour] += best.part;
    }
    let weighed = |chosen: &Move| {
        let Move::Hide(colour) = *chosen else { return Weighed::default() };
        let colour = colour as usize;
        Weighed {
            share: f64::from(solved[colour]),
            played: f64::from(played[colour]),
            worth: payoffs.worth(colour, guessed[colour]),
        }
    };
    moves.iter().map(weighed).collect()
}

fn weigh_guesses(
    moves: &[Move],
    payoffs: &Payoffs,
    style: &PlayStyle,
    model: Option<&Model>,
) -> Vec<Weighed> {
    let value = payoffs.value();
    let solved = mix(&payoffs.solved_guess(value), &payoffs.solved_guess(f32::MAX), style.drawn);
    let played = model.map_or(solved, |model| {
        let (hidden, part) = model.expect_hidden(payoffs);
        mix(&solved, &payoffs.guess(f32::MAX, &gains(payoffs, &hidden)), part)
    });
    let (shares, played, hidden) = (guesses(&solved), guesses(&played), payoffs.hide(value));
    let weighed = |chosen: &Move| {
        let Move::Guess(three) = *chosen else { return Weighed::default() };
        let bits = three.colours().bits() as u8;
        let of =
            |all: &[(u8, f64)]| all.iter().find(|(three, _)| *three == bits).map_or(0.0, |(_, share)| *share);
        let worth = |colour: usize| hidden[colour] * payoffs.worth(colour, f32::from(bits >> colour & 1));
        Weighed { share: of(&shares), played: of(&played), worth: -payoffs.in_game().map(worth).sum::<f32>() }
    };
    moves.iter().map(weighed).collect()
}

/// What guessing each colour gains if the colours are hidden so often.
fn gains(payoffs: &Payoffs, hidden: &ByColour) -> ByColour {
    std::array::from_fn(|colour| hidden[colour] * payoffs.swing(colour))
}
