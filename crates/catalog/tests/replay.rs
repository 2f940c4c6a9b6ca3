//! A game is its record: the same options, seed and moves give the same bytes, under every combination of options.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use cards::{Quick, Random, Seat, Seed};
use catalog::{Driver, GameId, Keep, OptionList, check, for_game};
use games::{Moves, Notation, Options, combinations};
use serde_json::Value;

/// A game at random, simultaneous choices in any order.
fn play_game<G: Notation>(seats: u8, options: &OptionList, seed: Seed) -> String {
    let mut driver = Driver::<G>::open(seats, options, seed, &[], Keep::Legal).unwrap();
    let mut random = Quick::for_seed(&seed, "replay");
    let mut moves = Moves::new();
    while !driver.state().to_act().is_empty() {
        let to_act: Vec<Seat> = driver.state().to_act().iter().collect();
        let seat = random.pick(&to_act);
        driver.state().legal(seat, &mut moves);
        driver.play(seat, random.pick(&moves), &mut ()).unwrap();
    }
    driver.record()
}

/// The same game from its record, simultaneous choices in seat order.
fn replay<G: Notation>(record: &str) -> String {
    let record: Value = serde_json::from_str(record).unwrap();
    let options = record["options"].as_object().unwrap().iter();
    let options =
        options.map(|(key, value)| (key.clone(), serde_json::from_value(value.clone()).unwrap())).collect();
    let seed = Seed::from_hex(record["seed"].as_str().unwrap()).unwrap();
    let seats = record["seats"].as_u64().unwrap() as u8;
    let mut driver = Driver::<G>::open(seats, &options, seed, &[], Keep::Legal).unwrap();
    for step in record["steps"].as_array().unwrap().iter().filter(|step| step.get("move").is_some()) {
        let seat = Seat(step["seat"].as_u64().unwrap() as u8);
        driver.play_text(seat, step["move"].as_str().unwrap()).unwrap();
    }
    driver.record()
}

fn records_replay_to_themselves<G: Notation>() {
    for seats in G::SEATS {
        for (number, options) in combinations::<G::Options>(seats).into_iter().enumerate() {
            let list = G::Options::KEYS.iter().map(|key| ((*key).to_owned(), options.get(key))).collect();
            let record = play_game::<G>(seats, &list, Seed::of_game(G::ID, number as u64));
            assert!(check(&record).unwrap().finished);
            assert!(replay::<G>(&record) == record, "{} with {seats} seats and {options:?}", G::ID);
        }
    }
}

#[test]
fn every_record_replays_to_itself() {
    for game in GameId::ALL {
        for_game!(game, G => records_replay_to_themselves::<G>());
    }
}
