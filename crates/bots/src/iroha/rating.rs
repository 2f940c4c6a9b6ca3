//! How good a card looks in *Iroha*, as a linear rating: every card has the same few features, and each kind of decision
//! has its own weights for them, learned by self-play (`irori train iroha`).

use std::sync::LazyLock;

use cards::{Card as _, Seat, Set};
use games::iroha::{Card, Choice, Colour, Iroha, Knowledge, Move};

use crate::linear::{KINDS, LinearRating, Weights};

/// Made by `irori train iroha`.
const TEXT: &str = include_str!("../../data/iroha.txt");

pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    static WEIGHTS: LazyLock<Weights<16>> = LazyLock::new(|| Weights::read::<Iroha>(TEXT));
    WEIGHTS.rate::<Iroha>(knowledge, moves, rates);
}

/// The kinds of decisions, in the order of the table.
const PASSING: usize = 0;
const LEADING: usize = 1;
const FOLLOWING: usize = 2;
/// As the last player of a trick.
const CLOSING: usize = 3;
/// Unable to follow, so the card moves the trump, with others still to come.
const MOVING: usize = 4;

/// In the order of the weights.
type Features = [f32; 16];

impl LinearRating<16> for Iroha {
    const KINDS: [&'static str; KINDS] = ["passing", "leading", "following", "closing", "moving"];
    const SHARPNESS: f32 = 1.0;

    #[inline]
    fn describe(knowledge: &Knowledge, moves: &[Move], mut tell: impl FnMut(usize, &Features)) {
        let Some(viewer) = knowledge.viewer() else { return };
        let situation = Situation::of(knowledge, viewer);
        for chosen in moves {
            match chosen.choice() {
                Choice::Pass(first, second) => tell(PASSING, &pass_features(knowledge, first, second)),
                Choice::Play(card) => tell(situation.kind, &situation.features(card)),
            }
        }
    }
}

/// Features of passing two cards. High cards win tricks when nobody wants them any more, unless they stand among many of
/// their colour. And it is good to keep one card of a colour or none, because a player who cannot follow moves the trump.
#[inline]
fn pass_features(knowledge: &Knowledge, first: Card, second: Card) -> Features {
    let top = 2 * knowledge.seats();
    let hand = knowledge.hand();
    let kept = hand - (Set::one(first) | Set::one(second));
    let mut features = [0.0; 16];
    for card in [first, second] {
        let rank = f32::from(card.rank()) / f32::from(top);
        let held = f32::from((hand & card.suit()).len());
        features[0] += rank;
        features[1] += rank * rank;
        features[2] += held;
        features[3] += rank * held;
        match (kept & card.suit()).len() {
            0 => {
                features[4] += 1.0;
                features[5] += rank;
            }
            1 => {
                features[6] += 1.0;
                features[7] += rank;
            }
            _ => {}
        }
        // The highest card of a colour wins whenever its holder wants it to.
        features[8] += if card.rank() == top { 1.0 } else { 0.0 };
    }
    features
}

/// What a seat sees when it is to play a card.
struct Situation {
    hand: Set<Card>,
    unseen: Set<Card>,
    /// One over their number.
    part: f32,
    follow: Set<Card>,
    /// The card to beat; none before the lead.
    best: Option<Card>,
    kind: usize,
    /// The highest rank.
    top: f32,
    /// How many seats are still to play after this one, and the sum of their hungers.
    later: u8,
    rivals: f32,
    /// How many cards each of them holds, and which part of a full hand that is.
    held: u8,
    time: f32,
    /// What the seat has captured, and the same with the trick on the table.
    captured: Set<Card>,
    pile: Set<Card>,
    /// The points that the trick on the table would bring.
    gain: f32,
    /// The fraction of colours of which the seat has captured none: such a colour can bring its card's full rank.
    hunger: f32,
    /// The pile of the seat that wins the trick as things stand, with the trick.
    winner: Set<Card>,
}

impl Situation {
    #[inline]
    fn of(knowledge: &Knowledge, viewer: Seat) -> Situation {
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
        Situation {
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
    fn features(&self, card: Card) -> Features {
        let suit = card.suit();
        let unseen = self.unseen & suit;
        let lower = (unseen & below(card)).len();
        let height = f32::from(lower + 1) / f32::from(unseen.len() + 1);
        let rank = f32::from(card.rank()) / self.top;
        let held = (self.hand & suit).len();
        let taken = !self.captured.is_disjoint(suit);

        let win = self.win_probability(card, unseen.len() - lower);
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

    /// The probability that a card wins the trick, where `higher` cards of its colour are unseen. Each seat still to
    /// play may hold one of them, and plays it more often than not, or may be unable to follow and move the trump.
    #[inline]
    fn win_probability(&self, card: Card, higher: u8) -> f32 {
        let takes = match self.best {
            Some(best) => !self.follow.contains(card) || (card.suit().contains(best) && card > best),
            None => true,
        };
        if !takes || self.later == 0 {
            return if takes { 1.0 } else { 0.0 };
        }
        let following = (self.unseen & (self.follow | card.suit())).len();
        let fails = 1.0 - self.probability_of_none(following);
        let ducks = 0.3 + 0.7 * self.probability_of_none(higher);
        power(fails * ducks, self.later)
    }

    /// The probability that a seat still to play holds none of `cards` unseen cards.
    #[inline]
    fn probability_of_none(&self, cards: u8) -> f32 {
        power(1.0 - f32::from(cards) * self.part, self.held)
    }

    /// What the seats still to play are expected to cost the winner by adding to the card's colour, of which they hold
    /// some of the `unseen` cards: one point each, and more where a card is the lowest.
    #[inline]
    fn expected_loss(&self, card: Card, unseen: Set<Card>) -> f32 {
        let Some(lowest) = ((self.pile & card.suit()) | Set::one(card)).lowest() else { return 0.0 };
        let follows = 1.0 - self.probability_of_none(unseen.len());
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

/// The fraction of colours of which a pile holds none.
#[inline]
fn hunger(pile: Set<Card>) -> f32 {
    0.2 * lanes(pile).iter().filter(|&&lane| lane == 0).count() as f32
}

/// The points of a pile (`IR-11`).
#[inline]
pub(super) fn points(pile: Set<Card>) -> f32 {
    let mut points = -i32::from(pile.len());
    for (at, lane) in lanes(pile).into_iter().enumerate() {
        // The lane's lowest rank; the lowest card itself costs nothing.
        let lowest = lane.trailing_zeros() as i32 - 12 * at as i32 + 1;
        points += if lane == 0 { 0 } else { lowest + 1 };
    }
    points as f32
}

/// How one more card changes the points of a pile.
#[inline]
pub(super) fn marginal(pile: Set<Card>, card: Card) -> f32 {
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
