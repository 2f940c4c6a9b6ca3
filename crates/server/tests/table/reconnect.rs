//! Reconnecting: missed frames, moves that are sent again, other devices.

use std::time::{SystemTime, UNIX_EPOCH};

use client::{Guest, Made, Player};
use serde_json::{Value, json};

use crate::house::{House, by_chance, play_out, short, soon};

/// The events among frames.
fn events(frames: &[String]) -> Vec<&String> {
    frames.iter().filter(|frame| frame.starts_with(r#"{"type":"event""#)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_reconnects_gets_exactly_what_it_missed() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.playing(&short()).await;
    // Another tab of the same person stays, and another watches.
    let mut tab = Player::connect(&house.server, &one.table, Some(&guests[1])).await.unwrap();
    let mut watching = Player::connect(&house.server, &one.table, None).await.unwrap();
    let (mut first, mut second) = (by_chance(1), by_chance(2));
    let mut since = other.number;
    for away in 0..4 {
        // Both play for a while; the second person plays in the tab while the other socket is gone.
        drop(std::mem::replace(
            &mut other.socket,
            house.server.connect(&one.table, None, None).await.unwrap(),
        ));
        let until = one.number + 5 + away;
        soon(async {
            while one.number < until && one.phase() == "playing" {
                one.move_if_due(&mut first).await.unwrap();
                tab.move_if_due(&mut second).await.unwrap();
                tokio::select! {
                    frame = one.read() => drop(frame.unwrap()),
                    frame = tab.read() => drop(frame.unwrap()),
                }
            }
            tab.read_until(|player| player.number >= one.number).await.unwrap();
            other.reconnect().await.unwrap();
            other.read_until(|player| player.number >= one.number).await.unwrap();
            watching.read_until(|player| player.number >= one.number).await.unwrap();
        })
        .await;
        assert!(other.number > since, "something was missed");
        since = other.number;
    }
    let (theirs, tabs) = (events(&other.frames), events(&tab.frames));
    let start = theirs.iter().position(|frame| *frame == tabs[0]).unwrap();
    let both = tabs.len().min(theirs.len() - start);
    assert!(both > 15);
    assert_eq!(theirs[start..start + both], tabs[..both], "byte for byte what the tab was told");
    assert_eq!(other.frames.iter().filter(|frame| frame.contains(r#""snapshot""#)).count(), 1);
    // A spectator who reconnects later gets the same as one who watched all the time.
    let mut late = Player::connect(&house.server, &one.table, None).await.unwrap();
    let from = watching.frames[0].clone();
    let seen = serde_json::from_str::<Value>(&from).unwrap()["number"].as_u64().unwrap();
    (late.number, late.frames) = (seen, Vec::new());
    late.reconnect().await.unwrap();
    soon(late.read_until(|player| player.number >= watching.number)).await.unwrap();
    let both = events(&watching.frames).len();
    assert_eq!(events(&late.frames)[..both], events(&watching.frames)[..]);
}

/// A client can set its clock by every first message.
fn assert_is_now(frame: &Value) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    assert!((0..60_000).contains(&(now - frame["now"].as_i64().unwrap())), "{frame}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_or_an_unknown_one_gets_a_snapshot() {
    let house = House::open().await;
    let (one, _other, guests) = house.playing(&short()).await;
    for since in [None, Some(0), Some(1_000_000), Some(u64::MAX)] {
        let mut socket = house.server.connect(&one.table, Some(&guests[0]), since).await.unwrap();
        let first = soon(socket.next()).await.unwrap().unwrap();
        assert_eq!((&first["type"], &first["you"]), (&json!("snapshot"), &json!(0)), "{since:?}");
        assert_is_now(&first);
    }
    let mut socket = house.server.connect(&one.table, Some(&guests[0]), Some(one.number)).await.unwrap();
    let first = soon(socket.next()).await.unwrap().unwrap();
    assert_eq!(first["type"], "presence", "a client that has everything gets nothing twice");
    assert_is_now(&first);
}

/// Lets two people play until the first has made a move. That move is sent twice at once, while the first may still be
/// on its way to the disk.
async fn first_move(one: &mut Player, other: &mut Player) -> Made {
    let (mut choose, mut others) = (by_chance(1), by_chance(2));
    while one.made.is_empty() {
        one.move_if_due(&mut choose).await.unwrap();
        other.move_if_due(&mut others).await.unwrap();
        if let Some(awaited) = one.awaited.clone() {
            one.send_move(&awaited).await.unwrap();
        }
        soon(async {
            tokio::select! {
                frame = one.read() => drop(frame.unwrap()),
                frame = other.read() => drop(frame.unwrap()),
            }
        })
        .await;
    }
    one.made[0].clone()
}

/// Waits until the server has read everything: it refuses nonsense at once, whatever else waits.
async fn heard(player: &mut Player) {
    player.ask(&json!({ "type": "nonsense" })).await.unwrap();
    soon(player.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    player.refused.clear();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_known_answer_comes_after_the_event_of_the_move() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let made = first_move(&mut one, &mut other).await;
    let holding = house.hold_writing();
    for text in ["hm", "well"] {
        other.ask(&json!({ "type": "say", "text": text })).await.unwrap();
    }
    heard(&mut other).await;
    // The first person has not seen their move, and reconnects while two entries are on their way to the disk.
    (one.number, one.awaited) = (made.number - 1, Some(made.clone()));
    one.reconnect().await.unwrap();
    heard(&mut one).await;
    assert_eq!(one.number, made.number - 1, "what follows entries that are not durable is not told yet");
    drop(holding);
    soon(one.read_for(|frame| frame["type"] == "known")).await.unwrap();
    assert!(one.number >= made.number);
    soon(play_out(&mut one, &mut other)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_sent_again_is_made_once() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let made = first_move(&mut one, &mut other).await;
    one.send_move(&made).await.unwrap();
    let known =
        soon(one.read_for(|frame| frame["type"] == "known" && frame["id"] == *made.id)).await.unwrap();
    assert_eq!(known["number"], made.number);
    // The same name for another move is the same request, however different it looks.
    let liar = Made { chosen: "koi".into(), at: one.number, ..made.clone() };
    one.send_move(&liar).await.unwrap();
    let known =
        soon(one.read_for(|frame| frame["type"] == "known" && frame["id"] == *made.id)).await.unwrap();
    assert_eq!(known["number"], made.number);
    soon(play_out(&mut one, &mut other)).await;
    let moved = |frame: &&&String| frame.contains(&format!(r#""id":"{}""#, made.id));
    assert_eq!(events(&one.frames).iter().filter(moved).count(), 1, "there was one move");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_from_the_past_and_from_the_future_are_refused() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let mut choose = by_chance(1);
    // Whoever begins has made a move and is to make another one later.
    let mover = loop {
        let (first, second) = (!one.legal().is_empty(), !other.legal().is_empty());
        assert!(first != second);
        let mover = if first { &mut one } else { &mut other };
        if !mover.made.is_empty() {
            break mover;
        }
        mover.move_if_due(&mut choose).await.unwrap();
        soon(mover.read_until(|player| player.awaited.is_none())).await.unwrap();
        let number = mover.number;
        for player in [&mut one, &mut other] {
            soon(player.read_until(|player| player.number >= number)).await.unwrap();
        }
    };
    let chosen = mover.legal()[0].clone();
    for (at, code) in
        [(mover.made[0].at, "stale"), (1, "stale"), (mover.number + 1, "ahead"), (u64::MAX, "ahead")]
    {
        let made = Made { id: format!("at-{at}"), at, chosen: chosen.clone(), number: 0 };
        mover.send_move(&made).await.unwrap();
        let frame = soon(mover.read_for(|frame| frame["type"] == "refused")).await.unwrap();
        assert_eq!((&frame["code"], &frame["id"]), (&json!(code), &json!(made.id)), "{at}");
    }
    let now = Made { id: "now".into(), at: mover.number, chosen, number: 0 };
    mover.send_move(&now).await.unwrap();
    soon(mover.read_for(|frame| frame["id"] == "now" && frame["type"] == "event")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_carries_a_guest_to_another_device_once() {
    let house = House::open().await;
    let (one, mut other, guests) = house.playing(&short()).await;
    let made = house.server.request_as(&guests[0], "POST", "/api/me/code", None).await.unwrap().json();
    let code = json!({ "code": made["code"] });
    let claimed = house.server.request("POST", "/api/claim", &[], Some(&code)).await.unwrap();
    assert_eq!(claimed.json()["name"], "Aki");
    assert!(claimed.head.to_lowercase().contains("set-cookie: irori="), "{}", claimed.head);
    assert!(claimed.head.contains("HttpOnly") && claimed.head.contains("SameSite=Lax"));
    let token = claimed.json()["token"].as_str().unwrap().to_owned();
    assert_ne!(token, guests[0].token, "each device has a token of its own");
    let again = house.server.request("POST", "/api/claim", &[], Some(&code)).await.unwrap();
    assert_eq!((again.status, again.code().as_str()), (400, "bad-code"));

    // The other device takes over the seat and plays the game to its end; the first one only watches.
    let phone = Guest { name: "phone".into(), token };
    let mut phone = Player::connect(&house.server, &one.table, Some(&phone)).await.unwrap();
    assert_eq!(phone.you, Some(0));
    soon(play_out(&mut phone, &mut other)).await;
    // A browser shows its cookie instead.
    let cookie = format!("irori={}", guests[0].token);
    let me = house.server.request("GET", "/api/me", &[("Cookie", &cookie)], None).await.unwrap();
    assert_eq!(me.json()["name"], "Aki");
    // A browser whose page has forgotten the guest stays that guest and gets no token.
    let body = json!({ "name": "Somebody" });
    let headers = [("Cookie", cookie.as_str())];
    let again = house.server.request("POST", "/api/guests", &headers, Some(&body)).await.unwrap();
    assert_eq!((again.status, again.json()), (200, me.json()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_told_when_it_changes_and_to_newcomers_alone_otherwise() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.two_at(&short()).await;
    let online = |frame: &Value| (frame["type"] == "presence").then(|| frame["online"].clone());
    // Both have sat down while they were looking at the table.
    let frame = soon(one.read_for(|frame| online(frame) == Some(json!([true, true])))).await.unwrap();
    assert_eq!(frame["type"], "presence");
    soon(other.read_for(|frame| online(frame) == Some(json!([true, true])))).await.unwrap();
    for _ in 0..20 {
        let mut socket = house.server.connect(&one.table, None, None).await.unwrap();
        let told = soon(socket.until(|frame| frame["type"] == "presence")).await.unwrap();
        assert_eq!(told["online"], json!([true, true]));
    }
    drop(other);
    let frame = soon(one.read()).await.unwrap();
    assert_eq!(online(&frame), Some(json!([true, false])), "of those who only watched nothing was told");
    let _tab = house.server.connect(&one.table, Some(&guests[1]), None).await.unwrap();
    let frame = soon(one.read()).await.unwrap();
    assert_eq!(online(&frame), Some(json!([true, true])));
}
