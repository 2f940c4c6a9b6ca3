//! How good a card looks: what it adds to the seat's yaku in the making, what it denies the opponent, and what it leaves
//! for them in the ba. [`CardValues`] says how much each of these counts.

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::card_values::CardValues;
use super::decide;
use super::goals::{COUNT, GOALS, MOST};
use super::learned::Learned;

/// What taking a card with the wild gaji denies the opponent, and what it costs to use the wild card. These are not
/// learned, since the default rules have no wild card.
const DENY_ANY: f32 = 0.4;
const WILD: f32 = 0.6;

/// What capturing 0 to 3 cards of each goal is worth to the seat and to the opponent.
struct Gains {
    own: [[f32; MOST + 1]; COUNT],
    their: [[f32; MOST + 1]; COUNT],
}

impl Gains {
    fn of(card_values: &CardValues, knowledge: &Knowledge, me: Seat, other: Seat) -> Gains {
        let (mine, their) = (knowledge.captured(me), knowledge.captured(other));
        let (own_turns, their_turns) = (knowledge.hand_size(me), knowledge.hand_size(other));
        let mut gains = Gains { own: [[0.0; MOST + 1]; COUNT], their: [[0.0; MOST + 1]; COUNT] };
        for (at, goal) in GOALS.iter().enumerate() {
            let (held, lost) = ((mine & goal.cards).len(), (their & goal.cards).len());
            let own = goal.worths(card_values.hope(at, own_turns), held, lost);
            let their = goal.worths(card_values.hope(at, their_turns), lost, held);
            for more in 1..=MOST {
                let spoilt = if goal.is_lost(held + more as u8) { card_values.spoil * their[0] } else { 0.0 };
                gains.own[at][more] = own[more] - own[0];
                gains.their[at][more] = their[more] - their[0] + spoilt;
            }
        }
        gains
    }

    #[inline]
    fn own(&self, cards: Set<Card>) -> f32 {
        sum(&self.own, cards)
    }

    #[inline]
    fn their(&self, cards: Set<Card>) -> f32 {
        sum(&self.their, cards)
    }
}

#[inline]
fn sum(gains: &[[f32; MOST + 1]; COUNT], cards: Set<Card>) -> f32 {
    let gain = |(goal, gain): (usize, &[f32; MOST + 1])| {
        gain[usize::from((cards & GOALS[goal].cards).len()).min(MOST)]
    };
    gains.iter().enumerate().map(gain).sum()
}

pub fn rate(learned: &Learned, knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let Some(me) = knowledge.viewer() else { return rates.fill(0.0) };
    match moves.first() {
        // Nobody has seen the hands yet.
        None | Some(Move::Keep | Move::Swap) => rates.fill(0.0),
        Some(Move::Koi | Move::Stop) => decide::rate(learned, knowledge, me, moves, rates),
        Some(Move::Play(..) | Move::Wild(_) | Move::Take(_)) => {
            rate_cards(&learned.card_values, knowledge, me, moves, rates);
        }
    }
}

fn rate_cards(card_values: &CardValues, knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let other = Seat(me.0 ^ 1);
    let gains = Gains::of(card_values, knowledge, me, other);
    let (hand, ba) = (knowledge.hand(), knowledge.ba());
    let unseen = knowledge.unseen();
    // The probability that an unseen card is not in the other hand.
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
                    let lost = card_values.lose * gains.own(alone)
                        + card_values.give * gains.their(alone)
                        + card_values.lay;
                    let again = if (hand & month).len() > 1 { card_values.take_back } else { 0.0 };
                    (1.0 - reach) * again - reach * lost
                } else {
                    let captured = if on == card { matching } else { Set::one(on) };
                    gains.own(captured | alone) * (1.0 - card_values.patience * (1.0 - reach))
                        + gains.their(captured) * card_values.deny * reach
                }
            }
            Move::Wild(on) => {
                gains.own(Set::one(on) | Set::one(Card::GAJI)) + DENY_ANY * gains.their(Set::one(on)) - WILD
            }
            Move::Take(on) => {
                let turned = Set::one(knowledge.turned());
                gains.own(Set::one(on) | turned) + card_values.deny / 2.0 * gains.their(Set::one(on))
            }
            Move::Keep | Move::Swap | Move::Koi | Move::Stop => 0.0,
        };
    }
}
