//! Whether to call `koi`: the win probability after stopping, against the one after playing on.
//!
//! A model learned by self-play (`irori train koi-koi`) predicts for each player the probability to score next, and how
//! much. Scores are spread widely, so the mean alone would flatter a player who needs little: the model tells a small, a
//! middling and a large score apart.

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::goals::wanted;
use super::learned::Learned;
use crate::data;

/// From win probability to rating.
const SCALE: f32 = 15.0;

/// What a seat sees when it decides, in the order of the weights. The first of many cards or turns says more than the
/// next ones, so most numbers count by their square roots.
#[derive(Clone, Debug)]
pub struct KoiFeatures {
    /// For the seat to score next.
    pub own: [f32; 6],
    /// For the opponent to score next.
    pub their: [f32; 5],
    /// For how much the seat would score.
    pub more: [f32; 7],
    /// For how much the opponent would score.
    pub loss: [f32; 6],
}

impl KoiFeatures {
    pub fn of(knowledge: &Knowledge, me: Seat) -> KoiFeatures {
        let other = Seat(me.0 ^ 1);
        let (hand, ba, unseen) = (knowledge.hand(), knowledge.ba(), knowledge.unseen());
        let (mine, their) = (knowledge.captured(me), knowledge.captured(other));
        let own_turns = f32::from(knowledge.hand_size(me));
        let their_turns = f32::from(knowledge.hand_size(other));
        let helpful = wanted(mine, their);
        let harmful = wanted(their, mine);
        let ready = hand.iter().filter(|&card| captures_any(card, ba, helpful)).count().min(2);
        let (base, _) = knowledge.stop(me);
        let (their_base, _) = knowledge.stop(other);
        let [own_hand, own_ba, own_unseen] = [hand, ba, unseen].map(|cards| root(cards & helpful));
        let [their_hand, their_ba, their_unseen] = [hand, ba, unseen].map(|cards| root(cards & harmful));
        // The score with a yaku that grows by a card, and with a new one.
        let next = |more: u8| f32::from(knowledge.stop_with(me, base + more, knowledge.calls(me) + 1));
        KoiFeatures {
            own: [1.0, own_turns.sqrt(), ready as f32, own_hand, own_ba, own_unseen],
            their: [1.0, their_turns.sqrt(), their_ba, their_unseen, their_hand],
            more: [1.0, next(1), next(5), own_turns, own_hand, own_ba, own_unseen],
            loss: [1.0, f32::from(their_base), their_turns, their_ba, their_unseen, their_hand],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KoiWeights {
    /// For the log odds that each player scores next, against nobody.
    pub own: [f32; 6],
    pub their: [f32; 5],
    /// For the points.
    pub more: [f32; 7],
    pub loss: [f32; 6],
    /// The means of the lower, middle and upper third of the scores, relative to the prediction.
    pub more_thirds: Thirds,
    pub loss_thirds: Thirds,
}

pub type Thirds = [f32; 3];

impl KoiWeights {
    /// Before any game: each player is as likely to score as nobody, and scores ten points.
    pub const GUESS: KoiWeights = KoiWeights {
        own: [0.0; 6],
        their: [0.0; 5],
        more: [10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        loss: [10.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        more_thirds: [1.0; 3],
        loss_thirds: [1.0; 3],
    };

    pub fn read(text: &str) -> KoiWeights {
        KoiWeights {
            own: data::row(text, "own"),
            their: data::row(text, "their"),
            more: data::row(text, "more"),
            loss: data::row(text, "loss"),
            more_thirds: data::row(text, "more-thirds"),
            loss_thirds: data::row(text, "loss-thirds"),
        }
    }

    pub fn text(&self) -> String {
        let rows: [(&str, &[f32]); 6] = [
            ("own", &self.own),
            ("their", &self.their),
            ("more", &self.more),
            ("loss", &self.loss),
            ("more-thirds", &self.more_thirds),
            ("loss-thirds", &self.loss_thirds),
        ];
        rows.iter().map(|(name, row)| data::row_text(name, row)).collect()
    }

    /// The expected score of the seat, if it scores next.
    pub fn more(&self, features: &KoiFeatures) -> f32 {
        sum(&features.more, &self.more).max(1.0)
    }

    /// The same for the opponent.
    pub fn loss(&self, features: &KoiFeatures) -> f32 {
        sum(&features.loss, &self.loss).max(1.0)
    }
}

/// The win probability of each answer to a made yaku.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    pub stop: f32,
    pub koi: f32,
}

impl Prospects {
    pub fn of(learned: &Learned, knowledge: &Knowledge, me: Seat) -> Prospects {
        let Learned { win_table, weights, .. } = learned;
        let (lead, rounds) = (knowledge.lead(me), knowledge.rounds_left() - 1);
        let (_, points) = knowledge.stop(me);
        let stop = win_table.win_probability(lead + i32::from(points), rounds, true);

        let features = KoiFeatures::of(knowledge, me);
        // The odds of three endings: the seat scores, the opponent scores, or, with odds of 1, nobody.
        let own = sum(&features.own, &weights.own).exp();
        let their = sum(&features.their, &weights.their).exp();
        let (more, loss) = (weights.more(&features), weights.loss(&features));
        let after = |points: f32, deals: bool| win_table.win_probability(lead + points as i32, rounds, deals);
        let sum = own * mean(&weights.more_thirds, |part| after(part * more, true))
            + their * mean(&weights.loss_thirds, |part| after(-part * loss, false))
            + win_table.win_probability(lead, rounds, knowledge.oya() == me);
        // Nothing is certain while the round continues, not even with a huge lead.
        Prospects { stop, koi: (sum / (own + their + 1.0)).clamp(0.002, 0.998) }
    }
}

/// Rates `koi` and `stop` by their win probabilities.
pub fn rate(learned: &Learned, knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let prospects = Prospects::of(learned, knowledge, me);
    for (chosen, rate) in moves.iter().zip(rates) {
        *rate = SCALE * if *chosen == Move::Koi { prospects.koi } else { prospects.stop };
    }
}

pub fn sum(features: &[f32], weights: &[f32]) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// The mean over three equally likely parts.
fn mean(thirds: &Thirds, of: impl Fn(f32) -> f32) -> f32 {
    thirds.iter().map(|&part| of(part)).sum::<f32>() / thirds.len() as f32
}

fn root(cards: Set<Card>) -> f32 {
    f32::from(cards.len()).sqrt()
}

/// Whether a card captures from the ba, and the capture includes one of some cards.
fn captures_any(card: Card, ba: Set<Card>, some: Set<Card>) -> bool {
    let matching = ba & card.mates();
    !matching.is_empty() && (some.contains(card) || !matching.is_disjoint(some))
}
