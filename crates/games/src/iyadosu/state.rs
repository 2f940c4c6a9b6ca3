//! The state. Its public and hidden parts are separate types, so that a new field must be put on one side.

use cards::{Card as _, List, Seat, Seats, Set};
use ts_rs::TS;

use super::card::{Card, Colour, ranks};
use super::score::winners;
use crate::game::usual_public_state;
use crate::{First, PublicState, ScoreSheet, Sheet, State, Turn};

/// The most seats.
pub(super) const SEATS: usize = 5;
/// Cards in a hand, and so the most tricks in a round.
pub(super) const HAND: usize = 12;
/// The fewest and the most refusal cards a hand can be split into (`IY-5`).
pub(super) const LEAST_REFUSE: u8 = 1;
pub(super) const MOST_REFUSE: u8 = 7;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Who is start player first.
    pub first: First,
    /// Which dividers count for perseverance.
    pub stack: Stack,
    /// Whether an exact declaration brings its number on top in the last round (`IY-22`).
    pub final_bonus: bool,
    /// Whether as many points in one round as there are players win at once (`IY-23`).
    pub instant_win: bool,
}

/// Which dividers lie in the stack (`IY-14`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stack {
    /// Submissions and eliminations alike.
    #[default]
    All,
    /// Face-up ones only.
    Submissions,
}

/// What is drawn at random: the start player and the hands, left to right, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Who leads the first trick.
    pub start: Seat,
    /// The hands in their order. Hands of seats that are not at the table are of the default card alone.
    pub hands: [[Card; HAND]; SEATS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// So many cards at the right end of the hand become refusal cards.
    Split(u8),
    /// A normal card to the trick.
    Play(Card),
    /// A refusal card to the trick.
    Refuse(Card),
}

impl Default for Move {
    fn default() -> Move {
        Move::Play(Card::default())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub(super) enum Phase {
    Deal,
    Split,
    Play,
    Over,
}

pub type Iyadosu = State<Public, Hidden>;

/// Everything that everybody sees, with perfect memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    pub(super) seats: u8,
    pub(super) options: Options,
    pub(super) sheet: Sheet<SEATS, SEATS>,
    pub(super) phase: Phase,
    pub(super) start: Seat,
    /// Whose split or play is awaited.
    pub(super) to_act: Seat,
    /// Who has not been eliminated.
    pub(super) alive: Seats,
    /// Those of them whose turn in the trick is still to come, the seat to act among them.
    pub(super) waiting: Seats,
    /// The card that is winning the trick, and its player.
    pub(super) best: (Card, Seat),
    /// Every card of the lead colour; none before the lead.
    pub(super) follow: Set<Card>,
    /// The declared numbers; 0 before the split.
    pub(super) declared: [u8; SEATS],
    /// The tricks each seat won in this round.
    pub(super) won: [u8; SEATS],
    /// The owners of the dividers on the table, from the bottom. Those not alive lie face down.
    pub(super) stack: List<Seat, SEATS>,
    /// The tricks of this round, the one under way included.
    pub(super) tricks: List<Trick, HAND>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The hands before the split, in their order; after it the order is forgotten (`IY-7`).
    pub(super) dealt: [[Card; HAND]; SEATS],
    /// Each seat's normal and refusal cards, after the split.
    pub(super) sides: [[Set<Card>; 2]; SEATS],
}

impl PublicState for Public {
    usual_public_state!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Play | Phase::Split => Turn::Move(Seats::one(self.to_act)),
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }

    fn winners(&self) -> Seats {
        winners(self)
    }
}

impl Public {
    /// A table that awaits the first deal.
    pub(super) fn new(seats: u8, options: Options) -> Public {
        let first = options.first.seat().unwrap_or_default();
        Public::before_deal(seats, options, Sheet::new(seats), first)
    }

    /// A table that awaits the deal of a round which `start` starts.
    pub(super) fn before_deal(
        seats: u8,
        options: Options,
        sheet: Sheet<SEATS, SEATS>,
        start: Seat,
    ) -> Public {
        Public {
            seats,
            options,
            sheet,
            phase: Phase::Deal,
            start,
            to_act: start,
            alive: Seats::all(seats),
            waiting: Seats::all(seats),
            best: (Card::default(), start),
            follow: Set::EMPTY,
            declared: [0; SEATS],
            won: [0; SEATS],
            stack: List::new(),
            tricks: List::new(),
        }
    }

    /// Begins a round: the seat right of the start player splits first (`IY-6`). What the last round left behind
    /// is cleared in place, since writing a whole new table would take a good part of a deal's time.
    #[inline]
    pub(super) fn begin_round(&mut self, start: Seat) {
        self.phase = Phase::Split;
        self.start = start;
        self.to_act = start.right(self.seats);
        self.alive = Seats::all(self.seats);
        self.waiting = self.alive;
        self.best = (Card::default(), start);
        self.follow = Set::EMPTY;
        self.declared = [0; SEATS];
        self.won = [0; SEATS];
        self.stack.clear();
        self.tricks.clear();
    }

