//! The engine over its real pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::run::{irori, record, tables};

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_irori"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn ask_text(&mut self, request: &str) -> Value {
        writeln!(self.input, "{request}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{request:.100}: {answer:?}: {error}"))
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.ask_text(&request.to_string())
    }

    /// The code of the error that a request gets.
    fn refused(&mut self, request: &Value) -> String {
        let answer = self.ask(request);
        let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{request}: {answer}"));
        assert!(message.len() > 10, "{request}: {message}");
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    fn open(game: &str, seats: u8) -> Engine {
        let mut engine = Engine::start();
        let answer = engine.ask(&json!({ "new": { "game": game, "seats": seats, "seed": "engine" } }));
        assert!(answer["to_act"].is_array(), "{answer}");
        engine
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_whole_game_of_each_kind_is_played_and_its_record_proved() {
    for (game, seats) in tables() {
        let mut engine = Engine::open(game, seats);
        let mut turn = 0;
        let end = loop {
            let views: Vec<Value> =
                (0..seats).map(|seat| engine.ask(&json!({ "view": { "seat": seat } }))).collect();
            let to_act = views[0]["view"]["to-act"].as_array().unwrap().clone();
            // The last seat first: simultaneous choices may come in any order.
            let seat = to_act.last().unwrap().as_u64().unwrap();
            let moves =
                engine.ask(&json!({ "legal": { "seat": seat } }))["moves"].as_array().unwrap().clone();
            let texts: Vec<&str> = moves.iter().map(|text| text.as_str().unwrap()).collect();
            assert!(texts.is_sorted(), "{texts:?}");
            turn += 7;
            let answer = engine.ask(&json!({ "play": { "seat": seat, "move": texts[turn % texts.len()] } }));
            assert!(
                answer["events"].as_array().unwrap().iter().all(|event| event["type"].is_string()),
                "{answer}"
            );
            if answer["over"] == json!(true) {
                break answer;
            }
        };
        assert_eq!(end["to_act"], json!([]));
        let record = engine.ask(&json!({ "record": {} }));
        assert_eq!((&record["totals"], &record["winners"]), (&end["totals"], &end["winners"]));
        let ran = irori(&["check", "-"], record.to_string().as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{game} {seats}");
    }
}

#[test]
fn given_deals_are_used_in_order_and_the_seed_goes_on() {
    for (game, seats) in tables() {
        let source = record(game, seats);
        let deals: Vec<&Value> =
            source["steps"].as_array().unwrap().iter().filter_map(|step| step.get("deal")).take(2).collect();
        let mut engine = Engine::start();
        let new = json!({ "new": { "game": game, "seats": seats, "seed": "other", "deals": deals } });
        let answer = engine.ask(&new);
        assert!(answer.get("to_act").is_some(), "{answer}");
        for step in source["steps"].as_array().unwrap().iter().filter(|step| step.get("move").is_some()) {
            let record = engine.ask(&json!({ "record": {} }));
            let dealt =
                record["steps"].as_array().unwrap().iter().filter(|step| step.get("deal").is_some()).count();
            if dealt > deals.len() {
                break;
            }
            let answer = engine.ask(&json!({ "play": { "seat": step["seat"], "move": step["move"] } }));
            assert!(answer.get("events").is_some(), "{game}: {step}: {answer}");
        }
        let record = engine.ask(&json!({ "record": {} }));
        assert_eq!(record["given"], json!(deals.len()));
        let ran = irori(&["check", "-"], record.to_string().as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{game} {seats}");
    }
}

#[test]
fn a_deal_with_another_starter_is_an_error_of_the_play_that_needs_it() {
    let source = record("iyadosu", 3);
    let steps = source["steps"].as_array().unwrap();
    let mut deals: Vec<Value> = steps.iter().filter_map(|step| step.get("deal")).take(2).cloned().collect();
    deals[1]["start"] = deals[0]["start"].clone();
    let mut engine = Engine::start();
    let answer = engine.ask(&json!({ "new": { "game": "iyadosu", "seats": 3, "deals": deals } }));
    assert!(answer.get("to_act").is_some(), "{answer}");
    let round: Vec<&Value> = steps.iter().skip(1).take_while(|step| step.get("move").is_some()).collect();
    let (last, before) = round.split_last().unwrap();
    for step in before {
        assert!(engine.ask(&json!({ "play": step })).get("events").is_some());
    }
    let state = engine.ask(&json!({ "record": {} }));
    assert_eq!(engine.refused(&json!({ "play": last })), "bad-deal");
    assert_eq!(engine.ask(&json!({ "record": {} })), state, "nothing has changed");
}

#[test]
fn every_fault_has_its_code_and_the_engine_goes_on() {
    let mut engine = Engine::start();
    for request in ["legal", "play", "view", "suggest"] {
        let body = match request {
            "play" => json!({ "seat": 0, "move": "b1" }),
            "suggest" => json!({ "seat": 0, "bot": "random" }),
            _ => json!({ "seat": 0 }),
        };
        assert_eq!(engine.refused(&json!({ request: body })), "no-game");
    }
    assert_eq!(engine.refused(&json!({ "record": {} })), "no-game");
    let new = |body: Value| json!({ "new": body });
    for (request, code) in [
        (new(json!({ "game": "chess", "seats": 2 })), "unknown-game"),
        (new(json!({ "game": "iroha", "seats": 2 })), "bad-seats"),
        (new(json!({ "game": "iroha", "seats": -1 })), "bad-seats"),
        (new(json!({ "game": "iroha", "seats": 300 })), "bad-seats"),
        (new(json!({ "game": "iroha", "seats": "4" })), "bad-request"),
        (new(json!({ "game": "iroha" })), "bad-request"),
        (new(json!({ "game": "iroha", "seats": 4, "colour": 1 })), "bad-request"),
        (new(json!({ "game": "iroha", "seats": 4, "seed": 5 })), "bad-request"),
        (new(json!({ "game": "iroha", "seats": 4, "options": [] })), "bad-request"),
        (new(json!({ "game": "iroha", "seats": 4, "options": { "rounds": 6 } })), "bad-option"),
        (new(json!({ "game": "iroha", "seats": 4, "options": { "first": 4 } })), "bad-option"),
        (new(json!({ "game": "iroha", "seats": 4, "options": { "first": [1] } })), "bad-option"),
        (new(json!({ "game": "iroha", "seats": 4, "options": { "first": -1 } })), "bad-option"),
        (new(json!({ "game": "iroha", "seats": 4, "deals": [{}] })), "bad-deal"),
        (new(json!({ "game": "iroha", "seats": 4, "deals": [3] })), "bad-deal"),
        (new(json!({ "game": "iroha", "seats": 4, "deals": {} })), "bad-request"),
        (new(json!(["irono", 2, {}, "x", []])), "bad-request"),
        (new(json!({ "game": "irono", "seats": 2, "deals": [[1]] })), "bad-deal"),
        (json!({ "view": [0] }), "bad-request"),
        (json!({ "dance": {} }), "bad-request"),
        (json!({}), "bad-request"),
        (json!({ "legal": {}, "view": {} }), "bad-request"),
        (json!([1]), "bad-request"),
        (json!("new"), "bad-request"),
    ] {
        assert_eq!(engine.refused(&request), code, "{request}");
    }
    engine.ask(&new(json!({ "game": "iroha", "seats": 3, "seed": "codes", "options": { "first": 0 } })));
    let record = engine.ask(&json!({ "record": {} }));
    for (request, code) in [
        (json!({ "legal": { "seat": 3 } }), "bad-seat"),
        (json!({ "legal": { "seat": -1 } }), "bad-seat"),
        (json!({ "legal": { "seat": 1e30 } }), "bad-request"),
        (json!({ "view": { "seat": 256 } }), "bad-seat"),
        (json!({ "view": {} }), "bad-request"),
        (json!({ "play": { "seat": 9, "move": "b1" } }), "bad-seat"),
        (json!({ "play": { "seat": 0, "move": "castle" } }), "illegal-move"),
        (json!({ "play": { "seat": 0, "move": "b1" } }), "illegal-move"),
        (json!({ "play": { "seat": 0, "move": "" } }), "illegal-move"),
        (json!({ "play": { "seat": 0, "move": 5 } }), "bad-request"),
        (json!({ "play": { "seat": 0 } }), "bad-request"),
        (json!({ "suggest": { "seat": 0, "bot": "oracle", "ms": 5 } }), "unknown-bot"),
        (json!({ "record": { "all": true } }), "bad-request"),
        (new(json!({ "game": "koi-koi", "seats": 3 })), "bad-seats"),
    ] {
        assert_eq!(engine.refused(&request), code, "{request}");
    }
    assert_eq!(engine.ask(&json!({ "record": {} })), record, "errors change nothing, a failed new included");
    let pass = engine.ask(&json!({ "legal": { "seat": 2 } }))["moves"][0].clone();
    assert!(engine.ask(&json!({ "play": { "seat": 2, "move": pass } })).get("events").is_some());
    assert_eq!(engine.ask(&json!({ "legal": { "seat": 2 } })), json!({ "moves": [] }));
    assert_eq!(engine.refused(&json!({ "play": { "seat": 2, "move": pass } })), "not-to-act");
    assert_eq!(engine.refused(&json!({ "suggest": { "seat": 2, "bot": "random", "ms": 1 } })), "not-to-act");
}

#[test]
fn malformed_and_oversized_lines_are_answered() {
    let mut engine = Engine::open("irono", 2);
    for line in
        ["{", "not json", "{\"new\":", "\u{0}", "[[[[[[[[", "{\"play\":{\"seat\":0,\"move\":\"\\ud800\"}}"]
    {
        assert_eq!(engine.ask_text(line)["error"]["code"], "bad-request", "{line:?}");
    }
    for twice in [
        "{\"record\":{},\"record\":{}}",
        "{\"play\":{\"seat\":0,\"seat\":1,\"move\":\"mark a1\"}}",
        "{\"new\":{\"game\":\"irono\",\"seats\":2,\"options\":{\"first\":0,\"first\":1}}}",
    ] {
        assert_eq!(engine.ask_text(twice)["error"]["code"], "bad-request", "{twice}");
    }
    for size in [1 << 20, 3_000_000] {
        assert_eq!(engine.ask_text(&"x".repeat(size))["error"]["code"], "bad-request");
    }
    let nested = "[".repeat(200_000);
    assert_eq!(engine.ask_text(&nested)["error"]["code"], "bad-request");
    engine.input.write_all(b"\xff\xff\n\n  \n").unwrap();
    assert_eq!(engine.ask_text("{}")["error"]["message"], "the line is not UTF-8 text");
    let mut rest = String::new();
    engine.output.read_line(&mut rest).unwrap();
    assert!(rest.contains("exactly one key"), "blank lines are not requests: {rest}");
    assert!(engine.ask(&json!({ "view": { "seat": null } })).get("view").is_some());
}

#[test]
fn a_seed_left_out_is_fresh_and_shown() {
    let seed = || {
        let mut engine = Engine::start();
        engine.ask(&json!({ "new": { "game": "irono", "seats": 2 } }));
        engine.ask(&json!({ "record": {} }))["seed"].as_str().unwrap().to_owned()
    };
    let (one, other) = (seed(), seed());
    assert_ne!(one, other);
    assert_eq!(one.len(), 64);
}

#[test]
fn simultaneous_passes_stand_in_seat_order() {
    let mut engine = Engine::open("iroha", 4);
    for seat in [2, 0, 3, 1] {
        let pass = engine.ask(&json!({ "legal": { "seat": seat } }))["moves"][5].clone();
        engine.ask(&json!({ "play": { "seat": seat, "move": pass } }));
        let record = engine.ask(&json!({ "record": {} }));
        let seats: Vec<u64> =
            record["steps"].as_array().unwrap().iter().filter_map(|step| step["seat"].as_u64()).collect();
        assert!(seats.is_sorted(), "{seats:?}");
        let ran = irori(&["check", "-"], record.to_string().as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}

#[test]
fn suggestions_weigh_every_legal_move() {
    for (game, seats) in tables() {
        let mut engine = Engine::open(game, seats);
        let seat = engine.ask(&json!({ "view": { "seat": null } }))["view"]["to-act"][0].clone();
        let moves = engine.ask(&json!({ "legal": { "seat": seat } }))["moves"].clone();
        let answer = engine.ask(&json!({ "suggest": { "seat": seat, "bot": "random", "ms": 10 } }));
        let mut named: Vec<Value> = answer["candidates"]
            .as_array()
            .unwrap()
            .iter()
            .map(|candidate| candidate["move"].clone())
            .collect();
        named.sort_by_key(ToString::to_string);
        let mut moves = moves.as_array().unwrap().clone();
        moves.sort_by_key(ToString::to_string);
        assert_eq!(named, moves, "{game}");
        assert!(moves.contains(&answer["move"]));
        assert!(
            answer["candidates"].as_array().unwrap().iter().all(|candidate| candidate["value"].is_number())
        );
    }
}
