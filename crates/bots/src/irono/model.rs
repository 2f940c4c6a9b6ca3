//! The opponent model: what to expect of this opponent after the rounds it has played.
//!
//! An opponent is described by a habit and by how often it follows it; otherwise it plays the solved strategy.
//! - *Random*: it chooses any move.
//! - *Hopeful*: it expects not to be guessed, so it hides what is worth most if missed.
//! - *Wary*: it expects to be guessed, so it hides what is worth most if hit.
//!
//! A habit is followed always, half of the time or never. All these opponents are equally likely at first. Every mark,
//! hidden colour and guess shifts the belief in them by Bayes' rule. Marks say most: an opponent who looks at the board
//! marks the best cell, a random one hardly ever does.

use cards::Card;
use games::irono::Knowledge;

use super::board::{Board, COLOURS};
use super::round::{ByColour, Payoffs};
use super::solve::{Budget, Lookahead};
use super::value::Values;

/// The solved strategy, then each of three habits followed half of the time and always.
const KINDS: usize = 7;
/// How sharply a habit prefers what is worth more; see [`leaning`].
pub const LEAN: f32 = 4.0;
/// The same for the best cell to mark. Others may look further ahead than the model does, so it is not certain.
const MARK_LEAN: f32 = 20.0;
/// How often any opponent does something else.
const SLIP: f32 = 0.02;

/// The probability of each kind of opponent.
type Belief = [f32; KINDS];

pub struct Model {
    /// How far the bot trusts this model, from 0 to 1.
    trust: f32,
    hiding: Belief,
    guessing: Belief,
}

impl Model {
    /// Learns from all finished rounds.
    pub fn of(knowledge: &Knowledge, opponent: usize, values: &Values, trust: f32) -> Model {
        let even = [1.0 / KINDS as f32; KINDS];
        let mut model = Model { trust, hiding: even, guessing: even };
        let mut board = Board::empty(knowledge.first().index());
        for (cell, hidden, guess) in knowledge.past() {
            let (cell, hidden) = (usize::from(cell.index()), hidden as usize);
            let guess = guess.colours().bits() as u8;
            let all = Lookahead::new(&board, None, 1, values).payoffs(&Budget::UNLIMITED).unwrap_or_default();
            let Some(at) = all.iter().position(|(marked, _)| *marked == cell) else { break };
            let payoffs = &all[at].1;
            if board.active == opponent {
                let marks = ChoiceOdds::of_mark(&all);
                marks.shift(&mut model.hiding, at);
                marks.shift(&mut model.guessing, at);
                let at = payoffs.in_game().position(|colour| colour == hidden);
                ChoiceOdds::of_colour(payoffs).shift(&mut model.hiding, at.unwrap_or(0));
            } else {
                let at = payoffs.guesses().position(|three| three == guess);
                ChoiceOdds::of_guess(payoffs).shift(&mut model.guessing, at.unwrap_or(0));
            }
            let is_hit = guess >> hidden & 1 != 0;
            board = board.after(cell, if is_hit { 1 - board.active } else { board.active }, hidden);
        }
        model
    }

    /// The probability that it hides each colour, and how far to answer that: as far as this is not solved play.
    pub fn expect_hidden(&self, payoffs: &Payoffs) -> (ByColour, f32) {
        let hidden = payoffs.by_colour(&ChoiceOdds::of_colour(payoffs).expect(&self.hiding));
        (hidden, self.trust * (1.0 - self.hiding[0]))
    }

    /// The same for each colour that it guesses.
    pub fn expect_guessed(&self, payoffs: &Payoffs) -> (ByColour, f32) {
        let mut guessed = [0.0; COLOURS];
        for (three, chance) in payoffs.guesses().zip(ChoiceOdds::of_guess(payoffs).expect(&self.guessing)) {
            colours(three).for_each(|colour| guessed[colour] += chance);
        }
        (guessed, self.trust * (1.0 - self.guessing[0]))
    }
}

/// For each kind of opponent, the probability of each option in one of its decisions.
struct ChoiceOdds([Vec<f32>; KINDS]);

