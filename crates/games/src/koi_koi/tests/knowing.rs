//! What each player knows (`KK-24`).

use cards::Quick;
use serde_json::json;

use super::super::card::{is_lucky, months_in};
use super::super::sample::Unseen;
use super::*;
use crate::Sample;

/// KK-24
#[test]
fn a_seat_sees_its_own_hand_and_nobody_elses() {
    let mut game = plain_table(options());
    play(&mut game, 0, "play 1B");
    assert_eq!(view(&game, Some(1))["hand"], json!(cards(HANDS[1]).texts()));
    assert_eq!(view(&game, None)["hand"], json!([]));
    assert_eq!(view(&game, Some(7))["seat"], json!(null), "a seat beyond the table is a spectator");
    let shown = view(&game, Some(0)).to_string();
    let hidden = PACK - cards(HANDS[0]) - cards(BA) - cards("7K1");
    assert!(hidden.texts().iter().all(|card| !shown.contains(&format!("\"{card}\""))));
    assert_eq!(view(&game, None)["hand-sizes"], json!([7, 8]));
}

/// KK-24
#[test]
fn before_the_swap_nobody_knows_a_hand() {
    let mut game = KoiKoi::new(2, options());
    game.deal(&deal(HANDS, BA, ""), &mut ()).unwrap();
    let mut random = Quick::new(1);
    let first = KoiKoi::sample(&game.knows(Some(Seat(1))), &mut random);
    let second = KoiKoi::sample(&game.knows(Some(Seat(1))), &mut random);
    assert_ne!(first.hidden.hands[1], second.hidden.hands[1], "not even its own");
    assert_eq!(first.public, game.public);
}

/// KK-24
#[test]
fn a_card_laid_proves_that_the_hand_had_no_match() {
    let hands = ["3R 4R 4K2 5K1 6R 7A 7R 11K1", HANDS[1]];
    for must_capture in [true, false] {
        let mut game = table(Options { must_capture, ..options() }, hands, BA, "12K1");
        play(&mut game, 0, "play 7A");
        let lacking = months_in(cards(BA));
        let mut random = Quick::new(2);
        let mut seen = Set::EMPTY;
        for _ in 0..200 {
            seen |= KoiKoi::sample(&game.knows(Some(Seat(1))), &mut random).hidden.hands[0];
        }
        assert_eq!(seen.is_disjoint(lacking), must_capture, "{seen:?}");
        assert!(seen.contains(card("7R")), "what came to the ba later is not excluded");
    }
}

/// KK-24
#[test]
fn a_wild_capture_of_one_of_three_proves_that_the_opponent_lacks_the_fourth() {
    let hands = ["1B 3R 3K1 4R 5K1 6R 7A 11K1", "1R 12K1 3B 4K1 5A 6K1 8A 9K1"];
    let options = Options { gaji: true, ..options() };
    let mut game = table(options, hands, "2A 2K1 2K2 8K1 9A 10A 10R 12B", "7K1 11A");
    play(&mut game, 0, "wild 11K1 2K1");
    let mut random = Quick::new(3);
    let mut own = false;
    for _ in 0..300 {
        let sample = KoiKoi::sample(&game.knows(None), &mut random);
        assert!(!sample.hidden.hands[1].contains(card("2R")));
        own |= sample.hidden.hands[0].contains(card("2R"));
    }
    assert!(own, "the player may hold it");
}

/// KK-24
#[test]
fn declared_cards_are_known_to_lie_in_the_hands() {
    let hands = ["1B 3R 3K1 4R 5K1 6R 7A 11K1", "1R 2R 3B 4K1 5A 6K1 8A 9K1"];
    let options = Options { gaji: true, ..options() };
    let mut game = table(options, hands, "2A 2K1 2K2 8K1 9A 10A 10R 12B", "7K1 11A");
    play(&mut game, 0, "wild 11K1 2K1");
    let mut random = Quick::new(4);
    for _ in 0..100 {
        let sample = KoiKoi::sample(&game.knows(None), &mut random);
        assert!(sample.hidden.hands[0].contains(card("11K1")));
        assert!(sample.hidden.hands[1].contains(card("2R")));
    }
}

