//! What a turn does (`KK-8` to `KK-11`).

use serde_json::json;

use super::super::state::Phase;
use super::*;
use crate::Texts;

/// Three cards of month 2 lie in the ba; seat 0 holds the fourth.
fn three_in_ba(deck: &str) -> KoiKoi {
    let hands = ["1B 2R 3K1 4R 5K1 6R 7A 11K1", "1R 3B 4K1 5A 6K1 8A 9K1 12K1"];
    table(options(), hands, "2A 2K1 2K2 8K1 9A 10A 10R 12B", deck)
}

/// Seat 0 has nothing that matches the ba.
fn no_match(options: Options, deck: &str) -> KoiKoi {
    let hands = ["3K1 4R 4K2 5K1 6R 7A 7R 11K1", "1R 2A 3B 4K1 5A 6K1 8A 9K1"];
    table(options, hands, BA, deck)
}

/// KK-8
#[test]
fn a_card_captures_the_only_match() {
    let mut game = plain_table(options());
    assert_eq!(refused(&game, 0, "play 1B 1K1"), Illegal::NoChoice { card: "1B".into() });
    assert_eq!(refused(&game, 0, "play 1R"), Illegal::NotInHand { card: "1R".into() });
    let events = play(&mut game, 0, "play 1B");
    assert_eq!(events[0], Event::Played { seat: 0, card: "1B".into(), wild: false });
    assert_eq!(events[1], Event::Captured { seat: 0, with: "1B".into(), cards: "1K1".into() });
    assert_eq!(round(&game).captured[0], cards("1B 1K1"));
    assert_eq!(round(&game).ba, cards("2K1 2K2 8K1 9A 10A 10R 12B 7K1"));
}

/// KK-8
#[test]
fn of_two_matches_one_is_chosen() {
    let mut game = plain_table(options());
    let among = cards("2K1 2K2");
    assert_eq!(refused(&game, 0, "play 2R"), Illegal::NameOne { card: "2R".into(), among: Texts(among) });
    assert_eq!(refused(&game, 0, "play 2R 2A"), Illegal::NameOne { card: "2R".into(), among: Texts(among) });
    assert_eq!(
        refused(&game, 0, "play 2R").to_string(),
        "2R matches two cards; name the one it captures: 2K1 or 2K2"
    );
    let events = play(&mut game, 0, "play 2R 2K2");
    assert_eq!(events[1], Event::Captured { seat: 0, with: "2R".into(), cards: "2K2".into() });
    assert_eq!(round(&game).captured[0], cards("2R 2K2"));
    assert!(round(&game).ba.contains(card("2K1")));
}

/// KK-8
#[test]
fn three_matches_are_captured_together() {
    let mut game = three_in_ba("7K1");
    assert_eq!(refused(&game, 0, "play 2R 2A"), Illegal::NoChoice { card: "2R".into() });
    play(&mut game, 0, "play 2R");
    assert_eq!(round(&game).captured[0], cards("2A 2R 2K1 2K2"));
    let captured = json!({"brights": [], "animals": ["2A"], "ribbons": ["2R"], "plains": ["2K1", "2K2"]});
    assert_eq!(view(&game, Some(1))["captured"][0], captured);
}

/// KK-9
#[test]
fn who_can_capture_must() {
    let game = plain_table(options());
    assert_eq!(legal(&game, 0), ["play 1B", "play 2R 2K1", "play 2R 2K2"]);
    let why = Illegal::MustCapture { card: "3K1".into(), capturing: "1B 2R".into() };
    assert_eq!(refused(&game, 0, "play 3K1"), why);
    let mut game = no_match(options(), "1K2");
    assert_eq!(legal(&game, 0).len(), 8);
    let events = play(&mut game, 0, "play 7A");
    assert_eq!(events[1], Event::Laid { seat: 0, card: "7A".into() });
    assert!(round(&game).ba.contains(card("7A")));
}

