//! From what is at stake to advice, which is the solved mix, and to a choice, which leaves it within bounds for what
//! the opponent has shown.

use std::time::Instant;

use cards::{Card, Seat};
use games::irono::{Knowledge, Move};

use super::board::{Board, COLOURS};
use super::chance::Chance;
use super::look::{Judge, Look, Means};
use super::model::{Model, Round};
use super::stage::{Stakes, mix, threes};
use super::value::Values;
use crate::search::{Advice, Candidate, Limit, Skill, Thinking};

/// How a level plays.
pub struct Style {
    values: &'static Values,
    /// The most rounds it looks ahead.
    depth: usize,
    /// With so many empty cells or fewer it plays to the end.
    to_the_end: usize,
    /// The most worth it gives up of what it is sure of in one decision, to profit from what the opponent has shown:
    /// so much only where he surely does not play as solved. Nothing if it does not heed him.
    pub daring: Option<f32>,
    /// How much it is drawn to the colours that are worth most, as people are.
    drawn: f32,
}

impl Style {
    /// That of a level.
    pub fn of(skill: &Skill) -> Style {
        match skill {
            Skill { tree: true, .. } => {
                Style { values: Values::fitted(), depth: 4, to_the_end: 7, daring: Some(0.7), drawn: 0.0 }
            }
            Skill { exact: true, .. } => {
                Style { values: Values::fitted(), depth: 1, to_the_end: 4, daring: Some(0.05), drawn: 0.25 }
            }
            _ => Style { values: Values::lead(), depth: 1, to_the_end: 1, daring: None, drawn: 0.4 },
        }
    }
}

/// What the solver makes of a seat's legal moves.
pub fn advise(
    knowledge: &Knowledge,
    seat: Seat,
    moves: &[Move],
    style: &Style,
    thinking: &Thinking,
) -> Advice<Move> {
    let start = Instant::now();
    let model = style.daring.map(|_| Model::of(knowledge, 1 - seat.index(), style.values));
    advise_knowing(knowledge, seat, moves, style, thinking, model, start)
}

/// The same, by what is believed of the opponent.
pub fn advise_knowing(
    knowledge: &Knowledge,
    seat: Seat,
    moves: &[Move],
    style: &Style,
    thinking: &Thinking,
    model: Option<Model>,
    start: Instant,
) -> Advice<Move> {
    let board = Board::of(knowledge);
    let mark = knowledge.mark().map(|cell| usize::from(cell.index()));
    let model = model.zip(style.daring);
    let blind = model.as_ref().is_some_and(|(model, _)| model.blind() > 0.1);
    // A second look, for play against chance, needs its time too.
    let end = |part: f64| match thinking.limit {
        Limit::Time(time) => Some(start + time.mul_f64(part)),
        Limit::Iterations(_) => None,
    };
    let seen = Seen::new(&board, mark, style, thinking, end(if blind { 0.62 } else { 0.95 }));
    let by_chance = if blind { seen.by_chance(&board, mark, seat, thinking, end(1.0)) } else { Vec::new() };
    let right = Table { board: &board, by_chance: Vec::new(), style, model: None };
    let (shares, worths) = right.weigh(moves, &seen.stakes);
    let played = match &model {
        Some(_) => Table { by_chance, model: model.as_ref(), ..right }.weigh(moves, &seen.stakes).0,
        None => shares.clone(),
    };
    let layer = style.values.layer(board.empties().len());
    // What was judged is that much off; a chance to win is half a worth.
    let judged = style.values.layer(board.empties().len().saturating_sub(seen.depth));
    let error = if seen.exact { 0.0 } else { f64::from(0.5 * judged.error) };
    let candidates = moves.iter().zip(worths).zip(shares.into_iter().zip(played));
    let candidates = candidates.map(|((&chosen, worth), (share, played))| {
        let win = f64::from(0.5 + 0.5 * worth).clamp(0.0, 1.0);
        Candidate {
            chosen,
            value: layer.points(win),
            win,
            error,
            worlds: u32::try_from(seen.positions).unwrap_or(u32::MAX),
            share,
            played,
        }
    });
    Advice { candidates: candidates.collect(), iterations: seen.positions, effective: 0.0 }
}

/// What looking ahead has shown.
struct Seen {
    stakes: Vec<(usize, Stakes)>,
    /// How many rounds it looked ahead.
    depth: usize,
    /// Whether it reached the end of the game.
    exact: bool,
    /// How many positions were judged or solved.
    positions: u64,
}

