//! Learning what to make of the cards of *Koi-Koi*, by matches between tastes that differ a little.
//!
//! All numbers of a taste are moved at once, each up or down by chance, and who has them moved one way plays rounds
//! with who has them moved the other way. Then every number follows the winner, by as much as he won. A single match
//! says hardly anything of a single number, but over thousands of them each finds its place (this is known as
//! stochastic approximation by simultaneous perturbation).

use cards::{Quick, Random};
use games::Game;
use games::koi_koi::{KoiKoi, Options};

use super::koi_koi::play_out;
use crate::Insight;
use crate::koi_koi::experience::Experience;
use crate::koi_koi::tastes::{LEARNED, Tastes};

/// A match takes as many rounds as so many games.
pub const MATCH: u32 = 66;
/// Each deal of it is played twice, with the seats exchanged.
const DEALS: u32 = MATCH * ROUNDS / 2;
/// The rounds of a game.
const ROUNDS: u32 = 12;
/// How far numbers are moved aside, in parts of what was guessed and for those near 0.
const ASIDE: f32 = 0.12;
const ASIDE_AT_LEAST: f32 = 0.02;
/// How far they follow the winner, in what they were moved aside, for an edge of 1.
const FOLLOW: f32 = 10.0;

/// What so many matches make of an experience's tastes: the mean of their second half. They follow slower at a lower
/// rate, and more surely.
pub fn acquire(
    experience: &Experience,
    rate: f32,
    matches: u32,
    random: &mut Quick,
    tell: &mut impl FnMut(u32),
) -> Tastes {
    let mut guess = Tastes::GUESS;
    let most = guess.learned().map(|number| ASIDE * number.abs() + ASIDE_AT_LEAST);
    let mut tastes = experience.tastes;
    let (mut one, mut other) = (experience.clone(), experience.clone());
    let first_kept = matches / 2;
    let mut sums = [0.0; LEARNED];
    for number in 0..matches {
        tell(MATCH);
        let aside = most.map(|most| if random.below(2) == 0 { most } else { -most });
        one.tastes = moved(tastes, &aside, 1.0);
        other.tastes = moved(tastes, &aside, -1.0);
        tastes = moved(tastes, &aside, rate * FOLLOW * edge(&one, &other, random));
        if number >= first_kept {
            for (sum, number) in sums.iter_mut().zip(tastes.learned()) {
                *sum += f64::from(*number);
            }
        }
    }
    if matches > 0 {
        for (number, sum) in tastes.learned().into_iter().zip(sums) {
            *number = (sum / f64::from(matches - first_kept)) as f32;
        }
    }
    tastes
}

/// Tastes with all numbers moved by a part of `aside`.
fn moved(mut tastes: Tastes, aside: &[f32; LEARNED], part: f32) -> Tastes {
    for (number, aside) in tastes.learned().into_iter().zip(aside) {
        *number += part * aside;
    }
    tastes
}

/// By how much a round raises one's chance to win a game with the other above one half, in the mean of a match.
fn edge(one: &Experience, other: &Experience, random: &mut Quick) -> f32 {
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
            sum += one.outlook.win_chance(lead, game.rounds_left(), deals) - 0.5;
        }
    }
    sum / (2 * DEALS) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From a taste that is plainly wrong a few matches lead away: one who throws away what the opponent needs.
    #[test]
    fn a_bad_taste_is_unlearned() {
        let mut experience = Experience::present().clone();
        experience.tastes.give = -4.0;
        let wrong = experience.clone();
        experience.tastes = acquire(&experience, 4.0, 60, &mut Quick::new(1), &mut |_| ());
        assert!(experience.tastes.give > wrong.tastes.give, "{}", experience.tastes.give);
        let edge = edge(&experience, &wrong, &mut Quick::new(2));
        assert!(edge > 0.0, "{edge}");
    }
}
