//! Learns the card values of *Koi-Koi* by matches between values that differ a little.
//!
//! Each match moves all numbers at once, each up or down at random, and plays rounds against the values moved the other
//! way. Then every number moves towards the winner, by as much as it won. A single match says hardly anything about a
//! single number, but over thousands of them each finds its place: simultaneous perturbation stochastic approximation.

use bots::Strategy;
use bots::koi_koi::card_values::{CardValues, LEARNED};
use bots::koi_koi::learned::Learned;
use cards::{Quick, Random};
use games::Game;
use games::koi_koi::{KoiKoi, Options};

use super::train::play_out;

/// A match takes as many rounds as this many games.
pub const MATCH: u32 = 66;
/// Each deal is played twice, with the seats swapped.
const DEALS: u32 = MATCH * ROUNDS / 2;
const ROUNDS: u32 = 12;
/// How far numbers are moved, relative to the first guess, and at least.
const STEP: f32 = 0.12;
const LEAST_STEP: f32 = 0.02;
/// How many steps they move towards the winner for an edge of 1.
const FOLLOW: f32 = 10.0;

/// The card values after this many matches: the mean over the second half of them. A lower rate learns more slowly and
/// more exactly.
pub fn improve(
    learned: &Learned,
    rate: f32,
    matches: u32,
    random: &mut Quick,
    tell: &mut impl FnMut(u32),
) -> CardValues {
    let mut guess = CardValues::GUESS;
    let sizes = guess.learned().map(|number| STEP * number.abs() + LEAST_STEP);
    let mut card_values = learned.card_values;
    let (mut one, mut other) = (learned.clone(), learned.clone());
    let first_kept = matches / 2;
    let mut sums = [0.0; LEARNED];
    for number in 0..matches {
        tell(MATCH);
        let steps = sizes.map(|size| if random.below(2) == 0 { size } else { -size });
        one.card_values = moved(card_values, &steps, 1.0);
        other.card_values = moved(card_values, &steps, -1.0);
        card_values = moved(card_values, &steps, rate * FOLLOW * edge(&one, &other, random));
        if number >= first_kept {
            for (sum, number) in sums.iter_mut().zip(card_values.learned()) {
                *sum += f64::from(*number);
            }
        }
    }
    if matches > 0 {
        for (number, sum) in card_values.learned().into_iter().zip(sums) {
            *number = (sum / f64::from(matches - first_kept)) as f32;
        }
    }
    card_values
}

/// Card values with all numbers moved by a part of `steps`.
fn moved(mut card_values: CardValues, steps: &[f32; LEARNED], part: f32) -> CardValues {
    for (number, step) in card_values.learned().into_iter().zip(steps) {
        *number += part * step;
    }
    card_values
}

/// How far a round raises the first player's win probability above one half, in the mean of a match.
fn edge(one: &Learned, other: &Learned, random: &mut Quick) -> f32 {
    let mut sum = 0.0;
    for _ in 0..DEALS {
        let game = KoiKoi::new(2, Options::default());
        let dealt = game.draw(random);
        for (seat, players) in [(0, [one, other]), (1, [other, one])] {
            let mut game = game;
            game.deal(&dealt, &mut ()).expect("a drawn deal is the one awaited");
            play_out(&mut game, 0, players, random);
            let score = game.score(0);
            let lead = i32::from(score[seat]) - i32::from(score[1 - seat]);
            let deals = game.oya().is_some_and(|oya| oya.index() == seat);
            sum += one.win_table.win_probability(lead, game.rounds_left(), deals) - 0.5;
        }
    }
    sum / (2 * DEALS) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few matches lead away from a value that is plainly wrong: throwing away what the opponent needs.
    #[test]
    fn a_wrong_value_is_unlearned() {
        let mut learned = Learned::checked_in().clone();
        learned.card_values.give = -4.0;
        let wrong = learned.clone();
        learned.card_values = improve(&learned, 4.0, 60, &mut Quick::new(1), &mut |_| ());
        assert!(learned.card_values.give > wrong.card_values.give, "{}", learned.card_values.give);
        let edge = edge(&learned, &wrong, &mut Quick::new(2));
        assert!(edge > 0.0, "{edge}");
    }
}
