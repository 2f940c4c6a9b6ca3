//! Tampered records are refused, with the right line and step.

use serde_json::{Value, json};

use crate::run::{irori, record, tables};

/// What `check` says of a good record followed by this one.
fn verdict(good: &Value, line: &str) -> String {
    let ran = irori(&["check", "-"], format!("{good}\n{line}\n").as_bytes());
    assert_eq!(ran.code, 1, "{line:.200} passed: {}", ran.out);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    ran.err.trim_start_matches("irori: ").trim_end().to_owned()
}

/// The number of the first step with a key, from 1.
fn step_with(record: &Value, key: &str) -> usize {
    record["steps"].as_array().unwrap().iter().position(|step| step.get(key).is_some()).unwrap() + 1
}

fn tampered(record: &Value, change: impl FnOnce(&mut Value)) -> String {
    let mut copy = record.clone();
    change(&mut copy);
    assert!(copy != *record, "nothing was changed");
    copy.to_string()
}

#[test]
fn a_changed_score_total_or_winner_is_found() {
    for (game, seats) in tables() {
        let good = record(game, seats);
        let step = step_with(&good, "score");
        let changed = tampered(&good, |record| {
            let points = record["steps"][step - 1]["score"][0].as_i64().unwrap();
            record["steps"][step - 1]["score"][0] = json!(points + 1);
        });
        let said = verdict(&good, &changed);
        assert!(said.starts_with(&format!("line 2, step {step}: score: found [")), "{said}");
        let changed = tampered(&good, |record| record["totals"][1] = json!(9999));
        assert!(verdict(&good, &changed).starts_with("line 2: totals: found ["));
        let wrong = if good["winners"] == json!([0, 1]) { json!([0]) } else { json!([0, 1]) };
        let changed = tampered(&good, |record| record["winners"] = wrong);
        assert!(verdict(&good, &changed).starts_with("line 2: winners: found ["));
    }
}

#[test]
fn a_changed_card_in_a_deal_is_found() {
    for (game, seats) in tables().filter(|(game, _)| *game != "irono") {
        let good = record(game, seats);
        let swapped = tampered(&good, |record| {
            let hands = record["steps"][0]["deal"]["hands"].as_array_mut().unwrap();
            let (one, two) = hands.split_at_mut(1);
            let (one, two) = (one[0].as_array_mut().unwrap(), two[0].as_array_mut().unwrap());
            let at = one.iter().position(|card| !two.contains(card)).unwrap();
            std::mem::swap(&mut one[at], &mut two[0]);
        });
        let said = verdict(&good, &swapped);
        assert!(said.starts_with("line 2, step 1: the deal does not follow from the seed"), "{said}");
        let doubled = tampered(&good, |record| {
            let hands = record["steps"][0]["deal"]["hands"].as_array_mut().unwrap();
            let other = hands[1][0].clone();
            hands[0][0] = other;
        });
        assert!(verdict(&good, &doubled).starts_with("line 2, step 1: "));
    }
    let good = record("irono", 2);
    let changed = tampered(&good, |record| {
        let first = record["steps"][0]["deal"]["first"].as_i64().unwrap();
        record["steps"][0]["deal"]["first"] = json!(1 - first);
    });
    assert!(verdict(&good, &changed).starts_with("line 2, step 1: the deal does not follow from the seed"));
}

#[test]
fn a_changed_move_seat_or_legal_list_is_found() {
    for (game, seats) in tables() {
        let good = record(game, seats);
        let step = step_with(&good, "move");
        let at = format!("line 2, step {step}: ");
        let changed = tampered(&good, |record| record["steps"][step - 1]["move"] = json!("b99"));
        assert!(verdict(&good, &changed).starts_with(&format!("{at}move: found \"b99\", expected ")));
        let changed = tampered(&good, |record| record["steps"][step - 1]["seat"] = json!(7));
        assert!(verdict(&good, &changed).starts_with(&at));
        let changed = tampered(&good, |record| record["steps"][step - 1]["legal"] = json!([]));
        assert!(verdict(&good, &changed).starts_with(&format!("{at}legal: found [], expected [")));
        let changed = tampered(&good, |record| record["steps"][step - 1]["note"] = json!("hm"));
        assert!(verdict(&good, &changed).contains("unknown field `note`"));
        let changed = tampered(&good, |record| record["steps"][0]["deal"]["note"] = json!("hm"));
        assert!(verdict(&good, &changed).starts_with("line 2, step 1: unknown field `note`"));
    }
}

#[test]
fn a_missing_or_superfluous_step_is_found() {
    for (game, seats) in tables() {
        let good = record(game, seats);
        let steps = good["steps"].as_array().unwrap().len();
        let cut = tampered(&good, |record| drop(record["steps"].as_array_mut().unwrap().pop()));
        let said = verdict(&good, &cut);
        assert!(said.starts_with(&format!("line 2, step {steps}: the record ends too early")), "{said}");
        let more = tampered(&good, |record| {
            record["steps"].as_array_mut().unwrap().push(json!({ "seat": 0, "move": "b1" }));
        });
        let said = verdict(&good, &more);
        assert!(said.starts_with(&format!("line 2, step {}: the game is over", steps + 1)), "{said}");
        let half = tampered(&good, |record| record["steps"].as_array_mut().unwrap().truncate(3));
        let said = verdict(&good, &half);
        assert!(said.starts_with("line 2, step 4: the record ends before the game does"), "{said}");
    }
}

