//! What an opponent has shown of how he hides and guesses.
//!
//! He is taken to be one of a few types of player, and each past round shifts belief towards the types that expected
//! what he did. Belief in more than the solved play is what makes it worth the while to leave it, so the weight of
//! the others says how far the bot may go.
//!
//! What tells most is which cells he marks: one who looks at the board seldom marks a bad one, one who plays by chance
//! does so most of the time. So the bot takes him for one who looks until his marks say otherwise. Before that it
//! marks no cell but the best itself, lest it be misread in turn, and over the last cells it gives up nothing.

use cards::Card;
use games::irono::Knowledge;

use super::board::{Board, CELLS, COLOURS};
use super::glance;
use super::look::{Judge, Look, Means};
use super::stage::{KEEN, Stakes, mix};
use super::value::Values;

/// How often any type does something else.
const SLIP: f32 = 0.08;
/// How often any type marks a cell for reasons of its own.
const MARK_SLIP: f32 = 0.03;
/// Estimates of what cells are worth differ: one who looks at the board is *e* times less likely to mark a cell that
/// seems worse by this part of what estimates are off.
const NEAR: f32 = 0.15;
/// Estimates are taken to be off by at least this.
const LEAST_ERROR: f32 = 0.003;
/// Over so many last cells the bot dares only for what was shown before them. One who shows weakness there may do so
/// in order to be believed.
pub const LAST: usize = 4;
/// Below these beliefs that he looks at the board he is taken to play by chance: over the last cells, and before them
/// where a cell is marked.
const SUSPECT: f32 = 0.04;
const SUSPECT_EARLY: f32 = 0.25;

/// The types of player, of which some have names.
const TYPES: usize = 7;
const SOLVED: usize = 0;
const EVEN: usize = 1;
const HABIT: usize = 4;
const WARY: usize = 5;
/// How likely each type is before anything was seen: one who plays as solved, one for whom all colours are alike, one
/// who goes by a glance, one who goes by value, one of habits, one who fears to be seen through and so hides what
/// costs him least, and one who plays as solved but is drawn to what is worth most.
const BEFORE: [f32; TYPES] = [0.10, 0.50, 0.08, 0.08, 0.05, 0.08, 0.11];
/// How far the last of these is drawn.
const DRAWN: f32 = 0.5;

/// What is believed of an opponent.
#[derive(Clone, Debug)]
pub struct Model {
    /// The board behind the rounds that were seen.
    board: Board,
    /// Belief in each type, as one who hides.
    hider: [f32; TYPES],
    /// And as one who guesses.
    guesser: [f32; TYPES],
    /// How often he has hidden each colour, and how often laid it.
    hidden: [f32; COLOURS],
    laid: [f32; COLOURS],
    /// How many of his guesses were seen.
    guesses: u32,
    /// Belief that he looks at the board, as one who hides and as one who guesses; over the last cells the most that
    /// it has been there.
    looking: [f32; 2],
}

impl Model {
    /// From all finished rounds, as one seat sees the other.
    pub fn of(knowledge: &Knowledge, opponent: usize, values: &Values) -> Model {
        let mut model = Model {
            board: Board::empty(knowledge.first().index()),
            hider: BEFORE,
            guesser: BEFORE,
            hidden: [0.0; COLOURS],
            laid: [0.0; COLOURS],
            guesses: 0,
            looking: [0.0; 2],
        };
        model.look_back();
        model.go_on(knowledge, opponent, values);
        model
    }

