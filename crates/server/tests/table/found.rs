//! What can be found over HTTP without knowing a table.

use catalog::GameId;
use client::Guest;
use serde_json::{Value, json};

use crate::house::{House, by_chance, play_out, short, soon};

/// The answer to a guest's question for their tables.
async fn tables_of(house: &House, guest: &Guest) -> Vec<Value> {
    let answer = house.server.request_as(guest, "GET", "/api/me/tables", None).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["tables"].as_array().unwrap().clone()
}

fn ids(tables: &[Value]) -> Vec<&str> {
    tables.iter().filter_map(|mine| mine["table"]["id"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_of_every_game_can_be_read_by_anybody() {
    let house = House::open().await;
    for game in GameId::ALL {
        let answer = house.server.get(&format!("/api/games/{game}/rules")).await.unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (200, catalog::rules::text(game)));
        assert!(answer.head.contains("text/markdown; charset=utf-8"), "{}", answer.head);
        let path = format!("/api/games/{game}/rules");
        let blocks =
            house.server.request("GET", &path, &[("Accept", "application/json")], None).await.unwrap();
        assert_eq!(blocks.json(), json!({ "game": game.id(), "blocks": catalog::rules::blocks(game) }));
    }
    let unknown = house.server.get("/api/games/chess/rules").await.unwrap();
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "unknown-game"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_finds_the_tables_to_continue() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.playing(&short()).await;
    let stranger = house.server.guest("Cho").await.unwrap();
    assert_eq!(tables_of(&house, &stranger).await, [json!(null); 0]);
    let nobody = house.server.get("/api/me/tables").await.unwrap();
    assert_eq!((nobody.status, nobody.code().as_str()), (401, "no-guest"));

    for (player, guest) in [(&one, &guests[0]), (&other, &guests[1])] {
        let mine = tables_of(&house, guest).await;
        assert_eq!((mine.len(), &mine[0]["table"]), (1, &player.info), "the table as everybody knows it");
        assert_eq!(
            (&mine[0]["seat"], &mine[0]["to_act"]),
            (&json!(player.you), &json!(!player.legal().is_empty()))
        );
        assert!(mine[0]["time"].is_i64());
    }

    // The same guest sits down at another table, and then something happens at the first.
    let second = house.server.open(&guests[0], &short()).await.unwrap();
    let mut elsewhere = client::Player::connect(&house.server, &second, Some(&guests[0])).await.unwrap();
    elsewhere.ask(&json!({ "type": "sit", "seat": 1 })).await.unwrap();
    soon(elsewhere.read_until(|player| player.you == Some(1))).await.unwrap();
    let mine = tables_of(&house, &guests[0]).await;
    assert_eq!(ids(&mine), [second.as_str(), &one.table]);
    assert_eq!((&mine[0]["table"]["phase"], &mine[0]["to_act"]), (&json!("open"), &json!(false)));
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    let mover = if one.legal().is_empty() { &mut other } else { &mut one };
    mover.move_if_due(by_chance(1)).await.unwrap();
    soon(mover.read_until(|player| !player.made.is_empty())).await.unwrap();
    assert_eq!(ids(&tables_of(&house, &guests[0]).await), [one.table.as_str(), &second]);

    // A seat that was left and a game that is over are nothing to continue.
    elsewhere.ask(&json!({ "type": "leave" })).await.unwrap();
    soon(elsewhere.read_until(|player| player.you.is_none())).await.unwrap();
    assert_eq!(ids(&tables_of(&house, &guests[0]).await), [&one.table]);
    soon(play_out(&mut one, &mut other)).await;
    for guest in &guests {
        assert_eq!(tables_of(&house, guest).await, [json!(null); 0]);
    }
    // With the next game it is in the list again.
    for player in [&mut one, &mut other] {
        player.ask(&json!({ "type": "ready" })).await.unwrap();
    }
    soon(one.read_until(|player| player.phase() == "playing")).await.unwrap();
    let mine = tables_of(&house, &guests[0]).await;
    assert_eq!((ids(&mine), &mine[0]["seat"]), (vec![one.table.as_str()], &json!(1)), "seats have moved on");
}

/// The summaries of a guest's past games, newest first.
async fn summaries_of(house: &House, guest: &Guest) -> Vec<Value> {
    let answer = house.server.request_as(guest, "GET", "/api/me/games", None).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["games"].as_array().unwrap().iter().map(|game| game["summary"].clone()).collect()
}

/// A regression: a person called "easy" was listed as a bot.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_past_game_tells_bots_from_people() {
    let house = House::open().await;
    let guest = house.server.guest("easy").await.unwrap();
    let table = house.server.open(&guest, &short()).await.unwrap();
    let mut player = client::Player::connect(&house.server, &table, Some(&guest)).await.unwrap();
    player.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
    player.ask(&json!({ "type": "fill", "seat": 1, "bot": "random" })).await.unwrap();
    player.ask(&json!({ "type": "start" })).await.unwrap();
    soon(player.play_to_the_end(by_chance(1))).await.unwrap();
    let bot = &player.info["chairs"][1]["name"];
    let summary = &summaries_of(&house, &guest).await[0];
    assert_eq!(summary["names"], json!(["easy", bot]));
    assert_eq!(summary["bots"], json!([null, "random"]));

    // A row of an older version does not have all keys. It is shown as it is.
    let old = json!({ "names": ["easy", "random"], "totals": [3, 9], "winners": [1] });
    assert_eq!(house.database().execute("UPDATE games SET summary = ?1", [old.to_string()]).unwrap(), 1);
    assert_eq!(summaries_of(&house, &guest).await, [old]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_of_games_comes_with_the_limits_of_the_server() {
    let house = House::open().await;
    let answer = house.server.get("/api/games").await.unwrap().json();
    assert_eq!(answer["limits"], json!({ "name": 24, "talk": 300, "listed": 50, "keep_days": 365 }));
}
