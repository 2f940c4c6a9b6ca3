//! Learning what to make of the cards of *Koi-Koi*, how its rounds end, and what follows a call of `koi`.
//!
//! Tastes are acquired by matches ([`super::tastes`]). At every decision of self-play `koi` is tried, and the round is played out: who scores next is foretold by a
//! logistic model of three outcomes, and how much, by least squares, with how far what came is spread about that. Then
//! the next games are played with what was learned.

use std::collections::BTreeMap;

use cards::{Quick, Seat, Seed};
use games::koi_koi::{KoiKoi, Move, Options};
use games::{Game, Moves, Turn};

use super::squares::Squares;
use super::tastes::{MATCH, acquire};
use super::{Progress, head};
use crate::highest;
use crate::insight::is_settled;
use crate::koi_koi::decide::{Signs, Thirds, Weights, sum};
use crate::koi_koi::experience::Experience;
use crate::koi_koi::glance::rate;
use crate::koi_koi::outlook::{Ending, Outlook};
use crate::koi_koi::tastes::Tastes;
use crate::search::deal;

/// How often the experience is made anew from games played with the last one.
const GENERATIONS: u32 = 4;
/// One game in so many is examined for how rounds end; the others are for tastes, which are told apart by small
/// differences.
const EXAMINED: u32 = 25;
/// Newton's method doubles the exact digits with each step.
const STEPS: u32 = 8;

/// The text of `data/koi-koi.txt`, from so many games under the default options.
pub fn koi_koi(seed: &str, games: u32, progress: &mut Progress) -> String {
    let random = &mut Quick::for_seed(&Seed::from_text(seed), "train");
    let each = games.div_ceil(GENERATIONS).max(1);
    let examined = each.div_ceil(EXAMINED);
    let matches = (each - examined).div_ceil(MATCH);
    let total = u64::from(GENERATIONS) * u64::from(examined + matches * MATCH);
    let mut played = 0;
    let mut tell = |games: u32| {
        progress(played, total);
        played += u64::from(games);
    };
    let mut experience = Experience::guess();
    let mut lessons = Lessons::default();
    for generation in 0..GENERATIONS {
        let rate = 1.0 / (1 + generation) as f32;
        experience.tastes = acquire(&experience, rate, matches, random, &mut tell);
        lessons = Lessons::default();
        for _ in 0..examined {
            tell(1);
            lessons.play(&experience, random);
        }
        experience = lessons.experience(experience.tastes);
    }
    let what = [
        "What follows a call of koi in Koi-Koi: how much each sign of crates/bots/src/koi_koi/decide.rs counts for who",
        "scores next (own, his) and how much (more, loss), and how far that is spread (thirds). Then how a round between",
        "equals ends: who wins, the points, and how likely that is. The tastes are those of koi_koi/tastes.rs, in its order.",
    ];
    let Experience { weights, tastes, .. } = &experience;
    head(&what, KoiKoi::ID, games, seed) + &weights.text() + &tastes.text() + &lessons.text()
}

