//! The moves of `greedy`: a beginner who understands the rules, and looks only at the table and the hand.

use cards::Set;
use games::iroha::{Choice, Knowledge, Move, points};

/// Takes a trick that brings points, as cheaply as possible; otherwise discards its highest card. Every card still to
/// come is expected to cost two points, and a high card to keep the trick more often than a low one. Passes high cards,
/// since they win tricks that nobody wants.
pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return };
    let (captured, trick, follow) = (knowledge.captured(seat), knowledge.trick(), knowledge.follow());
    let (best, _) = knowledge.best();
    let to_come = f32::from(knowledge.seats() - trick.len().min(knowledge.seats() - 1) - 1);
    for (rate, chosen) in rates.iter_mut().zip(moves) {
        *rate = match chosen.choice() {
            Choice::Pass(one, other) => f32::from(one.rank() + other.rank()),
            Choice::Play(card) => {
                let gain = points(captured | trick | Set::one(card)) - points(captured);
                let height = f32::from(card.rank()) / f32::from(2 * knowledge.seats());
                let leads = !follow.contains(card) || (card.suit().contains(best) && card > best);
                let wins = match leads {
                    true if to_come == 0.0 => 1.0,
                    true => height,
                    false => 0.0,
                };
                wins * (f32::from(gain) - 2.0 * to_come - height) + (1.0 - wins) * height
            }
        };
    }
}
