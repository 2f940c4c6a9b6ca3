//! How good a card looks: what it adds to the yaku in the making, what it takes from the opponent's, and what it
//! leaves for him in the ba. How much each of these counts is a matter of [`Tastes`].

use cards::{Seat, Set};
use games::koi_koi::{Card, Knowledge, Move};

use super::decide;
use super::experience::Experience;
use super::goals::{COUNT, GOALS, MOST};
use super::tastes::Tastes;

/// What taking a card with the wild gaji denies the opponent, and what it costs to have no wild card any more: by the
/// rules' default there is none, so this is not learned.
const DENY_ANY: f32 = 0.4;
const WILD: f32 = 0.6;

/// What capturing so many cards of each goal is worth to the seat, and what to the opponent.
struct Gains {
    own: [[f32; MOST + 1]; COUNT],
    his: [[f32; MOST + 1]; COUNT],
}

impl Gains {
    fn of(tastes: &Tastes, knowledge: &Knowledge, me: Seat, other: Seat) -> Gains {
        let (mine, his) = (knowledge.captured(me), knowledge.captured(other));
        let (own_turns, his_turns) = (knowledge.hand_size(me), knowledge.hand_size(other));
        let mut gains = Gains { own: [[0.0; MOST + 1]; COUNT], his: [[0.0; MOST + 1]; COUNT] };
        for (at, goal) in GOALS.iter().enumerate() {
            let (held, lost) = ((mine & goal.cards).len(), (his & goal.cards).len());
            let own = goal.worths(tastes.hope(at, own_turns), held, lost);
            let his = goal.worths(tastes.hope(at, his_turns), lost, held);
            for more in 1..=MOST {
                let spoilt = if goal.is_lost(held + more as u8) { tastes.spoil * his[0] } else { 0.0 };
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
        Some(Move::Play(..) | Move::Wild(_) | Move::Take(_)) => {
            rate_cards(&experience.tastes, knowledge, me, moves, rates);
        }
    }
}

fn rate_cards(tastes: &Tastes, knowledge: &Knowledge, me: Seat, moves: &[Move], rates: &mut [f32]) {
    let other = Seat(me.0 ^ 1);
    let gains = Gains::of(tastes, knowledge, me, other);
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
                    let lost = tastes.lose * gains.own(alone) + tastes.give * gains.his(alone) + tastes.lay;
                    let again = if (hand & month).len() > 1 { tastes.take_back } else { 0.0 };
                    (1.0 - reach) * again - reach * lost
                } else {
                    let captured = if on == card { matching } else { Set::one(on) };
                    gains.own(captured | alone) * (1.0 - tastes.patience * (1.0 - reach))
                        + gains.his(captured) * tastes.deny * reach
                }
            }
            Move::Wild(on) => {
                gains.own(Set::one(on) | Set::one(Card::GAJI)) + DENY_ANY * gains.his(Set::one(on)) - WILD
            }
            Move::Take(on) => {
                let turned = Set::one(knowledge.turned());
                gains.own(Set::one(on) | turned) + tastes.deny / 2.0 * gains.his(Set::one(on))
            }
            Move::Keep | Move::Swap | Move::Koi | Move::Stop => 0.0,
        };
    }
}
