//! The state. Its public and hidden parts are separate types, so that a new field must be put on one side.

use cards::{List, Seat, Seats, Set};
use ts_rs::TS;

use super::card::Card;
use crate::game::usual_public_state;
use crate::{First, PublicState, ScoreSheet, Sheet, State, Turn};

/// The most seats.
pub(super) const SEATS: usize = 6;
/// Cards in a hand, and so tricks in a deal.
pub(super) const HAND: u8 = 9;
/// Cards that each seat passes on before the tricks (`IR-5`).
pub(super) const PASSES: u8 = 2;
/// The most plays of a deal.
const PLAYS: usize = SEATS * HAND as usize;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Who deals first.
    pub first: First,
    /// Whether each player's lowest captured card of each colour is shown.
    pub open_lowest: bool,
    /// What happens when several have the highest total.
    pub tie_break: TieBreak,
}

/// How a tie ends (`IR-12`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreak {
    /// Who finds the first star: a draw at random among the tied.
    #[default]
    FirstStar,
    /// The tied share the victory.
    Shared,
}

/// What is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// The cards of a deal.
    Hands {
        dealer: Seat,
        hands: [Set<Card>; SEATS],
        /// The cards nobody sees.
        aside: Set<Card>,
    },
    /// Which of the tied finds the first star.
    Star(Seat),
}

/// A decision in two bytes, since a seat has 36 passes to list. Two different cards are passed; the same card twice is
/// played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Card, Card);

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Two different cards for the left neighbour.
    Pass(Card, Card),
    /// A card to the trick.
    Play(Card),
}

impl Move {
    /// Two different cards for the left neighbour.
    #[inline]
    pub fn pass(first: Card, second: Card) -> Move {
        debug_assert_ne!(first, second);
        Move(first, second)
    }

    /// A card to the trick.
    #[inline]
    pub fn play(card: Card) -> Move {
        Move(card, card)
    }

    #[inline]
    pub fn choice(self) -> Choice {
        if self.0 == self.1 { Choice::Play(self.0) } else { Choice::Pass(self.0, self.1) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub(super) enum Phase {
    Deal,
    Pass,
    Play,
    Star,
    Over,
}

pub type Iroha = State<Public, Hidden>;

/// Everything that everybody sees, with perfect memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    pub(super) seats: u8,
    pub(super) options: Options,
    pub(super) sheet: Sheet<SEATS, SEATS>,
    pub(super) phase: Phase,
    pub(super) dealer: Seat,
    /// Who has chosen what to pass.
    pub(super) chosen: Seats,
    /// Whose play is awaited.
    pub(super) to_play: Seat,
    /// The card that is winning the trick, and its player.
    pub(super) best: (Card, Seat),
    /// Every card of the colours that must be followed; none before the lead.
    pub(super) follow: Set<Card>,
    /// The cards of the trick on the table.
    pub(super) trick: Set<Card>,
    /// The cards each seat captured in this deal.
    pub(super) captured: [Set<Card>; SEATS],
    /// The tricks each seat won in this deal.
    pub(super) tricks: [u8; SEATS],
    /// All cards played in this deal, in order.
    pub(super) plays: List<Card, PLAYS>,
    /// The leader of each trick of this deal.
    pub(super) leaders: List<Seat, { HAND as usize }>,
    /// Who found the first star.
    pub(super) star: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    pub(super) hands: [Set<Card>; SEATS],
    /// What each seat passed on, or has chosen to.
    pub(super) passes: [Set<Card>; SEATS],
    pub(super) aside: Set<Card>,
}

impl PublicState for Public {
    usual_public_state!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Play => Turn::Move(Seats::one(self.to_play)),
            Phase::Pass => Turn::Move(Seats::all(self.seats).minus(self.chosen)),
            Phase::Deal | Phase::Star => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }

    /// The winners of a finished game (`IR-12`).
    fn winners(&self) -> Seats {
        match (self.phase, self.star) {
            (Phase::Over, Some(star)) => Seats::one(star),
            (Phase::Over, None) => self.sheet.leaders(),
            _ => Seats::NONE,
        }
    }
}

impl Public {
    /// A table that awaits the first deal.
    pub(super) fn new(seats: u8, options: Options) -> Public {
        let first = options.first.seat().unwrap_or_default();
        Public::before_deal(seats, options, Sheet::new(seats), first)
    }

    /// A table that awaits the deal of `dealer`.
    pub(super) fn before_deal(
        seats: u8,
        options: Options,
        sheet: Sheet<SEATS, SEATS>,
        dealer: Seat,
    ) -> Public {
        Public {
            seats,
            options,
            sheet,
            phase: Phase::Deal,
            dealer,
            chosen: Seats::NONE,
            to_play: dealer,
            best: (Card::default(), dealer),
            follow: Set::EMPTY,
            trick: Set::EMPTY,
            captured: [Set::EMPTY; SEATS],
            tricks: [0; SEATS],
            plays: List::new(),
            leaders: List::new(),
            star: None,
        }
    }

    /// Whether the next dealer is drawn at random (`IR-3`).
    #[inline]
    pub(super) fn lot_for_dealer(&self) -> bool {
        self.sheet.is_empty() && self.options.first == First::Random
    }

    /// The seat that made play number `at` of this deal.
    pub(super) fn player_of(&self, at: usize) -> Seat {
        let seats = usize::from(self.seats);
        self.leaders[at / seats].onward((at % seats) as u8, self.seats)
    }

    /// The plays of this deal with their players, in order.
    pub(super) fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.plays.iter().enumerate().map(|(at, &card)| (self.player_of(at), card))
    }

    /// The cards a seat has played in this deal.
    pub(super) fn played_by(&self, seat: Seat) -> Set<Card> {
        self.plays().filter(|&(player, _)| player == seat).map(|(_, card)| card).collect()
    }
}

impl Hidden {
    pub(super) const NOTHING: Hidden =
        Hidden { hands: [Set::EMPTY; SEATS], passes: [Set::EMPTY; SEATS], aside: Set::EMPTY };
}
