//! Fault 2: while the disk is full, tables rest; when there is room again, they go on by themselves. `prlimit --fsize`
//! makes the disk full: the system then refuses to write behind that size.

use std::time::{Duration, Instant};

use client::{Player, Socket};
use serde_json::{Value, json};

use crate::served::{Served, Start, by_chance, soon};
use crate::tools::{
    against_bot, all_acknowledged_are_kept, bot_takes, eventually, hand_over, known_metric, mover, set_limit,
    within,
};

/// Less than a commit writes, wherever in the file it does.
const FULL: u64 = 4096;
/// More than this in a few seconds is no rest: a server that tries on and on sends thousands.
const HANDFUL: usize = 10;

/// All frames that come in this time, up to a thousand.
async fn frames_for(socket: &mut Socket, time: Duration) -> Vec<Value> {
    let end = Instant::now() + time;
    let mut frames = Vec::new();
    while frames.len() < 1000 {
        match tokio::time::timeout_at(end.into(), socket.next()).await {
            Ok(Ok(Some(frame))) => frames.push(frame),
            Ok(_) => panic!("the socket was closed ({:?}) after {} frames", socket.closed(), frames.len()),
            Err(_) => break,
        }
    }
    frames
}

fn types(frames: &[Value]) -> Vec<&str> {
    frames.iter().filter_map(|frame| frame["type"].as_str()).collect()
}

fn durable_moves(served: &Served) -> f64 {
    let moves = "SELECT count(*) FROM rows WHERE text LIKE '{\"type\":\"moved\"%'";
    served.connection().query_row(moves, [], |row| row.get(0)).unwrap()
}

async fn health(served: &Served) -> u16 {
    served.server.get("/healthz").await.unwrap().status
}

/// Tries to move until a move is refused.
async fn refusal(player: &mut Player) -> String {
    player.refused.clear();
    player.move_if_due(by_chance(4)).await.unwrap();
    player.read_for(|frame| frame["type"] == "refused").await.unwrap()["code"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_rest_while_the_disk_is_full_and_then_go_on() {
    let settings = ["--bot-pause", "700", "--max-messages", "100000", "--max-writes", "100000"];
    // Without the signal, as on a full disk, a write just fails. The log goes through another process, which has room.
    let served = Served::launch(Start::plain(&settings).after("trap '' XFSZ && exec 2> >(exec cat >&2)"));
    let server = &served.server;
    let (mut bo, mut cy) = served.playing("koi-koi", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    let dee = server.guest("Dee").await.unwrap();
    let mut dee = against_bot(server, &dee, "random", &json!({})).await;
    let mut watching = server.connect(&dee.table, None, None).await.unwrap();
    hand_over(&mut dee).await;
    let logged = served.log().lines().count();
    set_limit(served.process(), &format!("--fsize={FULL}:unlimited"));

    // The bot's move fails, and nobody is told more than that the table rests.
    let time = Duration::from_secs(4);
    let (heard, seen) = tokio::join!(frames_for(&mut dee.socket, time), frames_for(&mut watching, time));
    assert!(heard.len() <= HANDFUL, "the player got {} frames within {time:?}", heard.len());
    assert!(seen.len() <= HANDFUL, "the spectator got {} frames within {time:?}", seen.len());
    assert_eq!(types(&heard).last(), Some(&"resting"), "{:?}", types(&heard));
    assert_eq!(types(&seen).last(), Some(&"resting"), "{:?}", types(&seen));
    eventually(10, "the health check notices it", async || health(&served).await == 503).await;
    assert_eq!(known_metric(server, "resting").await, 1.0);
    assert!(known_metric(server, "writes_failed_total").await >= 1.0);
    let refused = refusal(mover(&mut bo, &mut cy).await);
    assert_eq!(within(20, "a move is refused", refused).await, "unavailable");
    let refused = server.request("POST", "/api/guests", &[], Some(&json!({ "name": "Eve" }))).await.unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (503, "unavailable"));
    let mut late = server.connect(&bo.table, None, None).await.unwrap();
    let first = frames_for(&mut late, Duration::from_secs(1)).await;
    let first: Vec<&str> = types(&first).into_iter().filter(|kind| *kind != "presence").collect();
    assert_eq!(first, ["snapshot", "resting"], "to a client that connects meanwhile");
    assert!(known_metric(server, "moves_total").await <= durable_moves(&served));
    let more = served.log().lines().count() - logged;
    assert!(more <= HANDFUL, "{more} lines in the log:\n{}", served.log());

    set_limit(served.process(), "--fsize=unlimited");
    let snapshot = |frame: &Value| frame["type"] == "snapshot";
    let back =
        async { tokio::try_join!(dee.read_for(snapshot), bo.read_for(snapshot), cy.read_for(snapshot)) };
    within(40, "all tables are back after the rest", back).await.unwrap();
    eventually(20, "the server is well again", async || health(&served).await == 200).await;
    assert_eq!(known_metric(server, "resting").await, 0.0);
    for _ in 0..3 {
        assert!(bot_takes(&mut dee, Duration::from_secs(20)).await.is_some(), "the bot moves again");
    }
    soon(async {
        let (one, other) = tokio::join!(bo.play_to_the_end(by_chance(5)), cy.play_to_the_end(by_chance(6)));
        one.and(other).unwrap();
    })
    .await;
    all_acknowledged_are_kept(&served, &[&bo, &cy, &dee]);
    assert!(known_metric(server, "moves_total").await <= durable_moves(&served));
    let more = served.log().lines().count() - logged;
    assert!(more <= HANDFUL, "{more} lines in the log:\n{}", served.log());
}
