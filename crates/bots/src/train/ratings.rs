//! Learning how much the terms of a rating count, in *Iroha* and *Iyadosu*.
//!
//! Players who know nothing play rounds against each other. At some of their decisions every move is tried in the same
//! world, and the round is played out by the players' present ratings; how far each move's lead in points lies above
//! the mean of its position's moves is what the terms, also less their mean, are to foretell. With the weights that
//! fit best (least squares) the players rate better, and all begins anew.

use cards::{Quick, Random, Seat, Seed};
use games::iroha::Iroha;
use games::iyadosu::Iyadosu;
use games::{Moves, Turn};

use super::squares::Squares;
use super::{Progress, head};
use crate::highest;
use crate::insight::is_settled;
use crate::search::deal;
use crate::weighed::{KINDS, Weighed, Weights};

/// How often weights are fitted anew to rounds played by the last ones.
const GENERATIONS: u32 = 12;
/// The result is the mean of the last ones, since each has its own errors.
const KEPT: u32 = 6;
/// One in so many decisions is examined: others of the same round would teach much the same.
const EXAMINED: u32 = 4;
/// At most so many moves of a decision are tried, chosen by chance.
const TRIED: usize = 8;
/// One in so many moves is made by chance, so that rare positions are seen.
const WHIM: u32 = 16;
/// The text of `data/iroha.txt`, from so many rounds of all numbers of seats.
pub fn iroha(seed: &str, games: u32, progress: &mut Progress) -> String {
    learn::<Iroha, 16>(0.1, seed, games, progress)
}

/// The text of `data/iyadosu.txt`, from so many rounds of all numbers of seats.
pub fn iyadosu(seed: &str, games: u32, progress: &mut Progress) -> String {
    learn::<Iyadosu, 20>(0.5, seed, games, progress)
}

/// What counts most is to tell good moves apart, so a move counts by how likely a sensible player is to choose it, and
/// by some `attention` more: who never looks at what seems bad cannot find out that it is not. How much serves best was
/// tried out.
fn learn<G: Weighed<TERMS>, const TERMS: usize>(
    attention: f32,
    seed: &str,
    games: u32,
    progress: &mut Progress,
) -> String {
    let random = &mut Quick::for_seed(&Seed::from_text(seed), "train");
    let mut weights = Weights([[0.0; TERMS]; KINDS]);
    let mut sum = weights;
    let each = games.div_ceil(GENERATIONS).max(1);
    for generation in 0..GENERATIONS {
        let mut lessons = [(); KINDS].map(|()| Squares::new());
        for game in 0..each {
            progress((generation * each + game).into(), (GENERATIONS * each).into());
            let seats = G::SEATS.start() + (game % G::SEATS.len() as u32) as u8;
            play::<G, TERMS>(seats, &weights, attention, &mut lessons, random);
        }
        weights = Weights(lessons.map(|squares| squares.solve()));
        if generation >= GENERATIONS - KEPT {
            for (sum, weight) in sum.0.iter_mut().flatten().zip(weights.0.iter().flatten()) {
                *sum += weight / KEPT as f32;
            }
        }
    }
    let what = format!(
        "How moves of {} are rated at a glance: what each term adds to the lead in points, with a row",
        G::ID
    );
    head(
        &[&what, "for each kind of decision. The terms stand in the game's file, in this order."],
        G::ID,
        games,
        seed,
    ) + &sum.text::<G>()
}

/// Plays a round and learns from it.
fn play<G: Weighed<TERMS>, const TERMS: usize>(
    seats: u8,
    weights: &Weights<TERMS>,
    attention: f32,
    lessons: &mut [Squares<TERMS>; KINDS],
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
            examine::<G, TERMS>(&state, seat, &moves, weights, attention, lessons, random);
        }
        let chosen = if random.below(WHIM) == 0 {
            random.pick(&moves)
        } else {
            choose::<G, TERMS>(weights, &state, seat, &moves, random)
        };
        state.play(seat, chosen, &mut ()).expect("a listed move is legal");
    }
}

/// Tries moves and learns how they compare.
fn examine<G: Weighed<TERMS>, const TERMS: usize>(
    state: &G,
    seat: Seat,
    moves: &[G::Move],
    weights: &Weights<TERMS>,
    attention: f32,
    lessons: &mut [Squares<TERMS>; KINDS],
    random: &mut Quick,
) {
    let mut tried = moves.to_vec();
    random.shuffle(&mut tried);
    tried.truncate(TRIED);
    let leads: Vec<f32> =
        tried.iter().map(|&chosen| lead_after(*state, seat, chosen, weights, &mut random.clone())).collect();
    let (mut described, mut kind) = (Vec::new(), 0);
    let knowledge = state.knows(Some(seat));
    G::describe(&knowledge, &tried, |of, terms| {
        kind = of;
        described.push(*terms);
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
    let mean_terms: [f32; TERMS] = std::array::from_fn(|term| mean(&|at| described[at][term]));
    for (at, terms) in described.iter().enumerate() {
        let apart = std::array::from_fn(|term| terms[term] - mean_terms[term]);
        lessons[kind].add(&apart, leads[at] - mean_lead, likely[at]);
    }
}

/// The points by which a seat is ahead of the others' mean when the round is over.
fn lead_after<G: Weighed<TERMS>, const TERMS: usize>(
    mut state: G,
    seat: Seat,
    chosen: G::Move,
    weights: &Weights<TERMS>,
    random: &mut Quick,
) -> f32 {
    state.play(seat, chosen, &mut ()).expect("a listed move is legal");
    let mut moves = Moves::new();
    while !is_settled(&state, 0) {
        match state.turn() {
            Turn::Move(to_act) => {
                let Some(seat) = to_act.first() else { break };
                state.legal(seat, &mut moves);
                let chosen = choose::<G, TERMS>(weights, &state, seat, &moves, random);
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

/// The move that is rated highest.
fn choose<G: Weighed<TERMS>, const TERMS: usize>(
    weights: &Weights<TERMS>,
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