    /// Sees what was played since.
    pub fn go_on(&mut self, knowledge: &Knowledge, opponent: usize, values: &Values) {
        let seen = CELLS - self.board.empties().len();
        for (cell, hidden, laid) in knowledge.past().skip(seen) {
            let (cell, hidden) = (usize::from(cell.index()), hidden as usize);
            let bits = laid.colours().bits() as u8;
            let round = Round::new(&self.board, cell, values);
            if self.board.active == opponent {
                let marks = marking(&self.board, cell, values);
                shift(&mut self.hider, |at| marks[at]);
                shift(&mut self.guesser, |at| marks[at]);
                let types = self.hiding(&round);
                shift(&mut self.hider, |at| types[at][hidden]);
                self.hidden[hidden] += 1.0;
            } else {
                let types = self.laying(&round);
                shift(&mut self.guesser, |at| chance_of_three(&round.stakes, &types[at], bits));
                (0..COLOURS)
                    .filter(|colour| bits >> colour & 1 != 0)
                    .for_each(|colour| self.laid[colour] += 1.0);
                self.guesses += 1;
            }
            let owner = if bits >> hidden & 1 != 0 { 1 - self.board.active } else { self.board.active };
            self.board = self.board.after(cell, owner, hidden);
            self.look_back();
        }
    }

    /// Takes down whether he looks at the board, as far as is known now.
    fn look_back(&mut self) {
        // One who is wary looks too, but he is as far from solved play as one who does not, and as safe to answer.
        let looks = |belief: &[f32; TYPES]| 1.0 - belief[EVEN] - belief[HABIT] - belief[WARY];
        let now = [looks(&self.hider), looks(&self.guesser)];
        // Where these were the last cells before this round already.
        let before = if self.board.empties().len() < LAST { self.looking } else { [0.0; 2] };
        self.looking = [now[0].max(before[0]), now[1].max(before[1])];
    }

    /// Whether these are the last cells.
    fn is_late(&self) -> bool {
        self.board.empties().len() <= LAST
    }

    /// With which chance he is expected to hide each colour, and how far solved play is not it, from 0 to 1.
    pub fn expect_hidden(&self, round: &Round) -> ([f32; COLOURS], f32) {
        (blend(&self.hider, &self.hiding(round)), self.doubt(self.hider[SOLVED], self.looking[0]))
    }

    /// With which chance he is expected to lay each colour, and how far solved play is not it.
    pub fn expect_laid(&self, round: &Round) -> ([f32; COLOURS], f32) {
        (blend(&self.guesser, &self.laying(round)), self.doubt(self.guesser[SOLVED], self.looking[1]))
    }

    /// How far his is not the solved play, where it is believed in so far, and so far that he looks at the board.
    fn doubt(&self, solved: f32, looking: f32) -> f32 {
        if self.is_late() { suspect(looking, SUSPECT) } else { 1.0 - solved }
    }

    /// How far the bot may leave the best mark, from 0 to 1.
    pub fn doubt_of_marks(&self) -> f32 {
        let most = if self.is_late() { SUSPECT } else { SUSPECT_EARLY };
        suspect(self.looking[0].max(self.looking[1]), most)
    }

    /// How far he seems to choose by chance, in whatever he does, unless his is the solved play: against that all is
    /// one, so what is planned for need not be weighed against it.
    pub fn blind(&self) -> f32 {
        let part = |belief: &[f32; TYPES]| (belief[EVEN] + belief[HABIT]) / (1.0 - belief[SOLVED]).max(0.1);
        (part(&self.hider) + part(&self.guesser)) / 2.0
    }

    /// How each type hides.
    fn hiding(&self, round: &Round) -> [[f32; COLOURS]; TYPES] {
        let stakes = &round.stakes;
        let number = stakes.in_game().count() as f32;
        let even = spread(stakes, |_| 1.0);
        let solved = stakes.hide(stakes.value());
        let top = stakes.in_game().map(|colour| round.swings[colour]).fold(f32::MIN, f32::max);
        let glance = spread(stakes, |colour| if round.swings[colour] >= top { 1.0 } else { 0.0 });
        let keen = stakes.keen();
        let habit = spread(stakes, |colour| self.hidden[colour] + 0.7);
        let (wary, drawn) = (stakes.wary(), mix(&solved, &keen, DRAWN));
        [solved, even, glance, keen, habit, wary, drawn]
            .map(|type_| type_.map(|chance| chance * (1.0 - SLIP) + SLIP / number))
            .map(|chances| spread(stakes, |colour| chances[colour]))
    }

