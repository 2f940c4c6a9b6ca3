//! The state: what lies open and what lies hidden, apart, so that a new field must be put on one side.

use cards::{List, Seat, Seats, Set};

use super::card::Card;
use super::pile::Pile;
use super::score::Tally;
use crate::{First, Sheet, Turn};

/// The most seats.
pub(super) const SEATS: usize = 4;
/// The most rounds.
const ROUNDS: usize = 2 * SEATS;
/// How many of the face-up cards each player takes.
pub(super) const TAKES: u8 = 2;
/// The most tricks of a round: one for every card of a hand after the draft.
const TRICKS: usize = 14;
/// The most cards played or used for leaving in a round.
const PLAYS: usize = SEATS * TRICKS;

/// The options.
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

/// What chance decides: the cards of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Who starts.
    pub start: Seat,
    /// The cards turned up.
    pub up: Pile,
    /// The hands, by seat.
    pub hands: [Pile; SEATS],
    /// The cards laid beside the table.
    pub aside: Pile,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A face-up card into the hand.
    Take(Card),
    /// A card to the trick.
    Play(Card),
    /// A card beside the target, leaving the trick.
    Leave(Card),
}

impl Default for Move {
    fn default() -> Move {
        Move::Play(Card::default())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Deal,
    Draft,
    Play,
    Over,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WildRawz {
    pub(super) public: Public,
    pub(super) hidden: Hidden,
}

/// All that everybody sees, remembered perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Public {
    pub seats: u8,
    pub options: Options,
    pub sheet: Sheet<SEATS, ROUNDS>,
    pub phase: Phase,
    /// The start player of this round, or of the next once this one is scored.
    pub start: Seat,
    /// Whose move is awaited.
    pub to_play: Seat,
    /// The face-up cards that nobody has taken; from the end of the draft on, the trump card alone.
    pub up: Pile,
    /// The cards laid beside the table.
    pub aside: Pile,
    /// The cards taken, in order, from the start player clockwise.
    pub taken: List<Card, { TAKES as usize * SEATS }>,
    /// The last face-up card. Means nothing before the end of the draft.
    pub trump: Card,
    /// Every card of the lead colour; none before the lead.
    pub follow: Set<Card>,
    /// How strong the card is that wins the trick as things stand, and its player.
    pub best: (u8, Seat),
    /// Who has left the trick.
    pub leaver: Option<Seat>,
    /// What each seat has won and left in this round.
    pub tallies: [Tally; SEATS],
    /// All cards that left the hands in this round, in order: played, or used for leaving.
    pub plays: List<Card, PLAYS>,
    /// Which of them were used for leaving, as bits.
    pub leaves: u64,
    /// The leader of each trick of this round; of the first it is known from the deal on.
    pub leaders: List<Seat, TRICKS>,
}

/// What lies hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hidden {
    pub hands: [Pile; SEATS],
}

impl Public {
    /// A table that awaits the deal of a round that `start` starts.
    pub fn before_deal(seats: u8, options: Options, sheet: Sheet<SEATS, ROUNDS>, start: Seat) -> Public {
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
            tallies: [Tally::default(); SEATS],
            plays: List::new(),
            leaves: 0,
            leaders: List::new(),
        }
    }

    #[inline]
    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draft | Phase::Play => Turn::Move(Seats::one(self.to_play)),
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }

    /// How many rounds the game has (`WR-4`).
    #[inline]
    pub fn rounds(&self) -> u8 {
        self.options.laps * self.seats
    }

    /// How many tricks a round has (`WR-7`).
    #[inline]
    pub fn tricks(&self) -> u8 {
        self.options.hand + TAKES
    }

    /// Whether the next start player is found by lot (`WR-4`).
    #[inline]
    pub fn lot_for_start(&self) -> bool {
        self.sheet.is_empty() && self.options.first == First::Random
    }

    /// Whether all have taken their cards, so that the last one is the trump card (`WR-7`).
    #[inline]
    pub fn drafted(&self) -> bool {
        self.taken.len() == usize::from(TAKES * self.seats)
    }

    /// The cards taken in this round's draft with their takers, in order.
    pub fn takes(&self) -> impl Iterator<Item = (Seat, Card)> {
        let seats = usize::from(self.seats);
        self.taken.iter().enumerate().map(move |(at, &card)| {
            let taker = self.leaders[0].onward((at % seats) as u8, self.seats);
            (taker, card)
        })
    }

    /// The cards played or used for leaving in this round, in order.
    pub fn plays(&self) -> impl Iterator<Item = Play> {
        let seats = usize::from(self.seats);
        self.plays.iter().enumerate().map(move |(at, &card)| Play {
            seat: self.leaders[at / seats].onward((at % seats) as u8, self.seats),
            card,
            leads: at % seats == 0,
            leaves: self.leaves >> at & 1 != 0,
        })
    }

    /// The winners of a finished game (`WR-13`).
    pub fn winners(&self) -> Seats {
        if self.phase == Phase::Over { self.sheet.leaders() } else { Seats::NONE }
    }
}

/// A card that left a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    pub seat: Seat,
    pub card: Card,
    /// Whether it led the trick.
    pub leads: bool,
    /// Whether it was used for leaving.
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
    pub const NOTHING: Hidden = Hidden { hands: [Pile::EMPTY; SEATS] };
}
