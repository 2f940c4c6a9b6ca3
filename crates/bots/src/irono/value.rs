//! What a position is worth without looking further: a fitted function of its lines and colours.
//!
//! A worth is the chance to win less the chance to lose, and a small part of the lead in points, so that play stays
//! sensible where the game is decided. The function is a sum of weights, a set for each number of empty cells, put
//! through a logistic curve. How they were fitted is told in `fit.rs` and in the data file.

use std::sync::LazyLock;

use super::board::{Board, CELLS, COLOURS, GREY, LINES, STONES, split};
use super::chance::Chance;

/// How much of a worth is a point of lead.
pub const POINT: f32 = 0.002;
/// The weights of the value function.
const DATA: &str = include_str!("../../data/irono.txt");
/// The lines from this one on are diagonals.
const DIAGONAL: usize = 8;
/// The stone codes of own and of others' stones whose colours have left the game.
const DEAD: [u8; 2] = [13, 14];

/// The worth of a finished game in which one leads by so many points.
#[inline]
pub fn worth(lead: i32) -> f32 {
    // Held between −1 and 1, a lead is its sign.
    lead.clamp(-1, 1) as f32 + POINT * lead as f32
}

/// The value function.
pub struct Values {
    layers: Vec<Layer>,
}

/// The value function for one number of empty cells.
pub struct Layer {
    /// One for each trait of a position, in the order of [`traits`].
    pub weights: Vec<f32>,
    /// The same, with the lines seen from the other side.
    mirrored: Vec<f32>,
    /// The root mean square error of a worth.
    pub error: f32,
}

/// Where the traits of a kind begin.
const LEAD: usize = 1;
const STRAIGHT: usize = 2;
/// Kinds of lines that are told apart, the full ones, which are all alike, included.
const KINDS: usize = 101;
const COUNTS: usize = STRAIGHT + 2 * KINDS;
const ALIVE: usize = COUNTS + 2 * 16;
/// How many traits there are.
pub const TRAITS: usize = ALIVE + COLOURS + 1;

impl Values {
    /// Those that come with the program.
    pub fn fitted() -> &'static Values {
        static FITTED: LazyLock<Values> = LazyLock::new(|| Values::read(DATA, 0));
        &FITTED
    }

    /// The lead alone, kept ready.
    pub fn lead() -> &'static Values {
        static LEAD_ALONE: LazyLock<Values> = LazyLock::new(Values::plain);
        &LEAD_ALONE
    }

    /// The lead alone.
    pub fn plain() -> Values {
        let mut weights = vec![0.0; TRAITS];
        weights[LEAD] = 1.5;
        // Nothing is known of how good it is.
        Values { layers: (0..CELLS).map(|_| Layer::new(weights.clone(), 1.0)).collect() }
    }

    /// Reads the lines of weights of a function, the first, second or third of the file: a line for each number of
    /// empty cells from 1 on, the error before the weights. Those that begin with `#` are comments.
    fn read(text: &str, function: usize) -> Values {
        let mut values = Values::plain();
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        for (empty, row) in (1..CELLS).zip(rows.skip(function * (CELLS - 1))) {
            let numbers: Vec<f32> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            if let [error, weights @ ..] = &numbers[..]
                && weights.len() == TRAITS
            {
                values.set(empty, weights.to_vec(), *error);
            }
        }
        values
    }

    /// The function for so many empty cells.
    pub fn layer(&self, empty: usize) -> &Layer {
        &self.layers[empty.min(CELLS - 1)]
    }

    /// Puts other weights in place.
    pub fn set(&mut self, empty: usize, weights: Vec<f32>, error: f32) {
        self.layers[empty] = Layer::new(weights, error);
    }
}

impl Chance {
    /// That which comes with the program.
    pub fn fitted() -> &'static Chance {
        static FITTED: LazyLock<Chance> =
            LazyLock::new(|| Chance { knowing: Values::read(DATA, 1), blind: Values::read(DATA, 2) });
        &FITTED
    }
}

impl Layer {
    fn new(weights: Vec<f32>, error: f32) -> Layer {
        let mut mirrored = weights.clone();
        for kind in 0..KINDS {
            let other = usize::from(LINE_KINDS.mirror[kind]);
            mirrored[STRAIGHT + kind] = weights[STRAIGHT + other];
            mirrored[STRAIGHT + KINDS + kind] = weights[STRAIGHT + KINDS + other];
        }
        Layer { weights, mirrored, error }
    }

    /// What a position is worth to the active seat.
    #[inline]
    pub fn worth(&self, board: &Board) -> f32 {
        2.0 / (1.0 + (-self.sum(board)).exp()) - 1.0 + POINT * board.active_lead() as f32
    }

