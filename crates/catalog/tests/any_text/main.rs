//! Texts that are almost right: records, moves and requests with something wrong in them. `make fuzz` looks further.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

mod targets;

use std::fs;
use std::path::Path;

use cards::{Quick, Random};
use serde_json::{Value, json};

/// How many spoilt texts are made of each good one.
const SPOILT: u32 = 60;

/// Pieces that mean something somewhere.
const PIECES: [&str; 16] = [
    "",
    " ",
    "\"",
    "{",
    "}",
    "[]",
    ",",
    ":",
    "-1",
    "0",
    "99999999999999999999",
    "null",
    "é",
    "\\u0000",
    "b5",
    "11K1",
];

fn golden() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = fs::read_dir(folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let records: Vec<Value> = files.map(|text| serde_json::from_str(&text).unwrap()).collect();
    assert!(records.len() >= catalog::GameId::ALL.len());
    records
}

/// Replaces a short part of a text by something else, up to three times.
fn spoil(text: &str, random: &mut Quick) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let start = random.below(letters.len() as u32 + 1) as usize;
        let end = (start + random.below(12) as usize).min(letters.len());
        let piece: Vec<char> = if random.below(3) == 0 {
            let from = random.below(letters.len() as u32 + 1) as usize;
            letters[from..].iter().take(12).copied().collect()
        } else {
            PIECES[random.below(PIECES.len() as u32) as usize].chars().collect()
        };
        letters.splice(start..end, piece);
    }
    letters.into_iter().collect()
}

fn try_all(good: impl IntoIterator<Item = String>, target: fn(&str)) {
    let mut random = Quick::new(1);
    for text in good {
        target(&text);
        for _ in 0..SPOILT {
            target(&spoil(&text, &mut random));
        }
    }
}

fn moves_of(record: &Value) -> impl Iterator<Item = &Value> {
    record["steps"].as_array().unwrap().iter().filter(|step| step.get("move").is_some())
}

#[test]
fn any_move_is_read_in_its_one_form_or_refused() {
    let golden = golden();
    let moves = golden.iter().flat_map(|record| moves_of(record).take(80));
    try_all(moves.map(|step| step["move"].as_str().unwrap().to_owned()), targets::moves);
}

#[test]
fn any_record_is_proved_or_refused() {
    try_all(golden().iter().map(ToString::to_string), targets::records);
}

#[test]
fn any_request_is_answered_with_one_line() {
    let session = |record: &Value| {
        let setup = json!({ "game": record["game"], "seats": record["seats"], "seed": record["seed"] });
        let mut lines = vec![json!({ "new": setup })];
        for step in moves_of(record).take(8) {
            lines.push(json!({ "legal": { "seat": step["seat"] } }));
            lines.push(json!({ "play": { "seat": step["seat"], "move": step["move"] } }));
            lines.push(json!({ "view": { "seat": null } }));
        }
        lines.push(json!({ "record": {} }));
        lines.iter().map(|line| format!("{line}\n")).collect::<String>()
    };
    try_all(golden().iter().map(session), targets::engine);
}
