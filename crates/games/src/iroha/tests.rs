use cards::{Quick, Random, Seat, Seats, Set};
use serde_json::{Value, json};

use super::card::pack;
use super::{Card, Deal, Event, Illegal, Iroha, Move, Options, TieBreak};
use crate::{DealFault, First, Game, Moves, PlayError, Sample, Show, Turn};

/// Cards from their texts.
fn cards(texts: &str) -> Set<Card> {
    texts.split_whitespace().map(|text| text.parse().unwrap()).collect()
}

/// A deal by seat 0 in which these cards are dealt to the seats, filled up to nine from the rest of the pack,
/// lowest cards first.
fn deal(hands: &[&str]) -> Deal {
    let seats = hands.len();
    let mut given: Vec<Set<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    let used = given.iter().fold(Set::EMPTY, |used, &hand| used | hand);
    let mut rest = (pack(seats as u8) - used).iter();
    let mut all = [Set::EMPTY; 6];
    for (hand, given) in all.iter_mut().zip(&mut given) {
        given.extend_to(9, &mut rest);
        *hand = *given;
    }
    Deal::Hands { dealer: Seat(0), hands: all, aside: rest.collect() }
}

trait Fill {
    fn extend_to(&mut self, size: u8, rest: &mut impl Iterator<Item = Card>);
}

impl Fill for Set<Card> {
    fn extend_to(&mut self, size: u8, rest: &mut impl Iterator<Item = Card>) {
        while self.len() < size {
            self.insert(rest.next().unwrap());
        }
    }
}

fn game(seats: u8, first: Seat) -> Iroha {
    Iroha::new(seats, Options { first: First::Seat(first), ..Options::default() })
}

fn play(game: &mut Iroha, seat: u8, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    game.play(Seat(seat), text.parse().unwrap(), &mut events).unwrap_or_else(|why| panic!("{text}: {why}"));
    events
}

