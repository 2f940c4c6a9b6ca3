//! How good a card looks: what it adds to the yaku in the making, what it takes from the opponent's, and what it
//! leaves for him in the ba. The weights were found by playing variants against each other.

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::decide;
use super::experience::Experience;
use super::goals::{COUNT, GOALS, MOST};

/// How much of a capture's worth can wait if the opponent cannot disturb it.
const PATIENCE: f32 = 0.45;
/// How much it matters what a card of the ba would have been worth to the opponent: always, and if he can take it.
const DENY: f32 = 0.4;
const DENY_IN_REACH: f32 = 0.47;
/// The same for the card from the hand, which he could take only if it were laid.
const DENY_FROM_HAND: f32 = 0.19;
/// How much of its worth to the opponent is lost when a goal of his becomes impossible.
const SPOIL: f32 = 0.53;
/// Laying a card that the opponent can take: what it was worth to the seat and is to him, and any card at all.
const LOSE: f32 = 1.5;
const GIVE: f32 = 0.57;
const LAY: f32 = 0.2;
/// Laying a card that the seat itself can take back.
const TAKE_BACK: f32 = 0.42;
const TAKE_BACK_ANY: f32 = 0.13;
/// What it costs to have no wild card any more.
const WILD: f32 = 0.6;

/// What capturing so many cards of each goal is worth to the seat, and what to the opponent.
struct Gains {
    own: [[f32; MOST + 1]; COUNT],
    his: [[f32; MOST + 1]; COUNT],
}

impl Gains {
    fn of(knowledge: &Knowledge, me: Seat, other: Seat) -> Gains {
        let (mine, his) = (knowledge.captured(me), knowledge.captured(other));
        let (own_turns, his_turns) = (knowledge.hand_size(me), knowledge.hand_size(other));
        let mut gains = Gains { own: [[0.0; MOST + 1]; COUNT], his: [[0.0; MOST + 1]; COUNT] };
        for (at, goal) in GOALS.iter().enumerate() {
            let (held, lost) = ((mine & goal.cards).len(), (his & goal.cards).len());
            let own = goal.hopes(held, lost, own_turns);
            let his = goal.hopes(lost, held, his_turns);
            for more in 1..=MOST {
                let spoilt = if goal.is_lost(held + more as u8) { SPOIL * his[0] } else { 0.0 };
                gains.own[at][more] = own[more] - own[0];
                gains.his[at][more] = his[more] - his[0] + spoilt;
            }
        }
        gains
    }

    #[inline]
    fn own(&self, cards: Set<Card>) -> f32 {
        sum(&self.own, cards)
    }

    #[inline]
    fn his(&self, cards: Set<Card>) -> f32 {
        sum(&self.his, cards)
    }
}

#[inline]
fn sum(gains: &[[f32; MOST + 1]; COUNT], cards: Set<Card>) -> f32 {
    let gain = |(goal, gain): (usize, &[f32; MOST + 1])| {
        gain[usize::from((cards & GOALS[goal].cards).len()).min(MOST)]
    };
    gains.iter().enumerate().map(gain).sum()
}

/// Rates moves of every kind.
pub fn rate(experience: &Experience, knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let Some(me) = knowledge.viewer() else { return rates.fill(0.0) };
    match moves.first() {
        // Nobody has seen the hands.
        None | Some(Move::Keep | Move::Swap) => rates.fill(0.0),
        Some(Move::Koi | Move::Stop) => decide::rate(experience, knowledge, me, moves, rates),
        Some(Move::Play(..) | Move::Wild(_) | Move::Take(_)) => rate_cards(knowledge, me, moves, rates),
    }
}

fn rate_cards(knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let other = Seat(me.0 ^ 1);
    let gains = Gains::of(knowledge, me, other);
    let (hand, ba) = (knowledge.hand(), knowledge.ba());
    let unseen = knowledge.unseen();
    // The chance that an unseen card is not in the other hand.
    let elsewhere = 1.0 - f32::from(knowledge.hand_size(other)) / f32::from(unseen.len().max(1));
    let possible = unseen - knowledge.lacks(other);
    let reaches = [0.0, 1.0 - elsewhere, 1.0 - elsewhere.powi(2), 1.0 - elsewhere.powi(3)];
    for (chosen, rate) in moves.iter().zip(rates) {
        *rate = match *chosen {
            Move::Play(card, on) => {
                let month = card.mates();
                let matching = ba & month;
                let reach = reaches[usize::from((possible & month).len()).min(3)];
                let alone = Set::one(card);
                if matching.is_empty() {
                    let own = gains.own(alone);
                    let again = if (hand & month).len() > 1 { TAKE_BACK * own + TAKE_BACK_ANY } else { 0.0 };
                    (1.0 - reach) * again - reach * (LOSE * own + GIVE * gains.his(alone) + LAY)
                } else {
                    let captured = if on == card { matching } else { Set::one(on) };
                    gains.own(captured | alone) * (1.0 - PATIENCE * (1.0 - reach))
                        + gains.his(captured) * (DENY + DENY_IN_REACH * reach)
                        + gains.his(alone) * DENY_FROM_HAND
                }
            }
            Move::Wild(on) => {
                gains.own(Set::one(on) | Set::one(Card::GAJI)) + DENY * gains.his(Set::one(on)) - WILD
            }
            Move::Take(on) => {
                let turned = Set::one(knowledge.turned());
                gains.own(Set::one(on) | turned) + (DENY + DENY_IN_REACH / 2.0) * gains.his(Set::one(on))
            }
            Move::Keep | Move::Swap | Move::Koi | Move::Stop => 0.0,
        };
    }
}
