//! Every frame of a socket counts, not only whole messages.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::house::{House, short, soon};

/// A client's frame with a mask of zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len();
    let mut frame = vec![first];
    match length {
        0..126 => frame.push(0x80 | length as u8),
        _ => frame.extend([&[0x80 | 126][..], &(length as u16).to_be_bytes()].concat()),
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

const TEXT: u8 = 0x81;
const FIRST_PART: u8 = 0x01;
const PART: u8 = 0x00;
const LAST_PART: u8 = 0x80;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;

/// A socket whose frames the test writes itself.
struct Raw(TcpStream);

impl Raw {
    /// Connects to a new table as a spectator. The first frames may come together with the request.
    async fn connect(house: &House, at_once: &[u8]) -> Raw {
        let guest = house.server.guest("Aki").await.unwrap();
        let table = house.server.open(&guest, &short()).await.unwrap();
        let mut stream = TcpStream::connect(&house.server.0).await.unwrap();
        let ask = format!(
            "GET /api/tables/{table}/socket?version=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(&[ask.as_bytes(), at_once].concat()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(soon(stream.read_u8()).await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Raw(stream)
    }

    /// Sends the same frame over and over; the server may close meanwhile.
    async fn flood(&mut self, frame: &[u8], times: usize) {
        for _ in 0..times / 100 {
            if self.0.write_all(&frame.repeat(100)).await.is_err() {
                break;
            }
        }
    }

    /// The next frame: its first byte and its payload; nothing if the connection has ended.
    async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        soon(async {
            let first = self.0.read_u8().await.ok()?;
            let length = match self.0.read_u8().await.ok()? {
                126 => usize::from(self.0.read_u16().await.ok()?),
                127 => self.0.read_u64().await.ok()? as usize,
                length => usize::from(length),
            };
            let mut payload = vec![0; length];
            self.0.read_exact(&mut payload).await.ok()?;
            Some((first, payload))
        })
        .await
    }

    /// Reads to the end, and returns the close code and its reason.
    async fn closed(&mut self) -> Option<(u16, String)> {
        while let Some((first, payload)) = self.next().await {
            if let (0x88, [high, low, reason @ ..]) = (first, &payload[..]) {
                let code = u16::from_be_bytes([*high, *low]);
                return Some((code, String::from_utf8_lossy(reason).into_owned()));
            }
        }
        None
    }

    /// Reads on to a message of this type.
    async fn until(&mut self, kind: &str) {
        while let Some((_, payload)) = self.next().await {
            let message = serde_json::from_slice::<Value>(&payload).unwrap_or_default();
            if message["type"] == kind {
                return;
            }
        }
        panic!("the connection ended before {kind}");
    }

    /// Reads on to a pong, and returns what it carries.
    async fn pong(&mut self) -> Vec<u8> {
        loop {
            let (first, payload) = self.next().await.unwrap();
            if first == PONG {
                return payload;
            }
        }
    }
}

fn too_many() -> Option<(u16, String)> {
    Some((1008, "too many messages".to_owned()))
}

/// Fault 11: pings, pongs and empty fragments were not limited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_any_frames_closes_its_socket() {
    let house = House::with(|config| config.limits.messages = 10).await;
    for kind in [PING, PONG, PART] {
        let mut socket = Raw::connect(&house, &[]).await;
        if kind == PART {
            socket.0.write_all(&frame(FIRST_PART, b"")).await.unwrap();
        }
        socket.flood(&frame(kind, b""), 200).await;
        assert_eq!(socket.closed().await, too_many(), "{kind:#x}");
    }
}

/// Also if the frames are there before the socket is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_that_comes_with_the_request_closes_its_socket() {
    let house = House::with(|config| config.limits.messages = 10).await;
    let mut socket = Raw::connect(&house, &frame(PING, b"x").repeat(200)).await;
    assert_eq!(socket.closed().await, too_many());
}

/// A long flood costs the server one closed connection, whether or not the client reads the reason.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_flood_ends() {
    let house = House::with(|config| config.limits.messages = 10).await;
    let mut socket = Raw::connect(&house, &[]).await;
    soon(socket.flood(&frame(PING, b""), 10_000_000)).await;
    let closed = socket.closed().await;
    assert!(closed.is_none() || closed == too_many(), "{closed:?}");
    while house.metric("sockets").await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Twenty frames at once and some more later are within ten a second with a burst of forty.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_pings_and_answers_pings_stays() {
    let house = House::with(|config| config.limits.messages = 10).await;
    let mut socket = Raw::connect(&house, &frame(PONG, b"")).await;
    socket.until("snapshot").await;
    for at in 0..30_u8 {
        // The server's own pings come every 25 seconds; these answers come twenty times as often.
        socket.0.write_all(&frame(PONG, b"")).await.unwrap();
        if at % 3 == 0 {
            socket.0.write_all(&frame(PING, &[at])).await.unwrap();
            assert_eq!(socket.pong().await, [at]);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    socket.0.write_all(&frame(TEXT, br#"{"type":"leave"}"#)).await.unwrap();
    socket.until("refused").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_may_come_in_parts() {
    let house = House::open().await;
    let mut socket = Raw::connect(&house, &frame(FIRST_PART, br#"{"type""#)).await;
    socket.until("snapshot").await;
    socket.0.write_all(&frame(PART, b"")).await.unwrap();
    socket.0.write_all(&frame(LAST_PART, br#":"leave"}"#)).await.unwrap();
    socket.until("refused").await;
}

/// The parts of a message together may be no longer than a whole one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_are_not_gathered_beyond_the_longest_message() {
    let house = House::with(|config| config.limits.message = 4096).await;
    let mut socket = Raw::connect(&house, &[]).await;
    socket.0.write_all(&frame(FIRST_PART, &[b'x'; 1024])).await.unwrap();
    socket.0.write_all(&frame(PART, &[b'x'; 1024]).repeat(3)).await.unwrap();
    socket.0.write_all(&frame(PING, b"here")).await.unwrap();
    socket.until("snapshot").await;
    assert_eq!(socket.pong().await, b"here", "4096 bytes are allowed");
    socket.0.write_all(&frame(PART, b"x")).await.unwrap();
    assert_eq!(socket.closed().await.map(|(code, _)| code), Some(1009));
}
