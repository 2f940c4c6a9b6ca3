//! Fault 7: talk is limited by guest and not by socket, what nobody needs is deleted, and guests can delete their data.

use std::net::Ipv4Addr;
use std::time::Duration;

use client::{Guest, Player, Server};
use serde_json::{Value, json};

use crate::served::{Served, Start, by_chance, soon};
use crate::tools::{against_bot, eventually, limits_hit, within};

const SOCKETS: usize = 60;
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn get_as(server: &Server, guest: &Guest, path: &str) -> (u16, Value) {
    let answer = server.request_as(guest, "GET", path, None).await.unwrap();
    (answer.status, answer.json())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_sockets_do_not_let_a_guest_talk_more() {
    let served = Served::launch(Start::plain(&["--max-writes", "1000"]));
    let server = &served.server;
    let rude = server.guest("Rude").await.unwrap();
    let mut tables = Vec::new();
    for _ in 0..2 {
        let table = server.open(&rude, &json!({ "game": "koi-koi", "seats": 2 })).await.unwrap();
        let mut player = Player::connect(server, &table, Some(&rude)).await.unwrap();
        player.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
        player.read_until(|player| player.you == Some(0)).await.unwrap();
        tables.push(table);
    }
    let bearer = format!("Bearer {}", rude.token);
    let mut sockets = Vec::new();
    for number in 0..SOCKETS {
        // Each from an address of its own, so that only the guest is the same.
        let from = server.stream_from(Ipv4Addr::new(127, 0, 4, 1 + number as u8)).await.unwrap();
        let path = format!("/api/tables/{}/socket?version=1", tables[number % 2]);
        let mut socket = server.connect_over(from, &path, &[("Authorization", &bearer)]).await.unwrap();
        for _ in 0..5 {
            socket.send(&json!({ "type": "say", "text": "me, me, me" })).await.unwrap();
        }
        sockets.push(socket);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let count =
        |table: &String| served.entries(table).iter().filter(|(.., entry)| entry["type"] == "said").count();
    let said: usize = tables.iter().map(count).sum();
    let sent = 5 * SOCKETS;
    assert!(said >= 1, "a guest may talk");
    assert!(said <= 40, "{said} of {sent} chat messages of one guest within seconds are in the journal");
    assert!(limits_hit(server, "talk").await > 0.0);
}

/// A finished game of two people; one of them has talked.
async fn finished(served: &Served) -> (Player, Player) {
    let (mut one, mut other) = served.playing("irono", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    one.ask(&json!({ "type": "say", "text": "only between us" })).await.unwrap();
    soon(async {
        let ends = tokio::join!(one.play_to_the_end(by_chance(1)), other.play_to_the_end(by_chance(2)));
        ends.0.and(ends.1).unwrap();
    })
    .await;
    (one, other)
}

/// Makes everything in the database older.
fn age(served: &Served, by: i64) {
    let database = served.connection();
    for (table, column) in [
        ("rows", "time"),
        ("tables", "updated"),
        ("games", "ended"),
        ("players", "ended"),
        ("guests", "added"),
        ("guests", "seen"),
        ("tokens", "added"),
    ] {
        let known = "SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2";
        let known: i64 = database.query_row(known, [table, column], |row| row.get(0)).unwrap();
        if known > 0 {
            database.execute(&format!("UPDATE {table} SET {column} = {column} - ?1"), [by]).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unplayed_table_is_deleted_after_a_day() {
    let mut served = Served::start(&[]);
    let aki = served.server.guest("Aki").await.unwrap();
    let unplayed = served.server.open(&aki, &json!({ "game": "koi-koi", "seats": 2 })).await.unwrap();
    let played = against_bot(&served.server, &aki, "random", &json!({})).await.table;
    served.kill();
    age(&served, 2 * DAY);
    served.start_again();
    let status = async |table: &str| served.server.get(&format!("/api/tables/{table}")).await.unwrap().status;
    // Somebody still has the page open, so the table is in memory.
    let mut waiting = Player::connect(&served.server, &unplayed, Some(&aki)).await.unwrap();
    eventually(30, "its entries are gone", async || served.entries(&unplayed).is_empty()).await;
    waiting.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
    let told = within(20, "an answer", waiting.read_for(|frame| frame["code"] == "no-table")).await;
    assert!(told.is_ok(), "a client at a deleted table is told so");
    within(20, "the socket is closed", async { while waiting.read().await.is_ok() {} }).await;
    assert_eq!(status(&unplayed).await, 404, "the unplayed table is gone");
    assert_eq!(status(&played).await, 200, "a game in progress stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_games_and_idle_guests_are_deleted_unless_somebody_keeps_the_game() {
    let mut served = Served::start(&[]);
    let (forgotten, _) = finished(&served).await;
    let (kept, _) = finished(&served).await;
    let idle = served.server.guest("Idle").await.unwrap();
    let keeper = kept.guest().unwrap().clone();
    let path = format!("/api/me/games/{}/1/keep", kept.table);
    let keep = served.server.request_as(&keeper, "PUT", &path, Some(&json!({ "keep": true }))).await.unwrap();
    assert_eq!((keep.status, keep.json()), (200, json!({ "keep": true })));
    let (_, games) = get_as(&served.server, &keeper, "/api/me/games").await;
    assert_eq!((&games["games"][0]["keep"], &games["games"][0]["expires"]), (&json!(true), &Value::Null));
    served.kill();
    age(&served, 400 * DAY);
    served.start_again();
    let record = async |table: &str| {
        served.server.get(&format!("/api/tables/{table}/games/1/record")).await.unwrap().status
    };
    eventually(30, "the old game is gone", async || record(&forgotten.table).await == 404).await;
    eventually(30, "the idle guest is gone", async || {
        let named = "SELECT count(*) FROM guests WHERE name = ?1";
        served.connection().query_row(named, ["Idle"], |row| row.get::<_, i64>(0)).unwrap() == 0
    })
    .await;
    assert_eq!(get_as(&served.server, &idle, "/api/me").await.0, 401);
    assert_eq!(record(&kept.table).await, 200, "a game that a player keeps stays");
    assert_eq!(get_as(&served.server, &keeper, "/api/me").await.0, 200, "so does its player");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_can_delete_their_data_and_others_keep_the_game() {
    let served = Served::start(&[]);
    let server = &served.server;
    let (one, other) = finished(&served).await;
    let (aki, bo) = (one.guest().unwrap().clone(), other.guest().unwrap().clone());
    let mut socket = server.connect(&one.table, Some(&aki), None).await.unwrap();
    let path = format!("/api/tables/{}/games/1/record", one.table);
    let before = server.get(&path).await.unwrap().json();
    let deleted = server.request_as(&aki, "DELETE", "/api/me", None).await.unwrap();
    assert_eq!(deleted.status, 204, "{}", deleted.body);
    within(20, "the socket is closed", async { while socket.next_text().await.unwrap().is_some() {} }).await;
    assert_eq!(socket.closed(), Some(1008));
    assert_eq!(get_as(server, &aki, "/api/me").await.0, 401);

    let (status, games) = get_as(server, &bo, "/api/me/games").await;
    assert_eq!((status, games["games"][0]["table"].as_str()), (200, Some(one.table.as_str())));
    assert_eq!(games["games"][0]["summary"]["names"], json!(["", "Bo"]));
    let after = server.get(&path).await.unwrap().json();
    assert_eq!(
        (&after["seed"], &after["steps"]),
        (&before["seed"], &before["steps"]),
        "the game is the same"
    );
    let snapshot = Player::connect(server, &one.table, Some(&bo)).await.unwrap();
    let snapshot: Value = serde_json::from_str(&snapshot.frames[0]).unwrap();
    assert_eq!((&snapshot["talk"][0]["name"], &snapshot["talk"][0]["text"]), (&json!(""), &json!("")));
    assert_eq!(snapshot["table"]["chairs"][0]["kind"], "empty", "somebody else can take the seat");
    for (table, column) in
        [("rows", "text"), ("tables", "summary"), ("games", "summary"), ("games", "record")]
    {
        let left = format!("SELECT count(*) FROM {table} WHERE {column} LIKE ?1");
        for word in ["%only between us%", "%\"Aki\"%"] {
            let left: i64 = served.connection().query_row(&left, [word], |row| row.get(0)).unwrap();
            assert_eq!(left, 0, "{word} is still in {table}.{column}");
        }
    }
}
