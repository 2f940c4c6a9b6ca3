//! Iroha: what a card is worth at a glance.
//!
//! Every card is described by the same few terms, and each place in a trick has its own weights for them, which were
//! learned by self-play (`irori train iroha`).

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use cards::{Card as _, Seat, Set};
use games::Game;
use games::iroha::{Card, Choice, Colour, Iroha, Knowledge, Move};

use crate::insight::{advised_by_search, advised_with_open_cards};
use crate::weighed::{KINDS, Weighed, Weights};
use crate::{Insight, greedy};

impl Insight for Iroha {
    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        static WEIGHTS: LazyLock<Weights<16>> =
            LazyLock::new(|| Weights::read::<Iroha>(include_str!("../../data/iroha.txt")));
        WEIGHTS.rate::<Iroha>(knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::iroha(knowledge, moves, rates);
    }

    fn rounds_left(&self) -> usize {
        usize::from(self.seats()) - self.rounds()
    }

    fn spread(seats: u8) -> f32 {
        [4.6, 6.5, 8.4, 10.3][usize::from(seats.clamp(3, 6) - 3)]
    }

    fn decisions_left(&self) -> u32 {
        self.decisions_left()
    }

    fn is_broad(moves: &[Move]) -> bool {
        matches!(moves.first().map(|chosen| chosen.choice()), Some(Choice::Pass(..)))
    }

    advised_by_search!();
}

/// The kinds of decisions, in the order of the table.
const PASSING: usize = 0;
const LEADING: usize = 1;
const FOLLOWING: usize = 2;
/// For the last of a trick.
const CLOSING: usize = 3;
/// For who cannot follow and so moves the trump, with others still to come.
const MOVING: usize = 4;

/// The terms by which a move is judged, in the order of the weights.
type Terms = [f32; 16];

impl Weighed<16> for Iroha {
    const KINDS: [&'static str; KINDS] = ["passing", "leading", "following", "closing", "moving"];
    const SHARPNESS: f32 = 1.0;

    #[inline]
    fn describe(knowledge: &Knowledge, moves: &[Move], mut tell: impl FnMut(usize, &Terms)) {
        let Some(viewer) = knowledge.viewer() else { return };
        let prospect = Prospect::of(knowledge, viewer);
        for chosen in moves {
            match chosen.choice() {
                Choice::Pass(first, second) => tell(PASSING, &pass_terms(knowledge, first, second)),
                Choice::Play(card) => tell(prospect.kind, &prospect.terms(card)),
            }
        }
    }
}

/// What matters in passing two cards on. High cards win tricks when nobody wants them any more, unless they stand
/// among many of their colour; and it is good to be left with one card of a colour or none, for whoever cannot follow
/// moves the trump.
#[inline]
fn pass_terms(knowledge: &Knowledge, first: Card, second: Card) -> Terms {
    let top = 2 * knowledge.seats();
    let hand = knowledge.hand();
    let kept = hand - (Set::one(first) | Set::one(second));
    let mut terms = [0.0; 16];
    for card in [first, second] {
        let rank = f32::from(card.rank()) / f32::from(top);
        let held = f32::from((hand & card.suit()).len());
        terms[0] += rank;
        terms[1] += rank * rank;
        terms[2] += held;
        terms[3] += rank * held;
        match (kept & card.suit()).len() {
            0 => {
                terms[4] += 1.0;
                terms[5] += rank;
            }
            1 => {
                terms[6] += 1.0;
                terms[7] += rank;
            }
            _ => {}
        }
        // The highest card of all is sure to win when one wants it to.
        terms[8] += if card.rank() == top { 1.0 } else { 0.0 };
    }
    terms
}

/// What a seat sees when it is to play a card.
struct Prospect {
    hand: Set<Card>,
    unseen: Set<Card>,
    /// One part of that many.
    part: f32,
    follow: Set<Card>,
    /// The card to beat; nobody's before the lead.
    best: Option<Card>,
    kind: usize,
    /// Ranks of a colour.
    top: f32,
    /// How many are still to play after this seat, and how much they would like to win.
    later: u8,
    rivals: f32,
    /// How many cards each of them holds, and what part of a hand that is.
    held: u8,
    time: f32,
    /// What the seat has captured, and the same with the trick on the table.
    captured: Set<Card>,
    pile: Set<Card>,
    /// What the trick on the table would bring.
    gain: f32,
    /// The share of colours of which the seat has captured none: an empty colour can bring its card's full rank.
    hunger: f32,
    /// The pile of who wins the trick as things stand.
    winner: Set<Card>,
}

impl Prospect {
    #[inline]
    fn of(knowledge: &Knowledge, viewer: Seat) -> Prospect {
        let seats = knowledge.seats();
        let (hand, trick, follow) = (knowledge.hand(), knowledge.trick(), knowledge.follow());
        let unseen = knowledge.unseen();
        let later = seats.saturating_sub(trick.len() + 1);
        let (best, winner) = knowledge.best();
        let captured = knowledge.captured(viewer);
        let pile = captured | trick;
        let kind = if trick.is_empty() {
            LEADING
        } else if later == 0 {
            CLOSING
        } else if hand.is_disjoint(follow) {
            MOVING
        } else {
            FOLLOWING
        };
        Prospect {
            hand,
            unseen,
            part: 1.0 / f32::from(unseen.len().max(1)),
            follow,
            best: (!trick.is_empty()).then_some(best),
            kind,
            top: f32::from(2 * seats),
            later,
            rivals: (1..=later).map(|step| hunger(knowledge.captured(viewer.onward(step, seats)))).sum(),
            held: hand.len(),
            time: f32::from(hand.len()) / 9.0,
            captured,
            pile,
            gain: points(pile) - points(captured),
            hunger: hunger(captured),
            winner: knowledge.captured(winner) | trick,
        }
    }

