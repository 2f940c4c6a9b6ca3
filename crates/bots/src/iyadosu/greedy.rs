//! The moves of `greedy`: a beginner who understands the rules, and looks only at the table and the hand.

use games::iyadosu::{Knowledge, Move};

/// Bids two or three tricks, refuses whenever it can, and wins with high cards while it lacks tricks.
pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return };
    let (best, _) = knowledge.best();
    let missing = knowledge.declared()[seat.index()] > knowledge.won()[seat.index()];
    let opens = knowledge.follow().is_empty();
    for (rate, &chosen) in rates.iter_mut().zip(moves) {
        let (card, refused) = match chosen {
            Move::Split(number) => {
                *rate = -(f32::from(number) - 2.5).abs();
                continue;
            }
            Move::Play(card) => (card, false),
            Move::Refuse(card) => (card, true),
        };
        let wins = opens || card.beats(best);
        let height = 0.1 * f32::from(card.rank());
        let trick = match (wins, missing) {
            (true, true) => 1.0 + height,
            (true, false) => -1.0 - height,
            // Discards the highest card that does not win, or the lowest if it wants tricks.
            (false, false) => height,
            (false, true) => -height,
        };
        // Refusal cards must be played, or they eliminate their holder.
        *rate = trick + if refused { 2.0 } else { 0.0 };
    }
}
