//! Fault 11: every frame counts, also those that carry no message.

use client::Server;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::served::{Served, Start};
use crate::tools::within;

/// Far more than any limit of messages allows, and sent within a moment.
const FRAMES: usize = 20_000;

/// A spectator's socket without a library, so that the test decides on every byte.
async fn raw_socket(server: &Server, table: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&server.0).await.unwrap();
    let head = format!(
        "GET /api/tables/{table}/socket?version=1 HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.0
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
    stream
}

/// An empty frame of a client: its first byte, the length 0 with the bit of the mask, and the mask.
fn empty(first: u8) -> [u8; 6] {
    [first, 0x80, 0, 0, 0, 0]
}

/// Sends so many frames; returns the close code, if the server closed before it answered a question at the end.
async fn close_code(server: &Server, table: &str, frames: Vec<u8>) -> Option<u16> {
    let stream = raw_socket(server, table).await;
    let (mut reader, mut writer) = stream.into_split();
    let sending = tokio::spawn(async move {
        let _ = writer.write_all(&frames).await;
        writer
    });
    let mut code = None;
    let reading = async {
        while let Ok(first) = reader.read_u8().await {
            let Ok(length) = reader.read_u8().await else { break };
            let length = match length {
                126 => usize::from(reader.read_u16().await.unwrap()),
                127 => reader.read_u64().await.unwrap() as usize,
                short => usize::from(short),
            };
            let mut payload = vec![0; length];
            if reader.read_exact(&mut payload).await.is_err() {
                break;
            }
            match first & 0x0f {
                8 => {
                    code = Some(u16::from_be_bytes([payload[0], payload[1]]));
                    break;
                }
                // A question of a spectator is refused: the server has read everything before it.
                1 if payload.starts_with(br#"{"type":"refused""#) => break,
                _ => {}
            }
        }
    };
    within(60, "the server closes or answers", reading).await;
    sending.abort();
    code
}

async fn flood(first: &[u8], again: &[u8]) -> Option<u16> {
    let served = Served::launch(Start::plain(&[]));
    let guest = served.server.guest("Aki").await.unwrap();
    let table = served.server.open(&guest, &json!({ "game": "koi-koi", "seats": 2 })).await.unwrap();
    let mut frames = first.to_vec();
    frames.extend(again.repeat(FRAMES));
    // The end of a message that was begun, or a message of its own.
    let question = br#"{"type":"leave"}"#;
    frames.push(if first.is_empty() { 0x81 } else { 0x80 });
    frames.push(0x80 | question.len() as u8);
    frames.extend([0; 4]);
    frames.extend(question);
    close_code(&served.server, &table, frames).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_are_limited() {
    assert_eq!(flood(&[], &empty(0x89)).await, Some(1008), "the close code after {FRAMES} pings");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pongs_are_limited() {
    assert_eq!(flood(&[], &empty(0x8a)).await, Some(1008), "the close code after {FRAMES} pongs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_fragments_are_limited() {
    let code = flood(&empty(0x01), &empty(0x00)).await;
    assert_eq!(code, Some(1008), "the close code after {FRAMES} empty fragments");
}

/// A few pings, as a library sends them to notice a dead connection, are answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_pings_are_answered() {
    let served = Served::launch(Start::plain(&[]));
    let guest = served.server.guest("Aki").await.unwrap();
    let table = served.server.open(&guest, &json!({ "game": "koi-koi", "seats": 2 })).await.unwrap();
    let mut stream = raw_socket(&served.server, &table).await;
    stream.write_all(&empty(0x89).repeat(5)).await.unwrap();
    let mut read = Vec::new();
    let pongs = async {
        while read.windows(2).filter(|two| *two == [0x8a, 0]).count() < 5 {
            read.push(stream.read_u8().await.unwrap());
        }
    };
    within(20, "five pongs", pongs).await;
}
