//! Law: what is true is always possible to a sampler. For every hidden card, some sample puts it where it truly lies.
//!
//! `IRORI_LAW_POSITIONS=100000 cargo test --release -p irori-games --test possible` looks at that many positions of
//! each game.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use cards::{Quick, Random, Seat};
use games::{Moves, Notation, Sample, Turn};
use serde_json::Value;

/// A true place that so many samples never show is held to be impossible.
const PATIENCE: u32 = 3_000;

fn positions() -> u64 {
    match std::env::var("IRORI_LAW_POSITIONS") {
        Ok(number) => number.parse().expect("IRORI_LAW_POSITIONS must be a number of positions"),
        Err(_) => 10_000,
    }
}

/// Where every card of the round's deal lay, and what was passed on or hidden in secret.
fn places<G: Sample + Notation>(state: &G) -> HashSet<String> {
    let Some(story) = state.story() else { return HashSet::new() };
    let step = serde_json::to_value(state.deal_step(&story.deal)).unwrap();
    let mut places = HashSet::new();
    for (key, value) in step["deal"].as_object().unwrap() {
        cards(key, value, &mut places);
    }
    for (seat, chosen) in &story.moves {
        let text = chosen.to_string();
        if text.starts_with("pass ") || text.starts_with("hide ") {
            places.extend(text.split(' ').map(|word| format!("chosen by {seat}: {word}")));
        }
        if let Some(count) = text.strip_prefix("split ") {
            // A split hand is known by its sides and no longer by its order.
            let hand = &step["deal"]["hands"][seat.index()];
            let normal = 12 - count.parse::<usize>().unwrap();
            let cards = hand.as_array().unwrap().iter().enumerate();
            places.extend(cards.map(|(at, card)| format!("side of {seat}, {}: {card}", at < normal)));
        }
    }
    places
}

/// Every card in a deal with the hand or pile it lies in; the order within it is left out.
fn cards(place: &str, value: &Value, places: &mut HashSet<String>) {
    match value {
        Value::String(card) => {
            places.insert(format!("{place}: {card}"));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                match item {
                    Value::Array(_) => cards(&format!("{place} {at}"), item, places),
                    _ => cards(place, item, places),
                }
            }
        }
        _ => {}
    }
}

fn truth_is_possible<G: Sample + Notation>() {
    let setups = games::setups::<G>();
    let mut random = Quick::new(1);
    let (mut looked, mut samples) = (0, 0u64);
    for (seats, options) in setups.into_iter().cycle() {
        let mut state = G::new(seats, options);
        let mut moves = Moves::new();
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Deal => {
                    let deal = state.draw(&mut random);
                    state.deal(&deal, &mut ()).unwrap();
                }
                Turn::Move(to_act) => {
                    if random.below(8) == 0 {
                        let viewer = Seat(random.below(seats.into()) as u8);
                        samples += look(&state, viewer, &mut random);
                        looked += 1;
                    }
                    let seat = to_act.first().unwrap();
                    state.legal(seat, &mut moves);
                    state.play(seat, random.pick(&moves), &mut ()).unwrap();
                }
            }
        }
        if looked >= positions() {
            break;
        }
    }
    println!("{}: {looked} positions, {samples} samples", G::ID);
}

/// Samples until every true place was seen, and says how many samples that took.
fn look<G: Sample + Notation>(state: &G, viewer: Seat, random: &mut Quick) -> u64 {
    let knowledge = state.knows(Some(viewer));
    let mut unseen = places(state);
    for count in 0..PATIENCE {
        if unseen.is_empty() {
            return count.into();
        }
        for place in places(&G::sample(&knowledge, random)) {
            unseen.remove(&place);
        }
    }
    panic!("{}: seat {viewer} never samples {unseen:?}\n{state:?}", G::ID);
}

macro_rules! possible {
    ($($game:ident $Game:ident $id:literal),+) => {$(
        #[test]
        fn $game() {
            truth_is_possible::<games::$game::$Game>();
        }
    )+};
}
games::each_game!(possible);
