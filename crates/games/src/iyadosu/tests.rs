//! A test for every numbered rule: scoring and knowledge by subject, the rest here.

mod knowing;
mod scoring;

use cards::{Quick, Random, Seat, Seats, Set};
use serde_json::{Value, json};

use super::card::pack;
use super::score::{points, winners, won_at_once};
use super::state::{NO_HAND, NORMAL, Phase, Public, REFUSE};
use super::{Card, Colour, Deal, DealStep, Event, Illegal, Iyadosu, Move, Options, Stack};
use crate::{DealFault, First, Game, Moves, Notation, PlayError, Sheet, Show, Text, Turn, Written};

/// Three hands in which everybody has normal and refusal cards of every colour.
const MIXED: [&str; 3] = [
    "k1 k2 r1 r2 b1 b2 g1 g2 | k3 r3 b3 g3",
    "k4 k5 r4 r5 b4 b5 g4 g5 | k6 r6 b6 g6",
    "k7 k8 r7 r8 b7 b8 g7 g8 | k9 r9 b9 g9",
];
/// Seats 1 and 2 have no normal red card; seat 1 has a red refusal card.
const VOID: [&str; 3] = [
    "r1 r2 r3 r4 r5 r6 r7 r8 | k1 k2 k3 k4",
    "k5 k6 k7 b1 b2 b3 b4 b5 | r9 b6 b7 b8",
    "k8 k9 b9 g1 g2 g3 g4 g5 | g6 g7 g8 g9",
];
/// One refusal card each.
const ONE_EACH: [&str; 3] = [
    "k1 k2 k3 r1 r2 r3 b1 b2 b3 g1 g2 | g3",
    "k4 k5 k6 r4 r5 r6 b4 b5 b6 g4 g5 | g6",
    "k7 k8 k9 r7 r8 r9 b7 b8 b9 g7 g8 | g9",
];
/// Seat 0 wins five tricks with its normal cards, all of them black, and is then eliminated as leader.
const SPENT: [&str; 3] = [
    "k5 k6 k7 k8 k9 | r1 r2 r3 r4 r5 r6 r7",
    "k1 k2 b1 b2 b3 b4 b5 b6 b7 b8 | b9 r8",
    "k3 k4 g1 g2 g3 g4 g5 g6 g7 g8 | g9 r9",
];
const SPENT_TRICKS: [&str; 5] = ["k9 k1 k3", "k8 k2 k4", "k7 b1 g1", "k6 b2 g2", "k5 b3 g3"];

/// SPENT, but seat 2 has a normal card more.
const SURVIVOR: [&str; 3] = [SPENT[0], SPENT[1], "k3 k4 g1 g2 g3 g4 g5 g6 g7 g8 g9 | r9"];
/// Seat 0 wins five tricks, in which seat 2 spends its five normal cards; seat 1 has one refusal card.
const SUBMISSION_FIRST: [&str; 3] = [
    "k1 k2 k3 k4 b5 b6 b7 b8 b9 r8 r9 | k5",
    "b1 b2 b3 b4 g1 g2 g3 g4 k6 k7 k8 | k9",
    "g5 g6 g7 g8 g9 | r1 r2 r3 r4 r5 r6 r7",
];
const FIVE_TRICKS: &str = "r9 g1 g5 r8 g2 g6 b9 b1 g7 b8 b2 g8 b7 b3 g9";

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Hands in their order; a bar shows where each is split.
fn deal(start: u8, hands: &[&str]) -> Deal {
    let mut deal = Deal { start: Seat(start), hands: [NO_HAND; 5] };
    for (hand, texts) in deal.hands.iter_mut().zip(hands) {
        let cards: Vec<Card> = texts.split_whitespace().filter(|&text| text != "|").map(card).collect();
        *hand = cards.try_into().expect("twelve cards make a hand");
    }
    deal
}