    /// The sum of the weights of a position's traits, whose logistic is the chance to win.
    #[inline]
    pub fn sum(&self, board: &Board) -> f32 {
        let weights = if board.active == 0 { &self.weights } else { &self.mirrored };
        let colours = board.colours();
        let mut sum = weights[0] + weights[LEAD] * 0.1 * board.active_lead() as f32;
        let kinds = &LINE_KINDS.kinds;
        let codes =
            if colours.count_ones() as usize == COLOURS { board.lines } else { marked_dead(board, colours) };
        for &line in &codes[..DIAGONAL] {
            sum += weights[STRAIGHT + usize::from(kinds[line as usize])];
        }
        for &line in &codes[DIAGONAL..] {
            sum += weights[STRAIGHT + KINDS + usize::from(kinds[line as usize])];
        }
        let (own, others) = (&board.counts[board.active], &board.counts[1 - board.active]);
        for colour in 0..COLOURS {
            if colours >> colour & 1 != 0 {
                sum += weights[count_trait(colour, own[colour], others[colour])];
            }
        }
        sum + weights[ALIVE + colours.count_ones() as usize]
    }

    /// How many points of lead are worth as much as this chance to win.
    pub fn points(&self, win: f64) -> f64 {
        let win = win.clamp(0.002, 0.998);
        (win / (1.0 - win)).ln() * 10.0 / f64::from(self.weights[LEAD]).max(0.3)
    }
}

/// The traits of a position and how much there is of each.
pub fn traits(board: &Board) -> Vec<(usize, f64)> {
    let colours = board.colours();
    let mut traits = vec![(0, 1.0), (LEAD, 0.1 * f64::from(board.active_lead()))];
    let codes = marked_dead(board, colours);
    for (line, &code) in codes.iter().enumerate() {
        let mut kind = usize::from(LINE_KINDS.kinds[code as usize]);
        if board.active == 1 {
            kind = usize::from(LINE_KINDS.mirror[kind]);
        }
        traits.push((STRAIGHT + if line < DIAGONAL { 0 } else { KINDS } + kind, 1.0));
    }
    let (own, others) = (&board.counts[board.active], &board.counts[1 - board.active]);
    for colour in (0..COLOURS).filter(|colour| colours >> colour & 1 != 0) {
        traits.push((count_trait(colour, own[colour], others[colour]), 1.0));
    }
    traits.push((ALIVE + colours.count_ones() as usize, 1.0));
    traits
}

#[inline]
fn count_trait(colour: usize, own: u8, others: u8) -> usize {
    COUNTS + if colour == GREY { 16 } else { 0 } + 4 * usize::from(own & 3) + usize::from(others & 3)
}

/// The lines, with one code for all stones of an owner whose colours have left the game.
fn marked_dead(board: &Board, colours: u8) -> [u16; LINES] {
    let mut codes = [0u16; 16];
    for (stone, code) in codes.iter_mut().enumerate().skip(1).take(STONES) {
        let (owner, colour) = split(stone as u8);
        *code = if colours >> colour & 1 != 0 { stone as u16 } else { u16::from(DEAD[owner]) };
    }
    board.lines.map(|line| {
        (0..4).fold(0, |marked, place| marked | codes[usize::from(line >> (4 * place) & 15)] << (4 * place))
    })
}

/// The kind of each line, and the kind it is for the other seat.
struct LineKinds {
    kinds: Vec<u8>,
    mirror: Vec<u8>,
}

/// What tells one owner's stones in a line from others: how many there are of the ordinary colours, most first, of
/// grey, and of colours that have left the game.
type Pattern = ([u8; 4], u8, u8);

static LINE_KINDS: LazyLock<LineKinds> = LazyLock::new(|| {
    let mut known = std::collections::BTreeMap::new();
    let lines: Vec<_> =
        (0..=u16::MAX).map(|line| (pattern(line, 0), pattern(line, 1), is_full(line))).collect();
    for (own, others, full) in &lines {
        if !full {
            known.insert((*own, *others), 0u8);
        }
    }
    // Kind 0 is that of full lines, of which the lead tells all.
    for (kind, number) in known.values_mut().zip(1..) {
        *kind = number;
    }
    let kind =
        |(own, others, full): &(Pattern, Pattern, bool)| if *full { 0 } else { known[&(*own, *others)] };
    let mut mirror = vec![0; KINDS];
    for ((own, others), kind) in &known {
        mirror[usize::from(*kind)] = known[&(*others, *own)];
    }
    LineKinds { kinds: lines.iter().map(kind).collect(), mirror }
});

fn pattern(line: u16, owner: usize) -> Pattern {
    let mut counts = [0u8; COLOURS];
    let mut dead = 0;
    for place in 0..4 {
        let code = (line >> (4 * place) & 15) as u8;
        if code == DEAD[owner] {
            dead += 1;
        } else if (1..=STONES as u8).contains(&code) && usize::from(code - 1) / COLOURS == owner {
            counts[usize::from(code - 1) % COLOURS] += 1;
        }
    }
    let grey = counts[GREY];
    let mut ordinary = counts;
    ordinary[GREY] = 0;
    ordinary.sort_by(|one, other| other.cmp(one));
    ([ordinary[0], ordinary[1], ordinary[2], ordinary[3]], grey, dead)
}

fn is_full(line: u16) -> bool {
    (0..4).all(|place| !matches!(line >> (4 * place) & 15, 0 | 15))
}