    /// How each type lays.
    fn laying(&self, round: &Round) -> [[f32; COLOURS]; TYPES] {
        let stakes = &round.stakes;
        let number = stakes.in_game().count() as f32;
        let even = spread(stakes, |_| 1.0);
        let solved = stakes.lay(stakes.value(), &even);
        let glance = stakes.lay(1e9, &positive(stakes, &round.swings));
        let scale = KEEN / round.range(|colour| stakes.swing(colour));
        let best = stakes.in_game().map(|colour| stakes.swing(colour)).fold(f32::MIN, f32::max);
        let keen = three_of(stakes, |colour| ((stakes.swing(colour) - best) * scale).exp());
        let habit = three_of(stakes, |colour| (self.laid[colour] + 1.0) / (self.guesses as f32 + 2.0));
        // One who fears to be seen through expects others to dare, and lays what would cost him most.
        let wary = stakes.lay(f32::MAX, &even);
        let drawn = mix(&solved, &wary, DRAWN);
        let even = three_of(stakes, |_| 1.0);
        [solved, even, glance, keen, habit, wary, drawn].map(|type_| {
            let mixed = type_.map(|chance| chance * (1.0 - SLIP) + SLIP * 3.0 / number);
            std::array::from_fn(
                |colour| if stakes.colours >> colour & 1 != 0 { mixed[colour].min(1.0) } else { 0.0 },
            )
        })
    }
}

/// How likely each type was to mark this cell. Nobody marks by habit, so that type tells nothing.
fn marking(board: &Board, cell: usize, values: &Values) -> [f32; TYPES] {
    let empties = board.empties();
    let even = 1.0 / empties.len() as f32;
    let at = empties.iter().position(|&empty| usize::from(empty) == cell).unwrap_or(0);
    let keen = |worths: &[f32], near: f32| {
        let most = worths.iter().copied().fold(f32::MIN, f32::max);
        let weight = |worth: f32| ((worth - most) / near).exp();
        let sum: f32 = worths.iter().map(|&worth| weight(worth)).sum();
        (1.0 - MARK_SLIP) * weight(worths[at]) / sum + MARK_SLIP * even
    };
    let near = NEAR * values.layer(empties.len() - 1).error.max(LEAST_ERROR);
    // Some look further ahead than others. Further than two rounds would take too long to follow.
    let ahead = [1, 2].map(|depth| {
        Look::new(board, None, depth, Judge::Fair(values)).stakes(&Means::ENOUGH).unwrap_or_default()
    });
    let by = |worth: fn(&Stakes) -> f32| -> f32 {
        let chances = ahead.each_ref().map(|stakes| {
            let worths: Vec<f32> = stakes.iter().map(|(_, stakes)| worth(stakes)).collect();
            keen(&worths, near)
        });
        chances.iter().sum::<f32>() / ahead.len() as f32
    };
    let looking = by(Stakes::value);
    // How one marks who is wary is less clear than how he hides.
    let wary = (even + by(Stakes::seen_through)) / 2.0;
    let glances: Vec<f32> = empties.iter().map(|&cell| glance::marked(board, cell.into())).collect();
    let most = glances.iter().copied().fold(f32::MIN, f32::max);
    let least = glances.iter().copied().fold(f32::MAX, f32::min);
    let glancing = keen(&glances, ((most - least) / 20.0).max(1e-4));
    [looking, even, glancing, looking, (even * looking).sqrt(), wary, looking]
}

/// How far one goes who takes the other to play by chance below a belief that he looks at the board.
fn suspect(looking: f32, below: f32) -> f32 {
    if looking < below { 1.0 - looking } else { 0.0 }
}

/// A round as the model sees it: what is at stake, and what hangs on each colour at a glance.
pub struct Round {
    /// What is at stake, as far as a round's look ahead tells.
    pub stakes: Stakes,
    swings: [f32; COLOURS],
}