fn new(seats: u8, first: u8) -> Iyadosu {
    Iyadosu::new(seats, Options { first: First::Seat(Seat(first)), ..Options::default() })
}

/// A table of these hands, split at the bars; seat 0 starts.
fn table(hands: &[&str]) -> Iyadosu {
    let seats = hands.len() as u8;
    let mut game = new(seats, 0);
    game.deal(&deal(0, hands), &mut ()).unwrap();
    for seat in (0..seats).rev() {
        let refuse = hands[usize::from(seat)].split_whitespace().rev().position(|text| text == "|").unwrap();
        play(&mut game, seat, &format!("split {refuse}"));
    }
    game
}

fn play(game: &mut Iyadosu, seat: u8, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    game.play(Seat(seat), text.parse().unwrap(), &mut events).unwrap_or_else(|why| panic!("{text}: {why}"));
    events
}

/// Plays cards in turn and returns the events of the last one. A star marks a refusal.
fn play_all(game: &mut Iyadosu, texts: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for text in texts.split_whitespace() {
        let seat = game.to_act().first().expect("somebody is to act");
        let text = text.strip_prefix('*').map_or(text.to_owned(), |card| format!("refuse {card}"));
        events = play(game, seat.0, &text);
    }
    events
}

fn why(game: &Iyadosu, seat: u8, text: &str) -> Illegal {
    match { *game }.play(Seat(seat), text.parse().unwrap(), &mut ()) {
        Err(PlayError::Illegal(why)) => why,
        other => panic!("{text}: {other:?}"),
    }
}

