//! Learns the weights of a linear rating by self-play.
//!
//! At some decisions every move is tried in the same world, and the round is played out by the present ratings. The
//! weights are fitted by least squares: they predict how far each move's lead in points lies above the mean of all moves
//! from how far its features do. With the new weights the players rate better, and the next generation starts.

use bots::data::head;
use bots::linear::{KINDS, LinearRating, Weights};
use bots::{deal, highest, is_settled};
use cards::{Quick, Random, Seat, Seed};
use games::{Moves, Turn};

use super::squares::Squares;
use crate::Progress;

/// How often the weights are fitted to rounds played with the last ones.
const GENERATIONS: u32 = 12;
/// The result is the mean of the last ones, since each has its own errors.
const KEPT: u32 = 6;
/// One in this many decisions is examined: others of the same round teach much the same.
const EXAMINED: u32 = 4;
/// At most this many moves of a decision are tried, chosen at random.
const TRIED: usize = 8;
/// One in this many moves is random, so that rare positions occur.
const RANDOM_ONE_IN: u32 = 16;

/// The text of a game's table. It matters most to tell good moves apart, so a move counts by the probability that a
/// sensible player chooses it, plus some `attention`: otherwise a move that seems bad would never prove to be good.
pub fn learn<G: LinearRating<FEATURES>, const FEATURES: usize>(
    attention: f32,
    seed: &str,
    games: u32,
    progress: &mut Progress,
) -> String {
    let random = &mut Quick::for_seed(&Seed::from_text(seed), "train");
    let mut weights = Weights([[0.0; FEATURES]; KINDS]);
    let mut sum = weights;
    let each = games.div_ceil(GENERATIONS).max(1);
    for generation in 0..GENERATIONS {
        let mut lessons = [(); KINDS].map(|()| Squares::new());
        for game in 0..each {
            progress((generation * each + game).into(), (GENERATIONS * each).into());
            let seats = G::SEATS.start() + (game % G::SEATS.len() as u32) as u8;
            play_game::<G, FEATURES>(seats, &weights, attention, &mut lessons, random);
        }
        weights = Weights(lessons.map(|squares| squares.solve()));
        if generation >= GENERATIONS - KEPT {
            for (sum, weight) in sum.0.iter_mut().flatten().zip(weights.0.iter().flatten()) {
                *sum += weight / KEPT as f32;
            }
        }
    }
    let what = format!(
        "The linear rating of moves in {}: what each feature adds to the lead in points, with a row for each",
        G::ID
    );
    head(
        &[&what, "kind of decision. The features are those of the game's rating.rs, in its order."],
        G::ID,
        games,
        seed,
    ) + &sum.text::<G>()
}

/// Plays a round and learns from it.
fn play_game<G: LinearRating<FEATURES>, const FEATURES: usize>(
    seats: u8,
    weights: &Weights<FEATURES>,
    attention: f32,
    lessons: &mut [Squares<FEATURES>; KINDS],
    random: &mut Quick,
) {
    let mut state = G::new(seats, G::Options::default());
    let mut moves = Moves::new();
    while !is_settled(&state, 0) {
        let Some(seat) = state.to_act().first() else {
            deal(&mut state, random);
            continue;
        };
        state.legal(seat, &mut moves);
        if moves.len() > 1 && random.below(EXAMINED) == 0 {
            examine::<G, FEATURES>(&state, seat, &moves, weights, attention, lessons, random);
        }
        let chosen = if random.below(RANDOM_ONE_IN) == 0 {
            random.pick(&moves)
        } else {
            choose::<G, FEATURES>(weights, &state, seat, &moves, random)
        };
        state.play(seat, chosen, &mut ()).expect("a listed move is legal");
    }
}

/// Tries moves and learns how they compare.
fn examine<G: LinearRating<FEATURES>, const FEATURES: usize>(
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    weights: &Weights<FEATURES>,
    attention: f32,
    lessons: &mut [Squares<FEATURES>; KINDS],
    random: &mut Quick,
) {
    let mut tried = moves.to_vec();
    random.shuffle(&mut tried);
    tried.truncate(TRIED);
    let leads: Vec<f32> =
        tried.iter().map(|&chosen| lead_after(*state, seat, chosen, weights, &mut random.clone())).collect();
    let (mut described, mut kind) = (Vec::new(), 0);
    let knowledge = state.knows(Some(seat));
    G::describe(&knowledge, &tried, |of, features| {
        kind = of;
        described.push(*features);
    });
    let mut likely = [0.0; TRIED];
    weights.rate::<G>(&knowledge, &tried, &mut likely);
    let likely = &mut likely[..tried.len()];
    let best = likely.iter().copied().fold(f32::MIN, f32::max);
    for rate in likely.iter_mut() {
        *rate = (*rate - best).exp() + attention;
    }
    let mean = |of: &dyn Fn(usize) -> f32| {
        likely.iter().enumerate().map(|(at, weight)| weight * of(at)).sum::<f32>()
            / likely.iter().sum::<f32>()
    };
    let mean_lead = mean(&|at| leads[at]);
    let mean_features: [f32; FEATURES] = std::array::from_fn(|feature| mean(&|at| described[at][feature]));
    for (at, features) in described.iter().enumerate() {
        let apart = std::array::from_fn(|feature| features[feature] - mean_features[feature]);
        lessons[kind].add(&apart, leads[at] - mean_lead, likely[at]);
    }
}

/// A seat's points above the mean of the others when the round is over.
fn lead_after<G: LinearRating<FEATURES>, const FEATURES: usize>(
    mut state: G,
    seat: Seat,
    chosen: G::Move,
    weights: &Weights<FEATURES>,
    random: &mut Quick,
) -> f32 {
    state.play(seat, chosen, &mut ()).expect("a listed move is legal");
    let mut moves = Moves::new();
    while !is_settled(&state, 0) {
        match state.turn() {
            Turn::Move(to_act) => {
                let Some(seat) = to_act.first() else { break };
                state.legal(seat, &mut moves);
                let chosen = choose::<G, FEATURES>(weights, &state, seat, &moves, random);
                state.play(seat, chosen, &mut ()).expect("a listed move is legal");
            }
            Turn::Deal => deal(&mut state, random),
            Turn::Over => break,
        }
    }
    let points = state.score(0);
    let own = f32::from(points[seat.index()]);
    let all: f32 = points.iter().map(|&points| f32::from(points)).sum();
    own - (all - own) / f32::from(state.seats() - 1)
}

/// The move with the highest rating.
fn choose<G: LinearRating<FEATURES>, const FEATURES: usize>(
    weights: &Weights<FEATURES>,
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    random: &mut Quick,
) -> G::Move {
    if let [only] = moves {
        return *only;
    }
    let mut rates = [0.0; 64];
    let rates = &mut rates[..moves.len()];
    weights.rate::<G>(&state.knows(Some(seat)), moves, rates);
    moves[highest(rates, random)]
}
