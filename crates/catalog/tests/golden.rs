//! One record per game and number of seats, readable, and still what the program makes today. After a change that
//! is meant to alter games, `make golden` writes them again; review the difference.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use cards::{Quick, Random, Seed};
use catalog::{GameId, Setup, check, open};
use serde_json::Value;

fn play_game(game: GameId, seats: u8) -> String {
    let seed = Seed::from_text(&format!("golden {game} {seats}"));
    let mut table = open(&Setup { game, seats, options: Vec::new(), seed, deals: Vec::new() }).unwrap();
    let mut random = Quick::for_seed(&seed, "golden");
    while let Some(seat) = table.to_act().first() {
        let moves = table.legal(seat).unwrap();
        let chosen = &moves[random.below(moves.len() as u32) as usize];
        table.play(seat, chosen).unwrap();
    }
    table.record()
}

/// The same JSON with each key and each step on a line of its own.
fn readable(record: &str) -> String {
    let record: Value = serde_json::from_str(record).unwrap();
    let lines: Vec<String> = record
        .as_object()
        .unwrap()
        .iter()
        .map(|(key, value)| match value.as_array() {
            Some(steps) if key == "steps" => {
                let steps: Vec<String> = steps.iter().map(|step| format!("    {step}")).collect();
                format!("  \"steps\": [\n{}\n  ]", steps.join(",\n"))
            }
            _ => format!("  \"{key}\": {value}"),
        })
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

#[test]
fn golden_records_are_fresh_and_proved() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut expected = Vec::new();
    for game in GameId::ALL {
        for seats in game.seats() {
            let record = play_game(game, seats);
            assert!(check(&record).unwrap().finished);
            let name = format!("{game}-{seats}.json");
            if std::env::var_os("IRORI_BLESS").is_some() {
                fs::write(folder.join(&name), readable(&record)).unwrap();
            }
            let golden = fs::read_to_string(folder.join(&name)).unwrap_or_default();
            assert!(golden == readable(&record), "{name} is missing or stale; `make golden` writes it");
            expected.push(name);
        }
    }
    let mut found: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "one golden record per game and number of seats, and nothing else");
}
