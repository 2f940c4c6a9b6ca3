//! The event at the end of a trick has the complete trick, just as the view shows it. The next deal takes the last trick
//! of a round out of the view, often before anybody sees it there.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use cards::{Quick, Random};
use games::iroha::Iroha;
use games::iyadosu::Iyadosu;
use games::wild_rawz::WildRawz;
use games::{Moves, Show, Turn};
use serde_json::Value;

const GAMES: u64 = 60;

fn tells_every_trick<G: Show>() {
    let setups = games::setups::<G>();
    let mut last_of_round = 0;
    for number in 0..GAMES {
        let mut random = Quick::new(number);
        let (seats, options) = random.pick(&setups);
        let mut state = G::new(seats, options);
        let mut moves = Moves::new();
        while state.turn() != Turn::Over {
            let Some(seat) = state.to_act().first() else {
                let deal = state.draw(&mut random);
                state.deal(&deal, &mut ()).unwrap();
                continue;
            };
            let before = shown(&state);
            state.legal(seat, &mut moves);
            let mut events = Vec::new();
            state.play(seat, random.pick(&moves), &mut events).unwrap();
            let events: Vec<Value> =
                events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
            let tricks: Vec<&Value> = events.iter().filter(|event| event["type"] == "trick").collect();
            for event in &tricks {
                assert_eq!(event["winner"], event["trick"]["winner"], "{}", G::ID);
            }
            // The first is the one on the table. In others nobody could play.
            if let (Some(first), Some(last)) = (tricks.first(), tricks.last()) {
                let laid = before["trick"]["cards"].as_array().unwrap();
                assert!(first["trick"]["cards"].as_array().unwrap().starts_with(laid), "{}", G::ID);
                assert_eq!(last["trick"], shown(&state)["last-trick"], "{}", G::ID);
                last_of_round += usize::from(state.turn() == Turn::Deal);
            }
        }
    }
    assert!(last_of_round > 0, "{}: a last trick of a round is what matters", G::ID);
}

/// What a spectator is shown.
fn shown<G: Show>(state: &G) -> Value {
    serde_json::to_value(G::view(&state.knows(None))).unwrap()
}

#[test]
fn iroha() {
    tells_every_trick::<Iroha>();
}

#[test]
fn iyadosu() {
    tells_every_trick::<Iyadosu>();
}

#[test]
fn wild_rawz() {
    tells_every_trick::<WildRawz>();
}