impl Round {
    /// The round for a cell.
    pub fn new(board: &Board, cell: usize, values: &Values) -> Round {
        let stakes = Look::new(board, Some(cell), 1, Judge::Fair(values)).stakes(&Means::ENOUGH);
        let nothing = Stakes { colours: board.colours(), miss: [0.0; COLOURS], hit: [0.0; COLOURS] };
        let stakes = stakes.and_then(|stakes| stakes.first().map(|(_, stakes)| *stakes)).unwrap_or(nothing);
        Round { stakes, swings: glance::swings(board, cell) }
    }

    /// The same round with what is at stake known better.
    pub fn with(&self, stakes: Stakes) -> Round {
        Round { stakes, swings: self.swings }
    }

    /// The greatest difference between colours.
    fn range(&self, of: impl Fn(usize) -> f32) -> f32 {
        let most = self.stakes.in_game().map(&of).fold(f32::MIN, f32::max);
        let least = self.stakes.in_game().map(&of).fold(f32::MAX, f32::min);
        (most - least).max(1e-4)
    }
}

/// Shares that add up to 1 over the colours in the game.
fn spread(stakes: &Stakes, weight: impl Fn(usize) -> f32) -> [f32; COLOURS] {
    let sum: f32 = stakes.in_game().map(&weight).sum();
    std::array::from_fn(|colour| {
        if stakes.colours >> colour & 1 != 0 { weight(colour) / sum.max(f32::MIN_POSITIVE) } else { 0.0 }
    })
}

/// Chances, each at most 1 and together 3, in proportion to weights as far as that can be.
fn three_of(stakes: &Stakes, weight: impl Fn(usize) -> f32) -> [f32; COLOURS] {
    let mut chances = spread(stakes, weight).map(|chance| 3.0 * chance);
    for _ in 0..COLOURS {
        let over: f32 = chances.iter().map(|chance| (chance - 1.0).max(0.0)).sum();
        let under: f32 = chances.iter().filter(|&&chance| chance < 1.0).sum();
        if over <= 0.0 || under <= 0.0 {
            break;
        }
        for chance in &mut chances {
            *chance = if *chance < 1.0 { *chance * (1.0 + over / under) } else { 1.0 };
        }
    }
    chances
}

/// Weights by which [`Stakes::lay`] ranks colours just as the glance does.
fn positive(stakes: &Stakes, swings: &[f32; COLOURS]) -> [f32; COLOURS] {
    std::array::from_fn(|colour| {
        let swing = stakes.swing(colour);
        if swing.abs() < 1e-6 { 0.0 } else { swings[colour] / swing }
    })
}

/// The chance that just these three are laid, colours being laid with these chances and three in all.
fn chance_of_three(stakes: &Stakes, chances: &[f32; COLOURS], bits: u8) -> f32 {
    let product = |bits: u8| -> f32 {
        stakes
            .in_game()
            .map(|colour| chances[colour].clamp(0.02, 0.98))
            .zip(stakes.in_game())
            .map(|(chance, colour)| if bits >> colour & 1 != 0 { chance } else { 1.0 - chance })
            .product()
    };
    let all: f32 = (0..1u8 << COLOURS)
        .filter(|three| three.count_ones() == 3 && three & !stakes.colours == 0)
        .map(product)
        .sum();
    product(bits) / all.max(f32::MIN_POSITIVE)
}

/// Shifts belief by how likely each type was to do what was done.
fn shift(belief: &mut [f32; TYPES], likely: impl Fn(usize) -> f32) {
    for (at, weight) in belief.iter_mut().enumerate() {
        *weight *= likely(at).max(1e-4);
    }
    let sum: f32 = belief.iter().sum();
    belief.iter_mut().for_each(|weight| *weight /= sum.max(f32::MIN_POSITIVE));
}

/// The chances of all types, each as far as it is believed in.
fn blend(belief: &[f32; TYPES], types: &[[f32; COLOURS]; TYPES]) -> [f32; COLOURS] {
    std::array::from_fn(|colour| belief.iter().zip(types).map(|(weight, type_)| weight * type_[colour]).sum())
}
