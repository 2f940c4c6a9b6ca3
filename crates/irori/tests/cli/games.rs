use serde_json::{Value, json};

use crate::run::irori;

/// What the program says of its games.
fn described() -> Vec<Value> {
    let ran = irori(&["games", "--json"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let all: Value = serde_json::from_str(&ran.out).unwrap();
    all["games"].as_array().unwrap().clone()
}

#[test]
fn scripts_learn_all_they_need_to_play() {
    let games = described();
    let iroha = games.iter().find(|game| game["game"] == "iroha").unwrap();
    assert_eq!((&iroha["title"], &iroha["native_title"]), (&json!("Iroha ni Oedo"), &json!("色映に生へど")));
    assert_eq!((&iroha["seats"], &iroha["usual_seats"]), (&json!([3, 4, 5, 6]), &json!(4)));
    for game in &games {
        let id = game["game"].as_str().unwrap();
        for option in game["options"].as_array().unwrap() {
            assert_eq!(option["default"], option["choices"][0], "{id}");
            assert!(option["meaning"].as_str().unwrap().ends_with('.'), "{id}");
            for choice in option["choices"].as_array().unwrap() {
                let value = choice.as_str().map_or_else(|| choice.to_string(), str::to_owned);
                let chosen = format!("{}={value}", option["key"].as_str().unwrap());
                let ran = irori(&["sim", id, "--games", "1", "--option", &chosen], b"");
                assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{id} with {chosen}");
            }
        }
    }
}

#[test]
fn people_read_titles_seats_and_options() {
    let ran = irori(&["games"], b"");
    for game in described() {
        let title =
            format!("{}: {} ({})", game["game"], game["title"], game["native_title"]).replace('"', "");
        assert!(ran.out.lines().any(|line| line == title), "{title}");
        for option in game["options"].as_array().unwrap() {
            let key = format!("  {} ", option["key"].as_str().unwrap());
            assert!(ran.out.lines().any(|line| line.starts_with(&key)), "{title}{key}");
        }
    }
    assert!(ran.out.contains("For 3 to 6 players, usually 4.\n"), "{}", ran.out);
    assert!(ran.out.lines().all(|line| !line.contains('\x1b')));
}