fn legal(game: &Iyadosu, seat: u8) -> Vec<String> {
    let mut moves = Moves::new();
    game.legal(Seat(seat), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn to_act(game: &Iyadosu) -> Vec<u8> {
    game.to_act().iter().map(|seat| seat.0).collect()
}

fn view(game: &Iyadosu, seat: Option<u8>) -> Value {
    serde_json::to_value(Iyadosu::view(&game.knows(seat.map(Seat)))).unwrap()
}

/// Plays to the end of the round, the first normal card each time; what the last move brought about.
fn finish_round(game: &mut Iyadosu) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(seat) = game.to_act().first() {
        let text = legal(game, seat.0).into_iter().find(|text| !text.starts_with("refuse")).unwrap();
        events = play(game, seat.0, &text);
    }
    events
}

/// Plays at random until the game is over.
fn finish_game(game: &mut Iyadosu, random: &mut Quick) {
    let mut moves = Moves::new();
    while game.turn() != Turn::Over {
        match game.to_act().first() {
            None => game.deal(&game.draw(random), &mut ()).unwrap(),
            Some(seat) => {
                game.legal(seat, &mut moves);
                game.play(seat, random.pick(&moves), &mut ()).unwrap();
            }
        }
    }
}

/// IY-1
#[test]
fn there_are_four_colours_and_black_is_trump() {
    let mut letters: Vec<char> = pack(3).texts().iter().map(|text| text.chars().next().unwrap()).collect();
    letters.dedup();
    assert_eq!(letters, ['k', 'r', 'b', 'g']);
    assert_eq!(Colour::ALL.map(Written::text), ["black", "red", "blue", "green"]);
    assert!(card("k1").beats(card("r9")) && !card("r9").beats(card("k1")));
    assert_eq!("x1".parse::<Card>().unwrap_err().found, "x1");
}

/// IY-2
#[test]
fn an_even_deal_gives_everyone_twelve_of_three_ranks_a_player() {
    for seats in 3..=5u8 {
        assert_eq!(pack(seats).len(), 12 * seats);
        assert_eq!(pack(seats).highest(), Some(Card::new(Colour::Green, 3 * seats)));
        let game = Iyadosu::new(seats, Options::default());
        let Deal { start, hands } = game.draw(&mut Quick::new(7));
        let dealt: Set<Card> = hands[..seats.into()].as_flattened().iter().copied().collect();
        assert_eq!(dealt, pack(seats));
        let mut doubled = hands;
        doubled[0][0] = doubled[1][1];
        let fault = { game }.deal(&Deal { start, hands: doubled }, &mut ());
        assert!(matches!(fault, Err(DealFault::Cards(_))));
    }
}

/// IY-3
#[test]
fn as_many_rounds_as_players_and_the_start_passes_clockwise() {
    let mut game = new(4, 2);
    let mut random = Quick::new(1);
    let mut starts = Vec::new();
    while game.turn() == Turn::Deal {
        let Deal { start, hands } = game.draw(&mut random);
        starts.push(start.0);
        let fault = DealFault::Starter { expected: start, found: start.left(4) };
        assert_eq!(game.deal(&Deal { start: start.left(4), hands }, &mut ()), Err(fault));
        game.deal(&Deal { start, hands }, &mut ()).unwrap();
        while let Some(seat) = game.to_act().first() {
            let text = legal(&game, seat.0)[0].clone();
            play(&mut game, seat.0, &text);
        }
    }
    assert_eq!(starts, [2, 3, 0, 1]);
    assert_eq!((game.turn(), game.rounds()), (Turn::Over, 4));
}

/// IY-3: the start player is drawn before the shuffle, and only in the first deal of a game with `first: random`.
#[test]
fn the_first_start_player_is_drawn_at_random() {
    let game = Iyadosu::new(5, Options::default());
    let starts: Seats = (0..99).map(|number| game.draw(&mut Quick::new(number)).start).collect();
    assert_eq!(starts, Seats::all(5));
    let shuffled = |random: &mut Quick| {
        let mut cards: Vec<Card> = pack(5).iter().collect();
        random.shuffle(&mut cards);
        cards
    };
    let mut random = Quick::new(3);
    let start = Seat(random.below(5) as u8);
    let drawn = game.draw(&mut Quick::new(3));
    assert_eq!((drawn.start, drawn.hands.as_flattened()), (start, &*shuffled(&mut random)));
    let drawn = new(5, 4).draw(&mut Quick::new(3));
    assert_eq!((drawn.start, drawn.hands.as_flattened()), (Seat(4), &*shuffled(&mut Quick::new(3))));
}

/// IY-4
#[test]
fn a_hand_keeps_its_order_until_the_split() {
    let mut game = new(3, 0);
    let own = "g3 k1 r3 b2 b1 g2 k3 r1 r2 g1 k2 b3";
    let dealt = deal(0, &[own, MIXED[1], MIXED[2]]);
    game.deal(&dealt, &mut ()).unwrap();
    let row: Vec<&str> = own.split(' ').collect();
    assert_eq!(view(&game, Some(0))["hand"], json!(row));
    assert_eq!(serde_json::to_value(game.deal_step(&dealt)).unwrap()["deal"]["hands"][0], json!(row));
    assert_eq!(why(&game, 2, "k7"), Illegal::MustSplit {});
    assert_eq!(why(&game, 2, "refuse k7"), Illegal::MustSplit {});
}

/// IY-5
#[test]
fn the_rightmost_cards_become_refuse_cards_and_their_number_is_declared() {
    let mut game = new(3, 0);
    game.deal(&deal(0, &MIXED), &mut ()).unwrap();
    let texts: Vec<String> = (1..=7).map(|number| format!("split {number}")).collect();
    assert_eq!(legal(&game, 2), texts);
    assert_eq!(why(&game, 2, "split 0"), Illegal::SplitNumber { number: 0, least: 1, most: 7 });
    assert_eq!(why(&game, 2, "split 8").to_string(), "a hand cannot have 8 refusal cards; expected 1 to 7");
    assert_eq!(play(&mut game, 2, "split 6"), [Event::Split { seat: 2, declared: 6 }]);
    let own = view(&game, Some(2));
    assert_eq!(own["normal"], json!(["k7", "k8", "r7", "r8", "b7", "b8"]));
    assert_eq!(own["refuse"], json!(["k9", "r9", "b9", "g7", "g8", "g9"]));
    let others = view(&game, Some(1));
    assert_eq!(others["declared"], json!([null, null, 6]));
    assert_eq!(others["normal-sizes"], json!([null, null, 6]));
    assert!(!others.to_string().contains("\"g7\""), "the cards are not public");
}

/// IY-6
#[test]
fn the_split_goes_counterclockwise_and_the_start_player_is_last() {
    let mut game = new(5, 1);
    game.deal(&game.draw(&mut Quick::new(1)), &mut ()).unwrap();
    let mut order = Vec::new();
    while game.public.phase == Phase::Split {
        let seat = to_act(&game)[0];
        order.push(seat);
        play(&mut game, seat, &format!("split {}", order.len()));
    }
    assert_eq!(order, [0, 4, 3, 2, 1]);
    assert_eq!(view(&game, None)["declared"], json!([1, 5, 4, 3, 2]));
}

/// IY-7
#[test]
fn order_within_a_side_no_longer_matters() {
    let turned = MIXED.map(|hand| {
        let turn = |side: &str| side.split_whitespace().rev().collect::<Vec<_>>().join(" ");
        let (normal, refuse) = hand.split_once('|').unwrap();
        format!("{} | {}", turn(normal), turn(refuse))
    });
    assert_eq!(table(&turned.each_ref().map(String::as_str)), table(&MIXED));
}

/// IY-7
#[test]
fn a_card_never_changes_sides() {
    let game = table(&MIXED);
    assert_eq!(why(&game, 0, "k3"), Illegal::IsRefuse { card: "k3".into() });
    assert_eq!(why(&game, 0, "refuse k1"), Illegal::IsNormal { card: "k1".into() });
    assert_eq!(why(&game, 0, "k9"), Illegal::NotInHand { card: "k9".into() });
    assert_eq!(why(&game, 0, "split 4"), Illegal::MustPlay {});
}

/// IY-8
#[test]
fn the_start_player_leads_and_then_the_winner() {
    let mut game = table(&MIXED);
    assert_eq!(to_act(&game), [0]);
    assert_eq!(view(&game, None)["trick"]["leader"], 0);
    play_all(&mut game, "r1 r4");
    assert_eq!(to_act(&game), [2]);
    play_all(&mut game, "r7");
    assert_eq!(to_act(&game), [2], "the winner leads");
    play_all(&mut game, "r8");
    assert_eq!(to_act(&game), [0], "and play goes clockwise");
}

/// IY-9
#[test]
fn the_leader_plays_a_normal_card_of_any_colour() {
    let mut game = table(&MIXED);
    assert_eq!(legal(&game, 0), ["b1", "b2", "g1", "g2", "k1", "k2", "r1", "r2"]);
    assert_eq!(why(&game, 0, "refuse k3"), Illegal::LeadsRefuse {});
    play_all(&mut game, "b2");
    assert_eq!(view(&game, None)["trick"]["lead-colour"], "blue");
}

/// IY-10
#[test]
fn who_can_follow_may_refuse_with_any_refuse_card() {
    let mut game = table(&MIXED);
    play_all(&mut game, "r1");
    assert_eq!(legal(&game, 1), ["r4", "r5", "refuse b6", "refuse g6", "refuse k6", "refuse r6"]);
    assert_eq!(why(&game, 1, "k4"), Illegal::MustFollow { colour: Text(Colour::Red) });
    assert_eq!(why(&game, 1, "k4").to_string(), "a normal red card or any refusal card must be played");
    let events = play(&mut game, 1, "refuse b6");
    assert_eq!(events, [Event::Played { seat: 1, card: "b6".into(), refused: true }]);
}

/// IY-11
#[test]
fn who_cannot_follow_plays_any_normal_card_and_cannot_refuse() {
    let mut game = table(&VOID);
    play_all(&mut game, "r1");
    assert_eq!(legal(&game, 1), ["b1", "b2", "b3", "b4", "b5", "k5", "k6", "k7"]);
    assert_eq!(
        why(&game, 1, "refuse r9"),
        Illegal::NothingToRefuse { colour: Text(Colour::Red) },
        "a red refusal card is no help"
    );
    let events = play(&mut game, 1, "b5");
    assert_eq!(events, [Event::Played { seat: 1, card: "b5".into(), refused: false }]);
}

/// IY-12
#[test]
fn a_leader_without_normal_cards_is_eliminated_and_the_next_leads() {
    let mut game = table(&SPENT);
    let events = play_all(&mut game, &SPENT_TRICKS.join(" "));
    assert!(matches!(events[1..], [Event::Trick { winner: Some(0), .. }, Event::Eliminated { seat: 0 }]));
    assert_eq!(to_act(&game), [1]);
    assert_eq!(legal(&game, 1), ["b4", "b5", "b6", "b7", "b8"], "bound as a leader to normal cards");
    let shown = view(&game, Some(1));
    assert_eq!(shown["trick"]["leader"], 1);
    assert_eq!(shown["eliminated"], json!([0]));
    assert_eq!(shown["refuse-sizes"][0], 7);
    assert!(!shown.to_string().contains("\"r1\""), "the rest of the hand stays unseen");
    let events = play_all(&mut game, "b4 g4");
    assert!(matches!(events[1..], [Event::Trick { winner: Some(1), .. }]), "seat 0 takes no further part");
    assert_eq!(to_act(&game), [1]);
}

/// IY-12
#[test]
fn a_follower_without_normal_cards_is_eliminated_when_his_turn_comes() {
    let mut game = table(&SUBMISSION_FIRST);
    play_all(&mut game, FIVE_TRICKS);
    assert_eq!(view(&game, None)["eliminated"], json!([]), "it is not their turn yet");
    let events = play_all(&mut game, "b6 b4");
    assert!(matches!(events[1..], [Event::Eliminated { seat: 2 }, Event::Trick { winner: Some(0), .. }]));
}

/// IY-13
#[test]
fn the_last_refuse_card_submits_at_once() {
    let mut game = table(&SUBMISSION_FIRST);
    play_all(&mut game, FIVE_TRICKS);
    let events = play_all(&mut game, "b6 *k9");
    assert_eq!(events[0], Event::Played { seat: 1, card: "k9".into(), refused: true });
    assert!(
        matches!(
            events[1..],
            [
                Event::Submitted { seat: 1 },
                Event::Eliminated { seat: 2 },
                Event::Trick { winner: Some(1), .. },
            ]
        ),
        "before the elimination of a later seat"
    );
    let shown = view(&game, None);
    assert_eq!(shown["stack"], json!([{"seat": 1, "face-up": true}, {"seat": 2, "face-up": false}]));
    assert_eq!((&shown["normal-sizes"][1], &shown["trick-number"]), (&json!(6), &json!(7)), "one a trick");
    finish_round(&mut game);
    assert_eq!(game.public.tricks.len(), 12);
    assert_eq!(view(&game, None)["eliminated"], json!([0, 2]), "who has submitted cannot be eliminated");
}

/// IY-14
#[test]
fn submissions_and_eliminations_form_one_stack() {
    let mut game = table(&SUBMISSION_FIRST);
    play_all(&mut game, FIVE_TRICKS);
    play_all(&mut game, "b6 *k9 b4 *k5");
    assert_eq!(game.public.stack[..], [Seat(1), Seat(2), Seat(0)]);
    game.public.declared = [6, 1, 7, 0, 0];
    game.public.won = [6, 6, 0, 0, 0];
    assert_eq!(points(&game.public)[..3], [3, 0, 0], "two below and one eliminated");
    game.public.options.stack = Stack::Submissions;
    assert_eq!(points(&game.public)[..3], [2, 0, 0], "only one of the two lies face up");
}

/// IY-15
#[test]
fn the_highest_black_wins_or_else_the_highest_of_the_lead_colour() {
    let winner = |trick: &str| {
        let mut game = table(&MIXED);
        match play_all(&mut game, trick)[1] {
            Event::Trick { winner, .. } => winner.unwrap(),
            ref other => panic!("{other:?}"),
        }
    };
    assert_eq!(winner("r1 r5 r7"), 2);
    assert_eq!(winner("r1 r5 *g9"), 1, "another colour does not win");
    assert_eq!(winner("r1 *k6 r8"), 1, "black wins, though played in refusal");
    assert_eq!(winner("r1 *k6 *k9"), 2, "the highest black");
    assert_eq!(winner("k2 *b6 *r9"), 0);
    assert_eq!(winner("r2 *g6 *b9"), 0);
}

/// IY-16
#[test]
fn older_tricks_are_not_shown_but_known() {
    let mut game = table(&MIXED);
    play_all(&mut game, "r1 r4 r7 r8 r2 *b6 b7");
    let shown = view(&game, None);
    assert_eq!(shown["tricks"], json!([0, 0, 2]));
    assert_eq!(shown["trick"]["cards"], json!([{"seat": 2, "card": "b7", "refused": false}]));
    assert_eq!(shown["last-trick"]["leader"], 2);
    assert_eq!(shown["last-trick"]["winner"], 2);
    assert_eq!(shown["last-trick"]["cards"][2], json!({"seat": 1, "card": "b6", "refused": true}));
    assert!(!shown.to_string().contains("\"r4\""), "the first trick may not be looked through");
    assert_eq!(game.knows(None).table.plays().count(), 7, "memory is perfect");
}

/// IY-17
#[test]
fn a_round_ends_after_twelve_tricks() {
    let mut game = table(&ONE_EACH);
    play_all(&mut game, "k1 *g6 k7 k8 *g3 k4");
    assert_eq!(view(&game, None)["trick-number"], 3);
    play_all(&mut game, "k9 k2 k5 r7 r1 r4 r8 r2 r5 r9 r3 r6 b7 b1 b4 b8 b2 b5 b9 b3 b6 g7 g1 g4");
    assert_eq!((game.rounds(), &view(&game, None)["trick-number"]), (0, &json!(11)));
    let events = play_all(&mut game, "g8 g2 g5");
    assert!(matches!(events[1], Event::Trick { winner: Some(2), .. }));
    assert_eq!(
        events[2],
        Event::Eliminated { seat: 2 },
        "never refused: a refusal card is left for trick 12"
    );
    let events = play_all(&mut game, "k3 k6");
    assert!(
        matches!(events[1], Event::Trick { winner: Some(1), .. }),
        "two are left, so trick 12 has a winner"
    );
    assert_eq!(events[2], Event::Scored { points: vec![1, 1, 0] }, "1 + 1 - 1, 0 + 1 - 0, eliminated");
    assert_eq!(game.turn(), Turn::Deal);
}

/// IY-17
#[test]
fn a_round_ends_when_all_are_eliminated() {
    let mut game = table(&SPENT);
    play_all(&mut game, &SPENT_TRICKS.join(" "));
    play_all(&mut game, "b4 g4 b5 g5 b6 g6 b7 g7 b8");
    let events = play_all(&mut game, "g8");
    assert!(matches!(
        events[1..],
        [
            Event::Trick { winner: Some(1), .. },
            Event::Eliminated { seat: 1 },
            Event::Eliminated { seat: 2 },
            Event::Trick { winner: None, .. },
            Event::Scored { .. },
        ]
    ));
    assert_eq!(events[5], Event::Scored { points: vec![0, 0, 0] });
    let last = &view(&game, None)["last-trick"];
    assert_eq!((&last["leader"], &last["cards"]), (&Value::Null, &json!([])), "nobody could play to it");
}

/// IY-17
#[test]
fn the_last_one_left_still_acts_in_the_trick() {
    let mut game = table(&SURVIVOR);
    play_all(&mut game, &SPENT_TRICKS.join(" "));
    let events = play_all(&mut game, "b4 g4 b5 g5 b6 g6 b7 g7 b8 g8");
    assert!(matches!(events[1..], [Event::Trick { winner: Some(1), .. }, Event::Eliminated { seat: 1 }]));
    assert_eq!((to_act(&game), game.rounds()), (vec![2], 0), "the round goes on to the end of the trick");
    assert_eq!(legal(&game, 2), ["g9"], "an ordinary decision");
    let events = play_all(&mut game, "g9");
    assert!(matches!(events[1], Event::Trick { winner: None, .. }));
    assert_eq!(events[2..], [Event::Scored { points: vec![0, 0, 2] }]);
}

/// IY-18
#[test]
fn a_trick_after_which_one_is_left_has_no_winner_trick_twelve_included() {
    let mut game = table(&ONE_EACH);
    play_all(&mut game, "k1 k4 *g9");
    assert_eq!(view(&game, None)["stack"], json!([{"seat": 2, "face-up": true}]));
    let events = finish_round(&mut game);
    assert_eq!(game.public.tricks.len(), 12);
    assert!(matches!(events[events.len() - 2], Event::Trick { winner: None, .. }));
    assert_eq!(game.public.won.iter().sum::<u8>(), 11);
    let shown = view(&game, None);
    assert_eq!((&shown["last-trick"]["winner"], &shown["eliminated"]), (&Value::Null, &json!([0, 1])));
}

#[test]
fn deals_read_back_and_faulty_ones_are_told() {
    let game = new(3, 0);
    let dealt = deal(2, &MIXED);
    let step = serde_json::to_value(game.deal_step(&dealt)).unwrap();
    assert_eq!(step["deal"]["start"], 2);
    let read = |step: &Value| {
        let step: DealStep = serde_json::from_value(step.clone()).unwrap();
        game.read_deal(&step).map_err(|fault| fault.to_string())
    };
    assert_eq!(read(&step), Ok(dealt));
    let fault = |change: &dyn Fn(&mut Value)| {
        let mut step = step.clone();
        change(&mut step["deal"]);
        read(&step).unwrap_err()
    };
    assert_eq!(fault(&|deal| deal["hands"][0][0] = json!("k2")), "k2 stands twice");
    assert_eq!(fault(&|deal| deal["hands"][0][0] = json!("k10")), "k10 is not in the pack for 3");
    assert_eq!(fault(&|deal| deal["hands"][1] = json!([])), "found 0 cards in hand 1, expected 12");
    assert_eq!(fault(&|deal| deal["hands"] = json!([])), "found 0 hands, expected 3");
    let mut strange = step.clone();
    strange["deal"]["aside"] = json!([]);
    assert!(serde_json::from_value::<DealStep>(strange).is_err());
    assert!(matches!({ game }.deal(&dealt, &mut ()), Err(DealFault::Starter { .. })));
}

#[test]
fn states_and_moves_are_small() {
    assert!(size_of::<Iyadosu>() <= 320, "{}", size_of::<Iyadosu>());
    assert!(size_of::<Move>() <= 4);
}

#[test]
fn moves_read_back_and_nonsense_does_not() {
    for text in ["split 4", "k12", "refuse k12", "g1", "b15"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in [
        "",
        " ",
        "k",
        "k0",
        "k16",
        "k05",
        "k+5",
        "K5",
        "split",
        "split 04",
        "split +4",
        "split 4 ",
        "split  4",
        "split k4",
        "Split 4",
        "refuse",
        "refuse 4",
        "refuse  k4",
        "refuse k4 k5",
        "é5",
        "k5 ",
        "refuse é",
        "split é",
        "split 999",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
}
