//! How good a bid and a card look in *Iyadosu*, as a linear rating: every move has the same few features, and each kind
//! of decision has its own weights for them, learned by self-play (`irori train iyadosu`).

use std::sync::LazyLock;

use cards::{Card as _, Seat, Set};
use games::iyadosu::{Card, Colour, Iyadosu, Knowledge, Move};

use super::survival::{missing_colours, survival, survival_as_leader};
use crate::linear::{KINDS, LinearRating, Weights};

/// Made by `irori train iyadosu`.
const TEXT: &str = include_str!("../../data/iyadosu.txt");

pub fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    static WEIGHTS: LazyLock<Weights<20>> = LazyLock::new(|| Weights::read::<Iyadosu>(TEXT));
    WEIGHTS.rate::<Iyadosu>(knowledge, moves, rates);
}

/// The kinds of decisions, in the order of the table.
const SPLITTING: usize = 0;
const LEADING: usize = 1;
/// Able to refuse.
const REFUSING: usize = 2;
/// Without a normal card of the lead colour.
const DISCARDING: usize = 3;
/// Following without a refusal card left.
const FOLLOWING: usize = 4;

/// In the order of the weights.
type Features = [f32; 20];

impl LinearRating<20> for Iyadosu {
    const KINDS: [&'static str; KINDS] = ["splitting", "leading", "refusing", "discarding", "following"];
    const SHARPNESS: f32 = 3.0;

    #[inline]
    fn describe(knowledge: &Knowledge, moves: &[Move], mut tell: impl FnMut(usize, &Features)) {
        let Some(viewer) = knowledge.viewer() else { return };
        if let Some(Move::Split(_)) = moves.first() {
            return describe_splits(knowledge, moves, tell);
        }
        let situation = Situation::of(knowledge, viewer);
        for &chosen in moves {
            let (card, refused) = match chosen {
                Move::Play(card) => (card, false),
                Move::Refuse(card) => (card, true),
                Move::Split(_) => continue,
            };
            tell(situation.kind, &situation.features(card, refused));
        }
    }
}

/// Features of choosing a number of refusal cards. Few are safe; a hand with high trumps can afford to bid more; and it
/// matters whether the remaining normal cards have the colours to refuse with.
fn describe_splits(knowledge: &Knowledge, moves: &[Move], mut tell: impl FnMut(usize, &Features)) {
    let hand = knowledge.dealt();
    let top = f32::from(3 * knowledge.seats());
    let (mut trumps, mut others) = (0.0, 0.0);
    for card in hand {
        let rank = f32::from(card.rank()) / top;
        if card.colour() == Colour::Black {
            trumps += rank;
        } else {
            others += rank * rank;
        }
    }
    let before = knowledge.declared().iter().filter(|&&number| number > 0).count() as f32;
    let with = |seats: u8, value: f32| if knowledge.seats() == seats { value } else { 0.0 };
    for &chosen in moves {
        let Move::Split(number) = chosen else { continue };
        let normal: Set<Card> = hand[..hand.len() - usize::from(number)].iter().copied().collect();
        let many = f32::from(number);
        let square = many * many;
        let mut features = [0.0; 20];
        features[usize::from(number)] = 1.0;
        features[8..16].copy_from_slice(&[
            many * trumps,
            square * trumps,
            many * others,
            square * others,
            with(3, many),
            with(5, many),
            many * before / f32::from(knowledge.seats()),
            survival(normal, number),
        ]);
        tell(SPLITTING, &features);
    }
}

/// What a seat sees when it is to play a card.
struct Situation {
    normal: Set<Card>,
    refuse: Set<Card>,
    unseen: Set<Card>,
    /// One over their number, and in each colour one over the number of steps to its highest card.
    part: f32,
    steps: [f32; 4],
    /// The card to beat; none before the lead.
    best: Option<Card>,
    /// Whether the seat that wins as things stand has tricks enough.
    unwelcome: bool,
    kind: usize,
    /// How many seats are still to play after this one.
    later: u8,
    /// How many tricks are left, this one included.
    tricks: u8,
    /// How many tricks the seat still lacks.
    need: f32,
    /// How many it can expect from the cards it holds.
    expected: f32,
    /// The tricks of a card that is neither trump nor high.
    chance: f32,
    /// How many dividers lie on the table, and how many of other seats may still come.
    stack: f32,
    pending: f32,
}

impl Situation {
    #[inline]
    fn of(knowledge: &Knowledge, viewer: Seat) -> Situation {
        let (normal, refuse, follow) = (knowledge.normal(), knowledge.refuse(), knowledge.follow());
        let unseen = knowledge.unseen();
        let (best, winner) = knowledge.best();
        let lacks = |seat: Seat| {
            f32::from(knowledge.declared()[seat.index()]) - f32::from(knowledge.won()[seat.index()])
        };
        let stack = knowledge.stack();
        let out = stack.iter().copied().collect();
        let kind = if follow.is_empty() {
            LEADING
        } else if normal.is_disjoint(follow) {
            DISCARDING
        } else if refuse.is_empty() {
            FOLLOWING
        } else {
            REFUSING
        };
        let mut situation = Situation {
            normal,
            refuse,
            unseen,
            part: 1.0 / f32::from(unseen.len().max(1)),
            steps: Colour::ALL.map(|colour| 1.0 / f32::from((unseen & colour.cards()).len() + 1)),
            best: (!follow.is_empty()).then_some(best),
            unwelcome: !follow.is_empty() && lacks(winner) <= 0.0,
            kind,
            later: knowledge.waiting().len().saturating_sub(1),
            tricks: normal.len() + refuse.len(),
            need: lacks(viewer),
            expected: 0.0,
            chance: [0.13, 0.055, 0.015][usize::from(knowledge.seats().clamp(3, 5) - 3)],
            stack: stack.len() as f32,
            pending: f32::from(knowledge.alive().without(viewer).minus(out).len()),
        };
        situation.expected = normal.iter().map(|card| situation.tricks_from(card, false)).sum::<f32>()
            + refuse.iter().map(|card| situation.tricks_from(card, true)).sum::<f32>();
        situation
    }

