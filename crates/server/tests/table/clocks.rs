//! Absence: a bot takes over, and the table never hangs.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use catalog::{AnyGame, Proof, Setup};
use client::{Player, Server};
use serde_json::{Value, json};
use server::{App, Config};
use store::{Journal, NewEntry, Sqlite};
use tokio::net::TcpListener;

use crate::house::{House, by_chance, plain, short, soon};

const HOUR: i64 = 3_600_000;
const TABLE: &str = "abcdefghijkm";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_for_a_person_who_left_and_the_game_ends() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.playing(&short()).await;
    let (mut choose, mut others) = (by_chance(1), by_chance(2));
    let leaving = async {
        // Not in the last round: a hand may win it as it is dealt, and there would be no game to leave.
        while one.play["view"]["round"].as_u64() < Some(5) {
            one.move_if_due(&mut choose).await.unwrap();
            one.read().await.unwrap();
        }
        one.ask(&json!({ "type": "leave" })).await.unwrap();
        let frame = one.read_for(|frame| frame["event"]["type"] == "away").await.unwrap();
        assert_eq!(frame["event"], json!({ "type": "away", "seat": 0, "why": "left" }));
        let chair = &frame["table"]["chairs"][0];
        assert_eq!((&chair["away"], &chair["free"]), (&json!(true), &json!(false)), "a game is in progress");
        // Their own moves are refused until they are back.
        one.ask(&json!({ "type": "move", "id": "late", "at": one.number, "move": "stop" })).await.unwrap();
        let refused = one.read_for(|frame| frame["type"] == "refused").await.unwrap();
        assert!(["away", "stale", "not-playing"].contains(&refused["code"].as_str().unwrap()), "{refused}");
        one.read_until(|player| player.phase() == "over").await.unwrap();
    };
    soon(async { tokio::join!(leaving, async { other.play_to_the_end(&mut others).await.unwrap() }) }).await;
    assert!(one.frames.iter().any(|frame| frame.contains(r#""seat":0,"bot":true"#)), "a bot moved for them");
    let proved = catalog::check(&house.record(&one.table, 1).await).unwrap();
    assert!(proved.finished && proved.shuffle_is_proved());
    // The seat is free for anybody now, that person included, and the game is in their history.
    assert_eq!(
        (&one.info["chairs"][0]["free"], &one.info["chairs"][1]["free"]),
        (&json!(true), &json!(false))
    );
    let answer = house.server.request_as(&guests[0], "GET", "/api/me/games", None).await.unwrap();
    assert_eq!(answer.json()["games"][0]["seat"], 0);
    one.ask(&json!({ "type": "sit", "seat": 1 })).await.unwrap();
    let refused = soon(one.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!(refused["code"], "taken");
    one.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
    soon(one.read_until(|player| player.you == Some(0))).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_is_back_plays_again() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&plain("irono", 2)).await;
    other.ask(&json!({ "type": "back" })).await.unwrap();
    let refused = soon(other.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!(refused["code"], "not-away");
    other.refused.clear();
    other.ask(&json!({ "type": "leave" })).await.unwrap();
    soon(other.read_for(|frame| frame["event"]["type"] == "away")).await.unwrap();
    other.ask(&json!({ "type": "back" })).await.unwrap();
    soon(other.read_for(|frame| frame["event"]["type"] == "back")).await.unwrap();
    assert_eq!(other.info["chairs"][1]["away"], false);
    soon(async {
        let (first, second) =
            tokio::join!(one.play_to_the_end(by_chance(1)), other.play_to_the_end(by_chance(2)));
        first.and(second).unwrap();
    })
    .await;
    assert_eq!(other.refused, Vec::<Value>::new());
    assert!(catalog::check(&house.record(&one.table, 1).await).unwrap().finished);
}

/// The entries of a table where two people have played until a condition holds, and the game.
fn entries_until(pace: &str, is_so: impl Fn(&dyn AnyGame) -> bool) -> (Vec<Value>, Box<dyn AnyGame>) {
    let secret = [7; 32];
    let setting = json!({ "game": "koi-koi", "seats": 2, "options": { "rounds": 6 }, "clock": pace });
    let mut entries = vec![
        json!({ "type": "opened", "setting": setting, "opener": "aki", "secret": cards::to_hex(&secret) }),
        json!({ "type": "sat", "seat": 0, "guest": "aki", "name": "Aki" }),
        json!({ "type": "sat", "seat": 1, "guest": "bo", "name": "Bo" }),
        json!({ "type": "started", "next": cards::to_hex(&[8; 32]) }),
    ];
    let proof = Proof::new(secret, TABLE, 1, vec![None, None]).unwrap();
    let mut game = catalog::open(&Setup {
        game: "koi-koi".parse().unwrap(),
        seats: 2,
        options: vec![("rounds".into(), serde_json::from_value(json!(6)).unwrap())],
        seed: proof.seed(),
        deals: Vec::new(),
    })
    .unwrap();
    let mut choose = by_chance(3);
    while !is_so(&*game) {
        let seat = game.to_act().first().unwrap();
        let legal = game.legal(seat).unwrap();
        let chosen = &legal[choose(&legal)];
        game.play(seat, chosen).unwrap();
        entries.push(json!({ "type": "moved", "seat": seat.0, "move": chosen }));
    }
    (entries, game)
}

/// A game of two people that is nearly over, with the last move so long ago. The person who is not to move has left.
async fn journal_of(folder: &std::path::Path, pace: &str, ago: i64) -> Sqlite {
    let (mut entries, game) =
        entries_until(pace, |game| game.view(None).unwrap()["round"].as_u64() == Some(6));
    let waiting = 1 - game.to_act().first().unwrap().0;
    entries.push(json!({ "type": "away", "seat": waiting, "why": "left" }));
    journal_with(folder, &entries, ago).await
}

/// A journal with these entries, written so long ago.
async fn journal_with(folder: &std::path::Path, entries: &[Value], ago: i64) -> Sqlite {
    let journal = Sqlite::open(&folder.join("irori.sqlite")).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    for (at, entry) in entries.iter().enumerate() {
        let status = match entry["type"].as_str() {
            _ if at < 3 => store::Status::Open,
            Some("ready") => store::Status::Over,
            _ => store::Status::Playing,
        };
        let index = store::Index {
            status,
            public: false,
            kind: "koi-koi".into(),
            opener: "aki".into(),
            free: 0,
            summary: "{}".into(),
            guests: vec![],
        };
        journal
            .append(NewEntry {
                table: TABLE.into(),
                number: at as u64 + 1,
                reading: 0,
                time: now - ago,
                text: entry.to_string(),
                also: vec![store::Also::Index(index)],
            })
            .await
            .unwrap();
    }
    journal
}

async fn resumed(journal: Sqlite) -> Server {
    let app = App::new(Arc::new(journal), Config { pause: Duration::ZERO, ..Config::default() });
    app.resume().await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server(listener.local_addr().unwrap().to_string());
    tokio::spawn(app.serve(listener, std::future::pending()));
    server
}

/// Nobody is connected: the server itself must notice, and play the game to its end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_after_a_clock_ran_out_while_the_server_was_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = resumed(journal_of(folder.path(), "fast", 71_000).await).await;
    let mut watching = Player::connect(&server, TABLE, None).await.unwrap();
    soon(watching.read_until(|player| player.phase() == "over")).await.unwrap();
    let record = server.get(&format!("/api/tables/{TABLE}/games/1/record")).await.unwrap().body;
    let proved = catalog::check(&record).unwrap();
    assert!(proved.finished && proved.shuffle_is_proved());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn by_correspondence_a_day_is_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let server = resumed(journal_of(folder.path(), "days-1", 23 * HOUR).await).await;
    let watching = Player::connect(&server, TABLE, None).await.unwrap();
    assert_eq!(watching.phase(), "playing");
    let away = |player: &Player| {
        let chairs = player.info["chairs"].as_array().unwrap();
        chairs.iter().filter(|chair| chair["away"] == true).count()
    };
    assert_eq!(away(&watching), 1, "an hour is left for the mover");
    let clocks = watching.play["clocks"].as_array().unwrap();
    assert_eq!(clocks.iter().filter(|clock| clock.get("turn_ends").is_some()).count(), 1);

    let folder = tempfile::tempdir().unwrap();
    let server = resumed(journal_of(folder.path(), "days-1", 25 * HOUR).await).await;
    let mut watching = Player::connect(&server, TABLE, None).await.unwrap();
    soon(watching.read_until(|player| away(player) == 2 || player.phase() == "over")).await.unwrap();
}

/// Being ready and the start that follows from it are two entries, and the server may stop between them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_starts_even_if_the_server_stopped_after_the_last_ready() {
    let folder = tempfile::tempdir().unwrap();
    let (mut entries, _) = entries_until("none", |game| game.to_act().first().is_none());
    entries.extend([0, 1].map(|seat| json!({ "type": "ready", "seat": seat })));
    let server = resumed(journal_with(folder.path(), &entries, 1000).await).await;
    let mut watching = Player::connect(&server, TABLE, None).await.unwrap();
    soon(watching.read_until(|player| player.phase() == "playing")).await.unwrap();
    assert_eq!(watching.info["games"], 2);
}
