//! Learns what cards are worth in *Koi-Koi*, how rounds end, and what follows a call of `koi`.
//!
//! Card values come from matches ([`super::card_values`]). At every decision of self-play `koi` is also tried, and the
//! round is played out. A logistic model of three outcomes predicts who scores next, and least squares how much, with the
//! spread of the scores about the prediction. The next games are played with what was learned.

use std::collections::BTreeMap;

use bots::data::head;
use bots::koi_koi::card_values::CardValues;
use bots::koi_koi::decide::{KoiFeatures, KoiWeights, Thirds, sum};
use bots::koi_koi::learned::Learned;
use bots::koi_koi::rating::rate;
use bots::koi_koi::win_table::{EndingOdds, WinTable};
use bots::{deal, highest, is_settled};
use cards::{Quick, Seat, Seed};
use games::koi_koi::{KoiKoi, Move, Options};
use games::{Game, Moves, Turn};

use super::card_values::{MATCH, improve};
use crate::Progress;
use crate::train::squares::Squares;

/// How often everything is learned from games played with what was learned before.
const GENERATIONS: u32 = 4;
/// One game in this many is examined for how rounds end. The others are for the card values, which need many games,
/// because their effects are small.
const EXAMINED: u32 = 25;
/// Steps of Newton's method, which doubles the exact digits with each.
const STEPS: u32 = 8;

/// The text of `data/koi-koi.txt`, from this many games under the default options.
pub fn learn(seed: &str, games: u32, progress: &mut Progress) -> String {
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
    let mut learned = Learned::guess();
    let mut lessons = Lessons::default();
    for generation in 0..GENERATIONS {
        let rate = 1.0 / (1 + generation) as f32;
        learned.card_values = improve(&learned, rate, matches, random, &mut tell);
        lessons = Lessons::default();
        for _ in 0..examined {
            tell(1);
            lessons.play_game(&learned, random);
        }
        learned = lessons.learned(learned.card_values);
    }
    let what = [
        "What follows a call of koi in Koi-Koi: the weights of the features in crates/bots/src/koi_koi/decide.rs for who scores",
        "next (own, their) and how much (more, loss), and how far that is spread (thirds). The card values are those of",
        "koi_koi/card_values.rs, in its order. Then how a round between equals ends: who wins, the points, and the probability.",
    ];
    let Learned { weights, card_values, .. } = &learned;
    head(&what, KoiKoi::ID, games, seed) + &weights.text() + &card_values.text() + &lessons.text()
}

/// What happened in games.
#[derive(Default)]
struct Lessons {
    /// How many rounds ended with this winner and these points.
    endings: BTreeMap<(&'static str, i16), u32>,
    trials: Vec<Trial>,
}

/// A call of `koi`, and the points that each player scored after it.
struct Trial {
    features: KoiFeatures,
    own: i16,
    their: i16,
}

impl Lessons {
    /// Plays a game and learns from it.
    fn play_game(&mut self, learned: &Learned, random: &mut Quick) {
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
                let chosen = choose(learned, &game, seat, random);
                // A player without cards must stop.
                if matches!(chosen, Move::Koi | Move::Stop) && game.knows(Some(seat)).hand_size(seat) > 0 {
                    self.trials.push(try_koi(learned, game, seat, random));
                }
                game.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
            *self.endings.entry(ending(game.score(round), oya)).or_default() += 1;
        }
    }

