//! A test for every numbered rule: dealing and texts here, the rest by subject.

mod dealing;
mod deciding;
mod gaji;
mod knowing;
mod near;
mod turns;

use cards::{Seat, Set};
use serde_json::Value;

use super::card::PACK;
use super::event::RoundEnd;
use super::state::Public;
use super::{Card, Deal, Draws, Event, Illegal, KoiKoi, Move, Options};
use crate::{First, Game, Moves, PlayError, Show, Text};

/// Cards from their texts.
fn cards(texts: &str) -> Set<Card> {
    texts.split_whitespace().map(|text| text.parse().unwrap()).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Seat 0 is the first oya.
fn options() -> Options {
    Options { first: First::Seat(Seat(0)), ..Options::default() }
}

/// A deal by seat 0. The deck begins with the cards named; the rest of the pack follows in pack order.
fn deal(hands: [&str; 2], ba: &str, deck: &str) -> Deal {
    let hands = hands.map(cards);
    let ba = cards(ba);
    let top: Vec<Card> = deck.split_whitespace().map(card).collect();
    let rest = PACK - hands[0] - hands[1] - ba - top.iter().copied().collect();
    let deck: Vec<Card> = top.into_iter().chain(rest).collect();
    Deal { oya: Seat(0), draws: Draws::new(), hands, ba, deck: deck.try_into().expect("24 cards are left") }
}

/// Seat 0's turn after such a deal, with the hands kept.
fn table(options: Options, hands: [&str; 2], ba: &str, deck: &str) -> KoiKoi {
    let mut game = KoiKoi::new(2, options);
    game.deal(&deal(hands, ba, deck), &mut ()).unwrap();
    play(&mut game, 1, "keep");
    game
}

/// Two hands, and a ba with two pairs, in which nothing is remarkable.
const HANDS: [&str; 2] = ["1B 2R 3K1 4R 5K1 6R 7A 11K1", "1R 2A 3B 4K1 5A 6K1 8A 9K1"];
const BA: &str = "1K1 2K1 2K2 8K1 9A 10A 10R 12B";

/// Such a table; the first cards of the pile match nothing.
fn plain_table(options: Options) -> KoiKoi {
    table(options, HANDS, BA, "7K1 11A 4A 5R 6A 3R")
}

fn play(game: &mut KoiKoi, seat: u8, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    game.play(Seat(seat), text.parse().unwrap(), &mut events).unwrap_or_else(|why| panic!("{text}: {why}"));
    events
}

/// A round in which nobody stopped.
fn unmultiplied(points: [i16; 2], winner: Option<u8>, end: Text<RoundEnd>) -> Event {
    Event::Scored { points: points.to_vec(), winner, end, base: None, multiplier: None, parts: Vec::new() }
}

fn refused(game: &KoiKoi, seat: u8, text: &str) -> Illegal {
    let mut after = *game;
    match after.play(Seat(seat), text.parse().unwrap(), &mut ()) {
        Err(PlayError::Illegal(why)) => {
            assert_eq!(after, *game, "a refused move changes nothing");
            why
        }
        other => panic!("{text}: {other:?}"),
    }
}

fn legal(game: &KoiKoi, seat: u8) -> Vec<String> {
    let mut moves = Moves::new();
    game.legal(Seat(seat), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn view(game: &KoiKoi, seat: Option<u8>) -> Value {
    serde_json::to_value(KoiKoi::view(&game.knows(seat.map(Seat)))).unwrap()
}

fn round(game: &KoiKoi) -> &super::state::Round {
    &game.public.round
}

/// A table as it stands at some point of a round, for rules that look at it as a whole.
fn standing(options: Options, captured: [&str; 2]) -> Public {
    let mut game = plain_table(options);
    game.public.round.captured = captured.map(cards);
    game.public
}

#[test]
fn states_and_moves_are_small() {
    assert!(size_of::<KoiKoi>() <= 320, "{}", size_of::<KoiKoi>());
    assert!(size_of::<Move>() <= 4);
}

#[test]
fn every_card_reads_back_in_pack_order() {
    let texts = PACK.texts();
    assert_eq!(texts.len(), 48);
    assert_eq!(texts[..8].join(" "), "1B 1R 1K1 1K2 2A 2R 2K1 2K2");
    assert_eq!(texts[28..32].join(" "), "8B 8A 8K1 8K2");
    assert_eq!(texts[40..].join(" "), "11B 11A 11R 11K1 12B 12K1 12K2 12K3");
    assert!(texts.iter().all(|text| card(text).to_string() == *text));
    let of = |letter: char| texts.iter().filter(|text| text.contains(letter)).count();
    assert_eq!([of('B'), of('A'), of('R'), of('K')], [5, 9, 10, 24]);
}

#[test]
fn moves_read_back_and_nonsense_does_not() {
    for text in ["keep", "swap", "play 1R", "play 1R 1B", "wild 11K1 8B", "take 12K3", "koi", "stop"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for text in [
        "",
        " ",
        "Keep",
        "keep ",
        "1R",
        "play",
        "play ",
        "play 01R",
        "play +1R",
        "play 1r",
        "play 1K",
        "play 1K3",
        "play 2B",
        "play 8R",
        "play 13B",
        "play 0B",
        "play 12K4",
        "play 11K2",
        "play  1R",
        "play 1R ",
        "play 1R 1R",
        "play 1R 1B 1K1",
        "play 999999999999B",
        "play é",
        "play 1é",
        "wild 8B",
        "wild 11A 8B",
        "wild 11K1",
        "take",
        "take 3B 3R",
        "koi koi",
        "stop\n",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text:?}");
    }
}