#[test]
fn a_changed_head_is_found() {
    let good = record("iroha", 3);
    let mut cases: Vec<(&str, Value, &str)> = vec![
        ("game", json!("chess"), "line 2: unknown game \"chess\"; the games are iroha"),
        ("seats", json!(7), "line 2: iroha is for 3 to 6 players, not 7"),
        ("seats", json!(4), "line 2, step 1: "),
        ("irori", json!(2), "line 2: record version 2, expected 1"),
        ("seed", json!("xyz"), "line 2: seed \"xyz\" is not 64 lower-case hex digits"),
        ("seed", json!("0".repeat(64)), "line 2, step 1: the deal does not follow from the seed"),
        ("options", json!({}), "line 2: option first is missing"),
        ("steps", json!({}), "line 2: not a record: "),
        ("steps", json!([3]), "line 2, step 1: a step is an object, not 3"),
        ("totals", json!([1.5, 0, 0]), "line 2: not a record: "),
    ];
    let mut options = good["options"].clone();
    options["first"] = json!("0");
    cases.push(("options", options.clone(), "line 2: option first cannot be \"0\""));
    options["first"] = json!("random");
    options["jokers"] = json!(true);
    cases.push(("options", options, "line 2: unknown option \"jokers\""));
    for (key, value, expected) in cases {
        let said = verdict(&good, &tampered(&good, |record| record[key] = value.clone()));
        assert!(said.starts_with(expected), "{key} {value}: {said}");
    }
    let with_extra = tampered(&good, |record| record["comment"] = json!("a fine game"));
    let ran = irori(&["check", "-"], with_extra.as_bytes());
    assert_eq!(ran.code, 0, "unknown keys at the top are allowed: {}", ran.err);
}

#[test]
fn what_is_no_record_is_refused_by_its_line() {
    let good = record("irono", 2);
    let text = good.to_string();
    assert!(verdict(&good, &text[..text.len() / 2]).starts_with("line 2: not a record: EOF"));
    assert!(verdict(&good, "hello").starts_with("line 2: not a record: "));
    assert!(verdict(&good, "[]").starts_with("line 2: not a record: "));
    assert!(verdict(&good, "null").starts_with("line 2: not a record: "));
    assert!(verdict(&good, &"[".repeat(100_000)).starts_with("line 2: not a record: "));
    assert!(
        verdict(&good, &"x".repeat(10_000_000))
            .starts_with("line 2: the line is too long; a record has at most ")
    );
    let ran = irori(&["check", "-"], b"\xff\xfe\n");
    assert_eq!((ran.code, ran.err.as_str()), (1, "irori: line 1: the line is not UTF-8 text\n"));
    let ran = irori(&["check", "-"], b"");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no record found"));
}

#[test]
fn a_list_is_no_record_and_a_key_stands_once() {
    let good = record("irono", 2);
    let fields: Vec<&Value> = good.as_object().unwrap().values().collect();
    assert!(verdict(&good, &json!(fields).to_string()).starts_with("line 2: not a record: found a list"));
    let twice = good.to_string().replacen("\"seats\":2", "\"seats\":2,\"seats\":2", 1);
    assert!(verdict(&good, &twice).starts_with("line 2: not a record: the key \"seats\" stands twice"));
    let twice = good.to_string().replacen("\"first\":\"random\"", "\"first\":0,\"first\":\"random\"", 1);
    assert!(verdict(&good, &twice).starts_with("line 2: not a record: the key \"first\" stands twice"));
    let step = step_with(&good, "move");
    let null = tampered(&good, |record| record["steps"][step - 1]["legal"] = Value::Null);
    assert!(verdict(&good, &null).starts_with(&format!("line 2, step {step}: invalid type: null")));
    let beside = tampered(&good, |record| record["steps"][0]["x"] = json!(1));
    assert!(verdict(&good, &beside).starts_with("line 2, step 1: unknown key \"x\""));
}

#[test]
fn passes_out_of_seat_order_are_found() {
    let good = record("iroha", 3);
    let swapped = tampered(&good, |record| record["steps"].as_array_mut().unwrap().swap(1, 2));
    assert!(verdict(&good, &swapped).starts_with("line 2, step 3: simultaneous choices stand in seat order"));
}

#[test]
fn given_deals_are_taken_on_trust_but_must_be_whole() {
    let mut other = record("iyadosu", 3);
    other["seed"] = json!("0".repeat(64));
    let deals = other["steps"].as_array().unwrap().iter().filter(|step| step.get("deal").is_some()).count();
    other["given"] = json!(deals);
    let ran = irori(&["check", "-"], other.to_string().as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("1 of them with deals that were given"), "{}", ran.out);
    let fewer = tampered(&other, |record| record["given"] = json!(deals - 1));
    assert!(irori(&["check", "-"], fewer.as_bytes()).err.contains("does not follow from the seed"));
}

#[test]
fn the_verdict_comes_as_json_too() {
    let good = record("irono", 2);
    let ran = irori(&["check", "-", "--json"], format!("{good}\nno\n").as_bytes());
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(ran.code, 1);
    assert_eq!((&result["proved"], &result["fault"]["line"]), (&json!(1), &json!(2)));
}