/// KK-9
#[test]
fn any_card_may_be_played_by_option_but_still_captures() {
    let mut game = plain_table(Options { must_capture: false, ..options() });
    assert_eq!(
        legal(&game, 0),
        [
            "play 11K1",
            "play 1B",
            "play 2R 2K1",
            "play 2R 2K2",
            "play 3K1",
            "play 4R",
            "play 5K1",
            "play 6R",
            "play 7A"
        ]
    );
    let mut capturing = game;
    play(&mut capturing, 0, "play 1B");
    assert_eq!(round(&capturing).captured[0], cards("1B 1K1"), "a match is not optional");
    play(&mut game, 0, "play 3K1");
    assert!(round(&game).ba.contains(card("3K1")));
}

/// KK-10
#[test]
fn the_turned_card_captures_or_is_laid() {
    for (top, captured) in [("7K1", "1B 1K1"), ("8B", "1B 1K1 8B 8K1")] {
        let mut game = table(options(), HANDS, BA, top);
        let events = play(&mut game, 0, "play 1B");
        assert_eq!(events[2], Event::Turned { seat: 0, card: top.into() });
        assert_eq!(round(&game).captured[0], cards(captured));
        assert_eq!(round(&game).ba.contains(card(top)), top == "7K1");
        assert_eq!(view(&game, None)["pile"], 23);
    }
    let mut game = three_in_ba("7K1");
    game.hidden.hands[0].remove(card("2R"));
    game.hidden.hands[0].insert(card("8B"));
    game.hidden.deck[0] = card("2R");
    play(&mut game, 0, "play 8B");
    assert_eq!(round(&game).captured[0], cards("8B 8K1 2A 2R 2K1 2K2"), "all three");
}

/// KK-10
#[test]
fn the_turned_card_leaves_the_choice_of_two() {
    let mut game = table(options(), HANDS, BA, "10K1");
    let events = play(&mut game, 0, "play 1B");
    assert_eq!(events.len(), 3, "played, captured, turned: {events:?}");
    assert_eq!((legal(&game, 0), legal(&game, 1)), (vec!["take 10A".into(), "take 10R".into()], vec![]));
    let why = Illegal::MustTake { turned: "10K1".into(), among: "10A 10R".into() };
    assert_eq!(why.to_string(), r#"choose what 10K1 captures: "take 10A" or "take 10R""#);
    assert_eq!(refused(&game, 0, "take 9A"), why);
    assert_eq!(refused(&game, 0, "play 2R 2K1"), why);
    let shown = view(&game, Some(1));
    assert_eq!((&shown["turned"], &shown["turn"]["turned-captured"]), (&json!("10K1"), &json!([])));
    let events = play(&mut game, 0, "take 10R");
    assert_eq!(events, [Event::Captured { seat: 0, with: "10K1".into(), cards: "10R".into() }]);
    assert_eq!(round(&game).captured[0], cards("1B 1K1 10R 10K1"));
    let last_turn = json!({"seat": 0, "played": "1B", "wild": false, "captured": ["1K1"],
        "turned": "10K1", "turned-captured": ["10R"]});
    assert_eq!(view(&game, Some(1))["last-turn"], last_turn);
    assert_eq!(view(&game, Some(1))["turn"], json!(null));
}

/// KK-10
#[test]
fn the_turned_card_may_capture_the_card_just_laid() {
    let mut game = no_match(options(), "3R");
    let events = play(&mut game, 0, "play 3K1");
    assert_eq!(events[3], Event::Captured { seat: 0, with: "3R".into(), cards: "3K1".into() });
    assert_eq!(round(&game).captured[0], cards("3R 3K1"));
}

/// KK-11
#[test]
fn yaku_are_judged_after_both_actions() {
    let hands = ["9R 2R 3K1 4R 5K1 6R 7A 11K1", HANDS[1]];
    let mut game = table(options(), hands, BA, "10K1");
    game.public.round.captured[0] = cards("8B");
    let events = play(&mut game, 0, "play 9R");
    assert_eq!(round(&game).phase, Phase::Take, "the sake cup is captured, but the turn goes on");
    assert!(!events.iter().any(|event| matches!(event, Event::Yaku { .. })));
    let events = play(&mut game, 0, "take 10A");
    assert!(matches!(events[1], Event::Yaku { seat: 0, points: 5, counter: false, .. }), "{events:?}");
    assert_eq!(round(&game).phase, Phase::Decide);
}
