//! One rude guest does not spoil the table for others, and a server that cannot write promises nothing.

use client::Player;
use serde_json::{Value, json};

use crate::house::{House, by_chance, short, soon};

fn is_event(frame: &Value, kind: &str) -> bool {
    frame["event"]["type"] == kind
}

/// Spectators cannot talk, so they must not use up what those at the table may say.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_do_not_silence_a_table() {
    let house = House::open().await;
    let (mut one, _other, _) = house.two_at(&short()).await;
    for name in ["Cho", "Dai", "Emi", "Fumi", "Gen", "Hana"] {
        let guest = house.server.guest(name).await.unwrap();
        let mut rude = Player::connect(&house.server, &one.table, Some(&guest)).await.unwrap();
        for _ in 0..5 {
            rude.ask(&json!({ "type": "say", "text": "boo" })).await.unwrap();
            let refused = soon(rude.read_for(|frame| frame["type"] == "refused")).await.unwrap();
            assert_eq!(refused["code"], "not-seated");
        }
    }
    one.ask(&json!({ "type": "say", "text": "hello" })).await.unwrap();
    let answer =
        soon(one.read_for(|frame| frame["type"] == "refused" || is_event(frame, "said"))).await.unwrap();
    assert_eq!(answer["type"], "event", "{answer}");
}

/// Every mute is written to the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn muting_is_limited() {
    let house = House::open().await;
    let (mut one, _other, _) = house.two_at(&short()).await;
    for at in 0..60 {
        one.ask(&json!({ "type": "mute", "seat": 1, "on": at % 2 == 0 })).await.unwrap();
    }
    let refused = soon(one.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!(refused["code"], "too-fast");
}

/// A client that connects while entries are on their way makes a move and sends it twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_known_answer_never_overtakes_the_event_of_a_newcomers_move() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    if one.legal().is_empty() {
        std::mem::swap(&mut one, &mut other);
    }
    let holding = house.hold_writing();
    other.ask(&json!({ "type": "say", "text": "hm" })).await.unwrap();
    other.ask(&json!({ "type": "nonsense" })).await.unwrap();
    soon(other.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    one.reconnect().await.unwrap();
    one.move_if_due(by_chance(1)).await.unwrap();
    let made = one.awaited.clone().unwrap();
    one.send_move(&made).await.unwrap();
    one.ask(&json!({ "type": "nonsense" })).await.unwrap();
    soon(one.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    drop(holding);
    let known = soon(one.read_for(|frame| frame["type"] == "known")).await.unwrap();
    assert!(one.number >= known["number"].as_u64().unwrap(), "its event has come before");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_closed_when_that_is_on_disk_and_not_before() {
    let house = House::with(|config| config.admin_key = Some("key".into())).await;
    let (one, _other, _) = house.two_at(&short()).await;
    let path = format!("/api/admin/tables/{}/close", one.table);
    let close = async || house.server.request("POST", &path, &[("Authorization", "Bearer key")], None).await;
    let holding = house.hold_writing();
    assert_eq!(soon(close()).await.unwrap().status, 503);
    drop(holding);
    for _ in 0..200 {
        if soon(close()).await.unwrap().status == 204 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it can be closed");
}

/// Requests that come at the same moment count one after the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_requests_at_once_do_not_pass_the_limit_of_listed_tables() {
    let house = House::open().await;
    let guest = house.server.guest("Aki").await.unwrap();
    let mut setting = short();
    setting["public"] = json!(true);
    let open = || house.server.request_as(&guest, "POST", "/api/tables", Some(&setting));
    let answers = futures_util::future::join_all((0..20).map(|_| open())).await;
    let opened = answers.iter().filter(|answer| answer.as_ref().unwrap().status == 201).count();
    assert_eq!(opened, 5);
}
