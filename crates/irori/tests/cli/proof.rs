//! Records with proof of a fair shuffle: what they prove, what gives a false one away, and what a player noted.

use cards::{Quick, Random, from_hex, sha256, to_hex};
use catalog::{AtTable, GameId, Proof, Setup, open};
use serde_json::{Value, json};

use crate::run::{Ran, irori, records, tables};

/// The proof of a game in which the last seat is a bot and gave no entropy.
fn proof(seats: u8) -> Proof {
    let entropy = (0..seats).map(|seat| (seat + 1 < seats).then(|| sha256([seat])));
    Proof::new(sha256("secret"), "tea_house-1", 3, entropy.collect()).unwrap()
}

/// The bots of that game, by seat.
fn bots(seats: u8) -> Vec<Option<String>> {
    (0..seats).map(|seat| (seat + 1 == seats).then(|| "easy".to_owned())).collect()
}

/// A whole game from a proof, as a table would record it.
fn play_game(game: &str, proof: &Proof) -> String {
    let game: GameId = game.parse().unwrap();
    let seats = proof.entropy().len() as u8;
    let setup = Setup { game, seats, options: Vec::new(), seed: proof.seed(), deals: Vec::new() };
    let mut table = open(&setup).unwrap();
    let mut random = Quick::for_seed(&proof.seed(), "moves");
    while let Some(seat) = table.to_act().first() {
        let moves = table.legal(seat).unwrap();
        table.play(seat, &moves[random.below(moves.len() as u32) as usize]).unwrap();
    }
    assert!(!table.record().contains("proof"));
    table.record_with(Some(AtTable { proof, bots: &bots(seats) }))
}

fn check(record: &str, noted: &[&str]) -> Ran {
    irori(&[&["check", "-"], noted].concat(), record.as_bytes())
}

fn tampered(record: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut copy: Value = serde_json::from_str(record).unwrap();
    change(&mut copy);
    let changed = copy.to_string();
    assert!(changed != record, "nothing was changed");
    changed
}

#[test]
fn every_game_is_proved_with_its_shuffle() {
    let mut file = records("irono", 2, 2, &[]);
    for (game, seats) in tables() {
        let record = play_game(game, &proof(seats));
        let head = format!("\"seed\":\"{}\",\"proof\":{{\"commitment\":\"", proof(seats).seed());
        assert!(record.contains(&head), "{record:.500}");
        file.push_str(&format!("{record}\n"));
    }
    let ran = check(&file, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    // The two games above have no proof.
    let (games, proofs) = (tables().count() + 2, tables().count());
    let expected = format!("{games} games proved, {proofs} of them with proof of a fair shuffle, ");
    assert!(ran.out.starts_with(&expected), "{}", ran.out);
    let ran = check(&file, &["--json"]);
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&result["proved"], &result["proofs"]), (&json!(games), &json!(proofs)));
}

#[test]
fn a_record_without_proof_is_proved_as_ever() {
    let ran = check(&records("irono", 2, 1, &[]), &[]);
    assert!(ran.out.starts_with("1 game proved, ") && !ran.out.contains("shuffle"), "{}", ran.out);
}

