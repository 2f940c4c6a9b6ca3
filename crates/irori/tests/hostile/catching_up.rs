//! Fault 6: catching up costs about the same at a long table as at a short one, and who reconnects on and on does not
//! hold up other tables.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use client::{Guest, Player, Server};
use rusqlite::params;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::served::{Served, by_chance};
use crate::tools::{limits_hit, measuring, within};

const ENTRIES: i64 = 100_000;
const LOOPS: u8 = 60;

/// A table with two people and one line of chat.
async fn talked(served: &Served) -> (String, Guest) {
    let (mut one, _other) = served.playing("koi-koi", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    one.ask(&json!({ "type": "say", "text": "good evening" })).await.unwrap();
    one.read_for(|frame| frame["event"]["type"] == "said").await.unwrap();
    let guest = one.guest().unwrap().clone();
    (one.table, guest)
}

/// Writes chat into the database until the table has that many entries.
fn lengthen(served: &Served, table: &str, entries: i64) {
    let mut database = served.connection();
    let writing = database.transaction().unwrap();
    let head =
        "SELECT heads.number, heads.place, rows.time FROM heads JOIN rows USING (place) WHERE table_id = ?1";
    let (number, mut before, time): (i64, i64, i64) =
        writing.query_row(head, [table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let last: i64 = writing.query_row("SELECT max(place) FROM rows", [], |row| row.get(0)).unwrap();
    let insert = "INSERT INTO rows (place, before, number, time, text) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut insert = writing.prepare(insert).unwrap();
    for (place, number) in (last + 1..).zip(number + 1..=entries) {
        let text = format!(r#"{{"type":"said","seat":0,"text":"line {number}"}}"#);
        insert.execute(params![place, before, number, time, text]).unwrap();
        before = place;
    }
    drop(insert);
    let update = "UPDATE heads SET number = ?2, place = ?3 WHERE table_id = ?1";
    writing.execute(update, params![table, entries, before]).unwrap();
    writing.commit().unwrap();
}

/// Connects from an address with a number that is a little old, and reads what is missing.
async fn catch_up(server: &Server, from: Ipv4Addr, table: &str, number: u64) -> std::io::Result<()> {
    let path = format!("/api/tables/{table}/socket?version=1&since={}", number - 20);
    let mut socket = server.connect_over(server.stream_from(from).await?, &path, &[]).await?;
    socket.until(|frame| frame["number"].as_u64() == Some(number)).await?;
    Ok(())
}

/// How many moves two people make in this time.
async fn moves_in(time: Duration, one: &mut Player, other: &mut Player) -> usize {
    let before = one.made.len() + other.made.len();
    let play = async |player: &mut Player, seed: u64| {
        let mut choose = by_chance(seed);
        let mut asked = 0;
        loop {
            let games = player.info["games"].as_u64().unwrap_or_default();
            if player.phase() == "over" && asked < games {
                asked = games;
                player.ask(&json!({ "type": "ready" })).await.unwrap();
            }
            player.move_if_due(&mut choose).await.unwrap();
            player.read().await.unwrap();
        }
    };
    let _ = tokio::time::timeout(time, async { tokio::join!(play(one, 1), play(other, 2)) }).await;
    one.made.len() + other.made.len() - before
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconnect_loops_at_a_long_table_hold_up_nobody_else() {
    let _one = measuring().await;
    let mut served = Served::start(&["--max-sockets-per-address", "1000"]);
    let (long, _) = talked(&served).await;
    served.kill();
    lengthen(&served, &long, ENTRIES);
    served.start_again();
    let server = served.server.clone();
    let loaded = async { Player::connect(&server, &long, None).await.unwrap().number };
    assert_eq!(within(60, "the long table is loaded", loaded).await, ENTRIES as u64);
    let (mut one, mut other) = served.playing("koi-koi", 2, [&"3".repeat(64), &"4".repeat(64)]).await;
    let time = Duration::from_secs(4);
    let alone = moves_in(time, &mut one, &mut other).await;

    let mut loops = JoinSet::new();
    for number in 0..LOOPS {
        let (server, long) = (server.clone(), long.clone());
        let from = Ipv4Addr::new(127, 0, 2, 1 + number % 6);
        loops.spawn(async move {
            loop {
                let caught_up = catch_up(&server, from, &long, ENTRIES as u64).await;
                // Whoever is refused tries again a little later.
                tokio::time::sleep(Duration::from_millis(if caught_up.is_ok() { 1 } else { 100 })).await;
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let beside = moves_in(time, &mut one, &mut other).await;
    loops.shutdown().await;
    println!("{alone} moves alone, {beside} beside the loops");
    assert!(
        beside * 20 >= alone,
        "{beside} moves within {time:?} beside {LOOPS} loops, but {alone} without them"
    );
    assert!(limits_hit(&server, "catch-up").await > 0.0, "catching up is limited by address");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn catching_up_costs_the_same_at_a_long_table_as_at_a_short_one() {
    let _one = measuring().await;
    let mut served = Served::start(&[]);
    let ((short, _), (long, guest)) = (talked(&served).await, talked(&served).await);
    served.kill();
    lengthen(&served, &short, 100);
    lengthen(&served, &long, ENTRIES);
    served.start_again();
    let server = &served.server;
    let mut medians = Vec::new();
    for (table, number) in [(&short, 100), (&long, ENTRIES as u64)] {
        let mut times = Vec::new();
        for round in 0..12u8 {
            // Each from an address of its own, because catching up is limited by address.
            let from = Ipv4Addr::new(127, 0, 3, 1 + round);
            let start = Instant::now();
            within(60, "caught up", catch_up(server, from, table, number)).await.unwrap();
            times.push(start.elapsed());
        }
        // The first ones load the table.
        let mut times = times.split_off(3);
        times.sort();
        medians.push(times[times.len() / 2]);
    }
    println!("median {:?} at 100 entries, {:?} at {ENTRIES}", medians[0], medians[1]);
    assert!(
        medians[1] <= medians[0] * 10 + Duration::from_millis(20),
        "catching up takes {:?} at a table with 100 entries, but {:?} at one with {ENTRIES}",
        medians[0],
        medians[1]
    );

    // Nobody makes it longer still by talking.
    let mut player = Player::connect(server, &long, Some(&guest)).await.unwrap();
    player.ask(&json!({ "type": "say", "text": "one more" })).await.unwrap();
    let told = |frame: &Value| frame["type"] == "refused" || frame["event"]["type"] == "said";
    let told = within(20, "an answer", player.read_for(told)).await.unwrap();
    assert_eq!(told["code"], "table-limit", "a table with {ENTRIES} lines takes another");
}
