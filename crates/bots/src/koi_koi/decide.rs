//! Whether to play on: what stopping is worth, against what is likely to come after `koi`.
//!
//! Two things are foretold for each player: how likely he is to be the next to score, and how much that would be. How
//! much each sign of it counts was learned by self-play (`irori train koi-koi`).

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::experience::Experience;
use super::goals::wanted;
use crate::data;

/// From a chance to win the game to likelihood.
const SCALE: f32 = 15.0;

/// What a seat sees when it decides: the signs, in the order of their weights.
#[derive(Clone, Debug)]
pub struct Signs {
    /// That the seat is the next to score.
    pub own: [f32; 6],
    /// That the opponent is.
    pub his: [f32; 5],
    /// How much the seat would score.
    pub more: [f32; 6],
    /// How much the opponent would.
    pub loss: [f32; 3],
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
        let (base, points) = knowledge.stop(me);
        let (his_base, _) = knowledge.stop(other);
        let countered = if knowledge.has_countered(me) { 1.0 } else { 0.0 };
        Signs {
            own: [
                1.0,
                own_turns,
                ready as f32,
                count(hand & helpful),
                count(ba & helpful),
                count(unseen & helpful),
            ],
            his: [1.0, his_turns, count(ba & harmful), count(unseen & harmful), count(hand & harmful)],
            more: [
                1.0,
                f32::from(base),
                f32::from(points),
                own_turns,
                f32::from(knowledge.calls(me)),
                countered,
            ],
            loss: [1.0, f32::from(his_base), his_turns],
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
    pub more: [f32; 6],
    pub loss: [f32; 3],
}

impl Weights {
    /// Reads the rows of a table.
    pub fn read(text: &str) -> Weights {
        Weights {
            own: data::row(text, "own"),
            his: data::row(text, "his"),
            more: data::row(text, "more"),
            loss: data::row(text, "loss"),
        }
    }

    /// The rows of a table.
    pub fn text(&self) -> String {
        let rows: [(&str, &[f32]); 4] =
            [("own", &self.own), ("his", &self.his), ("more", &self.more), ("loss", &self.loss)];
        rows.iter().map(|(name, row)| data::row_text(name, row)).collect()
    }
}

/// What each answer to a made yaku leads to.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    pub stop: Prospect,
    pub koi: Prospect,
}

/// The chance to win the game, and how many points more than the opponent's this round is expected to bring.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    pub chance: f32,
    pub gain: f32,
}

impl Prospects {
    /// Of a seat that has made a yaku.
    pub fn of(experience: &Experience, knowledge: &Knowledge, me: Seat) -> Prospects {
        let Experience { outlook, weights } = experience;
        let (lead, rounds) = (knowledge.lead(me), knowledge.rounds_left() - 1);
        let (_, points) = knowledge.stop(me);
        let stop = Prospect {
            chance: outlook.win_chance(lead + i32::from(points), rounds, true),
            gain: f32::from(points),
        };

        let signs = Signs::of(knowledge, me);
        // The weights of three ends: the seat scores, the opponent does, or, with a weight of 1, nobody.
        let own = sum(&signs.own, &weights.own).exp();
        let his = sum(&signs.his, &weights.his).exp();
        let ends = own + his + 1.0;
        let more = sum(&signs.more, &weights.more);
        let loss = sum(&signs.loss, &weights.loss);
        let chance = own * outlook.win_chance(lead + more as i32, rounds, true)
            + his * outlook.win_chance(lead - loss as i32, rounds, false)
            + outlook.win_chance(lead, rounds, knowledge.oya() == me);
        // Nothing is certain once the game goes on, not even with the greatest lead.
        let koi =
            Prospect { chance: (chance / ends).clamp(0.002, 0.998), gain: (own * more - his * loss) / ends };
        Prospects { stop, koi }
    }

    /// The better one.
    pub fn best(&self) -> Prospect {
        if self.koi.chance > self.stop.chance { self.koi } else { self.stop }
    }
}

/// Rates `koi` and `stop` by the chance to win the game.
pub fn rate(experience: &Experience, knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let prospects = Prospects::of(experience, knowledge, me);
    for (chosen, rate) in moves.iter().zip(rates) {
        let prospect = if *chosen == Move::Koi { prospects.koi } else { prospects.stop };
        *rate = SCALE * prospect.chance;
    }
}

/// The weighted sum of signs.
pub fn sum(signs: &[f32], weights: &[f32]) -> f32 {
    signs.iter().zip(weights).map(|(sign, weight)| sign * weight).sum()
}

fn count(cards: Set<Card>) -> f32 {
    f32::from(cards.len())
}

/// Whether a card captures from the ba, with itself or what it captures among some cards.
fn captures_any(card: Card, ba: Set<Card>, some: Set<Card>) -> bool {
    let matching = ba & card.mates();
    !matching.is_empty() && (some.contains(card) || !matching.is_disjoint(some))
}