fn legal(game: &Iroha, seat: u8) -> Vec<String> {
    let mut moves = Moves::new();
    game.legal(Seat(seat), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn view(game: &Iroha, seat: Option<u8>) -> Value {
    serde_json::to_value(Iroha::view(&game.knows(seat.map(Seat)))).unwrap()
}

/// A table of three in which the hands after passing begin with these cards: every seat gets its cards from the
/// right neighbour's hand or holds them itself, and the two lowest bird cards travel.
fn after_pass(hands: [&str; 3]) -> Iroha {
    let mut game = game(3, Seat(0));
    let wanted: Vec<Set<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    assert!(wanted.iter().all(|hand| hand.len() == 9), "name whole hands");
    let gifts: Vec<Set<Card>> = wanted.iter().map(|hand| hand.iter().take(2).collect()).collect();
    let mut dealt = [Set::EMPTY; 6];
    for seat in 0..3 {
        dealt[seat] = (wanted[seat] - gifts[seat]) | gifts[(seat + 1) % 3];
    }
    let all = dealt.iter().fold(Set::EMPTY, |all, &hand| all | hand);
    game.deal(&Deal::Hands { dealer: Seat(0), hands: dealt, aside: pack(3) - all }, &mut ()).unwrap();
    for seat in 0..3u8 {
        let gift = gifts[(usize::from(seat) + 1) % 3].texts().join(" ");
        play(&mut game, seat, &format!("pass {gift}"));
    }
    game
}

/// Seat 1 leads. Seat 2 lacks birds, seat 0 lacks birds and flowers.
fn marker_table() -> Iroha {
    after_pass(["n1 n2 n3 n4 m1 m2 m3 w1 w2", "b1 b2 b3 b4 b5 b6 f1 f2 f3", "f4 f5 f6 m4 m5 m6 w3 w4 w5"])
}

/// Plays the first legal card, over and over, to the end of the deal.
fn finish_deal(game: &mut Iroha) {
    while let Some(seat) = game.to_act().first() {
        let text = legal(game, seat.0)[0].clone();
        play(game, seat.0, &text);
    }
}

/// IR-1
#[test]
fn there_are_five_colours() {
    let letters: Vec<char> = pack(3).texts().iter().map(|text| text.chars().next().unwrap()).collect();
    let mut colours = letters.clone();
    colours.dedup();
    assert_eq!(colours, ['b', 'f', 'n', 'm', 'w']);
    assert_eq!("x1".parse::<Card>().unwrap_err().found, "x1");
}

/// IR-2
#[test]
fn each_colour_has_twice_as_many_ranks_as_players() {
    for seats in 3..=6u8 {
        assert_eq!(pack(seats).len(), 10 * seats);
        let highest = Card::new(super::Colour::Wave, 2 * seats);
        assert_eq!(pack(seats).highest(), Some(highest));
    }
}

/// IR-3
#[test]
fn everybody_deals_once_and_the_deal_passes_clockwise() {
    let mut game = game(4, Seat(2));
    let mut random = Quick::new(1);
    let mut dealers = Vec::new();
    while game.turn() == Turn::Deal {
        let deal = game.draw(&mut random);
        let Deal::Hands { dealer, hands, aside } = deal else { break };
        dealers.push(dealer.0);
        let wrong = Deal::Hands { dealer: dealer.left(4), hands, aside };
        let fault = DealFault::Starter { expected: dealer, found: dealer.left(4) };
        assert_eq!(game.deal(&wrong, &mut ()), Err(fault));
        game.deal(&deal, &mut ()).unwrap();
        finish_deal(&mut game);
    }
    assert_eq!(dealers, [2, 3, 0, 1]);
}

/// IR-3
#[test]
fn the_first_dealer_is_drawn_at_random() {
    let game = Iroha::new(3, Options::default());
    let mut random = Quick::new(1);
    let dealers: Seats = (0..50)
        .map(|_| match game.draw(&mut random) {
            Deal::Hands { dealer, .. } => dealer,
            Deal::Star(_) => panic!("no star before the first deal"),
        })
        .collect();
    assert_eq!(dealers, Seats::all(3));
}

/// IR-4
#[test]
fn nine_cards_each_and_as_many_aside_as_players() {
    for seats in 3..=6 {
        let game = Iroha::new(seats, Options::default());
        let Deal::Hands { hands, aside, .. } = game.draw(&mut Quick::new(7)) else { panic!() };
        assert!(hands[..seats.into()].iter().all(|hand| hand.len() == 9));
        assert_eq!(aside.len(), seats);
        let short = Deal::Hands { dealer: Seat(0), hands, aside: aside - Set::one(aside.lowest().unwrap()) };
        assert!(matches!({ game }.deal(&short, &mut ()), Err(DealFault::Cards(_))));
    }
}

/// IR-5
#[test]
fn all_pass_two_cards_to_the_left_before_seeing_what_comes() {
    let mut game = game(3, Seat(0));
    game.deal(&deal(&["b1 b2", "f1 f2", "n1 n2"]), &mut ()).unwrap();
    assert_eq!(game.turn(), Turn::Move(Seats::all(3)));
    assert_eq!(legal(&game, 1).len(), 36);
    let events = play(&mut game, 1, "pass f1 f2");
    assert_eq!(events, [Event::Chosen { seat: 1 }]);
    assert_eq!(legal(&game, 1), [""; 0]);
    let before = game;
    let again = game.play(Seat(1), "pass f1 f2".parse().unwrap(), &mut ());
    assert!(matches!(again, Err(PlayError::NotToAct { .. })));
    play(&mut game, 0, "pass b1 b2");
    assert_eq!(view(&game, Some(2))["received"], json!([]), "nothing is seen before all have chosen");
    assert_eq!(view(&before, Some(2))["hand"], view(&game, Some(2))["hand"]);
    play(&mut game, 2, "pass n1 n2");
    assert_eq!(view(&game, Some(0))["received"], json!(["n1", "n2"]));
    assert_eq!(view(&game, Some(1))["received"], json!(["b1", "b2"]));
    assert_eq!(view(&game, Some(2))["received"], json!(["f1", "f2"]));
}

/// IR-5
#[test]
fn a_pass_names_two_held_cards_in_pack_order() {
    let mut game = game(3, Seat(0));
    game.deal(&deal(&["b1 b2", "f1 f2", "n1 n2"]), &mut ()).unwrap();
    let mut why = |text: &str| match game.play(Seat(0), text.parse().unwrap(), &mut ()) {
        Err(PlayError::Illegal(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why("pass b2 b1"), Illegal::PassOrder {});
    assert_eq!(why("pass b1 f1"), Illegal::NotInHand { card: "f1".into() });
    assert_eq!(why("b1"), Illegal::MustPass {});
}

/// IR-6
#[test]
fn the_dealers_left_neighbour_leads_first_and_then_the_winner() {
    let mut game = marker_table();
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(1))));
    play(&mut game, 1, "b1");
    play(&mut game, 2, "f4");
    play(&mut game, 0, "n1");
    assert_eq!(game.turn(), Turn::Move(Seats::one(Seat(0))));
    finish_deal(&mut game);
    assert_eq!(game.rounds(), 1, "nine tricks make a deal");
}

/// IR-7
#[test]
fn the_leader_plays_any_card_and_marks_its_colour() {
    let mut game = marker_table();
    assert_eq!(legal(&game, 1).len(), 9);
    let events = play(&mut game, 1, "f2");
    assert_eq!(events, [Event::Played { seat: 1, card: "f2".into(), marker: true }]);
    assert_eq!(view(&game, None)["trick"]["trump"], "flower");
}

/// IR-8
#[test]
fn any_colour_already_played_may_be_followed_and_the_marker_stays() {
    let mut game = after_pass([
        "b1 f1 n2 n3 m1 m2 m3 w1 w2",
        "b2 b3 b4 b5 n4 n5 f2 f3 w6",
        "f4 f5 f6 m4 m5 m6 w3 w4 w5",
    ]);
    play(&mut game, 1, "b2");
    play(&mut game, 2, "f4");
    assert_eq!(legal(&game, 0), ["b1", "f1"], "bird and flower lie there");
    let events = play(&mut game, 0, "b1");
    assert_eq!(events[0], Event::Played { seat: 0, card: "b1".into(), marker: false });
    assert!(matches!(events[1], Event::Trick { winner: 2, .. }));
}

/// IR-8
#[test]
fn who_can_follow_must() {
    let mut game = after_pass([
        "b1 f1 n2 n3 m1 m2 m3 w1 w2",
        "b2 b3 b4 b5 n4 n5 f2 f3 w6",
        "f4 f5 f6 m4 m5 m6 w3 w4 w5",
    ]);
    play(&mut game, 1, "b2");
    play(&mut game, 2, "f4");
    let before = game;
    let why = game.play(Seat(0), "n2".parse().unwrap(), &mut ()).unwrap_err();
    assert_eq!(why.to_string(), "a card of a colour already played must be played: bird or flower");
    assert_eq!(game, before);
}

/// IR-9
#[test]
fn void_player_moves_the_marker() {
    let mut game = marker_table();
    play(&mut game, 1, "b6");
    assert_eq!(legal(&game, 2).len(), 9, "no bird: any card");
    let events = play(&mut game, 2, "f4");
    assert_eq!(events, [Event::Played { seat: 2, card: "f4".into(), marker: true }]);
    let events = play(&mut game, 0, "n1");
    assert_eq!(events[0], Event::Played { seat: 0, card: "n1".into(), marker: true });
    assert!(matches!(events[1..], [Event::Trick { winner: 0, .. }]));
}

/// IR-10
#[test]
fn the_highest_card_of_the_final_trump_colour_takes_all() {
    let mut game = after_pass([
        "f1 n1 n2 n3 m1 m2 m3 w1 w2",
        "b1 b2 b3 b4 b5 b6 f2 f3 w6",
        "f4 f5 f6 m4 m5 m6 w3 w4 w5",
    ]);
    play(&mut game, 1, "b6");
    play(&mut game, 2, "f4");
    play(&mut game, 0, "f1");
    assert_eq!(game.public.captured[2], cards("b6 f4 f1"));
    assert_eq!(view(&game, None)["tricks"], json!([0, 0, 1]));
    assert_eq!(view(&game, None)["captured"], json!([0, 0, 3]));
}

/// IR-11
#[test]
fn lowest_rank_less_one_for_every_other_card() {
    use super::score::points;
    assert_eq!(points(cards("b2 b5 b8 b9")), -1);
    assert_eq!(points(cards("n8")), 8);
    assert_eq!(points(cards("b2 b5 b8 b9 n8")), 7);
    assert_eq!(points(cards("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12")), -10);
    assert_eq!(points(Set::EMPTY), 0);
}

/// A finished game in which two seats share the highest total.
fn tied_game(tie_break: TieBreak) -> Iroha {
    for start in 0..500 {
        let mut random = Quick::new(start);
        let mut game = Iroha::new(3, Options { tie_break, ..Options::default() });
        let mut moves = Moves::new();
        while game.rounds() < 3 {
            match game.to_act().first() {
                None => game.deal(&game.draw(&mut random), &mut ()).unwrap(),
                Some(seat) => {
                    game.legal(seat, &mut moves);
                    game.play(seat, random.pick(&moves), &mut ()).unwrap();
                }
            }
        }
        if game.public.sheet.leaders().len() > 1 {
            return game;
        }
    }
    panic!("ties are not that rare");
}

/// IR-12
#[test]
fn the_first_star_breaks_a_tie() {
    let mut game = tied_game(TieBreak::FirstStar);
    assert_eq!(game.turn(), Turn::Deal, "the star is still to be found");
    assert_eq!(game.winners(), Seats::NONE);
    let tied = game.public.sheet.leaders();
    let loser = Seat::all(3).find(|&seat| !tied.contains(seat)).unwrap();
    assert_eq!(game.deal(&Deal::Star(loser), &mut ()), Err(DealFault::NotAwaited));
    let Deal::Star(star) = game.draw(&mut Quick::new(3)) else { panic!() };
    assert!(tied.contains(star));
    game.deal(&Deal::Star(star), &mut ()).unwrap();
    assert_eq!((game.turn(), game.winners()), (Turn::Over, Seats::one(star)));
}

/// IR-12
#[test]
fn a_tie_may_be_shared() {
    let game = tied_game(TieBreak::Shared);
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.winners(), game.public.sheet.leaders());
    assert!(game.winners().len() > 1);
}

