//! Fault 4: requests that never end use up neither the server's descriptors nor its patience.

use std::net::Ipv4Addr;
use std::time::Duration;

use client::{Player, Server};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::served::{Served, Start, by_chance};
use crate::tools::{eventually, known_metric, mover, set_limit, soak, within};

/// The requests are more than the descriptors of the server.
const DESCRIPTORS: usize = 1024;
const REQUESTS: usize = 1100;

/// Connections that wait for something, each in another way.
const HALVES: [&str; 4] = [
    "GET /api/tables HTTP/1.1\r\nHost: irori\r\nX-More: ",
    "POST /api/guests HTTP/1.1\r\nHost: irori\r\nContent-Length: 100\r\n\r\n{",
    "GET /healthz HTTP/1.1\r\nHost: irori\r\n\r\n",
    "",
];

async fn half_requests(server: &Server, from: impl Fn(usize) -> Ipv4Addr) -> Vec<TcpStream> {
    let mut open = Vec::new();
    for number in 0..REQUESTS {
        // A server that refuses a connection at once has done what it must.
        let connecting = tokio::time::timeout(Duration::from_secs(2), server.stream_from(from(number)));
        let Ok(Ok(mut stream)) = connecting.await else { continue };
        let _ = stream.write_all(HALVES[number % HALVES.len()].as_bytes()).await;
        open.push(stream);
    }
    open
}

/// Plays a move, and waits for it to be acknowledged.
async fn move_on(one: &mut Player, other: &mut Player) {
    let mover = mover(one, other).await;
    let made = mover.made.len();
    mover.move_if_due(by_chance(1)).await.unwrap();
    mover.read_until(|player| player.made.len() > made).await.unwrap();
}

async fn others_get_in_while(from: impl Fn(usize) -> Ipv4Addr) {
    // The test itself needs a descriptor for each request, too.
    set_limit(std::process::id(), "--nofile=4096:");
    // Another limit would end half of the requests that write.
    let settings = ["--bot-pause", "0", "--max-messages", "100000", "--max-writes", "100000"];
    let start = Start::plain(&settings).after(&format!("ulimit -n {DESCRIPTORS}"));
    let served = Served::launch(start);
    let server = &served.server;
    let (mut one, mut other) = served.playing("koi-koi", 2, [&"1".repeat(64), &"2".repeat(64)]).await;
    let halves = half_requests(server, from).await;
    within(20, "people who play make a move", move_on(&mut one, &mut other)).await;
    let came = async || {
        let coming = async {
            let guest = server.guest("Late").await.ok()?;
            server.get("/").await.ok()?;
            Player::connect(server, &one.table, Some(&guest)).await.ok()
        };
        tokio::time::timeout(Duration::from_secs(5), coming).await.is_ok_and(|player| player.is_some())
    };
    eventually(25, "somebody else gets in beside the half-sent requests", came).await;
    // A player who lost the connection gets back to the table.
    let back = async {
        while one.reconnect().await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    within(20, "a player reconnects", back).await;
    within(20, "people who play make a move", move_on(&mut one, &mut other)).await;
    assert!(known_metric(server, "connections_closed_total").await > 0.0);
    assert!(known_metric(server, "files_open").await < known_metric(server, "files_limit").await);
    if soak() {
        within(120, "the server closes every half-sent request", async {
            for mut half in halves {
                let mut rest = Vec::new();
                let _ = half.read_to_end(&mut rest).await;
            }
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_from_one_address_shut_nobody_out() {
    others_get_in_while(|_| Ipv4Addr::new(127, 0, 0, 2)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_from_many_addresses_shut_nobody_out() {
    others_get_in_while(|number| Ipv4Addr::new(127, 0, 1, 1 + (number % 22) as u8)).await;
}

/// A request that comes slowly but comes is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_request_is_answered() {
    let served = Served::start(&[]);
    let mut stream = TcpStream::connect(&served.server.0).await.unwrap();
    let body = json!({ "name": "Slow" }).to_string();
    let head = format!("POST /api/guests HTTP/1.1\r\nHost: {}\r\n", served.server.0);
    let rest = format!("Connection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    for part in [head.as_str(), rest.as_str(), &body[..5], &body[5..]] {
        stream.write_all(part.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let mut answer = String::new();
    within(20, "an answer", stream.read_to_string(&mut answer)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
