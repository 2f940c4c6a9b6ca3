//! Logs and metrics tell nothing that only one person may know.

use client::Player;
use serde_json::json;

use crate::served::{Served, by_chance, games, soon};

const ENTROPY: [&str; 2] = [
    "abababababababababababababababababababababababababababababababab",
    "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
];

/// Plays to the end, with nonsense in between.
async fn play_game(player: &mut Player, seed: u64) {
    let mut choose = by_chance(seed);
    let mut turns = 0;
    while player.phase() != "over" {
        turns += 1;
        if turns % 7 == 0 {
            let nonsense = ["nonsense", r#"{"type":"move","id":"x","at":1,"move":"spelt wrong"}"#];
            player.socket.send_text(nonsense[turns / 7 % 2]).await.unwrap();
        }
        player.move_if_due(&mut choose).await.unwrap();
        player.read().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logs_and_metrics_hold_no_card_no_secret_and_no_token() {
    let mut served = Served::start(&["--log-level", "trace"]);
    let mut hidden = Vec::new();
    for (game, seats) in games() {
        let (mut one, mut other) = served.playing(game, seats, ENTROPY).await;
        one.ask(&json!({ "type": "say", "text": "between you and me" })).await.unwrap();
        soon(async { tokio::join!(play_game(&mut one, 1), play_game(&mut other, 2)) }).await;
        assert!(!one.refused.is_empty(), "there was something to be logged");
        let path = format!("/api/tables/{}/games/1/record", one.table);
        let record = served.server.get(&path).await.unwrap().json();
        for part in [&record["seed"], &record["proof"]["secret"]] {
            hidden.push(part.as_str().unwrap().to_owned());
        }
    }
    let guest = served.server.guest("Carry").await.unwrap();
    let code = served.server.request_as(&guest, "POST", "/api/me/code", None).await.unwrap().json();
    let code = code["code"].as_str().unwrap().to_owned();
    let claimed =
        served.server.request("POST", "/api/claim", &[], Some(&json!({ "code": code }))).await.unwrap();
    hidden.extend([guest.token, code, claimed.json()["token"].as_str().unwrap().to_owned()]);
    hidden.extend(ENTROPY.map(str::to_owned));

    let metrics = served.server.get("/metrics").await.unwrap().body;
    for line in metrics.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = name.split_once('{').unwrap_or((name, ""));
        assert!(
            name.starts_with("irori_") && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'),
            "{line}"
        );
        // Labels name kinds and reasons, never a table or a person.
        let plain = |b: u8| b.is_ascii_lowercase() || b"-_=\",}".contains(&b);
        assert!(labels.bytes().all(plain), "{line}");
        assert!(value.parse::<f64>().unwrap() >= 0.0, "{line}");
    }
    served.terminate();
    assert_eq!(served.ended().await.code(), Some(0));
    let log = served.log();
    assert!(log.contains("serving"), "{log}");
    for hidden in hidden {
        assert!(!log.contains(&hidden) && !metrics.contains(&hidden), "{hidden}");
    }
    for word in [
        "\"move\"",
        "\"hand\"",
        "\"legal\"",
        "\"deal\"",
        "spelt wrong",
        "between you and me",
        "Bearer",
        "Carry",
    ] {
        assert!(!log.contains(word), "{word}: {log}");
    }
    // And nothing else that is as long as a secret.
    let hex = |word: &str| word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(!log.split(|c: char| !c.is_ascii_alphanumeric()).any(hex), "{log}");
}