    #[inline]
    fn terms(&self, card: Card) -> Terms {
        let suit = card.suit();
        let unseen = self.unseen & suit;
        let lower = (unseen & below(card)).len();
        let height = f32::from(lower + 1) / f32::from(unseen.len() + 1);
        let rank = f32::from(card.rank()) / self.top;
        let held = (self.hand & suit).len();
        let taken = !self.captured.is_disjoint(suit);

        let win = self.chance_to_win(card, unseen.len() - lower);
        let gain = win * (self.gain + marginal(self.pile, card));
        let given = if self.best.is_some() { (1.0 - win) * marginal(self.winner, card) } else { 0.0 };
        [
            gain,
            if win > 0.0 { win * self.expected_loss(card, unseen) } else { 0.0 },
            win,
            win * self.hunger,
            win * self.time,
            win * self.rivals,
            gain * self.time,
            given,
            height * self.hunger,
            height * height * self.hunger,
            height * self.time,
            if taken { height } else { 0.0 },
            f32::from(held) / 4.0,
            if held == 1 { 1.0 } else { 0.0 },
            rank * self.time,
            rank * rank,
        ]
    }

    /// The chance that a card wins the trick, where `higher` cards of its colour are unseen. Each of those still to
    /// play may hold one of them, and play it more often than not, or be unable to follow and move the trump.
    #[inline]
    fn chance_to_win(&self, card: Card, higher: u8) -> f32 {
        let takes = match self.best {
            Some(best) => !self.follow.contains(card) || (card.suit().contains(best) && card > best),
            None => true,
        };
        if !takes || self.later == 0 {
            return if takes { 1.0 } else { 0.0 };
        }
        let following = (self.unseen & (self.follow | card.suit())).len();
        let fails = 1.0 - self.chance_of_none(following);
        let ducks = 0.3 + 0.7 * self.chance_of_none(higher);
        power(fails * ducks, self.later)
    }

    /// The chance that a seat still to play holds none of `cards` unseen cards.
    #[inline]
    fn chance_of_none(&self, cards: u8) -> f32 {
        power(1.0 - f32::from(cards) * self.part, self.held)
    }

    /// What those still to play are expected to cost who wins the trick with a card, by adding to its colour, of
    /// which they hold some of the `unseen` cards: one point each, and more where a card is the lowest.
    #[inline]
    fn expected_loss(&self, card: Card, unseen: Set<Card>) -> f32 {
        let Some(lowest) = ((self.pile & card.suit()) | Set::one(card)).lowest() else { return 0.0 };
        let follows = 1.0 - self.chance_of_none(unseen.len());
        let under = unseen & below(lowest);
        let Some(bottom) = under.lowest() else { return -follows * f32::from(self.later) };
        let share = f32::from(under.len()) / f32::from(unseen.len());
        let fall = f32::from(lowest.rank() - bottom.rank() + 1) / 2.0;
        -follows * f32::from(self.later) - fall * (1.0 - power(1.0 - share * follows, self.later))
    }
}

/// The cards before one in pack order.
#[inline]
fn below(card: Card) -> Set<Card> {
    Set::from_bits((1 << card.index()) - 1)
}

/// The bits of each colour's lane of a pile.
#[inline]
fn lanes(pile: Set<Card>) -> [u64; 5] {
    Colour::ALL.map(|colour| (pile & colour.cards()).bits())
}

/// The share of colours of which a pile holds none.
#[inline]
fn hunger(pile: Set<Card>) -> f32 {
    0.2 * lanes(pile).iter().filter(|&&lane| lane == 0).count() as f32
}

/// The points of a pile (`IR-11`).
#[inline]
fn points(pile: Set<Card>) -> f32 {
    let mut points = -i32::from(pile.len());
    for (at, lane) in lanes(pile).into_iter().enumerate() {
        // The lane's lowest rank, and the one that its lowest card does not cost.
        let lowest = lane.trailing_zeros() as i32 - 12 * at as i32 + 1;
        points += if lane == 0 { 0 } else { lowest + 1 };
    }
    points as f32
}

/// What one more card does to the points of a pile.
#[inline]
fn marginal(pile: Set<Card>, card: Card) -> f32 {
    let rank = f32::from(card.rank());
    match (pile & card.suit()).lowest() {
        Some(lowest) => -1.0 - (f32::from(lowest.rank()) - rank).max(0.0),
        None => rank,
    }
}

/// A power, for exponents below 16, by squaring and without branches.
#[inline]
fn power(base: f32, exponent: u8) -> f32 {
    let base = base.max(0.0);
    let (second, fourth) = (base * base, base * base * base * base);
    let part = |bit: u8, power: f32| if exponent & bit == 0 { 1.0 } else { power };
    part(1, base) * part(2, second) * (part(4, fourth) * part(8, fourth * fourth))
}
