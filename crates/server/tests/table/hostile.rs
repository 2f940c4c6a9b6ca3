//! Hostile clients get clear errors or a closed socket, and others at the table notice nothing.

use std::time::Duration;

use cards::{Quick, Random};
use client::{Player, Server, Socket};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::house::{House, play_out, short, soon};

/// Two honest people play a whole game while a hostile client does its worst at their table. They hear of nothing but
/// the game.
async fn undisturbed(house: &House, hostile: impl AsyncFnOnce(&Server, &str)) {
    let (mut one, mut other, _) = house.playing(&short()).await;
    let table = one.table.clone();
    soon(async {
        tokio::join!(hostile(&house.server, &table), async {
            play_out(&mut one, &mut other).await;
        })
    })
    .await;
    for frame in one.frames.iter().chain(&other.frames) {
        let frame: Value = serde_json::from_str(frame).unwrap();
        let kind = frame["type"].as_str().unwrap();
        assert!(["snapshot", "event", "presence"].contains(&kind), "{frame}");
    }
    let proved = catalog::check(&house.record(&table, 1).await).unwrap();
    assert!(proved.finished);
}

/// A guest who does not sit at the table.
async fn stranger(server: &Server, table: &str) -> Player {
    let guest = server.guest("Mallory").await.unwrap();
    Player::connect(server, table, Some(&guest)).await.unwrap()
}

