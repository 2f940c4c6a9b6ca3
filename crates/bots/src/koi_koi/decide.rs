//! Whether to play on: what stopping is worth, against what is likely to come after `koi`.
//!
//! Two things are foretold for each player: how likely he is to be the next to score, and how much that would be. How
//! much each sign of it counts was learned by self-play (`irori train koi-koi`). What is scored is spread widely, so
//! the mean alone would flatter whoever is in need of little: a small, a middling and a great score are told apart.

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::experience::Experience;
use super::goals::wanted;
use crate::data;

/// From a chance to win the game to likelihood.
const SCALE: f32 = 15.0;

/// What a seat sees when it decides: the signs, in the order of their weights. The first of many cards or turns says
/// more than the next ones, so numbers of them mostly count by their roots.
#[derive(Clone, Debug)]
pub struct Signs {
    /// That the seat is the next to score.
    pub own: [f32; 6],
    /// That the opponent is.
    pub his: [f32; 5],
    /// How much the seat would score.
    pub more: [f32; 7],
    /// How much the opponent would.
    pub loss: [f32; 6],
}

impl Signs {
    /// What a seat sees.
    pub fn of(knowledge: &Knowledge, me: Seat) -> Signs {
        let other = Seat(me.0 ^ 1);
        let (hand, ba, unseen) = (knowledge.hand(), knowledge.ba(), knowledge.unseen());
        let (mine, his) = (knowledge.captured(me), knowledge.captured(other));
        let own_turns = f32::from(knowledge.hand_size(me));
        let his_turns = f32::from(knowledge.hand_size(other));
        let helpful = wanted(mine, his);
        let harmful = wanted(his, mine);
        let ready = hand.iter().filter(|&card| captures_any(card, ba, helpful)).count().min(2);
        let (base, _) = knowledge.stop(me);
        let (his_base, _) = knowledge.stop(other);
        let [own_hand, own_ba, own_unseen] = [hand, ba, unseen].map(|cards| root(cards & helpful));
        let [his_hand, his_ba, his_unseen] = [hand, ba, unseen].map(|cards| root(cards & harmful));
        // A yaku that grows by a card, and a new one.
        let next = |more: u8| f32::from(knowledge.stop_with(me, base + more, knowledge.calls(me) + 1));
        Signs {
            own: [1.0, own_turns.sqrt(), ready as f32, own_hand, own_ba, own_unseen],
            his: [1.0, his_turns.sqrt(), his_ba, his_unseen, his_hand],
            more: [1.0, next(1), next(5), own_turns, own_hand, own_ba, own_unseen],
            loss: [1.0, f32::from(his_base), his_turns, his_ba, his_unseen, his_hand],
        }
    }
}

/// How much each sign counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The logarithms of how likely each player is to be the next to score, against nobody.
    pub own: [f32; 6],
    pub his: [f32; 5],
    /// Points.
    pub more: [f32; 7],
    pub loss: [f32; 6],
    /// The lower, the middle and the upper third of what comes, as parts of what was foretold.
    pub more_thirds: Thirds,
    pub loss_thirds: Thirds,
}

pub type Thirds = [f32; 3];

impl Weights {
    /// Before any game: either player may score as well as nobody, and ten points.
    pub const GUESS: Weights = Weights {
        own: [0.0; 6],
        his: [0.0; 5],
        more: [10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        loss: [10.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        more_thirds: [1.0; 3],
        loss_thirds: [1.0; 3],
    };

    /// Reads the rows of a table.
    pub fn read(text: &str) -> Weights {
        Weights {
            own: data::row(text, "own"),
            his: data::row(text, "his"),
            more: data::row(text, "more"),
            loss: data::row(text, "loss"),
            more_thirds: data::row(text, "more-thirds"),
            loss_thirds: data::row(text, "loss-thirds"),
        }
    }

    /// The rows of a table.
    pub fn text(&self) -> String {
        let rows: [(&str, &[f32]); 6] = [
            ("own", &self.own),
            ("his", &self.his),
            ("more", &self.more),
            ("loss", &self.loss),
            ("more-thirds", &self.more_thirds),
            ("loss-thirds", &self.loss_thirds),
        ];
        rows.iter().map(|(name, row)| data::row_text(name, row)).collect()
    }

    /// What the seat would score, in the mean.
    pub fn more(&self, signs: &Signs) -> f32 {
        sum(&signs.more, &self.more).max(1.0)
    }

    /// What the opponent would.
    pub fn loss(&self, signs: &Signs) -> f32 {
        sum(&signs.loss, &self.loss).max(1.0)
    }
}

/// What each answer to a made yaku leads to, as chances to win the game.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    pub stop: f32,
    pub koi: f32,
}

impl Prospects {
    /// Of a seat that has made a yaku.
    pub fn of(experience: &Experience, knowledge: &Knowledge, me: Seat) -> Prospects {
        let Experience { outlook, weights, .. } = experience;
        let (lead, rounds) = (knowledge.lead(me), knowledge.rounds_left() - 1);
        let (_, points) = knowledge.stop(me);
        let stop = outlook.win_chance(lead + i32::from(points), rounds, true);

        let signs = Signs::of(knowledge, me);
        // The weights of three ends: the seat scores, the opponent does, or, with a weight of 1, nobody.
        let own = sum(&signs.own, &weights.own).exp();
        let his = sum(&signs.his, &weights.his).exp();
        let (more, loss) = (weights.more(&signs), weights.loss(&signs));
        let after = |points: f32, deals: bool| outlook.win_chance(lead + points as i32, rounds, deals);
        let chance = own * mean(&weights.more_thirds, |part| after(part * more, true))
            + his * mean(&weights.loss_thirds, |part| after(-part * loss, false))
            + outlook.win_chance(lead, rounds, knowledge.oya() == me);
        // Nothing is certain once the game goes on, not even with the greatest lead.
        Prospects { stop, koi: (chance / (own + his + 1.0)).clamp(0.002, 0.998) }
    }
}

/// Rates `koi` and `stop` by the chance to win the game.
pub fn rate(experience: &Experience, knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let prospects = Prospects::of(experience, knowledge, me);
    for (chosen, rate) in moves.iter().zip(rates) {
        *rate = SCALE * if *chosen == Move::Koi { prospects.koi } else { prospects.stop };
    }
}

/// The weighted sum of signs.
pub fn sum(signs: &[f32], weights: &[f32]) -> f32 {
    signs.iter().zip(weights).map(|(sign, weight)| sign * weight).sum()
}

/// The mean over three equally likely parts.
fn mean(thirds: &Thirds, of: impl Fn(f32) -> f32) -> f32 {
    thirds.iter().map(|&part| of(part)).sum::<f32>() / thirds.len() as f32
}

fn root(cards: Set<Card>) -> f32 {
    f32::from(cards.len()).sqrt()
}

/// Whether a card captures from the ba, with itself or what it captures among some cards.
fn captures_any(card: Card, ba: Set<Card>, some: Set<Card>) -> bool {
    let matching = ba & card.mates();
    !matching.is_empty() && (some.contains(card) || !matching.is_disjoint(some))
}
