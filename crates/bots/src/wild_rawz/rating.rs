//! How good a card looks, to play or to sit out with: the points expected after winning the trick and after losing it,
//! weighted by the probability to win it.

use cards::{Card as _, Seat, Set};
use games::wild_rawz::{Card, Knowledge, Move, Pile};

use super::tables::{SIDE, THREATS, Tables, rest};

/// From points to rating: a sensible player hardly ever gives up two points.
const SCALE: f32 = 1.5;
/// Skips, zeros and ones: cards to sit out with at little cost.
const LOW: Set<Card> = Set::from_bits(0x0203_0203_0203_0203);
const TWOS: Set<Card> = Set::from_bits(0x0004_0004_0004_0004);

/// What matters for the moves of a seat in one trick.
pub struct Situation<'a> {
    tables: &'a Tables,
    knowledge: &'a Knowledge,
    hand: Pile,
    elsewhere: Pile,
    trump: Card,
    /// Every card of the trump number.
    numbers: Set<Card>,
    /// How many trumps the others hold.
    trumps: usize,
    /// How many seats are still to play after this one.
    to_come: usize,
    need: i8,
    /// The power of each card of the hand, by its index, and their sum.
    powers: [f32; 64],
    strength: f32,
    lows: usize,
    twos: usize,
}

impl<'a> Situation<'a> {
    pub fn of(tables: &'a Tables, knowledge: &'a Knowledge, seat: Seat) -> Situation<'a> {
        let trump = knowledge.trump();
        let hand = knowledge.hand();
        let elsewhere = knowledge.elsewhere();
        let numbers = same_number(trump);
        let mut situation = Situation {
            tables,
            knowledge,
            hand,
            elsewhere,
            trump,
            numbers,
            trumps: count(elsewhere, numbers | trump.suit()),
            to_come: usize::from(knowledge.seats() - 1 - knowledge.put_down()),
            need: knowledge.missing(seat),
            powers: [0.0; 64],
            strength: 0.0,
            lows: count(hand, LOW),
            twos: count(hand, TWOS),
        };
        for card in hand.faces() {
            let power = tables.power[situation.power_cell(card)];
            situation.powers[usize::from(card.index())] = power;
            situation.strength += if hand.doubles().contains(card) { 2.0 * power } else { power };
        }
        situation
    }

    /// The table cell of a card's power, by its kind and the number of cards elsewhere that beat it.
    #[inline]
    pub fn power_cell(&self, card: Card) -> usize {
        let (kind, stronger) = if card == self.trump {
            (0, Set::EMPTY)
        } else if self.numbers.contains(card) {
            (0, self.numbers)
        } else if card.colour() == self.trump.colour() {
            (1, self.numbers | card.and_higher())
        } else {
            (2, card.and_higher() - self.numbers)
        };
        kind * THREATS + count(self.elsewhere, stronger).min(THREATS - 1)
    }

    /// The table cell of the probability that a card wins the trick, or the probability itself where it is certain.
    #[inline]
    pub fn win_cell(&self, card: Card) -> Result<usize, f32> {
        if !self.knowledge.would_win(card) {
            return Err(0.0);
        }
        let Some(to_come) = self.to_come.checked_sub(1) else { return Err(1.0) };
        let cell = self.power_cell(card);
        let (kind, threats) = (cell / THREATS, cell % THREATS);
        Ok(if kind < 2 {
            to_come * THREATS + threats
        } else {
            SIDE + (to_come * 8 + threats.min(7)) * 8 + (self.trumps / 2).min(7)
        })
    }

    /// The table cell and the strength of what is left once a card is gone and `met` wins fewer are needed.
    #[inline]
    pub fn rest(&self, card: Card, met: u8) -> (usize, f32) {
        let low = (self.lows - usize::from(LOW.contains(card))).min(3);
        let two = (self.twos - usize::from(TWOS.contains(card))).min(1);
        let tricks = usize::from(self.hand.len()) - 1;
        let strength = self.strength - self.powers[usize::from(card.index())];
        (rest(tricks, self.need - met as i8, 2 * low + two), strength)
    }

    #[inline]
    fn further(&self, card: Card, met: u8) -> f32 {
        let (rest, strength) = self.rest(card, met);
        self.tables.further(rest, strength)
    }

    /// The points expected from playing a card.
    #[inline]
    fn rate_play(&self, card: Card) -> f32 {
        let wins = self.win_cell(card).map_or_else(|certain| certain, |cell| self.tables.wins[cell]);
        let won = if wins > 0.0 { 1.0 + self.further(card, 1) } else { 0.0 };
        let lost = if wins < 1.0 { self.further(card, 0) } else { 0.0 };
        wins * won + (1.0 - wins) * lost
    }

    /// The points expected from sitting out with a card.
    #[inline]
    fn rate_leave(&self, card: Card) -> f32 {
        1.0 + self.further(card, card.value())
    }
}

pub fn rate(tables: &Tables, knowledge: &Knowledge, moves: &[Move], rates: &mut [f32]) {
    let Some(seat) = knowledge.viewer() else { return rates.fill(0.0) };
    if let Some(Move::Take(_)) = moves.first() {
        return super::draft::rate(knowledge, moves, rates);
    }
    let situation = Situation::of(tables, knowledge, seat);
    for (chosen, rate) in moves.iter().zip(rates) {
        *rate = SCALE
            * match *chosen {
                Move::Play(card) => situation.rate_play(card),
                Move::Leave(card) => situation.rate_leave(card),
                Move::Take(_) => 0.0,
            };
    }
}

/// How many cards of a pile are in a set.
#[inline]
pub fn count(pile: Pile, set: Set<Card>) -> usize {
    usize::from((pile.faces() & set).len() + (pile.doubles() & set).len())
}

/// Every card of a card's number. Skips have none, and nobody asks for them.
#[inline]
pub fn same_number(card: Card) -> Set<Card> {
    Set::from_bits(0x0001_0001_0001_0001 << card.value())
}