/// KK-24: the hands as dealt, that is with the cards played since.
#[test]
fn a_round_that_is_played_means_that_no_hand_won_at_once() {
    for (played, impossible) in
        [("7A 7R 7K1 3R 4R 5K1 6R", "7K2"), ("3R 3K1 4R 4K2 5K1 5K2 7A", "7R 7K1 7K2")]
    {
        let mut game = plain_table(options());
        game.public.round.played[0] = cards(played);
        game.public.round.captured[0] = cards(played);
        game.hidden.hands[0] = cards("11K1");
        let knowledge = game.knows(Some(Seat(1)));
        let mut random = Quick::new(5);
        let mut last = Set::EMPTY;
        for _ in 0..1_000 {
            last |= KoiKoi::sample(&knowledge, &mut random).hidden.hands[0];
        }
        let open = cards(BA) | cards(HANDS[1]) | cards(played);
        assert_eq!(last, PACK - open - cards(impossible), "every other card may be the last one");
    }
}

/// KK-24: where hardly any hand is possible, a search finds one.
#[test]
fn the_search_finds_the_only_hands_that_did_not_win() {
    let unseen = Unseen {
        cards: cards("1K2 2K2 3B 3R"),
        known: [Set::EMPTY; 2],
        played: [cards("1B 1R 1K1 4A 5A 6A 7A"), cards("2A 2R 2K1 8A 9A 10A 11A")],
        lacks: [cards("3B 3R"), cards("3R")],
    };
    // Seat 0 must not get 1K2, so it gets 2K2; then seat 1 is left with 1K2 or 3B.
    let hands = unseen.search();
    assert_eq!(hands, [cards("2K2"), cards("1K2")]);
    assert!(unseen.nobody_won(hands));
    let pairs = Unseen {
        cards: cards("1K2 3B 4K1 4K2"),
        known: [Set::EMPTY; 2],
        played: [cards("1B 1R 2A 2R 3R 3K1"), cards("5A 6A 7A 8A 9A 10A 11A 12B")],
        lacks: [cards("1K2 3B"), Set::EMPTY],
    };
    assert!(is_lucky(cards("4K1 4K2") | pairs.played[0]));
    let wider = Unseen { lacks: [cards("3B"), Set::EMPTY], ..pairs };
    assert_eq!(wider.search()[0], cards("1K2 4K1"));
}

/// KK-24
#[test]
fn samples_of_one_hand_are_evenly_spread() {
    let game = plain_table(options());
    let knowledge = game.knows(Some(Seat(0)));
    let mut random = Quick::new(6);
    let mut counts = [0i32; 48];
    for _ in 0..8_000 {
        for card in KoiKoi::sample(&knowledge, &mut random).hidden.hands[1] {
            counts[usize::from(cards::Card::index(card))] += 1;
        }
    }
    let unseen = PACK - cards(HANDS[0]) - cards(BA);
    // Each of 32 cards is in the hand of eight with chance 1/4; five standard deviations are about 194.
    for (index, count) in counts.into_iter().enumerate() {
        let expected = if unseen.contains(cards::Card::from_index(index as u8)) { 2_000 } else { 0 };
        assert!((count - expected).abs() < 200, "{index}: {count}");
    }
}

/// KK-24: the order of the pile is hidden from all.
#[test]
fn nobody_can_tell_a_pile_from_one_in_another_order() {
    let mut game = plain_table(options());
    play(&mut game, 0, "play 1B");
    let mut other = game;
    other.shuffle_pile(&mut Quick::new(2));
    assert_ne!(other.hidden.deck, game.hidden.deck);
    assert_eq!(other.hidden.deck[0], game.hidden.deck[0], "a card was turned");
    assert_eq!(Set::from_iter(other.hidden.deck), Set::from_iter(game.hidden.deck));
    for viewer in [None, Some(0), Some(1)] {
        assert_eq!(view(&other, viewer), view(&game, viewer));
    }
}
