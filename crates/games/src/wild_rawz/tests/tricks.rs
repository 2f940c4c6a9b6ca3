//! Tricks (`WR-8` to `WR-11`).

use cards::{Seat, Seats};
use serde_json::{Value, json};

use super::super::{Colour, Event, Illegal};
use super::{card, dealt, drafted, legal, play, red_seven, refused, trick_end, view};
use crate::{Game, Text, Turn};

/// WR-8
#[test]
fn the_start_player_leads_any_card_and_whoever_can_follow_must() {
    let mut game = red_seven();
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))));
    assert_eq!(legal(&game, 0), "g0 g1 g2 g3 g4 g5 g6 g8 gs r0 r7 rs y7".split(' ').collect::<Vec<_>>());
    play(&mut game, 0, "y7");
    assert_eq!(refused(&game, 1, "b7"), Illegal::MustFollow { colour: Text(Colour::Yellow) });
    assert_eq!(
        refused(&game, 1, "b7").to_string(),
        "a card of the lead colour must be played: yellow",
        "the trump number of another colour is no way out"
    );
    assert_eq!(refused(&game, 1, "r5"), Illegal::NotInHand { card: "r5".into() });
    play(&mut game, 1, "y1");
    assert_eq!(legal(&game, 2).iter().filter(|text| !text.starts_with("leave")).count(), 3);
}

/// WR-8
#[test]
fn who_cannot_follow_plays_any_card() {
    let mut game = red_seven();
    play(&mut game, 0, "g1");
    let plays: Vec<String> = legal(&game, 1).into_iter().filter(|text| !text.contains(' ')).collect();
    assert_eq!(plays, "b4 b5 b6 b7 bs y1 y2 y3 y4 y5 y6 y8".split(' ').collect::<Vec<_>>());
}

/// WR-8: the trump number belongs to its printed colour.
#[test]
fn the_trump_number_follows_its_colour() {
    let mut game = red_seven();
    play(&mut game, 0, "g1");
    play(&mut game, 1, "b4");
    let plays: Vec<String> = legal(&game, 2).into_iter().filter(|text| !text.contains(' ')).collect();
    assert_eq!(plays, ["g7"], "its only greens");
}

/// WR-9
#[test]
fn one_player_a_trick_leaves_with_any_card_and_never_the_leader() {
    let mut game = red_seven();
    assert_eq!(refused(&game, 0, "leave g1"), Illegal::LeaderCannotLeave {});
    play(&mut game, 0, "g1");
    assert_eq!(refused(&game, 1, "leave g7"), Illegal::NotInHand { card: "g7".into() });
    play(&mut game, 1, "b4");
    let leaves: Vec<String> = legal(&game, 2).into_iter().filter(|text| text.contains(' ')).collect();
    assert_eq!(leaves.len(), 12, "every face of the hand, though it could follow: {leaves:?}");
    assert_eq!(play(&mut game, 2, "leave ys")[0], Event::Left { seat: 2, card: "ys".into() });
    // The next trick: seat 2 leads, seat 0 leaves, and seat 1 cannot any more.
    play(&mut game, 2, "y0");
    play(&mut game, 0, "leave g8");
    assert_eq!(refused(&game, 1, "leave y8"), Illegal::AlreadyLeft { seat: 0 });
    assert_eq!(
        refused(&game, 1, "leave y8").to_string(),
        "seat 0 is sitting out this trick, and only one can; a card must be played"
    );
    assert_eq!(legal(&game, 1), ["y1", "y2", "y3", "y4", "y5", "y6", "y8"]);
    play(&mut game, 1, "y8");
    // And in a third trick seat 2 leaves again.
    play(&mut game, 0, "g0");
    play(&mut game, 1, "b5");
    play(&mut game, 2, "leave b8");
    assert_eq!(view(&game, None)["leaving"], json!([["g8"], [], ["ys", "b8"]]));
    assert_eq!(view(&game, None)["missing"], json!([-2, 7, 0]), "seat 0 has two wins, seat 1 one");
}

