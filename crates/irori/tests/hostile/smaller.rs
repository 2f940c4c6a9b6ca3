//! The smaller faults that show from outside.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cards::Seat;
use catalog::{GameId, Proof, Setup};
use client::{Guest, Player, Server};
use serde_json::{Value, json};

use crate::served::{Served, Start, tested};
use crate::tools::{against_bot, bot_takes, measuring, set_limit, soak, within};

/// Two people at a table before the game.
async fn seated(server: &Server) -> (Player, Player) {
    let (aki, bo) = (server.guest("Aki").await.unwrap(), server.guest("Bo").await.unwrap());
    let table = server.open(&aki, &json!({ "game": "koi-koi", "seats": 2 })).await.unwrap();
    let mut one = Player::connect(server, &table, Some(&aki)).await.unwrap();
    let mut other = Player::connect(server, &table, Some(&bo)).await.unwrap();
    one.ask(&json!({ "type": "sit", "seat": 0 })).await.unwrap();
    one.read_until(|player| player.you == Some(0)).await.unwrap();
    other.ask(&json!({ "type": "sit", "seat": 1 })).await.unwrap();
    other.read_until(|player| player.you == Some(1)).await.unwrap();
    one.read_until(|player| player.number == 3).await.unwrap();
    (one, other)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn muting_is_invisible_to_others() {
    let served = Served::start(&[]);
    let server = &served.server;
    let (mut one, mut other) = seated(server).await;
    let aki = one.guest().unwrap().clone();
    let mut second = Player::connect(server, &one.table, Some(&aki)).await.unwrap();
    one.ask(&json!({ "type": "mute", "seat": 1, "on": true })).await.unwrap();
    one.ask(&json!({ "type": "say", "text": "good evening" })).await.unwrap();
    let after = within(20, "the chat", other.read_for(|frame| frame["type"] == "event")).await.unwrap();
    assert_eq!(
        (&after["event"]["type"], &after["number"]),
        (&json!("said"), &json!(4)),
        "what Bo hears next"
    );
    for player in [&mut one, &mut second] {
        let muted = within(20, "muted", player.read_for(|frame| frame["type"] == "muted")).await.unwrap();
        assert_eq!(muted["muted"], json!([1]));
    }
    // It is the guest's own, at every table.
    let path = "/api/me/muted";
    let listed = server.request_as(&aki, "GET", path, None).await.unwrap().json();
    assert_eq!(listed["muted"][0]["name"], "Bo");
    let path = format!("{path}/{}", listed["muted"][0]["id"]);
    assert_eq!(server.request_as(&aki, "DELETE", &path, None).await.unwrap().status, 204);
    let listed = server.request_as(&aki, "GET", "/api/me/muted", None).await.unwrap().json();
    assert_eq!(listed, json!({ "muted": [] }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_entry_of_muting_is_quiet() {
    let mut served = Served::start(&[]);
    let (one, _other) = seated(&served.server).await;
    let aki = one.guest().unwrap().clone();
    served.kill();
    let database = served.connection();
    let insert = "INSERT INTO rows (place, before, number, time, text)
        SELECT (SELECT max(place) FROM rows) + 1, place, number + 1, 0, ?2 FROM heads WHERE table_id = ?1";
    let muted = r#"{"type":"muted","seat":0,"whom":1,"on":true}"#;
    database.execute(insert, [one.table.as_str(), muted]).unwrap();
    let update =
        "UPDATE heads SET number = number + 1, place = (SELECT max(place) FROM rows) WHERE table_id = ?1";
    database.execute(update, [&one.table]).unwrap();
    drop(database);
    served.start_again();
    let mut socket = served.server.connect(&one.table, Some(&aki), Some(3)).await.unwrap();
    let event = within(20, "the event", socket.until(|frame| frame["number"] == 4)).await.unwrap();
    assert_eq!(event["event"], json!({ "type": "quiet" }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_chat_have_no_invisible_or_turning_characters() {
    let served = Served::start(&[]);
    let server = &served.server;
    let (mut one, _other) = seated(server).await;
    let aki = one.guest().unwrap().clone();
    for bad in [
        '\u{202e}', '\u{202a}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{061c}', '\u{200b}', '\u{2060}',
        '\u{feff}',
    ] {
        let name = json!({ "name": format!("A{bad}ki") });
        let new = server.request("POST", "/api/guests", &[], Some(&name)).await.unwrap();
        assert_eq!((new.status, new.code().as_str()), (400, "bad-name"), "U+{:04X}", u32::from(bad));
        let renamed = server.request_as(&aki, "PATCH", "/api/me", Some(&name)).await.unwrap();
        assert_eq!(renamed.code(), "bad-name", "U+{:04X}", u32::from(bad));
    }
    for good in ["Ægir", "囲炉裏", "نور", "Zoë 🎴"] {
        let new = server.request("POST", "/api/guests", &[], Some(&json!({ "name": good }))).await.unwrap();
        assert_eq!(new.json()["name"], good);
    }
    one.ask(&json!({ "type": "say", "text": "look \u{202e}here" })).await.unwrap();
    let told = |frame: &Value| frame["type"] == "refused" || frame["event"]["type"] == "said";
    let told = within(20, "an answer", one.read_for(told)).await.unwrap();
    assert_eq!(told["code"], "bad-talk");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signing_out_everywhere_ends_all_other_tokens() {
    let served = Served::start(&[]);
    let server = &served.server;
    let (mut one, _other) = seated(server).await;
    let aki = one.guest().unwrap().clone();
    let answer = server.request_as(&aki, "DELETE", "/api/me/tokens", None).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    within(20, "the socket is closed", async { while one.read().await.is_ok() {} }).await;
    assert_eq!(one.socket.closed(), Some(1008));
    assert_eq!(server.request_as(&aki, "GET", "/api/me", None).await.unwrap().status, 401);
    let here = Guest { token, ..aki };
    let me = server.request_as(&here, "GET", "/api/me", None).await.unwrap();
    assert_eq!((me.status, me.json()["name"].as_str().unwrap().to_owned()), (200, "Aki".to_owned()));
    let player = Player::connect(server, &one.table, Some(&here)).await.unwrap();
    assert_eq!(player.you, Some(0), "the seat is still theirs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_unreadable_entry_does_not_break_a_guests_list() {
    let mut served = Served::start(&[]);
    let aki = served.server.guest("Aki").await.unwrap();
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(against_bot(&served.server, &aki, "random", &json!({})).await.table);
    }
    served.kill();
    let place = "SELECT place FROM heads WHERE table_id = ?1";
    let spoil = format!("UPDATE rows SET text = '{{\"type\":\"nonsense\"}}' WHERE place = ({place})");
    assert_eq!(served.connection().execute(&spoil, [&tables[1]]).unwrap(), 1);
    served.start_again();
    let list = served.server.request_as(&aki, "GET", "/api/me/tables", None).await.unwrap();
    assert_eq!(list.status, 200, "{}", list.body);
    let json = list.json();
    let listed: Vec<&str> =
        json["tables"].as_array().unwrap().iter().filter_map(|mine| mine["table"]["id"].as_str()).collect();
    assert!(listed.contains(&tables[0].as_str()) && listed.contains(&tables[2].as_str()), "{listed:?}");
    assert!(served.log().contains(&tables[1]), "the log names the table:\n{}", served.log());
}

/// Runs `irori serve`, which must refuse to start; returns what it said.
fn refusal(settings: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(tested())
        .arg("serve")
        .args(settings)
        .env("XDG_DATA_HOME", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > Duration::from_secs(10) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it serves with {settings:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(status.code(), Some(2), "{said}");
    said
}

#[test]
fn an_origin_without_a_scheme_gets_a_helpful_error() {
    let said = refusal(&["--bind", "127.0.0.1:0", "--origin", "irori.example"]);
    assert!(said.contains("https://irori.example"), "{said}");
}

#[test]
fn a_host_name_to_bind_to_gets_a_helpful_error() {
    let said = refusal(&["--bind", "localhost:0"]);
    assert!(said.contains("127.0.0.1"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_grows_too_large_does_not_kill_the_server() {
    let mut served = Served::start(&[]);
    let (one, _other) = seated(&served.server).await;
    // A write behind this size brings the signal SIGXFSZ, which ends a process that does not expect it.
    set_limit(served.process(), "--fsize=4096:unlimited");
    let name = json!({ "name": "Cy" });
    let answer = served.server.request("POST", "/api/guests", &[], Some(&name)).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(served.is_running(), "the server has ended; its last answer: {answer:?}");
    assert_eq!(answer.unwrap().code(), "unavailable");
    set_limit(served.process(), "--fsize=unlimited");
    let known = served.server.get(&format!("/api/tables/{}", one.table)).await.unwrap();
    assert_eq!(known.status, 200);
}

/// How long the bot took for each of its moves at a table of Koi-Koi, and how many legal moves it had. The database has
/// the secret of the shuffle, which makes the game known before its end.
fn bot_times(served: &Served, table: &str) -> Vec<(usize, i64)> {
    let entries = served.entries(table);
    let secret = cards::from_hex(entries[0].2["secret"].as_str().unwrap()).unwrap();
    let seed = Proof::new(secret, table, 1, vec![None, None]).unwrap().seed();
    let (game, options) = (GameId::KoiKoi, [].into_iter().collect());
    let mut game = catalog::open(&Setup { game, seats: 2, options, seed, deals: vec![] }).unwrap();
    let mut times = Vec::new();
    for pair in entries.windows(2) {
        let [(_, before, _), (_, time, entry)] = pair else { continue };
        if entry["type"] != "moved" {
            continue;
        }
        let seat = Seat(entry["seat"].as_u64().unwrap() as u8);
        if entry["bot"] == true {
            times.push((game.legal(seat).unwrap().len(), time - before));
        }
        game.play(seat, entry["move"].as_str().unwrap()).unwrap();
    }
    times
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bots_time_does_not_tell_whether_it_had_a_choice() {
    let _one = measuring().await;
    let served = Served::launch(Start::plain(&["--bot-pause", "50", "--bot-threads", "1"]));
    let aki = served.server.guest("Aki").await.unwrap();
    let mut player = against_bot(&served.server, &aki, "strong", &json!({})).await;
    let enough = if soak() { 5 } else { 3 };
    let (mut forced, mut chosen) = (Vec::new(), Vec::new());
    // How often it has no choice is up to the cards.
    for _ in 0..90 {
        bot_takes(&mut player, Duration::from_secs(20)).await.expect("the bot moves");
        let times = bot_times(&served, &player.table);
        (forced, chosen) = times.into_iter().partition(|(legal, _)| *legal == 1);
        if forced.len().min(chosen.len()) >= enough {
            break;
        }
    }
    let median = |times: &mut Vec<(usize, i64)>| {
        assert!(times.len() >= enough, "{times:?}");
        times.sort_by_key(|(_, time)| *time);
        times[times.len() / 2].1
    };
    let (forced, chosen) = (median(&mut forced), median(&mut chosen));
    assert!(
        chosen <= 2 * forced + 50 && forced <= 2 * chosen + 50,
        "a bot with one legal move takes {forced} ms, and one with a choice {chosen} ms"
    );
}