impl Seen {
    /// Looks as far ahead as there is time. With a limit of iterations, which are positions judged and rounds solved,
    /// it looks as far as they suffice, but at least one round.
    fn new(
        board: &Board,
        mark: Option<usize>,
        style: &Style,
        thinking: &Thinking,
        end: Option<Instant>,
    ) -> Seen {
        let empty = board.empties().len();
        let deepest = if empty <= style.to_the_end { empty } else { style.depth.min(empty - 1).max(1) };
        let look = |depth| Look::new(board, mark, depth, Judge::Fair(style.values));
        let count = |depth| {
            let (judged, solved) = look(depth).size();
            judged + solved
        };
        let mut seen = Seen { stakes: Vec::new(), depth: 1, exact: false, positions: 0 };
        let mut take = |depth: usize, means: &Means| {
            let stakes = look(depth).stakes(means)?;
            seen = Seen { stakes, depth, exact: depth == empty, positions: seen.positions + count(depth) };
            Some(())
        };
        let _ = take(1, &Means::ENOUGH);
        match (thinking.limit, end) {
            (Limit::Iterations(most), _) => {
                let depth = (2..=deepest).rev().find(|&depth| count(depth) <= u64::from(most));
                let _ = depth.and_then(|depth| take(depth, &Means::ENOUGH));
            }
            (Limit::Time(_), Some(end)) => {
                let means = Means { end: Some(end), threads: thinking.threads.max(1) };
                // Two rounds take hardly any time, and are there if more turns out to take too long.
                let _ = take(deepest.min(2), &Means::ENOUGH);
                let fits = |depth: usize| look(depth).fits(&means);
                if deepest == empty && empty > 2 && fits(empty) && take(empty, &means).is_some() {
                    return seen;
                }
                for depth in 3..=deepest {
                    if !fits(depth) || take(depth, &means).is_none() {
                        break;
                    }
                }
            }
            (Limit::Time(_), None) => {}
        }
        seen
    }

    /// The same against one who plays by chance: as far ahead, or less if that takes too long.
    fn by_chance(
        &self,
        board: &Board,
        mark: Option<usize>,
        seat: Seat,
        thinking: &Thinking,
        end: Option<Instant>,
    ) -> Vec<(usize, Stakes)> {
        let judge = Judge::Chance(Chance::fitted(), seat.index());
        let threads = if end.is_some() { thinking.threads.max(1) } else { 1 };
        let means = Means { end, threads };
        let look = |depth| Look::new(board, mark, depth, judge);
        let depth = (3..=self.depth).rev().find(|&depth| look(depth).fits(&means));
        let deep = depth.and_then(|depth| look(depth).stakes(&means));
        deep.or_else(|| look(self.depth.min(2)).stakes(&Means::ENOUGH)).unwrap_or_default()
    }
}

/// A decision with all that bears on it.
struct Table<'a> {
    board: &'a Board,
    /// What is at stake if the opponent plays by chance.
    by_chance: Vec<(usize, Stakes)>,
    style: &'a Style,
    model: Option<&'a (Model, f32)>,
}

