//! Fault 8: the tables of one guest do not hide those of others, and the lobby has pages.

use std::collections::HashSet;

use client::{Guest, Server};
use serde_json::{Value, json};

use crate::served::Served;

async fn open(server: &Server, guest: &Guest, game: &str) -> (u16, String) {
    let setting = json!({ "game": game, "seats": if game == "koi-koi" { 2 } else { 3 }, "public": true });
    let answer = server.request_as(guest, "POST", "/api/tables", Some(&setting)).await.unwrap();
    (answer.status, answer.code())
}

async fn list(server: &Server, query: &str) -> Value {
    let answer = server.get(&format!("/api/tables{query}")).await.unwrap();
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    answer.json()
}

fn ids(list: &Value) -> Vec<String> {
    list["tables"].as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_tables_of_one_guest_do_not_hide_those_of_others() {
    let served = Served::start(&[]);
    let server = &served.server;
    let (bo, rude) = (server.guest("Bo").await.unwrap(), server.guest("Rude").await.unwrap());
    let theirs = server.open(&bo, &json!({ "game": "koi-koi", "seats": 2, "public": true })).await.unwrap();
    let mut listed = 0;
    let mut refused = HashSet::new();
    for _ in 0..50 {
        match open(server, &rude, "koi-koi").await {
            (201, _) => listed += 1,
            (_, code) => drop(refused.insert(code)),
        }
    }
    assert!(
        ids(&list(server, "").await).contains(&theirs),
        "{listed} tables of one guest hide that of another"
    );
    assert_eq!(listed, 5);
    assert_eq!(refused.into_iter().collect::<Vec<_>>(), ["too-many"]);
    // A table that is not in the lobby is still allowed.
    server.open(&rude, &json!({ "game": "koi-koi", "seats": 2 })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_has_pages_filters_and_orders() {
    let served = Served::start(&[]);
    let server = &served.server;
    for number in 0..12 {
        let guest = server.guest(&format!("Guest {number}")).await.unwrap();
        for _ in 0..5 {
            let game = if number < 2 { "iroha" } else { "koi-koi" };
            assert_eq!(open(server, &guest, game).await.0, 201);
        }
    }
    let (first, second) = (list(server, "").await, list(server, "?page=1").await);
    assert_eq!((&first["page"], &first["more"], &first["total"]), (&json!(0), &json!(true), &json!(60)));
    assert_eq!((&second["page"], &second["more"]), (&json!(1), &json!(false)));
    let (first, second) = (ids(&first), ids(&second));
    assert_eq!((first.len(), second.len()), (50, 10));
    assert_eq!(first.iter().chain(&second).collect::<HashSet<_>>().len(), 60, "no table is on two pages");
    let oldest = ids(&list(server, "?sort=oldest").await);
    assert_eq!(oldest.iter().filter(|id| second.contains(id)).count(), 10, "the oldest come first");
    let iroha = list(server, "?game=iroha").await;
    assert_eq!((&iroha["total"], ids(&iroha).len()), (&json!(10), 10));

    // Nearest to a start: one seat is left.
    let guest = server.guest("Nearly").await.unwrap();
    let table = server.open(&guest, &json!({ "game": "iroha", "seats": 3, "public": true })).await.unwrap();
    let mut player = client::Player::connect(server, &table, Some(&guest)).await.unwrap();
    player.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
    player.ask(&json!({ "type": "fill", "seat": 1, "bot": "random" })).await.unwrap();
    player.read_for(|frame| frame["event"]["type"] == "filled").await.unwrap();
    assert_eq!(ids(&list(server, "?game=iroha&sort=free").await)[0], table);
    player.ask(&json!({ "type": "fill", "seat": 2, "bot": "random" })).await.unwrap();
    player.read_for(|frame| frame["event"]["type"] == "filled").await.unwrap();
    assert!(!ids(&list(server, "?game=iroha&free=true").await).contains(&table), "a full table has no seat");
    assert!(ids(&list(server, "?game=iroha").await).contains(&table));
}