/// IR-13
#[test]
fn older_tricks_are_not_shown_but_known() {
    let mut game = marker_table();
    for (seat, card) in [(1, "b1"), (2, "f4"), (0, "n1"), (0, "n2"), (1, "b2"), (2, "m4"), (2, "f5")] {
        play(&mut game, seat, card);
    }
    let shown = view(&game, None);
    assert_eq!(shown["trick"]["cards"], json!([{"seat": 2, "card": "f5"}]));
    assert_eq!(shown["last-trick"]["cards"][0], json!({"seat": 0, "card": "n2"}));
    assert!(!shown.to_string().contains("\"b1\""), "the first trick lies face down");
    assert!(shown.get("lowest").is_none());
    assert_eq!(game.knows(None).table.plays.len(), 7, "memory is perfect");
}

/// IR-13
#[test]
fn lowest_captured_cards_lie_open_by_option() {
    let mut game = marker_table();
    game.public.options.open_lowest = true;
    for (seat, card) in [(1, "b1"), (2, "f4"), (0, "n1"), (0, "n2"), (1, "b2"), (2, "m4")] {
        play(&mut game, seat, card);
    }
    assert_eq!(view(&game, Some(1))["lowest"], json!([["b1", "f4", "n1"], [], ["b2", "n2", "m4"]]));
}

