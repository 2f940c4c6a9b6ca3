//! Killed at any moment, the server loses nothing that it has acknowledged, and no table is stuck.

use std::collections::HashMap;
use std::process::Command;
use std::time::Duration;

use cards::{Quick, Random};
use client::{Made, Player};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::served::{Served, by_chance, games, tested};

/// How often the server is killed, unless IRORI_KILLS says otherwise.
const KILLS: u32 = 5;
/// Tables of each game.
const TABLES: u64 = 2;

/// Plays through all crashes, one game after the other. The first player of a table stops at some point and tells the
/// second, who always wants another game.
async fn play_games(mut player: Player, seed: u64, mut enough: watch::Receiver<bool>, leads: bool) -> Player {
    let mut choose = by_chance(seed);
    let mut agreed = 0;
    loop {
        match play_once(&mut player, &mut choose, &mut enough, leads, &mut agreed).await {
            Ok(()) => return player,
            Err(error) if error.to_string().contains("came after") => panic!("{error}"),
            Err(_) => {
                while player.reconnect().await.is_err() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
        }
    }
}

/// Plays until it is enough, or the connection breaks. A player who is ready for another game may be in it before
/// hearing of it. So the first player stops only after a game without being ready for the next: then none can start.
async fn play_once(
    player: &mut Player,
    mut choose: impl FnMut(&[String]) -> usize,
    enough: &mut watch::Receiver<bool>,
    leads: bool,
    agreed: &mut u64,
) -> std::io::Result<()> {
    let mut asked = false;
    loop {
        if player.phase() == "over" {
            let game = player.info["games"].as_u64().unwrap();
            if *enough.borrow() && !(leads && *agreed == game) {
                return Ok(());
            }
            let ready =
                player.you.is_some_and(|seat| player.info["chairs"][usize::from(seat)]["ready"] == true);
            if !ready && !asked {
                (asked, *agreed) = (true, game);
                player.ask(&json!({ "type": "ready" })).await?;
            }
            tokio::select! {
                frame = player.read() => drop(frame?),
                _ = enough.changed(), if !leads => {}
            }
        } else {
            asked = false;
            player.move_if_due(&mut choose).await?;
            player.read().await?;
        }
    }
}

/// The entry of a move as the journal must have it.
fn row_of(made: &Made, rows: &[Value]) -> bool {
    let row = &rows[made.number as usize - 1];
    row["type"] == "moved" && row["id"] == *made.id && row["move"] == *made.chosen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_under_load_it_loses_no_acknowledged_move_and_no_table_is_stuck() {
    let kills = std::env::var("IRORI_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let mut served = Served::start(&[]);
    let (tell, enough) = watch::channel(false);
    let mut people = Vec::new();
    let mut seed = 0;
    for _ in 0..TABLES {
        for (game, seats) in games() {
            let (one, other) = served.playing(game, seats, [&"1".repeat(64), &"2".repeat(64)]).await;
            let (told_on, hears) = watch::channel(false);
            let enough = enough.clone();
            let table = one.table.clone();
            let pair = tokio::spawn(async move {
                let leading = async {
                    let one = play_games(one, 2 * seed, enough, true).await;
                    told_on.send(true).unwrap();
                    one
                };
                tokio::join!(leading, play_games(other, 2 * seed + 1, hears, false))
            });
            people.push((table, pair));
            seed += 1;
        }
    }
    let mut random = Quick::new(u64::from(std::process::id()));
    for killed in 1..=kills {
        tokio::time::sleep(Duration::from_millis(u64::from(50 + random.below(400)))).await;
        // On another thread, because this one may be the one that plays.
        served = tokio::task::spawn_blocking(move || {
            served.kill_and_start_again();
            served
        })
        .await
        .unwrap();
        if killed % 50 == 0 {
            println!("{killed} of {kills} kills");
        }
    }
    tell.send(true).unwrap();
    let mut played = Vec::new();
    for (table, pair) in people {
        let Ok(pair) = tokio::time::timeout(Duration::from_secs(60), pair).await else {
            let table = served.server.get(&format!("/api/tables/{table}")).await.unwrap().body;
            panic!("a table is stuck: {table}\n{}", served.log());
        };
        played.push(pair.unwrap());
    }

    let mut records = String::new();
    let mut games = 0;
    for (one, _) in &played {
        for game in 1..=one.info["games"].as_u64().unwrap() {
            let path = format!("/api/tables/{}/games/{game}/record", one.table);
            let answer = served.server.get(&path).await.unwrap();
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            records.push_str(&answer.body);
            records.push('\n');
            games += 1;
        }
    }
    served.terminate();
    assert_eq!(served.ended().await.code(), Some(0));
    let file = served.file("records.jsonl");
    std::fs::write(&file, records).unwrap();
    let checked = Command::new(tested()).arg("check").arg(&file).arg("--json").output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!((&checked["proofs"], &checked["unfinished"]), (&json!(games), &json!(0)), "{checked}");

    let mut moves = 0;
    for player in played.iter().flat_map(|(one, other)| [one, other]) {
        // Moves that were sent again were made or known. Only a second `ready` may have been refused, during a game.
        let refused = player.refused.iter().find(|refused| refused["code"] != "playing");
        assert_eq!(refused, None);
        let rows = served.entries(&player.table);
        assert!(rows.iter().enumerate().all(|(at, (number, ..))| *number == at as u64 + 1));
        let rows: Vec<Value> = rows.into_iter().map(|(.., entry)| entry).collect();
        let mut ids: HashMap<&str, u32> = HashMap::new();
        for id in rows.iter().filter_map(|row| row["id"].as_str()) {
            *ids.entry(id).or_default() += 1;
        }
        assert!(ids.values().all(|&times| times == 1), "nothing was made twice");
        for made in &player.made {
            assert!(
                row_of(made, &rows),
                "{made:?} was acknowledged, but there is {}",
                rows[made.number as usize - 1]
            );
            moves += 1;
        }
        assert!(player.awaited.is_none());
    }
    println!("{kills} kills, {moves} acknowledged moves in {games} games, all there");
    assert!(moves > 100);
}
