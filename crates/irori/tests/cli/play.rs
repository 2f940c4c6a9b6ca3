//! A game in the terminal, played as a person would: read what can be played, type it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::run::{irori, tables};

/// The first of the moves on offer in what was shown last.
fn offered(shown: &str) -> String {
    let (_, offer) = shown.rsplit_once("you can play ").unwrap();
    let words: Vec<&str> = offer.trim_end_matches("> ").split_whitespace().collect();
    words.split(|word| *word == "·").next().unwrap().join(" ")
}

#[test]
fn a_game_is_played_to_its_end() {
    for (game, seats) in tables() {
        let mut child = Command::new(env!("CARGO_BIN_EXE_irori"))
            .args(["play", game, "--seats", &seats.to_string(), "--seed", "cli"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut shown = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let read = output.read(&mut buffer).unwrap();
            if read == 0 {
                break;
            }
            shown.extend_from_slice(&buffer[..read]);
            if shown.ends_with(b"\n> ") {
                writeln!(input, "{}", offered(&String::from_utf8_lossy(&shown))).unwrap();
            }
        }
        assert!(child.wait().unwrap().success());
        let shown = String::from_utf8(shown).unwrap();
        let end = shown.lines().last().unwrap();
        assert!(
            end.contains("Totals: ") && ["win", "draw", "victory"].iter().any(|word| end.contains(word)),
            "{game}: {end}"
        );
        assert!(!shown.contains("Not a legal move"), "{game}: what is on offer can be played");
    }
}

#[test]
fn nonsense_is_explained_and_asked_again() {
    for (game, seats) in tables() {
        let ran =
            irori(&["play", game, "--seats", &seats.to_string(), "--seed", "cli"], b"?\nnonsense\n\nq\n");
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("Not a legal move: found \"nonsense\""), "{game}");
        assert!(ran.out.contains("Setting up"), "{game}: the rules are shown");
        assert!(ran.out.contains("You left. Totals: "), "{game}");
    }
}
