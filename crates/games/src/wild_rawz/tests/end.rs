//! Score and victory (`WR-12`, `WR-13`), what is known (`WR-14`), sizes and texts.

use cards::{Quick, Random, Seat, Seats};
use serde_json::json;

use super::super::score::SeatTally;
use super::super::{Event, Move, Options, WildRawz};
use super::{card, cards, play, red_seven, view};
use crate::{Game, Moves, Sample, Turn};

/// WR-12
#[test]
fn a_point_for_each_win_and_leaving_card_and_five_for_the_target() {
    let points = |wins, leaves, sum, target| SeatTally { wins, leaves, sum }.points(target);
    assert_eq!(points(3, 2, 5, 8), 10, "r5 and a skip");
    assert_eq!(points(0, 1, 8, 8), 6);
    assert_eq!(points(8, 0, 0, 8), 13);
    assert_eq!(points(7, 0, 0, 7), 12);
    assert_eq!(points(1, 2, 9, 8), 3, "a sum above the target cannot match");
    assert_eq!(points(8, 1, 8, 8), 9);
    assert_eq!(points(13, 0, 0, 8), 13);
    assert_eq!(points(0, 0, 0, 8), 0);
    assert_eq!(points(0, 13, 104, 8), 13);
}

/// WR-12
#[test]
fn a_round_is_scored_from_wins_and_leaving_cards() {
    let mut game = red_seven();
    let mut events = Vec::new();
    // One trick a line; seat 1 leaves the first, and the third is won by the later of two yellow 7s.
    let script = "
        g1 leave-y8 g7
        bs b8 r7
        y7 y1 y7
        g7 g8 y2
        r8 r0 y3
        r6 rs y4
        r5 g6 b4
        r4 g5 y5
        r3 g4 b5
        b3 g3 b6
        y6 y0 g2
        b7 b2 g0
        b7 ys gs";
    for text in script.split_whitespace() {
        let seat = game.to_act().first().unwrap();
        events = play(&mut game, seat.0, &text.replace('-', " "));
    }
    assert_eq!(view(&game, None)["wins"], json!([1, 4, 8]));
    assert_eq!(view(&game, None)["leaving"], json!([[], ["y8"], []]));
    assert_eq!(view(&game, None)["missing"], json!([7, -4, 0]));
    assert_eq!(game.score(0), [1, 5, 13]);
    assert_eq!(events[2], Event::Scored { points: vec![1, 5, 13], met: vec![2], bonus: 5 });
}

/// WR-13
#[test]
fn the_highest_total_wins_and_ties_share() {
    let (mut sole, mut shared) = (false, false);
    for start in 0..200 {
        let mut random = Quick::new(start);
        let mut game = WildRawz::new(3, Options { laps: 1, ..Options::default() });
        let mut moves = Moves::new();
        while game.turn() != Turn::Over {
            assert_eq!(game.winners(), Seats::NONE);
            match game.to_act().first() {
                None => game.deal(&game.draw(&mut random), &mut ()).unwrap(),
                Some(seat) => {
                    game.legal(seat, &mut moves);
                    game.play(seat, random.pick(&moves), &mut ()).unwrap();
                }
            }
        }
        let totals = game.totals();
        let highest = *totals.iter().max().unwrap();
        let expected: Seats = Seat::all(3).filter(|seat| totals[seat.index()] == highest).collect();
        assert_eq!(game.winners(), expected);
        sole |= expected.len() == 1;
        shared |= expected.len() > 1;
    }
    assert!(sole && shared, "both come about");
}

/// WR-14
#[test]
fn older_tricks_are_not_shown_but_known() {
    let mut game = red_seven();
    for (seat, text) in [(0, "g1"), (1, "b4"), (2, "g7"), (2, "r8"), (0, "r0"), (1, "b5"), (2, "y0")] {
        play(&mut game, seat, text);
    }
    let shown = view(&game, None);
    assert_eq!(
        shown["trick"],
        json!({
            "leader": 2, "colour": "yellow", "cards": [{"seat": 2, "card": "y0", "trump": null}],
            "leaver": null, "winner": 2,
        })
    );
    assert_eq!(shown["last-trick"]["cards"][0], json!({"seat": 2, "card": "r8", "trump": "colour"}));
    assert!(!shown.to_string().contains("\"b4\""), "the first trick lies face down");
    assert_eq!(game.knows(None).table.plays.len(), 7, "memory is perfect");
}

/// WR-14
#[test]
fn a_seat_sees_its_own_hand_and_nobody_elses() {
    let game = red_seven();
    assert_eq!(
        view(&game, Some(1))["hand"],
        json!(["y1", "y2", "y3", "y4", "y5", "y6", "y8", "b4", "b5", "b6", "b7", "b7", "bs"])
    );
    assert_eq!(view(&game, None)["hand"], json!([]));
    assert_eq!(view(&game, Some(77)), view(&game, None), "a seat beyond the table sees as a spectator");
    let shown = view(&game, Some(1)).to_string();
    assert!(["g5", "r0", "r8", "ys", "b8"].iter().all(|card| !shown.contains(&format!("\"{card}\""))));
}

/// WR-14: cards taken face up are certain to be held until they are played, and so are colours not followed.
#[test]
fn samples_honour_drafted_cards_and_voids() {
    let mut game = red_seven();
    play(&mut game, 0, "g1");
    play(&mut game, 1, "b4");
    play(&mut game, 2, "g7");
    let mut random = Quick::new(5);
    let mut other_hands = Vec::new();
    for viewer in [None, Some(Seat(0))] {
        let knowledge = game.knows(viewer);
        for _ in 0..200 {
            let [zero, one, two, _] = WildRawz::sample(&knowledge, &mut random).hidden.hands;
            assert_eq!((zero.len(), one.len(), two.len()), (12, 12, 12));
            assert!((cards("g8 g6") - zero).is_empty());
            assert!((cards("y8 y6") - one).is_empty());
            assert!(two.contains(card("g7")), "of two green 7s taken one is left");
            assert!(one.faces().is_disjoint(card("g1").suit()), "seat 1 did not follow green");
            assert!(!one.contains(card("r1")) && !two.contains(card("r1")), "r1 lies aside");
            other_hands.push(one);
        }
    }
    other_hands.dedup();
    assert!(other_hands.len() > 300, "the rest is open");
}

/// WR-14: leaving says nothing of the lead colour.
#[test]
fn a_leaver_may_still_hold_the_lead_colour() {
    let mut game = red_seven();
    play(&mut game, 0, "r0");
    play(&mut game, 1, "leave b4");
    let knowledge = game.knows(Some(Seat(0)));
    let mut random = Quick::new(5);
    let red = |game: &WildRawz| !game.hidden.hands[1].faces().is_disjoint(card("r1").suit());
    assert!((0..50).any(|_| red(&WildRawz::sample(&knowledge, &mut random))));
}

#[test]
fn states_and_moves_are_small() {
    assert!(size_of::<WildRawz>() <= 288, "{}", size_of::<WildRawz>());
    assert!(size_of::<Move>() <= 2);
}

#[test]
fn moves_read_back_and_nonsense_does_not() {
    for text in ["take r5", "leave bs", "g0", "y8", "rs"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in [
        "",
        " ",
        "r",
        "r9",
        "r05",
        "r+5",
        "R5",
        "rS",
        "5r",
        "r55",
        "rss",
        "r 5",
        "take",
        "take ",
        "take  r5",
        "take r5 ",
        " take r5",
        "leave",
        "leave r5 r6",
        "Leave r5",
        "play r5",
        "é5",
        "ré",
        "r5 ",
        "r5\n",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
}