    /// What all games taught, played with these card values.
    fn learned(&self, card_values: CardValues) -> Learned {
        let endings: Vec<EndingOdds> = self
            .probabilities()
            .map(|((winner, points), probability)| match winner {
                "other" => EndingOdds { swing: -i32::from(points), stays: false, probability },
                _ => EndingOdds { swing: points.into(), stays: true, probability },
            })
            .collect();
        let (own, their) = self.fit_odds();
        let (mut more, mut loss) = (Squares::new(), Squares::new());
        for trial in &self.trials {
            if trial.own > 0 {
                more.add(&trial.features.more, trial.own.into(), 1.0);
            } else if trial.their > 0 {
                loss.add(&trial.features.loss, trial.their.into(), 1.0);
            }
        }
        let weights = KoiWeights { own, their, more: more.solve(), loss: loss.solve(), ..KoiWeights::GUESS };
        let parts = |came: fn(&Trial) -> i16, predicted: fn(&KoiWeights, &KoiFeatures) -> f32| {
            let scored = self.trials.iter().filter(|trial| came(trial) > 0);
            thirds(
                scored.map(|trial| f32::from(came(trial)) / predicted(&weights, &trial.features)).collect(),
            )
        };
        let more_thirds = parts(|trial| trial.own, KoiWeights::more);
        let loss_thirds = parts(|trial| trial.their, KoiWeights::loss);
        let weights = KoiWeights { more_thirds, loss_thirds, ..weights };
        Learned { win_table: WinTable::of(&endings), weights, card_values }
    }

    /// The weights with the highest likelihood, by Newton's method. The features of both players form one row: each
    /// player's outcome has its own part of it, and the outcome that nobody scores has none.
    fn fit_odds(&self) -> ([f32; 6], [f32; 5]) {
        let (mut own, mut their) = ([0.0; 6], [0.0; 5]);
        for _ in 0..STEPS {
            let mut squares = Squares::<11>::new();
            for trial in &self.trials {
                let (first, second) = (row(&trial.features.own, 0), row(&trial.features.their, 6));
                let (odds, others) =
                    (sum(&trial.features.own, &own).exp(), sum(&trial.features.their, &their).exp());
                let (one, other) = (odds / (odds + others + 1.0), others / (odds + others + 1.0));
                let mean: [f32; 11] = std::array::from_fn(|at| one * first[at] + other * second[at]);
                squares.add(&first, 0.0, one);
                squares.add(&second, 0.0, other);
                squares.add(&mean, 0.0, -1.0);
                let came = if trial.own > 0 {
                    first
                } else if trial.their > 0 {
                    second
                } else {
                    [0.0; 11]
                };
                squares.aim(&std::array::from_fn(|at| came[at] - mean[at]));
            }
            let step = squares.solve();
            for (weight, step) in own.iter_mut().chain(&mut their).zip(step) {
                *weight += step;
            }
        }
        (own, their)
    }

    /// The probability of each ending of a round.
    fn probabilities(&self) -> impl Iterator<Item = ((&'static str, i16), f32)> {
        let rounds = self.endings.values().sum::<u32>() as f32;
        self.endings.iter().map(move |(&ending, &count)| (ending, count as f32 / rounds))
    }

    fn text(&self) -> String {
        self.probabilities()
            .map(|((winner, points), probability)| format!("{winner} {points} {probability:.7}\n"))
            .collect()
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

/// Features at their place in a row of both players' features.
fn row(features: &[f32], from: usize) -> [f32; 11] {
    let mut row = [0.0; 11];
    row[from..from + features.len()].copy_from_slice(features);
    row
}

/// Calls `koi` and plays the round out.
fn try_koi(learned: &Learned, mut game: KoiKoi, seat: Seat, random: &mut Quick) -> Trial {
    let features = KoiFeatures::of(&game.knows(Some(seat)), seat);
    let round = game.rounds();
    game.play(seat, Move::Koi, &mut ()).expect("koi is legal where stop is");
    play_out(&mut game, round, [learned; 2], random);
    let score = game.score(round);
    Trial { features, own: score[seat.index()], their: score[seat.index() ^ 1] }
}

/// Plays a round to its end, each seat by what it has learned.
pub fn play_out(game: &mut KoiKoi, round: usize, players: [&Learned; 2], random: &mut Quick) {
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

/// The move with the highest rating.
fn choose(learned: &Learned, game: &KoiKoi, seat: Seat, random: &mut Quick) -> Move {
    let mut moves = Moves::new();
    game.legal(seat, &mut moves);
    let mut rates = [0.0; 64];
    let rates = &mut rates[..moves.len()];
    rate(learned, &game.knows(Some(seat)), &moves, rates);
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