#[test]
fn a_false_proof_is_found_and_named() {
    let good = play_game("iyadosu", &proof(3));
    assert_eq!(check(&good, &[]).code, 0);
    let other = to_hex(&sha256("other"));
    let commitment = "line 1: proof.commitment is not the SHA-256 of the secret: found ";
    let seed = "line 1: the seed does not follow from the proof: found ";
    for (part, value, expected) in [
        ("/proof/secret", json!(other), commitment),
        ("/proof/commitment", json!(other), &format!("{commitment}{other}, expected ")),
        ("/proof/entropy/0", json!(other), seed),
        ("/proof/entropy/1", Value::Null, seed),
        ("/proof/entropy/2", json!(other), seed),
        (
            "/proof/entropy",
            json!([other, null]),
            "line 1: proof.entropy: found 2 entries, expected 3, one for",
        ),
        ("/proof/game", json!(4), seed),
        ("/proof/table", json!("tea_house-2"), seed),
        (
            "/proof/table",
            json!("tea house"),
            "line 1: proof.table: found \"tea house\", expected 1 to 64 of the",
        ),
        (
            "/proof/secret",
            json!("xyz"),
            "line 1: proof.secret: found \"xyz\", expected 64 lower-case hex digits",
        ),
        ("/proof", json!(null), "line 1: proof: found null, expected an object"),
        ("/proof", json!({}), "line 1: proof.commitment: found nothing, expected the key to stand there"),
        ("/seed", json!(other), &format!("{seed}{other}, expected ")),
    ] {
        let changed = tampered(&good, |record| *record.pointer_mut(part).unwrap() = value.clone());
        let ran = check(&changed, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{part} {value}");
        assert!(ran.err.starts_with(&format!("irori: {expected}")), "{part} {value}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    // Whoever makes another proof that is right in itself gets other cards.
    let another = Proof::new(sha256("other"), "tea_house-1", 3, proof(3).entropy().to_vec()).unwrap();
    let changed = tampered(&good, |record| {
        record["proof"] = another.to_json();
        record["seed"] = json!(another.seed().to_string());
    });
    let ran = check(&changed, &[]);
    assert!(
        ran.err.starts_with("irori: line 1, step 1: the deal does not follow from the seed"),
        "{}",
        ran.err
    );
}

#[test]
fn what_a_player_noted_is_found_in_the_proof() {
    let proof = proof(3);
    let good = play_game("iroha", &proof);
    let commitment = to_hex(&proof.commitment());
    let (mine, other) = (to_hex(&proof.entropy()[1].unwrap()), to_hex(&sha256("other")));
    let all = ["--commitment", &commitment, "--entropy", &mine, "--table", "tea_house-1", "--number", "3"];
    assert_eq!(check(&good, &all).code, 0);
    assert_eq!(check(&good, &["--commitment", &commitment.to_uppercase()]).code, 0);
    for (noted, expected) in [
        (["--commitment", &other], format!("proof.commitment: found {commitment}, expected {other}")),
        (["--entropy", &other], format!("{mine} none, expected {other} among it")),
        (["--table", "inn"], "proof.table: found tea_house-1, expected inn".to_owned()),
        (["--number", "2"], "proof.game: found 3, expected 2".to_owned()),
    ] {
        let ran = check(&good, &noted);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{noted:?}");
        assert!(ran.err.starts_with("irori: line 1: proof.") && ran.err.contains(&expected), "{}", ran.err);
        let ran = check(&records("iroha", 3, 1, &[]), &noted);
        assert_eq!(ran.code, 1, "{noted:?}");
        assert_eq!(ran.err, "irori: line 1: the record has no proof of a fair shuffle\n");
        let ran = check(&good, &[&noted[..], &["--json"]].concat());
        let result: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((&result["proved"], &result["fault"]["line"]), (&json!(0), &json!(1)));
    }
}

#[test]
fn a_proof_says_nothing_of_given_deals() {
    let record: Value = serde_json::from_str(&play_game("iyadosu", &proof(3))).unwrap();
    let deals = vec![record["steps"][0]["deal"].clone()];
    let setup = Setup { game: GameId::Iyadosu, seats: 3, options: Vec::new(), seed: proof(3).seed(), deals };
    let given = open(&setup).unwrap().record_with(Some(AtTable { proof: &proof(3), bots: &bots(3) }));
    assert!(given.contains(",\"given\":1,\"proof\":{\"commitment\":"), "{given:.500}");
    let ran = check(&given, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("deals that were given") && !ran.out.contains("fair shuffle"), "{}", ran.out);
    let ran = check(&given, &["--table", "tea_house-1"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("given deals, which its proof does not cover"), "{}", ran.err);
}

#[test]
fn malformed_notes_are_wrong_usage() {
    for (args, expected) in [
        (["--commitment", "abc"], "invalid value 'abc' for '--commitment <HEX>': expected 64 hex digits"),
        (["--entropy", &"g".repeat(64)], "for '--entropy <HEX>': expected 64 hex digits"),
        (["--number", "0"], "invalid value '0' for '--number <N>'"),
    ] {
        let ran = check("", &args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.contains(expected), "{}", ran.err);
    }
    let help = irori(&["check", "--help"], b"").out;
    assert!(help.contains("--commitment <HEX>") && help.contains("--entropy <HEX>"), "{help}");
}

/// The page tells a player how to check a game by hand: its values are real ones.
#[test]
fn the_example_of_the_documentation_is_true() {
    let page = include_str!("../../../../docs/fairness.md");
    let record = page.lines().find(|line| line.starts_with("{\"irori\":")).unwrap();
    let parsed: Value = serde_json::from_str(record).unwrap();
    let proof = Proof::from_json(&parsed["proof"]).unwrap();
    // Every command is followed by what it prints.
    let lines: Vec<&str> = page.lines().collect();
    let shown = lines.windows(2).filter_map(|pair| Some((pair[0].strip_prefix("$ ")?, pair[1])));
    let mut commands = 0;
    for (command, answer) in shown {
        if let Some(args) = command.strip_prefix("irori check game.jsonl") {
            let ran = check(record, &args.split_whitespace().collect::<Vec<_>>());
            assert_eq!((ran.err.as_str(), ran.out.trim_end()), ("", answer), "{command}");
        } else if let Some(digits) = command.strip_suffix(" | xxd -r -p | sha256sum") {
            assert_eq!(from_hex(digits.strip_prefix("printf ").unwrap()), Some(*proof.secret()));
            assert_eq!(answer, format!("{}  -", to_hex(&proof.commitment())));
        } else {
            let text = command.strip_prefix("printf '").unwrap().strip_suffix("' | sha256sum").unwrap();
            assert_eq!(text.replace("\\n", "\n"), proof.text());
            assert_eq!(answer, format!("{}  -", proof.seed()));
        }
        commands += 1;
    }
    assert_eq!(commands, 4);
}
