//! The wild gaji (`KK-21` to `KK-23`).

use cards::Seats;
use serde_json::json;

use super::super::score::Stop;
use super::super::state::Phase;
use super::*;
use crate::{Sample, Turn};

fn wild() -> Options {
    Options { gaji: true, ..options() }
}

/// Three cards of month 2 lie in the ba. Seat 0 holds the gaji, and month 2's fourth card lies where it is said.
fn three_in_ba(fourth_in_hand: bool) -> KoiKoi {
    let (ribbon, plain) = if fourth_in_hand { ("2R", "12K1") } else { ("12K1", "2R") };
    let hands = ["1B 3R 3K1 4R 5K1 6R 7A 11K1", &format!("1R {ribbon} 3B 4K1 5A 6K1 8A 9K1")];
    table(wild(), hands, "2A 2K1 2K2 8K1 9A 10A 10R 12B", &format!("7K1 11A 4A 5R 6A {plain}"))
}

/// What a seat would score by stopping: the base and the multiplier.
fn stop(table: &Public, seat: Seat) -> (u8, u8) {
    let stop = Stop::of(table, seat);
    (stop.base, stop.multiplier())
}

fn wild_moves(game: &KoiKoi, seat: u8) -> Vec<String> {
    legal(game, seat).into_iter().filter(|text| text.starts_with("wild")).collect()
}

/// KK-21
#[test]
fn the_gaji_captures_any_one_card_of_another_month() {
    let mut game = plain_table(wild());
    assert_eq!(wild_moves(&game, 0).len(), 8, "every card of the ba, although the hand has other captures");
    let events = play(&mut game, 0, "wild 11K1 10R");
    assert_eq!(events[0], Event::Played { seat: 0, card: "11K1".into(), wild: true });
    assert_eq!(events[1], Event::Captured { seat: 0, with: "11K1".into(), cards: "10R".into() });
    assert_eq!(round(&game).captured[0], cards("10R 11K1"), "one card only, although two lay there");
    assert!(round(&game).ba.contains(card("10A")));
    let shown = view(&game, Some(1));
    assert_eq!(shown["wild"], json!({"seat": 0, "card": "10R"}));
    assert_eq!(
        (&shown["last-turn"]["wild"], &shown["last-turn"]["captured"]),
        (&json!(true), &json!(["10R"]))
    );
    let why = refused(&plain_table(options()), 0, "wild 11K1 10R");
    assert_eq!(why, Illegal::NotWild {});
    assert_eq!(wild_moves(&plain_table(options()), 0), [""; 0]);
}

/// KK-21
#[test]
fn the_wild_gaji_must_be_in_the_hand_and_its_target_in_the_ba() {
    let mut game = plain_table(wild());
    assert_eq!(refused(&game, 0, "wild 11K1 6A"), Illegal::NotInBa { card: "6A".into() });
    play(&mut game, 0, "play 1B");
    assert_eq!(refused(&game, 1, "wild 11K1 10R"), Illegal::NotInHand { card: "11K1".into() });
}

/// KK-21
#[test]
fn on_month_eleven_the_gaji_is_an_ordinary_card() {
    let hands = ["1B 2R 3K1 4R 5K1 6R 7A 11K1", HANDS[1]];
    let mut game = table(wild(), hands, "1K1 2K1 2K2 8K1 9A 11A 10R 12B", "7K1");
    assert_eq!(refused(&game, 0, "wild 11K1 11A"), Illegal::OrdinaryGaji { card: "11A".into() });
    assert!(!wild_moves(&game, 0).contains(&"wild 11K1 11A".into()));
    play(&mut game, 0, "play 11K1");
    assert_eq!(round(&game).captured[0], cards("11A 11K1"));
    assert_eq!(round(&game).wild, None);
}

/// KK-21
#[test]
fn the_opponents_willow_card_from_the_hand_ends_the_wild_gaji() {
    let hands = ["3R 4R 4K2 5K1 6R 7A 7R 11K1", "1R 2A 3B 4K1 5A 6K1 11A 9K1"];
    let mut game = table(Options { must_capture: false, ..wild() }, hands, BA, "11R 8K2 11B");
    play(&mut game, 0, "play 7A");
    assert_eq!(round(&game).ba & cards("11R"), cards("11R"), "turned from the pile: that does not count");
    let mut spared = game;
    play(&mut spared, 1, "play 1R");
    assert!(!wild_moves(&spared, 0).is_empty());
    play(&mut game, 1, "play 11A");
    assert_eq!(wild_moves(&game, 0), [""; 0]);
    assert_eq!(refused(&game, 0, "wild 11K1 9A"), Illegal::WillowPlayed {});
    assert!(legal(&game, 0).contains(&"play 11K1".into()));
}

/// KK-21
#[test]
fn one_may_lay_although_the_gaji_could_capture() {
    let hands = ["3R 4R 4K2 5K1 6R 7A 7R 11K1", HANDS[1]];
    let mut game = table(wild(), hands, BA, "12K1");
    assert_eq!(legal(&game, 0).len(), 8 + 8, "must-capture looks at months only");
    play(&mut game, 0, "play 11K1");
    assert!(round(&game).ba.contains(card("11K1")), "even the gaji itself");
    let why = refused(&plain_table(wild()), 0, "play 11K1");
    assert_eq!(why, Illegal::MustCapture { card: "11K1".into(), capturing: "1B 2R".into() });
}