    /// Whether a round is under way.
    pub(super) fn in_round(&self) -> bool {
        matches!(self.phase, Phase::Split | Phase::Play)
    }

    /// Whether the next start player is drawn at random (`IY-3`).
    #[inline]
    pub(super) fn lot_for_start(&self) -> bool {
        self.sheet.is_empty() && self.options.first == First::Random
    }

    /// The colour of the trick's first card.
    pub(super) fn lead_colour(&self) -> Option<Colour> {
        self.follow.lowest().map(Card::colour)
    }

    /// The cards played in this round, in order.
    pub(super) fn plays(&self) -> impl Iterator<Item = PlayedCard> {
        self.tricks.iter().flat_map(|trick| trick.plays(self.seats))
    }

    /// How many normal and refusal cards a seat holds, if its hand is split.
    pub(super) fn sizes(&self, seat: Seat) -> Option<(u8, u8)> {
        if !self.in_round() || !self.has_split(seat) {
            return None;
        }
        let declared = self.declared[seat.index()];
        let played =
            |refused| self.plays().filter(|play| play.seat == seat && play.refused == refused).count() as u8;
        Some((HAND as u8 - declared - played(false), declared - played(true)))
    }

    pub(super) fn has_split(&self, seat: Seat) -> bool {
        self.declared[seat.index()] != 0
    }
}

impl Hidden {
    pub(super) const NOTHING: Hidden = Hidden { dealt: [NO_HAND; SEATS], sides: [[Set::EMPTY; 2]; SEATS] };
}

/// The number of a hand's side: normal cards, left of the divider.
pub(super) const NORMAL: usize = 0;
/// The number of a hand's side: refusal cards, right of the divider.
pub(super) const REFUSE: usize = 1;

/// The pack in order, laid out as hands. A table, since it is needed for every deal.
#[inline]
pub(super) fn unshuffled(seats: u8) -> [[Card; HAND]; SEATS] {
    const THREE: [[Card; HAND]; SEATS] = lay_out(3);
    const FOUR: [[Card; HAND]; SEATS] = lay_out(4);
    const FIVE: [[Card; HAND]; SEATS] = lay_out(5);
    match seats {
        3 => THREE,
        4 => FOUR,
        _ => FIVE,
    }
}

const fn lay_out(seats: u8) -> [[Card; HAND]; SEATS] {
    let mut hands = [NO_HAND; SEATS];
    let mut place = 0;
    while place < HAND * seats as usize {
        let (colour, rank) = (place / ranks(seats) as usize, place % ranks(seats) as usize);
        hands[place / HAND][place % HAND] = Card::new(Colour::ALL[colour], rank as u8 + 1);
        place += 1;
    }
    hands
}

/// Stands where there is no hand in its dealt order.
pub(super) const NO_HAND: [Card; HAND] = [Card::FIRST; HAND];

/// A card played to a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedCard {
    pub seat: Seat,
    pub card: Card,
    /// Whether it was a refusal card.
    pub refused: bool,
}

/// A trick under way or completed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trick {
    /// Who played the first card.
    pub leader: Option<Seat>,
    /// What each seat played, in a byte each: a card's index, `REFUSED` and `PLAYED`, or nothing.
    played: [u8; SEATS],
}

const PLAYED: u8 = 0x80;
const REFUSED: u8 = 0x40;

impl Trick {
    /// Adds a card. The first is the leader's.
    #[inline]
    pub fn add(&mut self, seat: Seat, card: Card, refused: bool) {
        self.leader = self.leader.or(Some(seat));
        self.played[seat.index()] = PLAYED | (u8::from(refused) * REFUSED) | card.index();
    }

    /// The cards, without their players.
    #[inline]
    pub fn cards(&self) -> Set<Card> {
        let bit = |&played: &u8| u64::from(played / PLAYED) << (played & !(PLAYED | REFUSED));
        Set::from_bits(self.played.iter().map(bit).fold(0, |all, one| all | one))
    }

    /// The cards in the order played: clockwise from the leader, passing over the eliminated.
    pub fn plays(&self, seats: u8) -> impl Iterator<Item = PlayedCard> {
        let leader = self.leader.unwrap_or_default();
        (0..seats).filter_map(move |step| {
            let seat = leader.onward(step, seats);
            let played = self.played[seat.index()];
            (played & PLAYED != 0).then(|| PlayedCard {
                seat,
                card: Card::from_index(played & !(PLAYED | REFUSED)),
                refused: played & REFUSED != 0,
            })
        })
    }
}
