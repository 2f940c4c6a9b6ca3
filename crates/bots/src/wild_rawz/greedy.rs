//! The moves of `greedy`: a beginner who understands the rules, and looks only at the table and the hand.

use games::wild_rawz::{Knowledge, Move};

/// Wins while wins are missing, ducks otherwise, and sits out with a card that costs nothing or meets the target.
pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return };
    let missing = i32::from(knowledge.missing(seat));
    for (rate, &chosen) in rates.iter_mut().zip(moves) {
        *rate = match chosen {
            Move::Take(card) => f32::from(card.value()),
            Move::Play(card) => {
                let height = 0.1 * f32::from(card.value());
                match (knowledge.would_win(card), missing > 0) {
                    (true, true) => 1.0 + height,
                    (true, false) => -1.0 - height,
                    (false, true) => -height,
                    (false, false) => height,
                }
            }
            Move::Leave(card) => match i32::from(card.value()) {
                0 => 3.0,
                number if number == missing => 2.0,
                number if number < missing => 1.0 - 0.5 * number as f32,
                _ => -3.0,
            },
        };
    }
}
