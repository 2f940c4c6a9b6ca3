//! Sensible choices in plain positions, and finite ratings in all.

use cards::{Quick, Seat, Set};
use games::iroha::{Card, Colour, Deal, Iroha, Move, Options};
use games::{First, Game, Moves, Turn};

use super::rating::{marginal, points};
use crate::{Strategy, best_rated};

/// Three players hold these cards after the pass, seat 1 leads, and these cards are played.
fn position(hands: [&str; 3], plays: &[&str]) -> Iroha {
    let read = |text: &str| text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect();
    let hands: [Set<Card>; 3] = hands.map(read);
    // The first two cards of every hand came from the right.
    let came: [Set<Card>; 3] = hands.map(|hand| hand.iter().take(2).collect());
    let mut dealt = [Set::EMPTY; 6];
    for seat in 0..3 {
        dealt[seat] = (hands[seat] - came[seat]) | came[(seat + 1) % 3];
    }
    let all = Colour::ALL.map(|colour| (1..=6).map(move |rank| Card::new(colour, rank)));
    let aside = all.into_iter().flatten().collect::<Set<Card>>() - (hands[0] | hands[1] | hands[2]);
    let options = Options { first: First::Seat(Seat(0)), ..Options::default() };
    let mut game = Iroha::new(3, options);
    game.deal(&Deal::Hands { dealer: Seat(0), hands: dealt, aside }, &mut ()).expect("a whole deal");
    for seat in 0..3u8 {
        let passed: Vec<Card> = came[usize::from(seat + 1) % 3].iter().collect();
        game.play(Seat(seat), Move::pass(passed[0], passed[1]), &mut ()).expect("held cards");
    }
    for card in plays {
        let seat = game.to_act().first().expect("somebody plays");
        let card = card.parse().expect("a card");
        game.play(seat, Move::play(card), &mut ()).expect("a legal card");
    }
    game
}

fn choice(game: &Iroha) -> Move {
    let seat = game.to_act().first().expect("somebody is to act");
    let mut moves = Moves::new();
    game.legal(seat, &mut moves);
    best_rated::<Iroha>(&game.knows(Some(seat)), &moves, &mut Quick::new(1))
}

#[test]
fn the_last_takes_a_trick_of_single_high_cards() {
    let hands = ["b2 b3 f1 f6 n1 n2 m1 w1 w2", "b6 n3 n4 m2 m3 m6 w3 w4 w5", "f2 f3 f4 f5 n5 n6 m4 m5 w6"];
    assert_eq!(choice(&position(hands, &["b6", "f5"])).to_string(), "f6");
}

#[test]
fn the_last_leaves_a_trick_that_costs() {
    let hands = ["b3 b6 f1 f5 f6 n1 n2 m1 w1", "b5 n3 n4 m2 m3 w2 w3 w4 w5", "b1 b2 f4 n5 n6 m4 m5 m6 w6"];
    assert_eq!(choice(&position(hands, &["b5", "b1"])).to_string(), "b3");
}

#[test]
fn a_pile_is_worth_its_lowest_ranks_less_its_other_cards() {
    let pile: Set<Card> =
        ["b2", "b5", "b8", "b9", "n8"].iter().map(|card| card.parse::<Card>().expect("a card")).collect();
    assert_eq!(points(pile), 7.0);
    assert_eq!(marginal(pile, Card::new(Colour::Bird, 1)), -2.0);
    assert_eq!(marginal(pile, Card::new(Colour::Fan, 12)), -1.0);
    assert_eq!(marginal(pile, Card::new(Colour::Wave, 12)), 12.0);
}

#[test]
fn every_move_of_every_position_has_a_finite_rate() {
    let mut random = Quick::new(3);
    for seats in Iroha::SEATS {
        let mut game = Iroha::new(seats, Options::default());
        let mut moves = Moves::new();
        while game.turn() != Turn::Over {
            let Some(seat) = game.to_act().first() else {
                let deal = game.draw(&mut random);
                game.deal(&deal, &mut ()).expect("a drawn deal is the one awaited");
                continue;
            };
            game.legal(seat, &mut moves);
            let mut rates = [f32::NAN; 64];
            Iroha::rate(&game.knows(Some(seat)), &moves, &mut rates[..moves.len()]);
            assert!(rates[..moves.len()].iter().all(|rate| rate.is_finite()));
            assert_eq!(Iroha::is_flat(&moves), moves.len() == 36);
            let left = game.decisions_left();
            let chosen = cards::Random::pick(&mut random, &moves);
            game.play(seat, chosen, &mut ()).expect("a listed move is legal");
            assert_eq!(game.decisions_left(), left - 1);
        }
        assert_eq!(game.rounds_left(), 0);
    }
}