/// KK-21
#[test]
fn a_turned_gaji_is_an_ordinary_card() {
    let hands = ["1B 2R 3K1 4R 5K1 6R 7A 11R", HANDS[1]];
    let mut game = table(wild(), hands, BA, "11K1");
    play(&mut game, 0, "play 1B");
    assert_eq!(round(&game).phase, Phase::Play);
    assert!(round(&game).ba.contains(card("11K1")));
    play(&mut game, 1, "play 8A");
    play(&mut game, 0, "play 11R");
    assert!(round(&game).captured[0].contains(card("11K1")));
}

/// KK-22
#[test]
fn what_is_left_of_the_month_comes_with_the_stop() {
    let mut game = plain_table(wild());
    game.public.round.captured[0] = cards("2A 4A 5A 9A");
    game.public.round.ba = cards("8B 8A 1K1 2K1 2K2 10R 12B");
    let events = play(&mut game, 0, "wild 11K1 8B");
    let Some(Event::Yaku { yaku, points: 5, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(yaku.len(), 1, "tsukimi; the fifth animal still lies in the ba");
    assert_eq!(stop(&game.public, Seat(0)), (6, 1));
    let events = play(&mut game, 0, "stop");
    assert_eq!(events[1], Event::Received { seat: 0, cards: "8A".into() });
    assert_eq!(game.score(0), [6, 0]);
    assert!(!round(&game).ba.contains(card("8A")));
}

/// KK-22
#[test]
fn what_would_be_received_calls_for_no_decision() {
    let mut game = plain_table(wild());
    game.public.round.captured[0] = cards("9A");
    game.public.round.ba = cards("8B 8A 1K1 2K1 2K2 10R 12B");
    play(&mut game, 0, "wild 11K1 8A");
    assert_eq!(Stop::of(&game.public, Seat(0)).base, 5, "moon and cup would be there at the end");
    assert_eq!(round(&game).phase, Phase::Play);
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(1))));
}

/// KK-22
#[test]
fn a_gift_counts_for_seven_points_but_not_for_the_opponent() {
    let mut table = standing(wild(), ["8B 8A 9A 2A 4A 5A 10A 11K1", "8B 9A"]);
    table.round.wild = Some((Seat(0), card("6R")));
    table.round.ba = cards("6A 6K1");
    assert_eq!(stop(&table, Seat(0)), (5 + 3, 2), "tsukimi and seven animals");
    assert_eq!(stop(&table, Seat(1)), (5, 1));
}

/// KK-22
#[test]
fn a_gift_does_not_save_a_drawn_round() {
    let mut game = plain_table(wild());
    game.public.round.captured[0] = cards("9A");
    game.public.round.ba = cards("8B 8A 1K1");
    play(&mut game, 0, "wild 11K1 8A");
    let mut events = Vec::new();
    game.end_undecided(&mut events);
    assert_eq!(events[0], Event::Received { seat: 0, cards: "8B".into() });
    assert_eq!(game.score(0), [0, 0]);
}

/// KK-23
#[test]
fn the_fourth_card_in_the_opponents_hand_undoes_the_attempt() {
    let mut game = three_in_ba(true);
    let listed = wild_moves(&game, 0);
    assert_eq!(listed, wild_moves(&three_in_ba(false), 0), "the list does not give it away");
    assert_eq!(listed.len(), 8);
    let before = view(&game, Some(0));
    let events = play(&mut game, 0, "wild 11K1 2K1");
    assert_eq!(
        events,
        [Event::Undone { seat: 0, card: "11K1".into(), on: "2K1".into(), declared: "2R".into(), month: 2 }]
    );
    let after = view(&game, Some(0));
    assert_eq!((&after["ba"], &after["hand"]), (&before["ba"], &before["hand"]));
    assert_eq!((&after["barred"], &after["shown"]), (&json!([2]), &json!([["11K1"], ["2R"]])));
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))), "the same player acts again");
    assert_eq!(wild_moves(&game, 0).len(), 5, "month 2 is barred");
    assert_eq!(refused(&game, 0, "wild 11K1 2A"), Illegal::Barred { card: "2A".into(), month: 2 });

    play(&mut game, 0, "wild 11K1 12B");
    assert_eq!(view(&game, None)["shown"], json!([[], ["2R"]]), "known until played");
    play(&mut game, 1, "play 2R");
    assert_eq!(view(&game, None)["shown"], json!([[], []]));
    assert_eq!(round(&game).captured[1], cards("2A 2R 2K1 2K2"));
    let story = game.story().unwrap();
    assert_eq!(story.moves[1], (Seat(0), Move::Wild(card("2K1"))), "the attempt is part of the story");
}

/// KK-23
#[test]
fn the_fourth_card_elsewhere_disturbs_nothing() {
    let mut game = three_in_ba(false);
    play(&mut game, 0, "wild 11K1 2K1");
    assert_eq!(round(&game).captured[0], cards("2K1 11K1"));
    assert_eq!(round(&game).lacks[1], cards("2R"));
    assert_eq!(round(&game).barred, Set::EMPTY);
}