impl Table<'_> {
    /// How often each move is chosen, and what it is worth.
    fn weigh(&self, moves: &[Move], all: &[(usize, Stakes)]) -> (Vec<f64>, Vec<f32>) {
        let weighed = match (moves.first(), all.first()) {
            (Some(Move::Hide(_)), Some((cell, stakes))) => {
                let (hide, laid) = self.hide(*cell, stakes);
                let hide = mix(&hide, &stakes.keen(), self.style.drawn);
                let weigh = |chosen: &Move| hidden(stakes, *chosen, &hide, &laid);
                return moves.iter().map(weigh).unzip();
            }
            (Some(Move::Guess(_)), Some((cell, stakes))) => {
                let (lay, hidden) = self.lay(*cell, stakes);
                let lay = mix(&lay, &stakes.lay(f32::MAX, &[1.0; COLOURS]), self.style.drawn);
                let threes = threes(&lay);
                let weigh = |chosen: &Move| laid(stakes, *chosen, &threes, &hidden);
                return moves.iter().map(weigh).unzip();
            }
            _ => self.marks(all),
        };
        let best = (0..weighed.len()).max_by(|&one, &other| weighed[one].0.total_cmp(&weighed[other].0));
        let shares = (0..weighed.len()).map(|at| if Some(at) == best { 1.0 } else { 0.0 });
        (shares.collect(), weighed.iter().map(|(_, worth)| *worth).collect())
    }

    /// For each cell what it is worth to mark it, first for the choice and then as expected.
    fn marks(&self, all: &[(usize, Stakes)]) -> Vec<(f32, f32)> {
        let best = all.iter().map(|(_, stakes)| stakes.value()).fold(f32::MIN, f32::max);
        let worth = |(cell, stakes): &(usize, Stakes)| {
            let value = stakes.value();
            let Some((model, daring)) = self.model else { return (value, value) };
            let (hide, laid) = self.hide(*cell, stakes);
            let expected =
                stakes.in_game().map(|colour| hide[colour] * stakes.worth(colour, laid[colour])).sum();
            // Marks that give up more than may be given up stay behind all others.
            let sure = value >= best - daring * model.doubt_of_marks();
            (if sure { expected } else { value - 10.0 }, expected)
        };
        all.iter().map(worth).collect()
    }

    /// How to hide, and how the guesser is expected to lay.
    fn hide(&self, cell: usize, stakes: &Stakes) -> ([f32; COLOURS], [f32; COLOURS]) {
        let value = stakes.value();
        let solved = stakes.hide(value);
        let Some((model, daring)) = self.model else {
            return (solved, stakes.lay(value, &solved));
        };
        let round = Round::new(self.board, cell, self.style.values).with(*stakes);
        let (laid, doubt) = model.expect_laid(&round);
        let believed = self.believed(cell, stakes);
        let worth = |&colour: &usize| believed.worth(colour, laid[colour]);
        let Some(best) = stakes.in_game().max_by(|one, other| worth(one).total_cmp(&worth(other))) else {
            return (solved, laid);
        };
        // What is secured falls, and ever faster, on the way from the solved mix to the best answer.
        let mixed = |part: f32| {
            let mut mix = solved.map(|chance| chance * (1.0 - part));
            mix[best] += part;
            mix
        };
        let least = value - daring * doubt;
        let (mut low, mut high) = (0.0, 1.0);
        if stakes.secured(&mixed(1.0)) >= least {
            low = 1.0;
        } else {
            for _ in 0..20 {
                let middle = (low + high) / 2.0;
                if stakes.secured(&mixed(middle)) >= least { low = middle } else { high = middle }
            }
        }
        (mixed(low), laid)
    }

    /// How to lay, and how the active seat is expected to hide.
    fn lay(&self, cell: usize, stakes: &Stakes) -> ([f32; COLOURS], [f32; COLOURS]) {
        let value = stakes.value();
        let Some((model, daring)) = self.model else {
            let hidden = stakes.hide(value);
            return (stakes.lay(value, &[1.0; COLOURS]), hidden);
        };
        let round = Round::new(self.board, cell, self.style.values).with(*stakes);
        let (hidden, doubt) = model.expect_hidden(&round);
        let believed = self.believed(cell, stakes);
        let gains = std::array::from_fn(|colour| hidden[colour] * believed.swing(colour));
        (stakes.lay_for(value + daring * doubt, &gains), hidden)
    }

    /// What is at stake as far as the opponent is believed to go on choosing by chance.
    fn believed(&self, cell: usize, stakes: &Stakes) -> Stakes {
        let Some((model, _)) = self.model else { return *stakes };
        let Some((_, by_chance)) = self.by_chance.iter().find(|(at, _)| *at == cell) else { return *stakes };
        stakes.blend(by_chance, model.blind())
    }
}

/// How often a colour is hidden, and what that is worth.
fn hidden(stakes: &Stakes, chosen: Move, hide: &[f32; COLOURS], laid: &[f32; COLOURS]) -> (f64, f32) {
    let Move::Hide(colour) = chosen else { return (0.0, 0.0) };
    let colour = colour as usize;
    (f64::from(hide[colour]), stakes.worth(colour, laid[colour]))
}

/// How often three colours are laid, and what that is worth to the guesser.
fn laid(stakes: &Stakes, chosen: Move, threes: &[(u8, f64)], hidden: &[f32; COLOURS]) -> (f64, f32) {
    let Move::Guess(three) = chosen else { return (0.0, 0.0) };
    let bits = three.colours().bits() as u8;
    let share = threes.iter().find(|(laid, _)| *laid == bits).map_or(0.0, |(_, share)| *share);
    let worth = |colour: usize| {
        let end = if bits >> colour & 1 != 0 { stakes.hit[colour] } else { stakes.miss[colour] };
        hidden[colour] * end
    };
    (share, -stakes.in_game().map(worth).sum::<f32>())
}
