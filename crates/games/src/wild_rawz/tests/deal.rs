//! Cards, deal and draft (`WR-1` to `WR-7`).

use cards::{Quick, Random, Seat, Seats};
use serde_json::{Value, json};

use super::super::card::{SKIPS, deck, pack};
use super::super::score::target;
use super::super::{Deal, DealStep, Event, Illegal, Options, Pile, WildRawz};
use super::{card, cards, dealt, finish_round, legal, options, play, refused, view};
use crate::{DealFault, Game, Notation, Options as _, Text, Turn};

/// WR-1
#[test]
fn four_colours_and_skips_without_a_number() {
    assert_eq!(
        pack(3).faces().texts().join(" "),
        "r0 r1 r2 r3 r4 r5 r6 r7 r8 rs y0 y1 y2 y3 y4 y5 y6 y7 y8 ys \
         g0 g1 g2 g3 g4 g5 g6 g7 g8 gs b0 b1 b2 b3 b4 b5 b6 b7 b8 bs"
    );
    assert_eq!((card("y8").number(), card("ys").number()), (Some(8), None));
    assert_eq!((card("y8").value(), card("ys").value(), card("y0").value()), (8, 0, 0));
    // Even where the trump number is 0, a skip of another colour is no trump.
    let follow = card("g1").suit();
    assert!(card("ys").strength(card("r0"), follow) < card("gs").strength(card("r0"), follow));
    assert!(card("y0").strength(card("r0"), follow) > card("r8").strength(card("r0"), follow));
}

/// WR-2
#[test]
fn the_pack_for_three_has_sevens_twice_and_for_four_ones_to_sixes() {
    assert_eq!((pack(3).len(), pack(4).len()), (44, 60));
    assert_eq!(pack(3).texts()[11..22].join(" "), "y0 y1 y2 y3 y4 y5 y6 y7 y7 y8 ys");
    assert_eq!(pack(4).texts()[15..30].join(" "), "y0 y1 y1 y2 y2 y3 y3 y4 y4 y5 y5 y6 y6 y7 ys");
    for seats in [3, 4] {
        let len = usize::from(pack(seats).len());
        let deck = &deck(seats)[..len];
        assert!(deck[..len - 4].is_sorted());
        assert_eq!(deck[len - 4..], ["rs", "ys", "gs", "bs"].map(card));
        assert_eq!(deck.iter().copied().collect::<Pile>(), pack(seats));
    }
}

/// WR-2: of cards with the same face only their number counts.
#[test]
fn a_pile_counts_each_face_up_to_two() {
    let mut pile = cards("r5 r5 y1");
    assert_eq!((pile.len(), pile.texts().join(" ").as_str()), (3, "r5 r5 y1"));
    pile.remove(card("r5"));
    assert_eq!(pile, cards("y1 r5"));
    pile.remove(card("r5"));
    pile.remove(card("r5"));
    assert_eq!(pile, cards("y1"));
    assert_eq!(cards("r5 r5 y1 g2") - cards("r5 y1 y1"), cards("r5 g2"));
    assert_eq!(cards("r5 y1") + cards("r5 g2"), cards("r5 r5 y1 g2"));
    assert_eq!(cards("r5 r5") - cards("r5 r5"), Pile::EMPTY);
}

/// WR-3
#[test]
fn the_target_is_eight_with_three_players_and_seven_with_four() {
    assert_eq!((target(3), target(4)), (8, 7));
    for seats in [3, 4] {
        let mut game = WildRawz::new(seats, Options::default());
        game.deal(&game.draw(&mut Quick::new(1)), &mut ()).unwrap();
        assert_eq!(view(&game, None)["targets"], json!(vec![11 - seats; seats.into()]));
        assert_eq!(view(&game, None)["missing"], json!(vec![11 - seats; seats.into()]));
    }
}

/// WR-4
#[test]
fn each_player_starts_as_many_rounds_as_there_are_laps() {
    for (seats, laps, expected) in
        [(3, 2, vec![2, 0, 1, 2, 0, 1]), (4, 2, vec![2, 3, 0, 1, 2, 3, 0, 1]), (4, 1, vec![2, 3, 0, 1])]
    {
        let mut game = WildRawz::new(seats, Options { laps, ..options(2) });
        let mut random = Quick::new(1);
        let mut starts = Vec::new();
        while game.turn() == Turn::Deal {
            let deal = game.draw(&mut random);
            let found = deal.start.left(seats);
            let fault = DealFault::Starter { expected: deal.start, found };
            assert_eq!(game.deal(&Deal { start: found, ..deal }, &mut ()), Err(fault));
            game.deal(&deal, &mut ()).unwrap();
            assert_eq!(game.turn(), Turn::Move(Seats::one(deal.start)));
            starts.push(deal.start.0);
            finish_round(&mut game);
        }
        assert_eq!(starts, expected);
        assert_eq!(game.turn(), Turn::Over);
    }
}