/// WR-9
#[test]
fn the_last_trick_can_be_left_too() {
    let mut game = red_seven();
    while game.public.leaders.len() < 13 {
        let seat = game.to_act().first().unwrap().0;
        let texts = legal(&game, seat);
        play(&mut game, seat, texts.iter().find(|text| !text.contains(' ')).unwrap());
    }
    let leader = game.to_act().first().unwrap();
    let text = legal(&game, leader.0)[0].clone();
    play(&mut game, leader.0, &text);
    let leaver = leader.left(3);
    let text = legal(&game, leaver.0).into_iter().find(|text| text.contains(' ')).unwrap();
    play(&mut game, leaver.0, &text);
    let last = leaver.left(3);
    let text = legal(&game, last.0)[0].clone();
    let events = play(&mut game, last.0, &text);
    let (_, next_leader, sat_out) = trick_end(&events[1]);
    assert_eq!((next_leader, sat_out), (None, Some(leaver.0)), "{events:?}");
    assert!(matches!(events[2], Event::Scored { .. }));
    assert_eq!(game.public.tallies[leaver.index()].leaves, 1);
}

/// WR-10
#[test]
fn strength_from_the_trump_card_down_to_the_lead_colours_skip() {
    let order = "r7 y7 r8 r6 r5 r4 r3 r2 r1 r0 rs g8 g6 g5 g4 g3 g2 g1 g0 gs";
    let strength = |text: &str| card(text).strength(card("r7"), card("g1").suit());
    let strengths: Vec<u8> = order.split(' ').map(strength).collect();
    assert!(strengths.is_sorted_by(|stronger, weaker| stronger > weaker), "{strengths:?}");
    assert_eq!(
        strength("g7"),
        strength("b7"),
        "trump numbers of other colours are equal, that of the lead too"
    );
    assert!(["y8", "b8", "ys", "b0"].into_iter().all(|other| strength(other) < strength("gs")));
    // Where trump is led, nothing but the trump number beats it.
    let led = |text: &str| card(text).strength(card("r7"), card("r1").suit());
    assert!(led("r7") > led("y7") && led("y7") > led("r8") && led("rs") > led("g8"));
}

/// WR-10
#[test]
fn the_view_lists_the_cards_by_strength() {
    let mut game = dealt(
        "r4 r1 r2 r3 y1 y2 y3",
        &[
            "g8 g6 g5 g4 g3 g2 g1 g0 gs r7 r0",
            "y8 y7 y6 y5 y4 b7 b7 b6 b5 b4 bs",
            "g7 g7 r8 r7 r6 r5 y7 y0 ys b8 b3",
        ],
    );
    assert_eq!(view(&game, None)["strength"], json!([]), "there is no trump yet");
    for (seat, text) in ["r1", "r2", "r3", "y1", "y2", "y3"].into_iter().enumerate() {
        play(&mut game, seat as u8 % 3, &format!("take {text}"));
    }
    let trumps = json!([
        {"kind": "card", "colours": ["red"], "numbers": [4]},
        {"kind": "number", "colours": ["yellow", "green", "blue"], "numbers": [4]},
        {"kind": "colour", "colours": ["red"], "numbers": [8, 7, 6, 5, 3, 2, 1, 0, null]},
    ]);
    let with = |lead: Value| {
        let mut ranks = trumps.clone();
        ranks.as_array_mut().unwrap().push(lead);
        ranks
    };
    let unknown = json!({"kind": "lead", "colours": [], "numbers": []});
    assert_eq!(view(&game, None)["strength"], with(unknown), "nothing is led yet");
    let mut trump_led = game;
    play(&mut trump_led, 0, "r7");
    assert_eq!(view(&trump_led, None)["strength"], trumps, "the lead colour is the trump colour");
    play(&mut game, 0, "g5");
    let green = json!({"kind": "lead", "colours": ["green"], "numbers": [8, 7, 6, 5, 3, 2, 1, 0, null]});
    assert_eq!(view(&game, None)["strength"], with(green));
}