impl ChoiceOdds {
    fn new(solved: &[f32], hopeful: &[f32], wary: &[f32]) -> ChoiceOdds {
        let even = 1.0 / solved.len() as f32;
        let random = vec![even; solved.len()];
        let kind = |habit: &[f32], part: f32| {
            let follows = |(habit, solved): (&f32, &f32)| habit * part + solved * (1.0 - part);
            let slips = |chance: f32| chance * (1.0 - SLIP) + even * SLIP;
            habit.iter().zip(solved).map(|pair| slips(follows(pair))).collect()
        };
        ChoiceOdds([
            kind(solved, 0.0),
            kind(&random, 0.5),
            kind(&random, 1.0),
            kind(hopeful, 0.5),
            kind(hopeful, 1.0),
            kind(wary, 0.5),
            kind(wary, 1.0),
        ])
    }

    /// Which cell to mark.
    fn of_mark(all: &[(usize, Payoffs)]) -> ChoiceOdds {
        let if_hit = |payoffs: &Payoffs| payoffs.in_game().map(|at| payoffs.hit[at]).fold(f32::MIN, f32::max);
        let solved = leaning(all.iter().map(|(_, payoffs)| payoffs.value()), MARK_LEAN);
        let wary = leaning(all.iter().map(|(_, payoffs)| if_hit(payoffs)), LEAN);
        ChoiceOdds::new(&solved, &solved, &wary)
    }

    /// Which colour of those in the game to hide.
    fn of_colour(payoffs: &Payoffs) -> ChoiceOdds {
        let solved = payoffs.hide(payoffs.value());
        let solved: Vec<f32> = payoffs.in_game().map(|colour| solved[colour]).collect();
        let by = |worths: ByColour| leaning(payoffs.in_game().map(|colour| worths[colour]), LEAN);
        ChoiceOdds::new(&solved, &by(payoffs.miss), &by(payoffs.hit))
    }

    /// Which guess to make. Both habits name the colours that would cost most.
    fn of_guess(payoffs: &Payoffs) -> ChoiceOdds {
        let guess = payoffs.solved_guess(payoffs.value()).map(|chance| chance.clamp(0.02, 0.98));
        // Solved play fixes how often each colour is named, not each three: take the colours as independent.
        let odds =
            |three| colours(three).map(|colour| guess[colour] / (1.0 - guess[colour])).product::<f32>();
        let sum: f32 = payoffs.guesses().map(odds).sum();
        let solved: Vec<f32> = payoffs.guesses().map(|three| odds(three) / sum).collect();
        let cost = |three| colours(three).map(|colour| payoffs.swing(colour)).sum();
        let costly = leaning(payoffs.guesses().map(cost), LEAN);
        ChoiceOdds::new(&solved, &costly, &costly)
    }

    /// The probability of each option under a belief.
    fn expect(&self, belief: &Belief) -> Vec<f32> {
        let expected = |at| belief.iter().zip(&self.0).map(|(weight, kind)| weight * kind[at]).sum();
        (0..self.0[0].len()).map(expected).collect()
    }

    /// Shifts a belief after this option was chosen.
    fn shift(&self, belief: &mut Belief, at: usize) {
        belief.iter_mut().zip(&self.0).for_each(|(weight, kind)| *weight *= kind[at]);
        let sum: f32 = belief.iter().sum();
        belief.iter_mut().for_each(|weight| *weight /= sum);
    }
}

fn colours(three: u8) -> impl Iterator<Item = usize> {
    (0..COLOURS).filter(move |colour| three >> colour & 1 != 0)
}

/// Probabilities proportional to exp(lean × worth), with the worths scaled to run from 0 to 1.
pub fn leaning(worths: impl Iterator<Item = f32>, lean: f32) -> Vec<f32> {
    let worths: Vec<f32> = worths.collect();
    let most = worths.iter().copied().fold(f32::MIN, f32::max);
    let least = worths.iter().copied().fold(f32::MAX, f32::min);
    let weight = |worth: &f32| (lean * (worth - most) / (most - least).max(1e-4)).exp();
    let sum: f32 = worths.iter().map(weight).sum();
    worths.iter().map(|worth| weight(worth) / sum).collect()
}
