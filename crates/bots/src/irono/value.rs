//! The fitted value function: what a position is worth without looking ahead.
//!
//! A worth is the probability to win minus that to lose, plus a small part of the lead, so that play stays sensible
//! where the game is decided. The function sums the weights of a position's traits, with a set of weights for each
//! number of empty cells, and takes the logistic of the sum. `fit.rs` fits the weights.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::board::{ALL, Board, CELLS, COLOURS, DIAGONAL, GREY, LINES, STONES, split};

/// The worth of a point of lead.
pub const POINT: f32 = 0.002;
const DATA: &str = include_str!("../../data/irono.txt");

/// Where each kind of trait begins; the first trait is always there.
const LEAD: usize = 1;
const STRAIGHT: usize = 2;
/// Kinds of lines that are told apart. All full lines are of one kind.
const KINDS: usize = 101;
const COUNTS: usize = STRAIGHT + 2 * KINDS;
const ALIVE: usize = COUNTS + 2 * 16;
pub const TRAITS: usize = ALIVE + COLOURS + 1;

/// The worth of a finished game with this lead.
#[inline]
pub fn worth(lead: i32) -> f32 {
    lead.signum() as f32 + POINT * lead as f32
}

/// The value function, a layer for each number of empty cells.
pub struct Values {
    layers: Vec<Layer>,
}

pub struct Layer {
    weights: Vec<f32>,
    /// The root mean square error of a worth.
    pub error: f32,
}

impl Values {
    pub fn fitted() -> &'static Values {
        static FITTED: LazyLock<Values> = LazyLock::new(|| Values::read(DATA));
        &FITTED
    }

    pub fn lead() -> &'static Values {
        static LEAD_ALONE: LazyLock<Values> = LazyLock::new(Values::plain);
        &LEAD_ALONE
    }

    /// The lead alone decides.
    pub fn plain() -> Values {
        let mut weights = vec![0.0; TRAITS];
        weights[LEAD] = 1.5;
        Values { layers: (0..CELLS).map(|_| Layer { weights: weights.clone(), error: 1.0 }).collect() }
    }

    /// Reads a line for each number of empty cells from 1 on: the error, then the weights. Lines that begin with `#` are
    /// comments.
    fn read(text: &str) -> Values {
        let mut values = Values::plain();
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        for (empty, row) in (1..CELLS).zip(rows) {
            let numbers: Vec<f32> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            if let [error, weights @ ..] = &numbers[..]
                && weights.len() == TRAITS
            {
                values.set(empty, weights.to_vec(), *error);
            }
        }
        values
    }

    pub fn layer(&self, empty: usize) -> &Layer {
        &self.layers[empty.min(CELLS - 1)]
    }

    pub fn set(&mut self, empty: usize, weights: Vec<f32>, error: f32) {
        self.layers[empty] = Layer { weights, error };
    }
}

impl Layer {
    /// What a position is worth to the active player.
    #[inline]
    pub fn worth(&self, board: &Board) -> f32 {
        let mut sum = 0.0;
        each_trait(board, |at, amount| sum += self.weights[at] * amount);
        2.0 / (1.0 + (-sum).exp()) - 1.0 + POINT * board.active_lead() as f32
    }

    /// The lead that gives this win probability.
    pub fn points(&self, win: f64) -> f64 {
        let win = win.clamp(0.002, 0.998);
        (win / (1.0 - win)).ln() * 10.0 / f64::from(self.weights[LEAD]).max(0.3)
    }
}

/// Shows the traits of a position, and how much there is of each.
#[inline]
pub fn each_trait(board: &Board, mut see: impl FnMut(usize, f32)) {
    let colours = board.colours();
    see(0, 1.0);
    see(LEAD, 0.1 * board.active_lead() as f32);
    let kinds = &LINE_KINDS[board.active];
    let lines = if colours == ALL { board.lines } else { merge_dead(board, colours) };
    for &line in &lines[..DIAGONAL] {
        see(STRAIGHT + usize::from(kinds[line as usize]), 1.0);
    }
    for &line in &lines[DIAGONAL..] {
        see(STRAIGHT + KINDS + usize::from(kinds[line as usize]), 1.0);
    }
    let (own, others) = (&board.counts[board.active], &board.counts[1 - board.active]);
    for colour in (0..COLOURS).filter(|colour| colours >> colour & 1 != 0) {
        let counts = 4 * usize::from(own[colour] & 3) + usize::from(others[colour] & 3);
        see(COUNTS + if colour == GREY { 16 } else { 0 } + counts, 1.0);
    }
    see(ALIVE + colours.count_ones() as usize, 1.0);
}

/// The code of each owner's stones whose colours have left the game: they count for nothing but their points.
const DEAD: [u8; 2] = [13, 14];

/// The lines with such stones under one code.
fn merge_dead(board: &Board, colours: u8) -> [u16; LINES] {
    let code = |stone: u16| match stone {
        0 => 0,
        _ => {
            let (owner, colour) = split(stone as u8);
            if colours >> colour & 1 != 0 { stone } else { u16::from(DEAD[owner]) }
        }
    };
    let merge = |line: u16, shift: u32| code(line >> shift & 15) << shift;
    board.lines.map(|line| [0, 4, 8, 12].into_iter().map(|shift| merge(line, shift)).sum())
}

/// An owner's stones in a line: how many of each ordinary colour, most first, of grey, and dead ones.
type Pattern = ([u8; COLOURS], u8, u8);

/// The kind of each line as either player sees it. Kind 0 is a full line, of which the lead says everything.
static LINE_KINDS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let all: Vec<[Pattern; 2]> = (0..=u16::MAX).map(|line| [pattern(line, 0), pattern(line, 1)]).collect();
    let is_full = |line: usize| (0..4).all(|place| !matches!(line >> (4 * place) & 15, 0 | 15));
    let mut kinds: BTreeMap<[Pattern; 2], u8> = BTreeMap::new();
    all.iter()
        .enumerate()
        .filter(|(line, _)| !is_full(*line))
        .for_each(|(_, both)| _ = kinds.insert(*both, 0));
    kinds.values_mut().zip(1..).for_each(|(kind, number)| *kind = number);
    [[0, 1], [1, 0]].map(|[own, other]| {
        let kind = |(line, both): (usize, &[Pattern; 2])| match is_full(line) {
            true => 0,
            false => kinds[&[both[own], both[other]]],
        };
        all.iter().enumerate().map(kind).collect()
    })
});

fn pattern(line: u16, owner: usize) -> Pattern {
    let (mut counts, mut dead) = ([0u8; COLOURS], 0);
    for place in 0..4 {
        match (line >> (4 * place) & 15) as u8 {
            code if code == DEAD[owner] => dead += 1,
            code if (1..=STONES as u8).contains(&code) && split(code).0 == owner => {
                counts[split(code).1] += 1;
            }
            _ => {}
        }
    }
    let grey = std::mem::take(&mut counts[GREY]);
    counts.sort_by(|one, other| other.cmp(one));
    (counts, grey, dead)
}
