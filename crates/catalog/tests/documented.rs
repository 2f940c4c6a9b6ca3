//! Everything that other programs can receive is listed in `docs/formats.md`: every type of event and every kind of prompt
//! with their keys, and every key of a view.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use cards::{Quick, Random, Seat, Seed};
use catalog::{GameId, Setup, for_game, open};
use games::{Game, Options};
use serde_json::Value;

/// What random games of a game show.
#[derive(Default)]
struct Seen {
    events: BTreeMap<String, BTreeSet<String>>,
    prompts: BTreeMap<String, BTreeSet<String>>,
    view: BTreeSet<String>,
}

fn play_game(game: GameId, seats: u8, number: u64, seen: &mut Seen) {
    let mut random = Quick::new(number);
    let options = for_game!(game, G => random_options::<G>(seats, &mut random));
    let seed = Seed::of_game("documented", number);
    let mut table = open(&Setup { game, seats, options, seed, deals: Vec::new() }).unwrap();
    while let Some(seat) = table.to_act().first() {
        let moves = table.legal(seat).unwrap();
        let chosen = &moves[random.below(moves.len() as u32) as usize];
        note(&table.prompt(seat).unwrap().unwrap(), "kind", &mut seen.prompts);
        for event in table.play(seat, chosen).unwrap() {
            note(&event, "type", &mut seen.events);
        }
        if let Value::Object(view) = table.view(Some(Seat(0))).unwrap() {
            seen.view.extend(view.keys().cloned());
        }
    }
}

/// Notes the keys of an object under the name that stands in its `tag`.
fn note(object: &Value, tag: &str, seen: &mut BTreeMap<String, BTreeSet<String>>) {
    let mut keys: BTreeSet<String> = object.as_object().unwrap().keys().cloned().collect();
    keys.remove(tag);
    seen.entry(object[tag].as_str().unwrap().to_owned()).or_default().extend(keys);
}

fn random_options<G: Game>(seats: u8, random: &mut Quick) -> catalog::OptionList {
    let choice = |key: &&str| {
        let choices = G::Options::choices(key, seats);
        ((*key).to_owned(), choices[random.below(choices.len() as u32) as usize].clone())
    };
    G::Options::KEYS.iter().map(choice).collect()
}

/// The part of the page under a heading, up to the next heading of the same level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let level = heading.split(' ').next().unwrap();
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading:?}"));
    let rest = &page[start + heading.len() + 2..];
    rest.find(&format!("\n{level} ")).map_or(rest, |end| &rest[..end])
}

/// Whether a table of the page has a row for every name, with all its keys.
fn check_rows(game: GameId, table: &str, seen: &BTreeMap<String, BTreeSet<String>>) {
    for (name, keys) in seen {
        let row = table.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("{game}: {name} is not documented"));
        let missing: Vec<_> = keys.iter().filter(|key| !row.contains(&format!("`{key}`"))).collect();
        assert!(missing.is_empty(), "{game}: {name} has undocumented keys {missing:?}");
    }
}

#[test]
fn every_event_every_prompt_and_every_key_of_a_view_is_documented() {
    let page = include_str!("../../../docs/formats.md");
    for game in GameId::ALL {
        let mut seen = Seen::default();
        for number in 0..60 {
            let seats: Vec<u8> = game.seats().collect();
            play_game(game, seats[number as usize % seats.len()], number, &mut seen);
        }
        let common = section(page, "## Events and views").split("\n### ").next().unwrap();
        let text = section(page, &format!("### {game}"));
        let (events, others) = text.split_once("\n| prompt |").unwrap();
        check_rows(game, events, &seen.events);
        check_rows(game, others.split("\n| refusal |").next().unwrap(), &seen.prompts);
        let told = |key: &String| [common, text].iter().any(|text| text.contains(&format!("`{key}`")));
        let missing: Vec<_> = seen.view.iter().filter(|key| !told(key)).collect();
        assert!(missing.is_empty(), "{game}: the view has undocumented keys {missing:?}");
    }
}