/// What was seen in games.
#[derive(Default)]
struct Lessons {
    /// How many rounds ended so: who won, and the points.
    endings: BTreeMap<(&'static str, i16), u32>,
    trials: Vec<Trial>,
}

/// A call of `koi`, and the points that each player then scored.
struct Trial {
    signs: Signs,
    own: i16,
    his: i16,
}

impl Lessons {
    /// Plays a game and learns from it.
    fn play(&mut self, experience: &Experience, random: &mut Quick) {
        let mut game = KoiKoi::new(2, Options::default());
        while game.turn() != Turn::Over {
            let round = game.rounds();
            let mut oya = Seat(0);
            while !is_settled(&game, round) {
                let Some(seat) = game.to_act().first() else {
                    let dealt = game.draw(random);
                    oya = dealt.oya;
                    game.deal(&dealt, &mut ()).expect("a drawn deal is the one awaited");
                    continue;
                };
                let chosen = choose(experience, &game, seat, random);
                // Who holds no card any more must stop.
                if matches!(chosen, Move::Koi | Move::Stop) && game.knows(Some(seat)).hand_size(seat) > 0 {
                    self.trials.push(try_koi(experience, game, seat, random));
                }
                game.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
            *self.endings.entry(ending(game.score(round), oya)).or_default() += 1;
        }
    }

    /// What is to be learned from all that was seen, by players of these tastes.
    fn experience(&self, tastes: Tastes) -> Experience {
        let endings: Vec<Ending> = self
            .chances()
            .map(|((winner, points), chance)| match winner {
                "other" => Ending { swing: -i32::from(points), stays: false, chance },
                _ => Ending { swing: points.into(), stays: true, chance },
            })
            .collect();
        let (own, his) = self.fit_odds();
        let (mut more, mut loss) = (Squares::new(), Squares::new());
        for trial in &self.trials {
            if trial.own > 0 {
                more.add(&trial.signs.more, trial.own.into(), 1.0);
            } else if trial.his > 0 {
                loss.add(&trial.signs.loss, trial.his.into(), 1.0);
            }
        }
        let weights = Weights { own, his, more: more.solve(), loss: loss.solve(), ..Weights::GUESS };
        let parts = |came: fn(&Trial) -> i16, foretold: fn(&Weights, &Signs) -> f32| {
            let scored = self.trials.iter().filter(|trial| came(trial) > 0);
            thirds(scored.map(|trial| f32::from(came(trial)) / foretold(&weights, &trial.signs)).collect())
        };
        let more_thirds = parts(|trial| trial.own, Weights::more);
        let loss_thirds = parts(|trial| trial.his, Weights::loss);
        let weights = Weights { more_thirds, loss_thirds, ..weights };
        Experience { outlook: Outlook::of(&endings), weights, tastes }
    }

    /// The weights under which what happened was likeliest. With the signs of both players in one row, each outcome
    /// has its own part of it, and nobody's is empty; a step solves for the outcomes' variance and the error so far.
    fn fit_odds(&self) -> ([f32; 6], [f32; 5]) {
        let (mut own, mut his) = ([0.0; 6], [0.0; 5]);
        for _ in 0..STEPS {
            let mut squares = Squares::<11>::new();
            for trial in &self.trials {
                let (first, second) = (row(&trial.signs.own, 0), row(&trial.signs.his, 6));
                let (odds, others) = (sum(&trial.signs.own, &own).exp(), sum(&trial.signs.his, &his).exp());
                let (chance, other) = (odds / (odds + others + 1.0), others / (odds + others + 1.0));
                let mean: [f32; 11] = std::array::from_fn(|at| chance * first[at] + other * second[at]);
                squares.add(&first, 0.0, chance);
                squares.add(&second, 0.0, other);
                squares.add(&mean, 0.0, -1.0);
                let came = if trial.own > 0 {
                    first
                } else if trial.his > 0 {
                    second
                } else {
                    [0.0; 11]
                };
                squares.aim(&std::array::from_fn(|at| came[at] - mean[at]));
            }
            let step = squares.solve();
            for (weight, step) in own.iter_mut().chain(&mut his).zip(step) {
                *weight += step;
            }
        }
        (own, his)
    }

    /// How likely each ending of a round is.
    fn chances(&self) -> impl Iterator<Item = ((&'static str, i16), f32)> {
        let rounds = self.endings.values().sum::<u32>() as f32;
        self.endings.iter().map(move |(&ending, &count)| (ending, count as f32 / rounds))
    }

    fn text(&self) -> String {
        self.chances().map(|((winner, points), chance)| format!("{winner} {points} {chance:.7}\n")).collect()
    }
}

/// The means of the lower, the middle and the upper third of some numbers.
fn thirds(mut numbers: Vec<f32>) -> Thirds {
    numbers.sort_by(f32::total_cmp);
    let third = |at: usize| {
        let part = &numbers[numbers.len() * at / 3..numbers.len() * (at + 1) / 3];
        if part.is_empty() { 1.0 } else { part.iter().sum::<f32>() / part.len() as f32 }
    };
    std::array::from_fn(third)
}

/// Signs at their place in a row of both players' signs.
fn row(signs: &[f32], from: usize) -> [f32; 11] {
    let mut row = [0.0; 11];
    row[from..from + signs.len()].copy_from_slice(signs);
    row
}

/// Calls `koi` and plays the round out.
fn try_koi(experience: &Experience, mut game: KoiKoi, seat: Seat, random: &mut Quick) -> Trial {
    let signs = Signs::of(&game.knows(Some(seat)), seat);
    let round = game.rounds();
    game.play(seat, Move::Koi, &mut ()).expect("who may stop may play on");
    play_out(&mut game, round, [experience; 2], random);
    let score = game.score(round);
    Trial { signs, own: score[seat.index()], his: score[seat.index() ^ 1] }
}

/// Plays a round to its end, each seat by its experience.
pub fn play_out(game: &mut KoiKoi, round: usize, players: [&Experience; 2], random: &mut Quick) {
    while !is_settled(game, round) {
        match game.to_act().first() {
            Some(seat) => {
                let chosen = choose(players[seat.index()], game, seat, random);
                game.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
            None => deal(game, random),
        }
    }
}

/// The move that is rated highest.
fn choose(experience: &Experience, game: &KoiKoi, seat: Seat, random: &mut Quick) -> Move {
    let mut moves = Moves::new();
    game.legal(seat, &mut moves);
    let mut rates = [0.0; 64];
    let rates = &mut rates[..moves.len()];
    rate(experience, &game.knows(Some(seat)), &moves, rates);
    moves[highest(rates, random)]
}

fn ending(score: &[i16], oya: Seat) -> (&'static str, i16) {
    let (own, other) = (score[oya.index()], score[oya.index() ^ 1]);
    match (own, other) {
        (0, 0) => ("nobody", 0),
        (0, _) => ("other", other),
        _ => ("oya", own),
    }
}
