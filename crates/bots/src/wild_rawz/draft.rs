//! Which face-up card to take: what the card and the hand would be worth under each trump that may remain.

use games::wild_rawz::{Card, Knowledge, Move};

use super::rating::{count, same_number};

/// The worth of a card of the trump number.
const NUMBER: f32 = 1.3;
/// The worth of a card of the trump colour, and what each number adds.
const COLOUR: f32 = 0.4;
const COLOUR_NUMBER: f32 = 0.06;
/// What each number adds to any other card.
const SIDE_NUMBER: f32 = 0.025;
/// A zero is a free point, by sitting out.
const ZERO: f32 = 0.3;
/// From worth to rating.
const SCALE: f32 = 3.0;

pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let (hand, up) = (knowledge.hand(), knowledge.up());
    // What the hand would be worth under a trump, as far as the trump matters.
    let hand_under = |trump: Card| {
        let numbers = same_number(trump);
        count(hand, numbers) as f32 * NUMBER + count(hand, trump.suit() - numbers) as f32 * COLOUR
    };
    let all: f32 = up.iter().map(hand_under).sum();
    let others = f32::from(up.len() - 1);
    for (chosen, rate) in moves.iter().zip(rates) {
        let Move::Take(card) = *chosen else { continue };
        let under = up.iter().map(|trump| card_under(card, trump)).sum::<f32>() - card_under(card, card);
        let zero = if card.value() == 0 { ZERO } else { 0.0 };
        *rate = SCALE * ((all - hand_under(card) + under) / others + zero);
    }
}

/// What a card is worth under a trump.
#[inline]
fn card_under(card: Card, trump: Card) -> f32 {
    let number = f32::from(card.value());
    if card.number() == trump.number() {
        NUMBER
    } else if card.colour() == trump.colour() {
        COLOUR + COLOUR_NUMBER * number
    } else {
        SIDE_NUMBER * number
    }
}