/// WR-4
#[test]
fn the_first_start_player_is_drawn_at_random() {
    let mut game = WildRawz::new(3, Options::default());
    let mut random = Quick::new(1);
    let starts: Seats = (0..50).map(|_| game.draw(&mut random).start).collect();
    assert_eq!(starts, Seats::all(3));
    let beyond = Deal { start: Seat(3), ..game.draw(&mut random) };
    assert!(matches!(game.deal(&beyond, &mut ()), Err(DealFault::Starter { .. })));
}

/// WR-5
#[test]
fn only_numbered_cards_are_turned_up() {
    for (seats, up) in [(3, 7), (4, 9)] {
        let mut game = WildRawz::new(seats, options(0));
        let mut random = Quick::new(1);
        for _ in 0..200 {
            let deal = game.draw(&mut random);
            assert_eq!(deal.up.len(), up);
            assert!(deal.up.faces().is_disjoint(SKIPS));
        }
        let deal = game.draw(&mut random);
        let mut with_skip = deal;
        let holder = with_skip.hands.iter_mut().find(|hand| !hand.faces().is_disjoint(SKIPS)).unwrap();
        let skip = (holder.faces() & SKIPS).lowest().unwrap();
        let numbered = deal.up.faces().lowest().unwrap();
        holder.remove(skip);
        holder.insert(numbered);
        with_skip.up.remove(numbered);
        with_skip.up.insert(skip);
        let fault = DealFault::Cards("only numbered cards can lie face up".into());
        assert_eq!(game.deal(&with_skip, &mut ()), Err(fault));
        assert_eq!(game.deal(&deal, &mut ()), Ok(()));
    }
}

/// Chance that answers 0 to everything. Of any bound but a power of two the word 0 is rejected; 1 is the next.
struct Lowest;

impl Random for Lowest {
    fn word(&mut self) -> u32 {
        1
    }
}

/// WR-5: the draw is part of the published derivation of deals.
#[test]
fn the_draw_turns_up_from_the_front_and_shuffles_the_rest() {
    let deal = WildRawz::new(3, options(1)).draw(&mut Lowest);
    assert_eq!(deal.start, Seat(1));
    assert_eq!(deal.up, cards("r0 r1 r2 r3 r4 r5 r6"));
    // From r7 r7 r8 y0 … b8 rs ys gs bs the shuffle carries the first card to the end and moves up all others.
    assert_eq!(deal.hands[0], cards("r7 r8 y0 y1 y2 y3 y4 y5 y6 y7 y7"));
    assert_eq!(deal.hands[1], cards("y8 g0 g1 g2 g3 g4 g5 g6 g7 g7 g8"));
    assert_eq!(deal.aside, cards("ys gs bs r7"));
}

/// WR-6
#[test]
fn eleven_cards_each_or_twelve_and_the_rest_aside() {
    for (seats, hand, aside) in [(3, 11, 4), (4, 11, 7), (4, 12, 3)] {
        let mut game = WildRawz::new(seats, Options { hand, ..options(0) });
        let deal = game.draw(&mut Quick::new(7));
        assert!(deal.hands[..seats.into()].iter().all(|cards| cards.len() == hand));
        assert_eq!(deal.aside.len(), aside);
        let mut events = Vec::new();
        game.deal(&deal, &mut events).unwrap();
        assert_eq!(
            events,
            [Event::Dealt {
                start: 0,
                up: deal.up.iter().map(Text).collect(),
                aside: deal.aside.iter().map(Text).collect()
            }]
        );
        assert_eq!(view(&game, None)["aside"], json!(deal.aside.texts()), "they are public");
    }
    assert_eq!(Options::choices("hand", 3), [11.into()]);
    assert!(Options::default().set("hand", &12.into(), 3).is_err());
    assert!(Options::default().set("hand", &12.into(), 4).is_ok());
}

