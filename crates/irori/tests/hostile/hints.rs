//! Fault 1: hundreds of sockets that ask for hints do not make the bots of other tables wait.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use client::{Guest, Server};
use serde_json::json;
use tokio::task::JoinSet;

use crate::served::{Served, Start};
use crate::tools::{against_bot, known_metric, measuring, median_bot_move, metric, within};

const RUDE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const SOCKETS: usize = 195;

#[derive(Default)]
struct Heard {
    hints: AtomicU32,
    too_fast: AtomicU32,
}

/// Asks for hints without end, and reconnects whenever the server closes the socket.
async fn ask_for_hints(server: Server, guest: Guest, table: String, heard: Arc<Heard>) {
    let bearer = format!("Bearer {}", guest.token);
    let path = format!("/api/tables/{table}/socket?version=1");
    loop {
        let stream = server.stream_from(RUDE).await.unwrap();
        let mut left = 5;
        if let Ok(mut socket) = server.connect_over(stream, &path, &[("Authorization", &bearer)]).await {
            loop {
                let wait = Duration::from_millis(if left > 0 { 1 } else { 1000 });
                tokio::select! {
                    frame = socket.next() => {
                        let Ok(Some(frame)) = frame else { break };
                        if frame["type"] == "hint" {
                            heard.hints.fetch_add(1, Ordering::Relaxed);
                        } else if frame["code"] == "too-fast" {
                            heard.too_fast.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    () = tokio::time::sleep(wait) => {
                        left -= i32::from(left > 0);
                        if socket.send(&json!({ "type": "hint", "id": "h" })).await.is_err() {
                            break;
                        }
                    }
                }
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_hints_does_not_delay_the_bots_of_others() {
    let _one = measuring().await;
    let served = Served::launch(Start::plain(&["--bot-pause", "0", "--bot-threads", "1"]));
    let server = &served.server;
    let rude = server.guest("Rude").await.unwrap();
    let mut table = against_bot(server, &rude, "random", &json!({ "hints": true })).await;
    within(20, "the rude guest's turn", table.read_until(|player| !player.legal().is_empty())).await.unwrap();
    let quiet = server.guest("Quiet").await.unwrap();
    let mut elsewhere = against_bot(server, &quiet, "normal", &json!({})).await;

    let heard = Arc::new(Heard::default());
    let mut flood = JoinSet::new();
    for _ in 0..SOCKETS {
        flood.spawn(ask_for_hints(server.clone(), rude.clone(), table.table.clone(), heard.clone()));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let during = median_bot_move(&mut elsewhere, 7).await;
    assert!(during <= Duration::from_secs(2), "a bot elsewhere takes {during:?} during the flood");
    // Only one hint of a guest is under way.
    let waiting = known_metric(server, "hints_waiting").await;
    assert!(waiting <= 1.0, "{waiting} hints of one guest wait");
    for gauge in ["bots_waiting", "bots_thinking"] {
        assert!(metric(server, gauge).await.is_some(), "{gauge}");
    }
    flood.shutdown().await;
    let (hints, too_fast) = (heard.hints.load(Ordering::Relaxed), heard.too_fast.load(Ordering::Relaxed));
    assert!(hints > 0 && too_fast > 0, "{hints} hints, {too_fast} refused");
    let after = median_bot_move(&mut elsewhere, 3).await;
    assert!(after <= Duration::from_secs(2), "a bot elsewhere takes {after:?} after the flood");
}
