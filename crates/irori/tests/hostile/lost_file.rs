//! Fault 9: a server whose database file is deleted or replaced takes no more moves and says why.

use std::path::Path;

use client::Player;
use serde_json::Value;

use crate::served::{Served, by_chance, soon};
use crate::tools::{all_acknowledged_are_kept, eventually, mover, within};

/// The answer to a move: an acknowledgement or the code of a refusal.
async fn answer_to_move(one: &mut Player, other: &mut Player) -> String {
    let mover = mover(one, other).await;
    let made = mover.made.len();
    mover.refused.clear();
    mover.move_if_due(by_chance(1)).await.unwrap();
    mover.read_until(|player| player.made.len() > made || !player.refused.is_empty()).await.unwrap();
    match mover.refused.last() {
        Some(refused) => refused["code"].as_str().unwrap().to_owned(),
        None => "acknowledged".to_owned(),
    }
}

async fn health(served: &Served) -> u16 {
    served.server.get("/healthz").await.unwrap().status
}

async fn notices(served: &Served, one: &mut Player, other: &mut Player) {
    let answer = within(20, "an answer to a move", answer_to_move(one, other)).await;
    assert_eq!(answer, "unavailable", "a move into a file that is gone");
    eventually(10, "the health check notices it", async || health(served).await == 503).await;
    assert!(served.log().contains("deleted or replaced"), "the log says why:\n{}", served.log());
}

fn move_file(from: &Path, to: &Path) {
    std::fs::rename(from, to).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_database_is_noticed_and_the_game_goes_on_when_it_is_back() {
    let served = Served::start(&[]);
    let (mut one, mut other) = served.playing("koi-koi", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    assert_eq!(health(&served).await, 200);
    let aside = served.file("aside.sqlite");
    move_file(&served.database(), &aside);
    notices(&served, &mut one, &mut other).await;

    move_file(&aside, &served.database());
    let snapshot = |frame: &Value| frame["type"] == "snapshot";
    let back = async { tokio::try_join!(one.read_for(snapshot), other.read_for(snapshot)) };
    within(40, "the table is back with its file", back).await.unwrap();
    eventually(20, "the server is well again", async || health(&served).await == 200).await;
    soon(async {
        let ends = tokio::join!(one.play_to_the_end(by_chance(1)), other.play_to_the_end(by_chance(2)));
        ends.0.and(ends.1).unwrap();
    })
    .await;
    all_acknowledged_are_kept(&served, &[&one, &other]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_database_is_noticed() {
    let served = Served::start(&[]);
    let (mut one, mut other) = served.playing("koi-koi", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    let copy = served.file("copy.sqlite");
    std::fs::copy(served.database(), &copy).unwrap();
    move_file(&copy, &served.database());
    notices(&served, &mut one, &mut other).await;
}