/// WR-6
#[test]
fn a_deal_must_be_the_whole_pack() {
    let game = WildRawz::new(3, options(0));
    let deal = game.draw(&mut Quick::new(7));
    let step = serde_json::to_value(game.deal_step(&deal)).unwrap();
    let read = |step: Value| match game.read_deal(&serde_json::from_value(step).unwrap()) {
        Err(DealFault::Cards(fault)) => fault,
        other => panic!("{other:?}"),
    };
    let mut short = step.clone();
    short["deal"]["aside"].as_array_mut().unwrap().pop();
    assert_eq!(read(short), "aside has 3 cards, expected 4");
    let mut uneven = step.clone();
    let moved = uneven["deal"]["hands"][2].as_array_mut().unwrap().pop().unwrap();
    uneven["deal"]["hands"][0].as_array_mut().unwrap().push(moved);
    assert_eq!(read(uneven), "the hand of seat 0 has 12 cards, expected 11");
    let mut four_hands = step.clone();
    four_hands["deal"]["hands"].as_array_mut().unwrap().push(json!([]));
    assert_eq!(read(four_hands), "found 4 hands, expected 3");
    let mut doubled = step.clone();
    let missing = doubled["deal"]["aside"][0].as_str().unwrap().to_owned();
    doubled["deal"]["aside"][0] = doubled["deal"]["up"][0].clone();
    assert_eq!(read(doubled), format!("the deal lacks {missing}"));
    let mut thrice = step.clone();
    thrice["deal"]["aside"] = json!(["r7", "r7", "r7", "r8"]);
    assert_eq!(read(thrice), "r7 stands three times");
    let mut unknown = step;
    unknown["deal"]["deck"] = json!([]);
    assert!(serde_json::from_value::<DealStep>(unknown).is_err());
}

/// WR-7
#[test]
fn all_take_two_cards_clockwise_and_the_last_is_trump() {
    let mut game = WildRawz::new(3, options(0));
    let deal = game.draw(&mut Lowest);
    game.deal(&deal, &mut ()).unwrap();
    assert_eq!(view(&game, None)["up"], json!(["r0", "r1", "r2", "r3", "r4", "r5", "r6"]));
    assert_eq!(legal(&game, 0)[0], "take r0");
    assert_eq!(legal(&game, 0).len(), 7);
    assert_eq!(legal(&game, 1), [""; 0]);
    assert_eq!(refused(&game, 0, "y0"), Illegal::MustTake {});
    assert_eq!(refused(&game, 0, "take b8"), Illegal::NotFaceUp { card: "b8".into() });
    assert_eq!(play(&mut game, 0, "take r4"), [Event::Taken { seat: 0, card: "r4".into() }]);
    assert_eq!(refused(&game, 1, "take r4"), Illegal::NotFaceUp { card: "r4".into() });
    for (seat, text) in [(1, "take r0"), (2, "take r1"), (0, "take r2"), (1, "take r3")] {
        play(&mut game, seat, text);
    }
    assert_eq!(view(&game, None)["trump"], Value::Null);
    let events = play(&mut game, 2, "take r5");
    assert_eq!(events[1], Event::Trump { card: "r6".into(), leader: 0 });
    let shown = view(&game, Some(0));
    assert_eq!(shown["trump"], json!({"card": "r6", "colour": "red", "number": 6}));
    assert_eq!(shown["drafted"], json!([["r4", "r2"], ["r0", "r3"], ["r1", "r5"]]));
    assert_eq!(shown["up"], json!([]));
    assert_eq!(shown["hand-sizes"], json!([13, 13, 13]));
    let holds_trump = game.hidden.hands.iter().any(|hand| hand.contains(card("r6")));
    assert!(!holds_trump, "the trump card stays on the table");
    assert_eq!(refused(&game, 0, "take r6"), Illegal::DraftIsOver {});
}

/// WR-7
#[test]
fn a_round_has_a_trick_for_every_card_of_a_hand() {
    for (seats, hand, tricks) in [(3, 11, 13), (4, 11, 13), (4, 12, 14)] {
        let mut game = WildRawz::new(seats, Options { hand, ..options(0) });
        game.deal(&game.draw(&mut Quick::new(3)), &mut ()).unwrap();
        finish_round(&mut game);
        let wins: u8 = game.public.tallies.iter().map(|tally| tally.wins).sum();
        assert_eq!((wins, game.public.plays.len()), (tricks, usize::from(tricks * seats)));
    }
}

/// WR-7: two face-up cards of the same face are one choice.
#[test]
fn twins_are_listed_once() {
    let mut game = dealt(
        "r1 r1 r2 r2 r3 r3 r4 r4 r5",
        &[
            "r0 r5 r6 r6 r7 rs y0 y1 y1 y2 y2",
            "y3 y3 y4 y4 y5 y5 y6 y6 y7 ys g0",
            "g1 g1 g2 g2 g3 g3 g4 g4 g5 g5 g6",
            "g6 g7 gs b0 b1 b1 b2 b2 b3 b3 b4",
        ],
    );
    assert_eq!(legal(&game, 0), ["take r1", "take r2", "take r3", "take r4", "take r5"]);
    for (seat, text) in (0..8).map(|at| at % 4).zip(["r1", "r1", "r2", "r2", "r3", "r3", "r4", "r4"]) {
        play(&mut game, seat, &format!("take {text}"));
    }
    assert_eq!(legal(&game, 0), "r0 r1 r3 r5 r6 r7 rs y0 y1 y2".split(' ').collect::<Vec<_>>());
    play(&mut game, 0, "y1");
    assert!(game.hidden.hands[0].contains(card("y1")), "the twin stays");
}
