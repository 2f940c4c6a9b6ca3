//! Fault 5, the server's part: the commitment is known before anybody sends entropy, and the record tells which seats
//! were bots. The page's own verification is tested in the browser.

use std::process::Command;

use client::Player;
use serde_json::{Value, json};

use crate::served::{Served, by_chance, soon, tested};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_record_names_the_bots_and_keeps_the_first_commitment() {
    let served = Served::start(&[]);
    let server = &served.server;
    let aki = server.guest("Aki").await.unwrap();
    let table =
        server.open(&aki, &json!({ "game": "wild-rawz", "seats": 3, "options": { "laps": 1 } })).await;
    let table = table.unwrap();
    let mut player = Player::connect(server, &table, Some(&aki)).await.unwrap();
    let noted = player.info["commitment"].as_str().unwrap().to_owned();
    let entropy = "ab".repeat(32);
    player.ask(&json!({ "type": "sit", "seat": 0, "entropy": entropy })).await.unwrap();
    player.ask(&json!({ "type": "fill", "seat": 1, "bot": "random" })).await.unwrap();
    player.ask(&json!({ "type": "fill", "seat": 2, "bot": "greedy" })).await.unwrap();
    player.ask(&json!({ "type": "start" })).await.unwrap();
    soon(player.play_to_the_end(by_chance(1))).await.unwrap();

    let answer = server.get(&format!("/api/tables/{table}/games/1/record")).await.unwrap();
    let record = answer.json();
    assert_eq!(record["bots"], json!([null, "random", "greedy"]), "the record names the bots");
    let keys: Vec<&String> = record.as_object().unwrap().keys().collect();
    let proof = keys.iter().position(|key| *key == "proof").unwrap();
    assert_eq!(keys[proof + 1], "bots");
    let file = served.file("record.jsonl");
    std::fs::write(&file, &answer.body).unwrap();
    let checked = Command::new(tested())
        .args(["check", "--json", "--table", &table, "--number", "1", "--commitment", &noted])
        .args(["--entropy", &entropy])
        .arg(&file)
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(checked["proofs"], 1, "{checked}");
}
