//! A test for every numbered rule, in three rooms; here is what they share.

mod deal;
mod end;
mod tricks;

use cards::Seat;
use serde_json::Value;

use super::card::pack;
use super::{Card, Deal, Event, Illegal, Options, Pile, WildRawz};
use crate::{First, Game, Moves, PlayError, Show};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Cards from their texts.
fn cards(texts: &str) -> Pile {
    texts.split_whitespace().map(card).collect()
}

fn options(first: u8) -> Options {
    Options { first: First::Seat(Seat(first)), ..Options::default() }
}

fn play(game: &mut WildRawz, seat: u8, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    game.play(Seat(seat), text.parse().unwrap(), &mut events).unwrap_or_else(|why| panic!("{text}: {why}"));
    events
}

/// The winner of a trick that has ended, the leader of the next, and who sat out.
fn trick_end(event: &Event) -> (u8, Option<u8>, Option<u8>) {
    match *event {
        Event::Trick { winner, leader, leaver, .. } => (winner, leader, leaver),
        ref other => panic!("{other:?}"),
    }
}

/// The refusal that an illegal move meets, after checking that it changes nothing.
fn refused(game: &WildRawz, seat: u8, text: &str) -> Illegal {
    let mut after = *game;
    match after.play(Seat(seat), text.parse().unwrap(), &mut ()) {
        Err(PlayError::Illegal(why)) => {
            assert_eq!(after, *game);
            why
        }
        other => panic!("{text}: {other:?}"),
    }
}

fn legal(game: &WildRawz, seat: u8) -> Vec<String> {
    let mut moves = Moves::new();
    game.legal(Seat(seat), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn view(game: &WildRawz, seat: Option<u8>) -> Value {
    serde_json::to_value(WildRawz::view(&game.knows(seat.map(Seat)))).unwrap()
}

/// A round that seat 0 starts, with these face-up cards and hands; the rest of the pack lies aside.
fn dealt(up: &str, hands: &[&str]) -> WildRawz {
    let seats = hands.len() as u8;
    let size = cards(hands[0]).len();
    let mut game = WildRawz::new(seats, Options { hand: size, ..options(0) });
    let mut all = [Pile::EMPTY; 4];
    for (hand, texts) in all.iter_mut().zip(hands) {
        *hand = cards(texts);
    }
    let aside = all.iter().fold(pack(seats) - cards(up), |rest, &hand| rest - hand);
    game.deal(&Deal { start: Seat(0), up: cards(up), hands: all, aside }, &mut ()).unwrap();
    game
}

/// A round after the draft that seat 0 started: whole hands of thirteen, of which the first two cards were drafted.
fn drafted(trump: &str, hands: &[&str]) -> WildRawz {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
    assert!(hands.iter().all(|hand| hand.len() == 13), "name whole hands");
    let takes: Vec<&str> = (0..2).flat_map(|lap| hands.iter().map(move |hand| hand[lap])).collect();
    let rests: Vec<String> = hands.iter().map(|hand| hand[2..].join(" ")).collect();
    let rests: Vec<&str> = rests.iter().map(String::as_str).collect();
    let mut game = dealt(&format!("{trump} {}", takes.join(" ")), &rests);
    for (number, text) in takes.into_iter().enumerate() {
        play(&mut game, (number % hands.len()) as u8, &format!("take {text}"));
    }
    game
}

/// Trump is the red 7. Seat 0 has greens and some trumps, seat 1 lacks greens, seat 2 has a few of all.
fn red_seven() -> WildRawz {
    drafted(
        "r7",
        &[
            "g8 g6 g5 g4 g3 g2 g1 g0 gs r7 r0 rs y7",
            "y8 y6 y5 y4 y3 y2 y1 b7 b7 b6 b5 b4 bs",
            "g7 g7 r8 r6 r5 r4 r3 y7 y0 ys b8 b3 b2",
        ],
    )
}

/// Plays on to the end of the round without leaving, always the first card that may be played.
fn finish_round(game: &mut WildRawz) {
    let round = game.rounds();
    while game.rounds() == round {
        let seat = game.to_act().first().unwrap();
        let texts = legal(game, seat.0);
        let chosen = texts.iter().find(|text| !text.starts_with("leave")).unwrap();
        play(game, seat.0, chosen);
    }
}
