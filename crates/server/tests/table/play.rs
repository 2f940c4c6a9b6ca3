//! People play whole games over sockets.

use catalog::check;
use client::Player;
use serde_json::json;

use crate::house::{ENTROPY, House, by_chance, plain, play_out, short, soon};

/// Two people play a game to its end; one of them disconnects in the middle. The record is then checked.
async fn to_the_end(game: &str, seats: u8) {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.two_at(&plain(game, seats)).await;
    let published = one.info["commitment"].clone();
    let mut watching = Player::connect(&house.server, &one.table, None).await.unwrap();
    // A second tab of the one who will drop out stays connected all the time.
    let mut tab = Player::connect(&house.server, &one.table, Some(&guests[1])).await.unwrap();
    one.ask(&json!({ "type": "start" })).await.unwrap();
    let dropping = async {
        let mut choose = by_chance(2);
        other.read_until(|player| player.phase() == "playing").await.unwrap();
        while other.made.len() < 3 {
            other.move_if_due(&mut choose).await.unwrap();
            other.read().await.unwrap();
        }
        let seen = other.frames.len();
        // The connection breaks right after a move, before its answer.
        other.read_until(|player| !player.legal().is_empty()).await.unwrap();
        other.move_if_due(&mut choose).await.unwrap();
        other.reconnect().await.unwrap();
        other.play_to_the_end(&mut choose).await.unwrap();
        seen
    };
    let ((), dropped_at, (), ()) = soon(async {
        tokio::join!(
            async { one.play_to_the_end(by_chance(1)).await.unwrap() },
            dropping,
            async { watching.read_until(|player| player.phase() == "over").await.unwrap() },
            async { tab.read_until(|player| player.phase() == "over").await.unwrap() },
        )
    })
    .await;
    // A move that was sent again was made once and never refused, whether or not it had arrived at first.
    assert_eq!((&one.refused, &other.refused), (&vec![], &vec![]));
    assert!(dropped_at < other.frames.len());
    let events = |frames: &[String]| -> Vec<String> {
        frames.iter().filter(|frame| frame.starts_with(r#"{"type":"event""#)).cloned().collect()
    };
    let (theirs, tabs) = (events(&other.frames), events(&tab.frames));
    assert!(theirs.ends_with(&tabs), "the client that reconnected got the same frames as the other tab");

    let record = house.record(&one.table, 1).await;
    let proved = check(&record).unwrap();
    assert!(proved.finished && proved.shuffle_is_proved());
    let proof = proved.proof.unwrap();
    assert_eq!(json!(cards::to_hex(&proof.commitment())), published, "the hash was published before");
    let entropy: Vec<Option<String>> =
        proof.entropy().iter().map(|entropy| entropy.as_ref().map(cards::to_hex)).collect();
    assert_eq!(entropy[..2], [Some(ENTROPY[0].to_owned()), Some(ENTROPY[1].to_owned())]);
    assert!(entropy[2..].iter().all(Option::is_none));
    assert_eq!((proof.table(), proof.game()), (one.table.as_str(), 1));
}

macro_rules! games_to_the_end {
    ($($module:ident $Game:ident $id:literal),+) => {
        $(mod $module {
            use catalog::GameId;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn two_clients_play_to_the_end_and_one_reconnects() {
                super::to_the_end($id, *GameId::$Game.seats().start()).await;
            }
        })+
    };
}
catalog::each_game!(games_to_the_end);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_game_starts_when_all_are_ready_and_seats_rotate() {
    let house = House::open().await;
    let (mut one, mut other, guests) = house.playing(&short()).await;
    soon(play_out(&mut one, &mut other)).await;
    let next = one.info["commitment"].clone();
    let given = "3".repeat(64);
    one.ask(&json!({ "type": "ready", "entropy": given })).await.unwrap();
    other.read_for(|frame| frame["event"]["type"] == "ready").await.unwrap();
    assert_eq!(other.phase(), "over", "one alone does not start it");
    other.ask(&json!({ "type": "ready" })).await.unwrap();
    for player in [&mut one, &mut other] {
        soon(player.read_until(|player| player.phase() == "playing")).await.unwrap();
    }
    assert_eq!((one.you, other.you), (Some(1), Some(0)), "everybody moves on by one seat");
    soon(play_out(&mut one, &mut other)).await;

    let proof = check(&house.record(&one.table, 2).await).unwrap().proof.unwrap();
    assert_eq!(json!(cards::to_hex(&proof.commitment())), next, "published when the first game was over");
    assert_eq!(proof.game(), 2);
    let entropy: Vec<_> = proof.entropy().iter().map(|entropy| entropy.as_ref().map(cards::to_hex)).collect();
    assert_eq!(entropy, [None, Some(given)], "entropy goes with its giver to the new seat");

    let answer = house.server.request_as(&guests[0], "GET", "/api/me/games", None).await.unwrap();
    let games = answer.json()["games"].clone();
    let listed: Vec<_> =
        games.as_array().unwrap().iter().map(|g| (g["game"].clone(), g["seat"].clone())).collect();
    assert_eq!(
        listed,
        [(json!(2), json!(1)), (json!(1), json!(0))],
        "newest first, each with the seat at that time"
    );
    assert_eq!(games[0]["summary"]["names"], json!(["Bo", "Aki"]));
    assert_eq!(games[0]["summary"]["bots"], json!([null, null]));
    let is_drawn = games[0]["summary"]["winners"].as_array().unwrap().len() == 2;
    assert_eq!((&games[0]["summary"]["draw"], &one.play["draw"]), (&json!(is_drawn), &json!(is_drawn)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_simultaneous_choice_tells_others_only_that_it_was_made() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&plain("iroha", 3)).await;
    let mut watching = Player::connect(&house.server, &one.table, None).await.unwrap();
    one.move_if_due(by_chance(1)).await.unwrap();
    one.read_until(|player| !player.made.is_empty()).await.unwrap();
    let made = one.made[0].clone();
    assert!(made.chosen.starts_with("pass "));
    for player in [&mut other, &mut watching] {
        soon(player.read_until(|player| player.number >= made.number)).await.unwrap();
        let marker = format!(r#""number":{}"#, made.number);
        let frame = player.frames.iter().find(|frame| frame.contains(&marker)).unwrap();
        let frame: serde_json::Value = serde_json::from_str(frame).unwrap();
        if frame["type"] == "event" {
            assert_eq!(frame["event"]["events"], json!([{ "type": "chosen", "seat": 0 }]), "{frame}");
            assert_eq!(frame.get("id"), None);
        }
        assert!(player.play["view"]["chosen"].as_array().unwrap().contains(&json!(0)));
        assert_eq!(player.play["view"]["received"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_can_be_replayed_and_a_current_one_cannot() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let path = format!("/api/tables/{}/games/1", one.table);
    let table = format!("/api/tables/{}?game=1", one.table);
    for what in [&format!("{path}/record"), &format!("{path}/replay"), &table] {
        let answer = house.server.get(what).await.unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (404, "no-record"), "{what}");
    }
    soon(play_out(&mut one, &mut other)).await;
    let steps = house.server.get(&format!("{path}/replay")).await.unwrap().json();
    let last = steps["steps"].as_u64().unwrap();
    assert!(last > 6 && steps["moved"].is_null() && steps["views"].as_array().unwrap().len() == 2);
    let end = house.server.get(&format!("{path}/replay?step={last}")).await.unwrap().json();
    assert_eq!((&end["to_act"], &end["step"]), (&json!([]), &json!(last)));
    assert_eq!(end["views"][0], one.play["view"], "the last position is the one that was shown last");
    let beyond = house.server.get(&format!("{path}/replay?step=99999")).await.unwrap().json();
    assert_eq!(beyond, end);

    // The replay still names the players when others sit there.
    other.ask(&json!({ "type": "leave" })).await.unwrap();
    soon(one.read_until(|player| player.info["chairs"][1]["kind"] == "empty")).await.unwrap();
    one.ask(&json!({ "type": "fill", "seat": 1, "bot": "easy" })).await.unwrap();
    soon(one.read_until(|player| player.info["chairs"][1]["kind"] == "bot")).await.unwrap();
    let then = house.server.get(&table).await.unwrap().json();
    assert_eq!(then["table"]["chairs"][1]["name"], "Bo");
    assert_eq!(then["table"]["games"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_goes_only_to_the_asker_and_only_at_tables_with_hints() {
    let house = House::open().await;
    let mut setting = short();
    setting["hints"] = json!(true);
    let (mut one, mut other, _) = house.playing(&setting).await;
    let (mover, waiting) =
        if one.legal().is_empty() { (&mut other, &mut one) } else { (&mut one, &mut other) };
    waiting.ask(&json!({ "type": "hint", "id": "mine" })).await.unwrap();
    let refused = soon(waiting.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!((&refused["code"], &refused["id"]), (&json!("not-to-act"), &json!("mine")));
    mover.ask(&json!({ "type": "hint", "id": "h" })).await.unwrap();
    let hint = soon(mover.read_for(|frame| frame["type"] == "hint")).await.unwrap();
    assert_eq!(hint["id"], "h");
    assert!(mover.legal().contains(&hint["advice"]["move"].as_str().unwrap().to_owned()));
    mover.move_if_due(by_chance(1)).await.unwrap();
    soon(mover.read_until(|player| !player.made.is_empty())).await.unwrap();
    let number = mover.number;
    soon(waiting.read_until(|player| player.number >= number)).await.unwrap();
    assert!(!waiting.frames.iter().any(|frame| frame.contains(r#""hint""#) && frame.contains("advice")));

    let (mut one, _other, _) = house.playing(&short()).await;
    one.ask(&json!({ "type": "hint", "id": "h" })).await.unwrap();
    let refused = soon(one.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!(refused["code"], "no-hints");
}
