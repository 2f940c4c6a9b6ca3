//! What a player is asked to do is what the rules let them do: prompts agree with the legal moves.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use cards::{Quick, Random, Seat};
use games::{Ask, GameId, Moves, Turn, for_game};
use serde_json::Value;

const GAMES: u64 = 60;

fn prompt<G: Ask>(state: &G, viewer: Option<Seat>) -> Option<Value> {
    G::prompt(&state.knows(viewer)).map(|prompt| serde_json::to_value(prompt).unwrap())
}

/// Plays random games and checks every prompt. Returns the kinds that were seen.
fn play_game<G: Ask>(game: GameId) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    let setups = games::setups::<G>();
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
            assert_eq!(prompt(&state, None), None, "{game}: a spectator is asked for nothing");
            for seat in Seat::all(seats) {
                state.legal(seat, &mut moves);
                let legal: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let prompt = prompt(&state, Some(seat));
                assert_eq!(prompt.is_some(), state.to_act().contains(seat), "{game}: seat {seat}");
                if let Some(prompt) = prompt {
                    assert!(agrees(game, &prompt, &legal), "{game}: {prompt} but {legal:?}");
                    kinds.insert(prompt["kind"].as_str().unwrap().to_owned());
                }
            }
            state.legal(seat, &mut moves);
            state.play(seat, random.pick(&moves), &mut ()).unwrap();
        }
    }
    kinds
}

/// Whether a prompt fits the legal moves.
fn agrees(game: GameId, prompt: &Value, legal: &[String]) -> bool {
    let after = |verb: &str| -> BTreeSet<&str> {
        legal.iter().filter_map(|text| text.strip_prefix(verb)?.split(' ').next()).collect()
    };
    let listed = |fact: &str| -> BTreeSet<&str> {
        prompt[fact].as_array().unwrap().iter().map(|card| card.as_str().unwrap()).collect()
    };
    let plain: Vec<&String> = legal.iter().filter(|text| !text.contains(' ')).collect();
    // `k` is black and `n` is fan; the other colours begin with their letter.
    let is_of = |text: &str, colour: &str| match &text[..1] {
        "k" => colour == "black",
        "n" => colour == "fan",
        letter => colour.starts_with(letter) && !["black", "fan"].contains(&colour),
    };
    let colours: Vec<&str> = match &prompt["colours"] {
        Value::Array(colours) => colours.iter().map(|colour| colour.as_str().unwrap()).collect(),
        _ => prompt["colour"].as_str().into_iter().collect(),
    };
    let follows = |text: &&String| colours.iter().any(|colour| is_of(text, colour));
    let all_follow = || !plain.is_empty() && plain.iter().all(follows);
    let none_follows = || !plain.iter().any(follows);
    let refuses = !after("refuse ").is_empty();
    match (game, prompt["kind"].as_str().unwrap()) {
        (GameId::Iroha, "pass") => prompt["count"] == 2 && legal.iter().all(|text| text.starts_with("pass ")),
        (GameId::Iroha | GameId::Iyadosu | GameId::WildRawz, "lead") => plain.len() == legal.len(),
        (GameId::Iroha, "follow") => all_follow(),
        (GameId::Iroha, "free") => none_follows(),
        (GameId::Irono, "mark") => listed("empty") == after("mark "),
        (GameId::Irono, "hide") => listed("colours") == after("hide "),
        (GameId::Irono, "guess") => {
            let count = listed("colours").len();
            prompt["count"] == 3 && legal.len() == count * (count - 1) * (count - 2) / 6
        }
        (GameId::Iyadosu, "split") => {
            (prompt["least"].clone(), prompt["most"].clone()) == (1.into(), legal.len().into())
        }
        (GameId::Iyadosu, "follow") => all_follow() && !refuses,
        (GameId::Iyadosu, "follow-or-refuse") => all_follow() && refuses,
        (GameId::Iyadosu, "free") => none_follows() && !refuses,
        (GameId::WildRawz, "take") => after("take ").len() == legal.len(),
        (GameId::WildRawz, "follow") => all_follow() && listed("leave") == after("leave "),
        (GameId::WildRawz, "free") => none_follows() && listed("leave") == after("leave "),
        (GameId::KoiKoi, "hands") => legal == ["keep", "swap"],
        (GameId::KoiKoi, "take") => listed("among") == after("take "),
        (GameId::KoiKoi, "decide") => prompt["koi"].is_null() != legal.contains(&"koi".to_owned()),
        (GameId::KoiKoi, "capture") => {
            listed("cards") == after("play ") && listed("wild").len() == after("wild 11K1 ").len()
        }
        (GameId::KoiKoi, "play" | "lay") => listed("wild") == after("wild 11K1 "),
        _ => false,
    }
}

#[test]
fn prompts_agree_with_the_legal_moves() {
    for game in GameId::ALL {
        let kinds = for_game!(game, G => play_game::<G>(game));
        assert!(kinds.len() > 1, "{game}: {kinds:?}");
    }
}
