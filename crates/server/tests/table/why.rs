//! The question whether a move is legal.

use client::Player;
use serde_json::{Value, json};

use crate::house::{House, by_chance, plain, play_out, short, soon};

/// The answer to the question, or its refusal.
async fn why(player: &mut Player, chosen: &str) -> Value {
    player.ask(&json!({ "type": "why", "id": "w1", "move": chosen })).await.unwrap();
    let answer = soon(player.read_for(|frame| frame["id"] == "w1")).await.unwrap();
    assert!(answer.get("number").is_none(), "it is no event");
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_illegal_move_is_explained_and_nothing_happens() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&short()).await;
    let (mover, waiting) =
        if one.legal().is_empty() { (&mut other, &mut one) } else { (&mut one, &mut other) };
    let number = mover.number;
    assert_eq!(why(mover, "swap").await, json!({ "type": "why", "id": "w1", "move": "swap", "legal": true }));
    let answer = why(mover, "koi").await;
    assert_eq!((&answer["legal"], &answer["code"]), (&json!(false), &json!("must-choose-hand")));
    assert_eq!(answer["facts"], json!({}));
    assert_eq!(answer["message"], "first decide about the hands: \"keep\" or \"swap\"");
    let answer = why(mover, "play 77X").await;
    assert_eq!((&answer["code"], &answer["facts"]), (&json!("bad-move"), &json!({ "found": "77X" })));
    let answer = why(waiting, "swap").await;
    let awaited = json!({ "awaited": [mover.you] });
    assert_eq!((&answer["code"], &answer["facts"]), (&json!("not-to-act"), &awaited));

    // The move itself is refused with the same rule.
    mover.ask(&json!({ "type": "move", "id": "m1", "at": number, "move": "koi" })).await.unwrap();
    let refused = soon(mover.read_for(|frame| frame["type"] == "refused")).await.unwrap();
    assert_eq!(refused["code"], "illegal-move");
    assert_eq!(refused["rule"], json!({ "code": "must-choose-hand", "facts": {} }));

    // Nothing was written: the next move is the next event, and the other client saw only the answer to its own question.
    mover.move_if_due(by_chance(1)).await.unwrap();
    soon(mover.read_until(|player| !player.made.is_empty())).await.unwrap();
    assert_eq!(mover.made[0].number, number + 1);
    soon(waiting.read_until(|player| player.number > number)).await.unwrap();
    assert_eq!(waiting.frames.iter().filter(|frame| frame.contains(r#""type":"why""#)).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exactly_the_moves_that_are_not_offered_have_a_reason() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.playing(&plain("iroha", 3)).await;
    let mut choose = by_chance(3);
    let mut followed = 0;
    let asking = async {
        while one.phase() != "over" {
            let legal = one.legal();
            if one.awaited.is_none() && !legal.is_empty() && one.play["view"]["phase"] == "play" {
                let hand: Vec<Value> = one.play["view"]["hand"].as_array().unwrap().clone();
                for card in hand {
                    let card = card.as_str().unwrap();
                    let answer = why(&mut one, card).await;
                    assert_eq!(answer["legal"], legal.iter().any(|offered| offered == card), "{answer}");
                    if answer["legal"] == false {
                        assert_eq!(answer["code"], "must-follow");
                        assert!(answer["facts"]["colours"].is_array(), "{answer}");
                        followed += 1;
                    }
                }
            }
            one.move_if_due(&mut choose).await.unwrap();
            one.read().await.unwrap();
        }
    };
    soon(async { tokio::join!(asking, async { other.play_to_the_end(by_chance(4)).await.unwrap() }) }).await;
    assert!(followed > 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_seat_or_a_game_the_question_is_refused() {
    let house = House::open().await;
    let (mut one, mut other, _) = house.two_at(&short()).await;
    assert_eq!(why(&mut one, "keep").await["code"], "not-playing", "before the game");
    one.refused.clear();
    one.ask(&json!({ "type": "start" })).await.unwrap();
    for player in [&mut one, &mut other] {
        soon(player.read_until(|player| player.phase() == "playing")).await.unwrap();
    }
    let guest = house.server.guest("Mallory").await.unwrap();
    for (guest, code) in [(None, "no-guest"), (Some(&guest), "not-seated")] {
        let mut watching = Player::connect(&house.server, &one.table, guest).await.unwrap();
        let answer = why(&mut watching, "keep").await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!(code)));
    }
    soon(play_out(&mut one, &mut other)).await;
    let answer = why(&mut one, "keep").await;
    assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("not-playing")), "after it");
}
