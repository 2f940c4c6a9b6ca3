//! What people call themselves and say.

use client::{Player, Server};
use serde_json::{Value, json};

use crate::house::{House, play_out, short, soon};

async fn welcome(server: &Server, name: &str) -> client::Response {
    server.request("POST", "/api/guests", &[], Some(&json!({ "name": name }))).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_plain_text_of_limited_length() {
    let house = House::open().await;
    for (name, kept) in [
        ("<script>alert(1)</script>", None),
        ("<b>Aki</b>", Some("<b>Aki</b>")),
        ("  A\u{0}k\n\ti ", Some("A k i")),
        ("\u{202e}ikA", None),
        ("\"}],\\", Some("\"}],\\")),
        ("囲炉裏", Some("囲炉裏")),
        (" \u{200b} ", None),
        ("", None),
    ] {
        let answer = welcome(&house.server, name).await;
        match kept {
            Some(kept) => assert_eq!(answer.json()["name"], kept),
            None => assert_eq!((answer.status, answer.code().as_str()), (400, "bad-name"), "{name:?}"),
        }
        assert!(answer.head.contains("application/json") && answer.head.contains("nosniff"));
    }
    assert_eq!(welcome(&house.server, &"x".repeat(10_000)).await.code(), "bad-name");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_is_plain_text_and_limited_and_can_be_muted() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.two_at(&short()).await;
    let mut watching = Player::connect(&house.server, &one.table, None).await.unwrap();
    let said =
        |frame: &Value| ["said", "quiet"].contains(&frame["event"]["type"].as_str().unwrap_or_default());
    let text = "<img src=x onerror=alert(1)>\u{7}\u{1b}[2J \"}";
    one.ask(&json!({ "type": "say", "text": text })).await.unwrap();
    for player in [&mut one, &mut other, &mut watching] {
        let frame = soon(player.read_for(said)).await.unwrap();
        let talk = &frame["event"]["talk"];
        assert_eq!((&talk["name"], &talk["seat"]), (&json!("Aki"), &json!(0)));
        assert_eq!(
            talk["text"], "<img src=x onerror=alert(1)>  [2J \"}",
            "as it is, without what is no text"
        );
    }
    for (text, is_heard) in
        [(String::new(), false), (" \u{0} ".into(), false), ("a".repeat(301), false), ("a".repeat(300), true)]
    {
        other.ask(&json!({ "type": "say", "text": text })).await.unwrap();
        let frame = soon(other.read_for(|frame| frame["type"] == "refused" || said(frame))).await.unwrap();
        assert_eq!(frame["type"] == "event", is_heard, "{frame}");
    }
    // A muted person is heard by others. The one who muted gets a quiet event.
    one.read_for(said).await.unwrap();
    watching.read_for(said).await.unwrap();
    one.ask(&json!({ "type": "mute", "seat": 1, "on": true })).await.unwrap();
    let own = soon(one.read_for(|frame| frame["type"] == "muted")).await.unwrap();
    assert_eq!(own, json!({ "type": "muted", "muted": [1] }));
    let (number, frames) = (other.number, other.frames.len());
    other.ask(&json!({ "type": "say", "text": "SECOND" })).await.unwrap();
    assert_eq!(soon(watching.read_for(said)).await.unwrap()["event"]["talk"]["text"], "SECOND");
    assert_eq!(soon(one.read_for(said)).await.unwrap()["event"], json!({ "type": "quiet" }));
    soon(other.read_until(|player| player.number > number)).await.unwrap();
    assert_eq!((other.number, other.frames.len()), (number + 1, frames + 1), "nobody can notice a mute");
    // That person has sent two messages by now, and nobody may send more than five at once.
    let mut refused = 0;
    for _ in 0..8 {
        other.ask(&json!({ "type": "say", "text": "again" })).await.unwrap();
        let frame = soon(other.read_for(|frame| frame["type"] == "refused" || said(frame))).await.unwrap();
        refused += u32::from(frame["code"] == "too-fast");
    }
    assert!(refused > 0, "talk is limited");
    // A newcomer gets the chat. The one who muted does not, not even in a new tab.
    let newcomer = Player::connect(&house.server, &one.table, None).await.unwrap();
    assert!(newcomer.frames[0].contains("SECOND") && newcomer.frames[0].contains(r#""muted":[]"#));
    assert!(!one.frames.concat().contains("SECOND"));
    let again = Player::connect(&house.server, &one.table, Some(&guests[0])).await.unwrap();
    assert!(!again.frames[0].contains("SECOND") && again.frames[0].contains(r#""muted":[1]"#));
}

/// Seats rotate with every game, and a mute goes with the person.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mutes_follow_a_person_to_another_seat() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.playing(&short()).await;
    one.ask(&json!({ "type": "mute", "seat": 1, "on": true })).await.unwrap();
    let own = soon(one.read_for(|frame| frame["type"] == "muted")).await.unwrap();
    assert_eq!(own["muted"], json!([1]));
    soon(play_out(&mut one, &mut other)).await;
    for player in [&mut one, &mut other] {
        player.ask(&json!({ "type": "ready" })).await.unwrap();
    }
    for (player, seat) in [(&mut one, 1), (&mut other, 0)] {
        let started = soon(player.read_for(|frame| frame["event"]["type"] == "started")).await.unwrap();
        assert_eq!(started["you"], json!(seat));
    }
    let moved = soon(one.read_for(|frame| frame["type"] == "muted")).await.unwrap();
    assert_eq!(moved["muted"], json!([0]));
    assert!(!other.frames.concat().contains(r#""type":"muted""#), "nobody else learns of it");
    // After a lost connection it is told again, and in a snapshot too.
    let late = Player::connect(&house.server, &one.table, Some(&guests[0])).await.unwrap();
    assert!(late.frames[0].contains(r#""muted":[0]"#));
    // The list in the settings, and the way back.
    let list = house.server.request_as(&guests[0], "GET", "/api/me/muted", None).await.unwrap().json();
    assert_eq!(list["muted"][0]["name"], "Bo");
    let path = format!("/api/me/muted/{}", list["muted"][0]["id"]);
    assert_eq!(house.server.request_as(&guests[0], "DELETE", &path, None).await.unwrap().status, 204);
    let late = Player::connect(&house.server, &one.table, Some(&guests[0])).await.unwrap();
    assert!(late.frames[0].contains(r#""muted":[]"#));
}
