//! The state. Its public and hidden parts are separate types, so that a new field must be put on one side.

use cards::{List, Seat, Seats, Set};
use ts_rs::TS;

use super::card::Card;
use super::pile::Pile;
use super::score::SeatTally;
use crate::game::usual_public_state;
use crate::{First, PublicState, ScoreSheet, Sheet, State, Turn};

/// The most seats.
pub(super) const SEATS: usize = 4;
/// The most rounds.
const ROUNDS: usize = 2 * SEATS;
/// How many of the face-up cards each player takes.
pub(super) const TAKES: u8 = 2;
/// The most tricks of a round: one for every card of a hand after the draft.
const TRICKS: usize = 14;
/// The most cards that leave the hands in a round.
const PLAYS: usize = SEATS * TRICKS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Who starts the first round.
    pub first: First,
    /// How many rounds each player starts: 1 or 2.
    pub laps: u8,
    /// How many cards are dealt to each hand: 11, or 12 with four players.
    pub hand: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { first: First::Random, laps: 2, hand: 11 }
    }
}

/// What is drawn at random: the cards of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    pub start: Seat,
    /// The cards turned up.
    pub up: Pile,
    pub hands: [Pile; SEATS],
    /// The cards laid beside the table.
    pub aside: Pile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A face-up card into the hand.
    Take(Card),
    /// A card to the trick.
    Play(Card),
    /// A card beside the target, to sit out the trick.
    Leave(Card),
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
    Draft,
    Play,
    Over,
}

pub type WildRawz = State<Public, Hidden>;

/// Everything that everybody sees, with perfect memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    pub(super) seats: u8,
    pub(super) options: Options,
    pub(super) sheet: Sheet<SEATS, ROUNDS>,
    pub(super) phase: Phase,
    /// The start player of this round, or of the next once this one is scored.
    pub(super) start: Seat,
    /// Whose move is awaited.
    pub(super) to_play: Seat,
    /// The face-up cards that nobody has taken; from the end of the draft on, the trump card alone.
    pub(super) up: Pile,
    /// The cards laid beside the table.
    pub(super) aside: Pile,
    /// The cards taken, in order, from the start player clockwise.
    pub(super) taken: List<Card, { TAKES as usize * SEATS }>,
    /// The last face-up card. Meaningless before the end of the draft.
    pub(super) trump: Card,
    /// Every card of the lead colour; none before the lead.
    pub(super) follow: Set<Card>,
    /// How strong the card is that is winning the trick, and its player.
    pub(super) best: (u8, Seat),
    /// The seat that sits out the trick.
    pub(super) leaver: Option<Seat>,
    /// What counts for each seat in this round.
    pub(super) tallies: [SeatTally; SEATS],
    /// All cards that left the hands in this round, in order: played, or used to sit out.
    pub(super) plays: List<Card, PLAYS>,
    /// Which of them were used to sit out, as bits.
    pub(super) leaves: u64,
    /// The leader of each trick of this round; the first is known from the deal.
    pub(super) leaders: List<Seat, TRICKS>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    pub(super) hands: [Pile; SEATS],
}

impl PublicState for Public {
    usual_public_state!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draft | Phase::Play => Turn::Move(Seats::one(self.to_play)),
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }

    /// The winners of a finished game (`WR-13`).
    fn winners(&self) -> Seats {
        if self.phase == Phase::Over { self.sheet.leaders() } else { Seats::NONE }
    }
}

impl Public {
    /// A table that awaits the first deal.
    pub(super) fn new(seats: u8, options: Options) -> Public {
        let first = options.first.seat().unwrap_or_default();
        Public::before_deal(seats, options, Sheet::new(seats), first)
    }

    /// A table that awaits the deal of a round that `start` starts.
    pub(super) fn before_deal(
        seats: u8,
        options: Options,
        sheet: Sheet<SEATS, ROUNDS>,
        start: Seat,
    ) -> Public {
        Public {
            seats,
            options,
            sheet,
            phase: Phase::Deal,
            start,
            to_play: start,
            up: Pile::EMPTY,
            aside: Pile::EMPTY,
            taken: List::new(),
            trump: Card::default(),
            follow: Set::EMPTY,
            best: (0, start),
            leaver: None,
            tallies: [SeatTally::default(); SEATS],
            plays: List::new(),
            leaves: 0,
            leaders: List::new(),
        }
    }

    /// How many rounds the game has (`WR-4`).
    #[inline]
    pub(super) fn rounds(&self) -> u8 {
        self.options.laps * self.seats
    }

    /// How many tricks a round has (`WR-7`).
    #[inline]
    pub(super) fn tricks(&self) -> u8 {
        self.options.hand + TAKES
    }

    /// Whether the next start player is drawn at random (`WR-4`).
    #[inline]
    pub(super) fn lot_for_start(&self) -> bool {
        self.sheet.is_empty() && self.options.first == First::Random
    }

    /// Whether all have taken their cards, so that the last one is the trump card (`WR-7`).
    #[inline]
    pub(super) fn drafted(&self) -> bool {
        self.taken.len() == usize::from(TAKES * self.seats)
    }

    /// The cards taken in this round's draft with their takers, in order.
    pub(super) fn takes(&self) -> impl Iterator<Item = (Seat, Card)> {
        let seats = usize::from(self.seats);
        self.taken.iter().enumerate().map(move |(at, &card)| {
            let taker = self.leaders[0].onward((at % seats) as u8, self.seats);
            (taker, card)
        })
    }

    /// The cards that left the hands in this round, in order.
    pub(super) fn plays(&self) -> impl Iterator<Item = PlayedCard> {
        let seats = usize::from(self.seats);
        self.plays.iter().enumerate().map(move |(at, &card)| PlayedCard {
            seat: self.leaders[at / seats].onward((at % seats) as u8, self.seats),
            card,
            leads: at % seats == 0,
            leaves: self.leaves >> at & 1 != 0,
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedCard {
    pub seat: Seat,
    pub card: Card,
    /// Whether it led the trick.
    pub leads: bool,
    /// Whether it was used to sit out.
    pub leaves: bool,
}

/// Collects cards by seat.
pub(super) fn by_seat(cards: impl Iterator<Item = (Seat, Card)>) -> [Pile; SEATS] {
    let mut piles = [Pile::EMPTY; SEATS];
    for (seat, card) in cards {
        piles[seat.index()].insert(card);
    }
    piles
}

impl Hidden {
    pub(super) const NOTHING: Hidden = Hidden { hands: [Pile::EMPTY; SEATS] };
}
