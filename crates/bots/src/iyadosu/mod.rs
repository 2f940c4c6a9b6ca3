//! Iyadosu: what a split and a card are worth at a glance.
//!
//! Every card is described by the same few terms, and each kind of decision has its own weights for them, which were
//! learned by self-play (`irori train iyadosu`).

mod survival;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use cards::{Card as _, Seat, Set};
use games::iyadosu::{Card, Colour, Iyadosu, Knowledge, Move};
use games::{Game, Turn};

use crate::insight::{advised_by_search, advised_with_open_cards};
use crate::weighed::{KINDS, Weighed, Weights};
use crate::{Insight, greedy};
use survival::{missing_colours, survival, survival_as_leader};

impl Insight for Iyadosu {
    const EXACT_AT_ROOT: u32 = 11;

    fn rate(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        static WEIGHTS: LazyLock<Weights<20>> =
            LazyLock::new(|| Weights::read::<Iyadosu>(include_str!("../../data/iyadosu.txt")));
        WEIGHTS.rate::<Iyadosu>(knowledge, moves, rates);
    }

    fn greedy(knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
        greedy::iyadosu(knowledge, moves, rates);
    }

    /// None after an instant win, though rounds were not played.
    fn rounds_left(&self) -> usize {
        if self.turn() == Turn::Over { 0 } else { usize::from(self.seats()) - self.rounds() }
    }

    fn spread(seats: u8) -> f32 {
        [0.75, 1.05, 1.4][usize::from(seats.clamp(3, 5) - 3)]
    }

    fn decisions_left(&self) -> u32 {
        self.decisions_left()
    }

    /// Who is eliminated, and so who is to act next, depends on cards that nobody else sees.
    fn outcome(&self) -> u64 {
        let alive = self.alive().iter().fold(0, |bits, seat| bits | 1 << seat.0);
        let next = self.to_act().first().map_or(7, |seat| u64::from(seat.0));
        alive | next << 8 | u64::from(self.stack_height()) << 16 | (self.rounds() as u64) << 24
    }

    fn is_broad(moves: &[Move]) -> bool {
        matches!(moves.first(), Some(Move::Split(_)))
    }

    advised_by_search!();
}

/// The kinds of decisions, in the order of the table.
const SPLITTING: usize = 0;
const LEADING: usize = 1;
/// For who may refuse.
const REFUSING: usize = 2;
/// For who has no normal card of the lead colour.
const DISCARDING: usize = 3;
/// For who follows and has no refuse card left.
const FOLLOWING: usize = 4;

/// The terms by which a move is judged, in the order of the weights.
type Terms = [f32; 20];

impl Weighed<20> for Iyadosu {
    const KINDS: [&'static str; KINDS] = ["splitting", "leading", "refusing", "discarding", "following"];
    const SHARPNESS: f32 = 3.0;

    #[inline]
    fn describe(knowledge: &Knowledge, moves: &[Move], mut tell: impl FnMut(usize, &Terms)) {
        let Some(viewer) = knowledge.viewer() else { return };
        if let Some(Move::Split(_)) = moves.first() {
            return describe_splits(knowledge, moves, tell);
        }
        let prospect = Prospect::of(knowledge, viewer);
        for &chosen in moves {
            let (card, refused) = match chosen {
                Move::Play(card) => (card, false),
                Move::Refuse(card) => (card, true),
                Move::Split(_) => continue,
            };
            tell(prospect.kind, &prospect.terms(card, refused));
        }
    }
}

/// What matters in choosing a number of refuse cards. Few are safe; a hand with high trumps can afford to declare more;
/// and it matters whether the normal cards that remain have the colours to refuse with.
fn describe_splits(knowledge: &Knowledge, moves: &[Move], mut tell: impl FnMut(usize, &Terms)) {
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
        let mut terms = [0.0; 20];
        terms[usize::from(number)] = 1.0;
        terms[8..16].copy_from_slice(&[
            many * trumps,
            square * trumps,
            many * others,
            square * others,
            with(3, many),
            with(5, many),
            many * before / f32::from(knowledge.seats()),
            survival(normal, number),
        ]);
        tell(SPLITTING, &terms);
    }
}

/// What a seat sees when it is to play a card.
struct Prospect {
    normal: Set<Card>,
    refuse: Set<Card>,
    unseen: Set<Card>,
    /// One part of that many, and in each colour one of the steps to its highest card.
    part: f32,
    steps: [f32; 4],
    /// The card to beat; nobody's before the lead.
    best: Option<Card>,
    /// Whether who wins as things stand would rather not.
    unwelcome: bool,
    kind: usize,
    /// How many are still to play after this seat.
    later: u8,
    /// How many tricks are left, this one included.
    tricks: u8,
    /// How many tricks the seat still lacks.
    need: f32,
    /// How many it can expect from the cards it holds.
    expected: f32,
    /// What a card that is neither trump nor high brings.
    chance: f32,
    /// How many insert cards lie on the table, and how many of others may still come.
    stack: f32,
    pending: f32,
}

impl Prospect {
    #[inline]
    fn of(knowledge: &Knowledge, viewer: Seat) -> Prospect {
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
        let mut prospect = Prospect {
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
        prospect.expected = normal.iter().map(|card| prospect.tricks_from(card, false)).sum::<f32>()
            + refuse.iter().map(|card| prospect.tricks_from(card, true)).sum::<f32>();
        prospect
    }

    #[inline]
    fn terms(&self, card: Card, refused: bool) -> Terms {
        let suit = card.suit();
        let height = self.height(card);
        let (normal, refuse) = if refused {
            (self.normal, self.refuse.len() - 1)
        } else {
            (self.normal - Set::one(card), self.refuse.len())
        };
        let left = normal.len();
        let win = self.chance_to_win(card);
        let lose = 1.0 - win;

        // Whoever wins must lead a normal card, and loses an occasion to refuse.
        let survives = win * survival_as_leader(normal, refuse) + lose * survival(normal, refuse);
        let perseverance = self.stack + if refuse > 0 { 0.6 * self.pending } else { 0.0 };
        // How far the seat will end from what it declared.
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

    /// How many tricks a card is expected to win some time. A refuse card that is a trump can take a trick of any
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

    /// The chance that a card wins the trick: that none of those still to play has a card that beats it and may and
    /// wants to play it.
    #[inline]
    fn chance_to_win(&self, card: Card) -> f32 {
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