    #[inline]
    fn features(&self, card: Card, refused: bool) -> Features {
        let suit = card.suit();
        let height = self.height(card);
        let (normal, refuse) = if refused {
            (self.normal, self.refuse.len() - 1)
        } else {
            (self.normal - Set::one(card), self.refuse.len())
        };
        let left = normal.len();
        let win = self.win_probability(card);
        let lose = 1.0 - win;

        // The winner must lead a normal card, and misses an occasion to refuse.
        let survives = win * survival_as_leader(normal, refuse) + lose * survival(normal, refuse);
        let perseverance = self.stack + if refuse > 0 { 0.6 * self.pending } else { 0.0 };
        // How far the seat will end from its bid.
        let gap = self.need - (self.expected - self.tricks_from(card, refused));
        let leeway = 0.06 * f32::from(self.tricks);
        let distance = |gap: f32| (gap * gap + leeway).sqrt();
        let aim = -(win * distance(gap - 1.0) + lose * distance(gap));

        let at_risk = if refuse > 0 { 1.0 } else { 0.0 };
        let missing = missing_colours(normal) * at_risk;
        let full = self.need <= 0.0;
        let when = |condition: bool, value: f32| if condition { value } else { 0.0 };
        [
            survives * perseverance,
            survives,
            aim,
            aim * survives,
            win,
            when(full, win),
            win * at_risk,
            win * f32::from(refuse) / (f32::from(left) + 0.5),
            when(self.unwelcome, lose),
            when(left == 1, at_risk),
            when(left == 3, at_risk),
            missing,
            missing / f32::from(left + 1),
            when(refused && refuse == 0, 1.0),
            height,
            height * gap.clamp(-2.0, 2.0),
            when(full, height),
            when(card.colour() == Colour::Black, 1.0),
            when(!refused && (self.normal & suit).len() == 1, at_risk),
            f32::from((self.unseen & suit).len()) * self.part,
        ]
    }

    /// How high a card stands among the unseen ones of its colour, to 1 for the highest.
    #[inline]
    fn height(&self, card: Card) -> f32 {
        let lower = self.unseen & card.suit() & Set::from_bits((1 << card.index()) - 1);
        f32::from(lower.len() + 1) * self.steps[card.colour() as usize]
    }

    /// How many tricks a card is expected to win some time. A refusal card that is a trump can take a trick of any
    /// colour; another one hardly ever takes any.
    #[inline]
    fn tricks_from(&self, card: Card, refuse: bool) -> f32 {
        let height = self.height(card);
        match (card.colour() == Colour::Black, refuse) {
            (true, true) => 0.5 + 0.5 * height,
            (true, false) => height - 0.05,
            (false, true) => 0.0,
            (false, false) => self.chance + 0.29 * height * height * height,
        }
    }

    /// The probability that a card wins the trick: no seat still to play has a card that beats it and may and wants to
    /// play it.
    #[inline]
    fn win_probability(&self, card: Card) -> f32 {
        let takes = self.best.is_none_or(|best| card.beats(best));
        if !takes || self.later == 0 {
            return if takes { 1.0 } else { 0.0 };
        }
        let higher = (self.unseen & card.suit()) - Set::from_bits((1 << card.index()) - 1);
        let trumps =
            if card.colour() == Colour::Black { 0 } else { (self.unseen & Colour::Black.cards()).len() };
        let beaten_by = f32::from(higher.len()) + 0.5 * f32::from(trumps);
        let share = beaten_by * self.part;
        power(1.0 - 0.6 * share.min(1.0), self.tricks * self.later)
    }
}

/// A power, for exponents below 64, by squaring and without branches.
#[inline]
fn power(mut base: f32, exponent: u8) -> f32 {
    let mut power = 1.0;
    for bit in 0..6 {
        power *= if exponent >> bit & 1 == 0 { 1.0 } else { base };
        base *= base;
    }
    power
}