/// Reads what is left and returns the close code; a broken connection counts as closed.
async fn closed(socket: &mut Socket) -> Option<u16> {
    while let Ok(Some(_)) = socket.next_text().await {}
    socket.closed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_requests_are_refused_and_too_many_close_the_socket() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        let mut socket = stranger(server, table).await.socket;
        let nested = "[".repeat(2000);
        let texts = [
            "",
            "nonsense",
            "{",
            "null",
            "[]",
            "{}",
            r#"{"type":"sit"}"#,
            r#"{"type":"sit","seat":-1}"#,
            r#"{"type":"sit","seat":300}"#,
            r#"{"type":"start","more":1}"#,
            r#"{"type":"move","id":1}"#,
            r#"{"type":"moved","seat":0,"move":"koi"}"#,
            r#"{"type":"snapshot"}"#,
            "\u{0}",
            &nested,
            r#"{"type":"leave","type":"leave"}"#,
        ];
        for text in texts {
            socket.send_text(text).await.unwrap();
            let answer = socket.until(|frame| frame["type"] == "refused").await.unwrap();
            assert_eq!(answer["code"], "bad-request", "{text}");
        }
        let mut random = Quick::new(7);
        for _ in 0..200 {
            let length = random.below(200);
            let text: String = (0..length).map(|_| char::from(32 + random.below(95) as u8)).collect();
            if socket.send_text(&text).await.is_err() {
                break;
            }
        }
        assert_eq!(closed(&mut socket).await, Some(1008));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_binary_message_closes_the_socket() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        let mut socket = stranger(server, table).await.socket;
        socket.send_bytes(vec![0, 159, 146, 150]).await.unwrap();
        assert_eq!(closed(&mut socket).await, Some(1003));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_closes_gets_an_answer() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        let socket = stranger(server, table).await.socket;
        assert_eq!(socket.close().await.unwrap(), Some(1000));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_megabytes_close_the_socket_or_are_refused() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        let large = "x".repeat(10_000_000);
        let mut socket = stranger(server, table).await.socket;
        // The server may close while much is still on its way, so sending may fail.
        let _ = socket.send_text(&large).await;
        let code = closed(&mut socket).await;
        assert!(code.is_none_or(|code| code == 1009), "{code:?}");
        // A little too much is enough.
        let mut socket = stranger(server, table).await.socket;
        socket.send_text(&"x".repeat(4097)).await.unwrap();
        assert_eq!(closed(&mut socket).await, Some(1009));
        // Over HTTP likewise.
        let body = json!({ "name": "x".repeat(20_000) });
        let answer = server.request("POST", "/api/guests", &[], Some(&body)).await.unwrap();
        assert_eq!(answer.status, 413);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_acts_for_somebody_else() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        let mut stranger = stranger(server, table).await;
        let requests = [
            (json!({ "type": "move", "id": "x", "at": 1, "move": "keep" }), "not-seated"),
            (json!({ "type": "leave" }), "not-seated"),
            (json!({ "type": "back" }), "not-seated"),
            (json!({ "type": "start" }), "not-seated"),
            (json!({ "type": "ready" }), "not-seated"),
            (json!({ "type": "say", "text": "hello" }), "not-seated"),
            (json!({ "type": "mute", "seat": 0, "on": true }), "not-seated"),
            (json!({ "type": "hint", "id": "x" }), "not-seated"),
            (json!({ "type": "fill", "seat": 0, "bot": "random" }), "not-seated"),
            (json!({ "type": "clear", "seat": 0 }), "not-seated"),
            (json!({ "type": "sit", "seat": 0 }), "playing"),
            (json!({ "type": "sit", "seat": 9 }), "playing"),
        ];
        for (request, code) in requests {
            stranger.ask(&request).await.unwrap();
            let answer = stranger.read_for(|frame| frame["type"] == "refused").await.unwrap();
            assert_eq!(answer["code"], code, "{request}");
        }
        // An unknown token is as good as none.
        let headers = [("Authorization", "Bearer somebodyelsestokensomebodyelsestoken1234")];
        let path = format!("/api/tables/{table}/socket?version=1");
        let mut socket = server.connect_with(&path, &headers).await.unwrap();
        socket.send(&json!({ "type": "leave" })).await.unwrap();
        let answer = socket.until(|frame| frame["type"] == "refused").await.unwrap();
        assert_eq!(answer["code"], "no-guest");
        for (method, path) in [("GET", "/api/me"), ("GET", "/api/me/games"), ("POST", "/api/me/code")] {
            let answer = server.request(method, path, &headers, None).await.unwrap();
            assert_eq!((answer.status, answer.code().as_str()), (401, "no-guest"), "{path}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_cannot_move_out_of_turn_or_against_the_rules() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let (mover, waiting) =
        if one.legal().is_empty() { (&mut other, &mut one) } else { (&mut one, &mut other) };
    let legal = mover.legal()[0].clone();
    let refused = |player: &mut Player, chosen: &str| json!({ "type": "move", "id": format!("{chosen:.20}-x"), "at": player.number, "move": chosen });
    let request = refused(waiting, &legal);
    waiting.ask(&request).await.unwrap();
    let answer = soon(waiting.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!(answer["code"], "not-to-act");
    for bad in ["", "nonsense", "play 1B 1B 1B", &format!("{legal} "), "take 3B", &"keep ".repeat(500)] {
        let request = refused(mover, bad);
        mover.ask(&request).await.unwrap();
        let answer = soon(mover.read_for(|frame| frame["type"] == "refused")).await.unwrap();
        assert!(["illegal-move", "bad-request"].contains(&answer["code"].as_str().unwrap()), "{answer}");
        assert!(answer["message"].as_str().unwrap().len() < 400, "errors do not grow with what was sent");
    }
    for id in ["", &"x".repeat(65)] {
        mover.ask(&json!({ "type": "move", "id": id, "at": mover.number, "move": legal })).await.unwrap();
        let answer = soon(mover.read_for(|frame| frame["type"] == "refused")).await.unwrap();
        assert_eq!(answer["code"], "bad-request");
    }
    one.refused.clear();
    other.refused.clear();
    soon(play_out(&mut one, &mut other)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_joins_disturb_nobody() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        let mut kept = Vec::new();
        let refused = loop {
            match server.connect(table, None, None).await {
                Ok(socket) => kept.push(socket),
                Err(refused) => break refused.to_string(),
            }
        };
        assert!(refused.starts_with("429") && refused.contains("too-many"), "{refused}");
        assert!(kept.len() <= 200);
        // As soon as there is room again, others may come.
        drop(kept);
        while server.connect(table, None, None).await.is_err() {
            tokio::task::yield_now().await;
        }
        for _ in 0..20 {
            let joins: Vec<_> = (0..50)
                .map(|_| {
                    let (server, table) = (server.clone(), table.to_owned());
                    tokio::spawn(async move {
                        let mut socket = server.connect(&table, None, None).await?;
                        socket.next().await
                    })
                })
                .collect();
            for join in joins {
                // Sockets that were just closed may still be counted for a moment, and nobody may join without end.
                if let Err(refused) = join.await.unwrap() {
                    let refused = refused.to_string();
                    assert!(refused.contains("too-many") || refused.contains("too-fast"), "{refused}");
                }
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_messages_closes_its_socket() {
    let house = House::with(|config| config.limits.messages = 50).await;
    undisturbed(&house, async |server, table| {
        let mut socket = stranger(server, table).await.socket;
        for _ in 0..2000 {
            if socket.send(&json!({ "type": "mute", "seat": 0, "on": true })).await.is_err() {
                break;
            }
        }
        let code = closed(&mut socket).await;
        assert!(code.is_none_or(|code| code == 1008), "{code:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_client_is_disconnected_and_nobody_waits_for_it() {
    let house = House::open().await;
    let setting = json!({ "game": "iroha", "seats": 3 });
    let (mut one, mut other, _) = house.two_at(&setting).await;
    // A spectator reads nothing, while others play until its queue is full.
    let mut slow = house.server.connect_narrow(&one.table).await.unwrap();
    one.ask(&json!({ "type": "start" })).await.unwrap();
    for _ in 0..60 {
        for player in [&mut one, &mut other] {
            soon(player.read_until(|player| player.phase() == "playing")).await.unwrap();
        }
        soon(play_out(&mut one, &mut other)).await;
        if house.metric("sockets_slow_total").await > 0 {
            break;
        }
        for player in [&mut one, &mut other] {
            player.ask(&json!({ "type": "ready" })).await.unwrap();
        }
    }
    // What the spectator reads in the end has no gap.
    let mut last = 0;
    soon(async {
        while let Ok(Some(frame)) = slow.next().await {
            let number = frame["number"].as_u64().unwrap_or(last);
            assert!(last == 0 || number <= last + 1, "{number} came after {last}");
            last = number;
        }
    })
    .await;
    assert!(last > 0 && last < one.number);
    assert_eq!(house.metric("sockets_slow_total").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_http_is_refused_or_closed() {
    let house = House::open().await;
    undisturbed(&house, async |server, table| {
        for request in [
            "nonsense\r\n\r\n".to_owned(),
            "GET / HTTP/9.9\r\n\r\n".to_owned(),
            format!("GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\n\r\n"),
            format!("GET /api/tables/{table}/socket?since=x HTTP/1.1\r\nHost: x\r\n\r\n"),
            "GET /api/tables/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
            "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\n{}{}"
                .to_owned(),
            format!("GET /{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "x".repeat(5000)),
        ] {
            let mut stream = TcpStream::connect(&server.0).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
            let mut answer = Vec::new();
            let _ =
                tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.unwrap();
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{request:.60}: {answer}");
        }
        let wrong = format!("/api/tables/{table}/socket?version=2");
        let refused = server.connect_with(&wrong, &[]).await.err().unwrap().to_string();
        assert!(refused.contains("bad-version"), "{refused}");
        let refused = server.connect("abcdefghijkm", None, None).await.err().unwrap().to_string();
        assert!(refused.starts_with("404") && refused.contains("no-table"), "{refused}");
    })
    .await;
}