/// IR-13
#[test]
fn a_seat_sees_its_own_hand_and_nobody_elses() {
    let game = marker_table();
    assert_eq!(view(&game, Some(2))["hand"], json!(["f4", "f5", "f6", "m4", "m5", "m6", "w3", "w4", "w5"]));
    assert_eq!(view(&game, None)["hand"], json!([]));
    let shown = view(&game, Some(2)).to_string();
    assert!(["b3", "n4", "w1"].iter().all(|card| !shown.contains(&format!("\"{card}\""))));
}

/// IR-13: a colour not followed, and the cards passed, are certain.
#[test]
fn samples_honour_voids_and_passed_cards() {
    let mut game = marker_table();
    play(&mut game, 1, "b1");
    play(&mut game, 2, "f4");
    let knowledge = game.knows(Some(Seat(1)));
    let mut random = Quick::new(5);
    for _ in 0..200 {
        let sample = Iroha::sample(&knowledge, &mut random);
        assert!((sample.hidden.hands[2] & cards("b1 b2 b3 b4 b5 b6")).is_empty());
        assert!(knowledge.passed.is_subset(sample.hidden.hands[2] | cards("f4")), "seat 1 passed to seat 2");
    }
}

#[test]
fn states_and_moves_are_small() {
    assert!(size_of::<Iroha>() <= 336, "{}", size_of::<Iroha>());
    assert!(size_of::<Move>() <= 2);
}

#[test]
fn moves_read_back_and_nonsense_does_not() {
    for text in ["pass b5 f6", "w12", "n1"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in [
        "",
        " ",
        "b",
        "b0",
        "b13",
        "b05",
        "b+5",
        "B5",
        "pass",
        "pass b5",
        "pass b5 b5",
        "pass b5 f6 ",
        "pass  b5 f6",
        "é5",
        "b5 ",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
}
