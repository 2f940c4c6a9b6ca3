//! What a best response gains on `strong` over the last cells of a game, in points.
//!
//! The best response knows how `strong` mixes its moves in every position that can follow, and tries every mark, colour
//! and guess of its own. Over the last cells `strong` looks at nothing but the board, so each board is worked out once.
//!
//! With four cells a position takes about a second.

use std::collections::{HashMap, HashSet};

use bots::irono::LAST;
use bots::irono::board::{Board, CELLS};
use bots::irono::solve::{Budget, Lookahead};
use bots::irono::value::{Values, worth};
use bots::{Bot, Level, Limit, Strategy, Thinking, deal};
use cards::{Quick, Seat};
use games::irono::{Irono, Move, Options};
use games::{Game, Moves, Turn};

/// What best responses gain, position by position.
#[derive(Clone, Debug, Default)]
pub struct Exploitability {
    /// Gains as worths: a win probability is half a worth.
    pub worths: Vec<f64>,
    /// Gains as points: the lead that raises the win probability as much.
    pub points: Vec<f64>,
}

impl Exploitability {
    pub fn mean(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.points.len().max(1) as f64
    }

    pub fn most(&self) -> f64 {
        self.points.iter().copied().fold(f64::MIN, f64::max)
    }

    pub fn least(&self) -> f64 {
        self.points.iter().copied().fold(f64::MAX, f64::min)
    }
}

/// What a best response in the second seat gains on `strong` in the first, in so many different positions with so many
/// empty cells (at most four). They come from games with the opponent, in which both think within the limit. Against
/// the best response `strong` solves to the end.
pub fn exploitability(opponent: Level, cells: usize, positions: usize, limit: Limit) -> Exploitability {
    assert!((1..=LAST).contains(&cells), "before the last cells play depends on more than the board");
    let levels = [Level::Strong, opponent];
    let (mut known, mut found) = (HashSet::new(), Exploitability::default());
    for number in 0.. {
        let mut reached = None;
        play_game(levels, number, &Thinking::within(limit), |game, moves| {
            if matches!(moves[0], Move::Mark(_)) && moves.len() == cells {
                reached = Some(*game);
            }
        });
        let game = reached.expect("a game fills every cell");
        let board = Board::of(&game.knows(None));
        if known.insert(board.cells) {
            let layer = Values::fitted().layer(cells);
            let (gets, value) = (BestResponse::default().to(&game), -for_first(&board, solved(&board)));
            let points = |worth: f64| layer.points(0.5 + 0.5 * worth);
            found.worths.push(gets - value);
            found.points.push(points(gets) - points(value));
        }
        if found.points.len() == positions {
            break;
        }
    }
    found
}

/// Plays a game between two levels and shows every decision before it is made.
fn play_game(levels: [Level; 2], seed: u64, thinking: &Thinking, mut see: impl FnMut(&Irono, &[Move])) {
    let random = &mut Quick::new(seed);
    let mut game = Irono::new(2, Options::default());
    loop {
        match game.turn() {
            Turn::Over => return,
            Turn::Deal => deal(&mut game, random),
            Turn::Move(to_act) => {
                let seat = to_act.first().expect("somebody is to act");
                let moves = legal(&game, seat);
                see(&game, &moves);
                let bot = Bot::of(levels[seat.index()]);
                let chosen = bot.choose::<Irono>(&game.knows(Some(seat)), seat, &moves, thinking, random);
                game = after(&game, seat, chosen);
            }
        }
    }
}

/// The value of a board to the active player, solved to the end.
fn solved(board: &Board) -> f64 {
    let look = Lookahead::new(board, None, CELLS, Values::fitted());
    let payoffs = look.payoffs(&Budget::UNLIMITED).expect("there is no limit");
    f64::from(payoffs.iter().map(|(_, payoffs)| payoffs.value()).fold(f32::MIN, f32::max))
}

/// A worth to the active player, seen from the first seat.
fn for_first(board: &Board, worth: f64) -> f64 {
    if board.active == 0 { worth } else { -worth }
}

const STRONG: Seat = Seat(0);
const OTHER: Seat = Seat(1);

/// What the best response gets against `strong`, by board.
#[derive(Default)]
struct BestResponse {
    known: HashMap<[u8; CELLS], f64>,
}

impl BestResponse {
    fn to(&mut self, game: &Irono) -> f64 {
        let board = Board::of(&game.knows(None));
        if game.turn() == Turn::Over {
            return f64::from(worth(-board.lead()));
        }
        if let Some(known) = self.known.get(&board.cells) {
            return *known;
        }
        let gets = if game.knows(None).active() == OTHER { self.marking(game) } else { self.guessing(game) };
        self.known.insert(board.cells, gets);
        gets
    }

    /// The best mark and colour against the guesses of `strong`.
    fn marking(&mut self, game: &Irono) -> f64 {
        let mut best = f64::MIN;
        for mark in legal(game, OTHER).iter() {
            let marked = after(game, OTHER, *mark);
            let hides = legal(&marked, OTHER);
            // It does not know the colour, so its guesses are the same for all.
            let guesses = strong_plays(&after(&marked, OTHER, hides[0]));
            for hide in hides.iter() {
                let hidden = after(&marked, OTHER, *hide);
                let gets =
                    guesses.iter().map(|(guess, share)| share * self.to(&after(&hidden, STRONG, *guess)));
                best = best.max(gets.sum());
            }
        }
        best
    }

    /// The best guess against the mark and the colours of `strong`.
    fn guessing(&mut self, game: &Irono) -> f64 {
        let mut gets = 0.0;
        for (mark, share) in strong_plays(game) {
            let marked = after(game, STRONG, mark);
            let hidden: Vec<_> = strong_plays(&marked)
                .into_iter()
                .map(|(hide, share)| (after(&marked, STRONG, hide), share))
                .collect();
            let guesses = legal(&hidden[0].0, OTHER);
            let of_guess = |guess: &Move| -> f64 {
                hidden.iter().map(|(hidden, share)| share * self.to(&after(hidden, OTHER, *guess))).sum()
            };
            gets += share * guesses.iter().map(of_guess).fold(f64::MIN, f64::max);
        }
        gets
    }
}

/// How often `strong` plays each move; moves that it never plays are left out.
fn strong_plays(game: &Irono) -> Vec<(Move, f64)> {
    let thinking = Thinking::within(Limit::Iterations(u32::MAX));
    let (knowledge, moves) = (game.knows(Some(STRONG)), legal(game, STRONG));
    let skill = Level::Strong.skill();
    let advice = Irono::advise(&knowledge, STRONG, &moves, &skill, &thinking, &mut Quick::new(0));
    let played = advice.candidates.iter().map(|one| (one.chosen, one.played));
    played.filter(|(_, share)| *share > 0.0).collect()
}

fn after(game: &Irono, seat: Seat, chosen: Move) -> Irono {
    let mut game = *game;
    game.play(seat, chosen, &mut ()).expect("a listed move is legal");
    game
}

fn legal(game: &Irono, seat: Seat) -> Moves<Move> {
    let mut moves = Moves::new();
    game.legal(seat, &mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use bots::{Level, Limit};

    use super::exploitability;

    /// The claim holds over the last four cells; three are quicker.
    #[test]
    fn over_the_last_cells_a_best_response_gains_nothing() {
        for opponent in [Level::Random, Level::Normal, Level::Strong] {
            let found = exploitability(opponent, 3, 3, Limit::Iterations(3_000));
            assert!(found.worths.iter().all(|gain| gain.abs() < 1e-4), "{found:?}");
            assert!(found.most() <= 0.1, "{found:?}");
        }
    }
}
