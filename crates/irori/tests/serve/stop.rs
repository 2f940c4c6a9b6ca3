//! When it is told to stop, the server tells clients, writes what is left, and ends.

use client::Player;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::served::{Served, by_chance, soon};

/// Plays until the server is gone; returns whether it announced that, and its close code.
async fn play_until_closed(player: &mut Player, seed: u64) -> (bool, Option<u16>) {
    let mut choose = by_chance(seed);
    let mut warned = false;
    loop {
        if player.move_if_due(&mut choose).await.is_err() {
            break;
        }
        match player.read().await {
            Ok(frame) => warned |= frame["type"] == "closing",
            Err(_) => break,
        }
    }
    while player.read().await.is_ok() {}
    (warned, player.socket.closed())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_to_stop_it_says_so_and_keeps_what_it_acknowledged() {
    let mut served = Served::start(&[]);
    let (mut one, mut other) = served.playing("koi-koi", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    let mut watching = Player::connect(&served.server, &one.table, None).await.unwrap();
    let stopping = async {
        // In the middle of the game.
        watching.read_until(|player| player.number > 30).await.unwrap();
        served.terminate();
    };
    let (first, second, ()) = soon(async {
        tokio::join!(play_until_closed(&mut one, 1), play_until_closed(&mut other, 2), stopping)
    })
    .await;
    assert_eq!((first, second), ((true, Some(1012)), (true, Some(1012))));
    assert_eq!(served.ended().await.code(), Some(0));
    assert!(served.log().contains("stopped") && !served.log().contains("ERROR"), "{}", served.log());

    served.start_again();
    one.reconnect().await.unwrap();
    other.reconnect().await.unwrap();
    soon(async {
        let (first, second) =
            tokio::join!(one.play_to_the_end(by_chance(1)), other.play_to_the_end(by_chance(2)));
        first.and(second).unwrap();
    })
    .await;
    served.terminate();
    served.ended().await;
    let rows = served.entries(&one.table);
    for made in one.made.iter().chain(&other.made) {
        let (.., entry) = &rows[made.number as usize - 1];
        assert_eq!(entry["id"], *made.id, "{made:?}");
    }
    assert!(one.refused.is_empty() && other.refused.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_never_ends_does_not_keep_it_from_stopping() {
    let mut served = Served::start(&[]);
    let mut half = TcpStream::connect(&served.server.0).await.unwrap();
    half.write_all(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{").await.unwrap();
    // Another request is answered after it, so it has arrived.
    assert_eq!(served.server.get("/healthz").await.unwrap().status, 200);
    served.terminate();
    assert_eq!(served.ended().await.code(), Some(0));
}
