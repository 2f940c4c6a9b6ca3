//! Whether to play on: what stopping is worth, against what is likely to come after `koi`.
//!
//! How likely each player is to be the next to score, and how much it would be, was fitted to some 15,000 decisions
//! of greedy players that were played out 60 times each.

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::goals::wanted;
use super::outlook::win_chance;

/// From a chance to win the game to likelihood.
const SCALE: f32 = 15.0;

/// Rates `koi` and `stop` by the chance to win the game.
pub fn rate(knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let (_, points) = knowledge.stop(me);
    let stop = win_chance(knowledge.lead(me) + i32::from(points), knowledge.rounds_left() - 1, true);
    let koi = win_chance_of_koi(knowledge, me);
    for (chosen, rate) in moves.iter().zip(rates) {
        *rate = SCALE * if *chosen == Move::Koi { koi } else { stop };
    }
}

fn win_chance_of_koi(knowledge: &Knowledge, me: Seat) -> f32 {
    let other = Seat(me.0 ^ 1);
    let (hand, ba, unseen) = (knowledge.hand(), knowledge.ba(), knowledge.unseen());
    let (mine, his) = (knowledge.captured(me), knowledge.captured(other));
    let own_turns = f32::from(knowledge.hand_size(me));
    let his_turns = f32::from(knowledge.hand_size(other));

    // The weights of three ends: the seat scores, the opponent does, or, with a weight of 1, nobody.
    let helpful = wanted(mine, his);
    let ready = hand.iter().filter(|&card| captures_any(card, ba, helpful)).count().min(2);
    let own_weight = (0.03
        + 0.31 * own_turns
        + 0.50 * ready as f32
        + 0.26 * count(hand & helpful)
        + 0.10 * count(ba & helpful)
        + 0.07 * count(unseen & helpful))
    .exp();
    let harmful = wanted(his, mine);
    let his_weight = (-0.22
        + 0.28 * his_turns
        + 0.29 * count(ba & harmful)
        + 0.17 * count(unseen & harmful)
        + 0.07 * count(hand & harmful))
    .exp();

    let (base, points) = knowledge.stop(me);
    let countered = if knowledge.has_countered(me) { 13.0 } else { 0.0 };
    let more = 11.9
        + 2.4 * f32::from(base)
        + 0.8 * f32::from(points)
        + 3.2 * own_turns
        + 9.0 * f32::from(knowledge.calls(me))
        + countered;
    let (his_base, _) = knowledge.stop(other);
    let loss = 5.9 + 4.6 * f32::from(his_base) + 2.7 * his_turns;

    let (lead, rounds) = (knowledge.lead(me), knowledge.rounds_left() - 1);
    let chance = own_weight * win_chance(lead + more as i32, rounds, true)
        + his_weight * win_chance(lead - loss as i32, rounds, false)
        + win_chance(lead, rounds, knowledge.oya() == me);
    // Nothing is certain once the game goes on, not even with the greatest lead.
    (chance / (own_weight + his_weight + 1.0)).clamp(0.002, 0.998)
}

fn count(cards: Set<Card>) -> f32 {
    f32::from(cards.len())
}

/// Whether a card captures from the ba, with itself or what it captures among some cards.
fn captures_any(card: Card, ba: Set<Card>, some: Set<Card>) -> bool {
    let matching = ba & card.mates();
    !matching.is_empty() && (some.contains(card) || !matching.is_disjoint(some))
}