/// WR-10
#[test]
fn of_equally_strong_cards_the_later_one_wins() {
    // The trick of seat 2's first green 7, seat 0's yellow 7 and seat 1's blue 7: all trump numbers.
    let mut game = drafted(
        "r7",
        &[
            "g8 g6 y7 y7 g3 g2 g1 g0 gs r8 r0 rs r1",
            "y8 y6 y5 y4 y3 y2 y1 b7 b7 b6 b5 b4 bs",
            "g7 g7 r7 r6 r5 r4 r3 b0 y0 ys b8 b3 b2",
        ],
    );
    play(&mut game, 0, "g1");
    play(&mut game, 1, "b7");
    assert_eq!(view(&game, None)["trick"]["winner"], 1);
    play(&mut game, 2, "g7");
    assert_eq!(game.public.tallies[2].wins, 1, "green 7 after blue 7");
    play(&mut game, 2, "ys");
    play(&mut game, 0, "y7");
    let events = play(&mut game, 1, "y8");
    assert_eq!(trick_end(&events[1]), (0, Some(0), None));
    // The trump card itself, where its face exists twice, beats them all.
    play(&mut game, 0, "r8");
    play(&mut game, 1, "b7");
    let events = play(&mut game, 2, "r7");
    assert_eq!(trick_end(&events[1]), (2, Some(2), None));
}

/// WR-10: twins are equal too.
#[test]
fn the_second_of_twins_wins() {
    let mut game = drafted(
        "b7",
        &[
            "r5 r1 r2 r3 r4 r6 r0 rs y1 y2 y3 y4 y5",
            "r5 r1 r2 r3 r4 r6 y1 y2 y3 y4 y5 y6 ys",
            "r7 g1 g1 g2 g2 g3 g3 g4 g4 g5 g5 g6 g6",
            "y6 y7 y0 g0 g7 gs b0 b1 b1 b2 b2 b3 b3",
        ],
    );
    play(&mut game, 0, "r5");
    play(&mut game, 1, "r5");
    play(&mut game, 2, "leave g1");
    let events = play(&mut game, 3, "y6");
    assert_eq!(trick_end(&events[1]), (1, Some(2), Some(2)));
}

/// WR-11
#[test]
fn the_leaver_leads_next_and_otherwise_the_winner() {
    let mut game = red_seven();
    play(&mut game, 0, "g8");
    play(&mut game, 1, "b4");
    let events = play(&mut game, 2, "g7");
    assert_eq!(trick_end(&events[1]), (2, Some(2), None));
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(2))));
    play(&mut game, 2, "r8");
    play(&mut game, 0, "leave g1");
    let events = play(&mut game, 1, "b7");
    assert_eq!(trick_end(&events[1]), (1, Some(0), Some(0)));
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))));
    assert_eq!(view(&game, None)["wins"], json!([0, 1, 1]));
    assert_eq!(
        view(&game, None)["last-trick"],
        json!({
            "leader": 2,
            "colour": "red",
            "cards": [{"seat": 2, "card": "r8", "trump": "colour"}, {"seat": 1, "card": "b7", "trump": "number"}],
            "leaver": {"seat": 0, "card": "g1", "trump": null},
            "winner": 1,
        })
    );
}

/// WR-11: a player who sits out cannot win, however strong their card is.
#[test]
fn the_leavers_card_takes_no_part() {
    let mut game = red_seven();
    play(&mut game, 0, "g1");
    play(&mut game, 1, "leave b7");
    assert_eq!(view(&game, None)["trick"]["winner"], 0);
    play(&mut game, 2, "g7");
    assert_eq!(view(&game, None)["wins"], json!([0, 0, 1]));
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(1))));
}
