//! The moves of `greedy`: a beginner who understands the rules, and looks only at the table and the hand.

use games::koi_koi::{Card, Kind, Knowledge, Move};

/// Captures the most valuable cards, lays the least valuable, and calls `koi` only early in the round with a cheap yaku.
pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    // The sake cup makes a yaku with two of the brights. Animals and ribbons of some months make one together.
    let worth = |card: Card| match (card.kind(), card.month()) {
        (Kind::Bright, _) | (Kind::Animal, 9) => 6.0,
        (Kind::Animal, 6 | 7 | 10) => 4.0,
        (Kind::Ribbon, 1..=3 | 6 | 9 | 10) => 4.0,
        (Kind::Animal | Kind::Ribbon, _) => 2.0,
        (Kind::Plain, _) => 1.0,
    };
    let Some(seat) = knowledge.viewer() else { return };
    let early = knowledge.stop(seat).0 < 7 && knowledge.hand_size(seat) >= 3;
    for (rate, &chosen) in rates.iter_mut().zip(moves) {
        *rate = match chosen {
            Move::Play(card, on) if on != card => worth(card) + worth(on),
            Move::Play(card, _) => {
                let taken: f32 = (knowledge.ba() & card.mates()).iter().map(worth).sum();
                if taken > 0.0 { worth(card) + taken } else { -worth(card) }
            }
            Move::Wild(on) => worth(on),
            Move::Take(card) => worth(card),
            Move::Stop => 1.0,
            Move::Koi if early => 2.0,
            Move::Koi | Move::Keep | Move::Swap => 0.0,
        };
    }
}
