//! Points of a deal (`IR-11`).

use cards::Set;

use super::card::{Card, Colour};

/// The points of a captured pile: in each captured colour the lowest rank, less one for every other card.
#[inline]
pub fn points(captured: Set<Card>) -> i16 {
    let of_colour = |colour: Colour| {
        let cards = captured & colour.cards();
        cards.lowest().map_or(0, |lowest| i16::from(lowest.rank()) - i16::from(cards.len() - 1))
    };
    Colour::ALL.into_iter().map(of_colour).sum()
}
