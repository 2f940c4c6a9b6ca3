use serde_json::Value;

use catalog::GameId;

use crate::run::{irori, records, tables};

#[test]
fn simulated_records_are_proved() {
    for (game, seats) in tables() {
        let records = records(game, seats, 5, &["--legal"]);
        assert_eq!(records.lines().count(), 5);
        let ran = irori(&["check", "-"], records.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{game} {seats}");
        assert!(ran.out.starts_with("5 games proved, "), "{}", ran.out);
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    let of =
        |seed: &str| irori(&["sim", "iroha", "--games", "70", "--seed", seed, "--records", "-"], b"").out;
    assert_eq!(of("a"), of("a"));
    assert_ne!(of("a"), of("b"));
}

#[test]
fn a_game_of_a_run_has_the_seed_of_text_space_and_number() {
    let records = records("irono", 2, 2, &[]);
    let second: Value = serde_json::from_str(records.lines().nth(1).unwrap()).unwrap();
    // sha256 of "cli 1"
    assert_eq!(second["seed"], "30cfabf311993833f6c9c1ccf3394708871e6ffee24521cdcd522d6bfacf23a4");
}

#[test]
fn records_list_every_option_with_its_value() {
    let records = records("koi-koi", 2, 1, &["--option", "rounds=6", "--option", "gaji=true"]);
    let record: Value = serde_json::from_str(&records).unwrap();
    let options =
        r#"{"rounds":6,"must-capture":true,"sankou-rain-man":true,"triad":false,"gaji":true,"first":"draw"}"#;
    assert_eq!(record["options"].to_string(), options);
    assert_eq!(record["irori"], 1);
}

#[test]
fn statistics_come_as_a_table_and_as_json() {
    let ran = irori(&["sim", "iroha", "--games", "40"], b"");
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("Iroha ni Oedo: 40 games, 6400 moves\n"), "{}", ran.out);
    let ran = irori(&["sim", "iroha", "--games", "40", "--json"], b"");
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&result["games"], &result["moves"]), (&40.into(), &6400.into()));
    let seats = result["results"].as_array().unwrap();
    assert_eq!(seats.len(), 4);
    let shares: f64 = seats.iter().map(|seat| seat["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "every game is won once, shared ones in parts");
}

#[test]
fn records_go_to_a_file_and_statistics_are_still_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let ran = irori(&["sim", "irono", "--games", "3", "--records", file.to_str().unwrap()], b"");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("3 games"));
    let ran = irori(&["check", file.to_str().unwrap()], b"");
    assert_eq!(ran.out, "3 games proved, 144 moves (irono 3)\n");
}

#[test]
fn bench_prints_one_row_a_game() {
    let ran = irori(&["bench", "--json"], b"");
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    let rows = result["games"].as_array().unwrap();
    let games: Vec<&str> = rows.iter().map(|row| row["game"].as_str().unwrap()).collect();
    assert_eq!(games, GameId::ALL.map(GameId::id));
    assert!(rows.iter().all(|row| row["moves_per_second"].as_u64() > Some(0)));
    assert!(rows.iter().all(|row| row["games_per_second"].as_u64() > Some(0)));
}
