//! The state: what lies open and what lies hidden, apart, so that a new field must be put on one side.

use cards::{List, Seat, Seats, Set};

use super::card::Card;
use crate::{First, Sheet, Turn};

/// The most seats.
pub(super) const SEATS: usize = 6;
/// Cards in a hand, and so tricks in a deal.
pub(super) const HAND: u8 = 9;
/// The most plays of a deal.
const PLAYS: usize = SEATS * HAND as usize;

/// The options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Who deals first.
    pub first: First,
    /// Whether each player's lowest captured card of each colour lies open.
    pub open_lowest: bool,
    /// What happens when several have the highest total.
    pub tie_break: TieBreak,
}

/// How a tie ends (`IR-12`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieBreak {
    /// Who finds the first star: a draw by lot among the tied.
    #[default]
    FirstStar,
    /// The tied share the victory.
    Shared,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// The cards of a deal.
    Hands {
        /// Who deals.
        dealer: Seat,
        /// The hands, by seat.
        hands: [Set<Card>; SEATS],
        /// The cards nobody sees.
        aside: Set<Card>,
    },
    /// Which of the tied finds the first star.
    Star(Seat),
}

/// A decision in two bytes, for a seat has 36 passes to list: two different cards are passed on, the same card
/// twice is a card played.
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

    /// What it is about.
    #[inline]
    pub fn choice(self) -> Choice {
        if self.0 == self.1 { Choice::Play(self.0) } else { Choice::Pass(self.0, self.1) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Deal,
    Pass,
    Play,
    Star,
    Over,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iroha {
    pub(super) public: Public,
    pub(super) hidden: Hidden,
}

/// All that everybody sees, remembered perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Public {
    pub seats: u8,
    pub options: Options,
    pub sheet: Sheet<SEATS, SEATS>,
    pub phase: Phase,
    pub dealer: Seat,
    /// Who has chosen what to pass.
    pub chosen: Seats,
    /// Whose play is awaited.
    pub to_play: Seat,
    /// The card that wins the trick as things stand, and its player.
    pub best: (Card, Seat),
    /// Every card of the colours that must be followed; none before the lead.
    pub follow: Set<Card>,
    /// The cards of the trick on the table.
    pub trick: Set<Card>,
    /// The cards each seat captured in this deal.
    pub captured: [Set<Card>; SEATS],
    /// The tricks each seat won in this deal.
    pub tricks: [u8; SEATS],
    /// All cards played in this deal, in order.
    pub plays: List<Card, PLAYS>,
    /// The leader of each trick of this deal.
    pub leaders: List<Seat, { HAND as usize }>,
    /// Who found the first star.
    pub star: Option<Seat>,
}

/// What lies hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hidden {
    pub hands: [Set<Card>; SEATS],
    /// What each seat passed on, or has chosen to.
    pub passes: [Set<Card>; SEATS],
    pub aside: Set<Card>,
}

impl Public {
    /// A table that awaits the deal of `dealer`.
    pub fn before_deal(seats: u8, options: Options, sheet: Sheet<SEATS, SEATS>, dealer: Seat) -> Public {
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

    #[inline]
    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::Play => Turn::Move(Seats::one(self.to_play)),
            Phase::Pass => Turn::Move(Seats::all(self.seats).minus(self.chosen)),
            Phase::Deal | Phase::Star => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }

    /// Whether the next dealer is found by lot (`IR-3`).
    #[inline]
    pub fn lot_for_dealer(&self) -> bool {
        self.sheet.is_empty() && self.options.first == First::Random
    }

    /// The seat that made play number `at` of this deal.
    pub fn player_of(&self, at: usize) -> Seat {
        let seats = usize::from(self.seats);
        self.leaders[at / seats].onward((at % seats) as u8, self.seats)
    }

    /// The plays of this deal with their players, in order.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.plays.iter().enumerate().map(|(at, &card)| (self.player_of(at), card))
    }

    /// The cards a seat has played in this deal.
    pub fn played_by(&self, seat: Seat) -> Set<Card> {
        self.plays().filter(|&(player, _)| player == seat).map(|(_, card)| card).collect()
    }

    /// The winners of a finished game (`IR-12`).
    pub fn winners(&self) -> Seats {
        match (self.phase, self.star) {
            (Phase::Over, Some(star)) => Seats::one(star),
            (Phase::Over, None) => self.sheet.leaders(),
            _ => Seats::NONE,
        }
    }
}

impl Hidden {
    pub const NOTHING: Hidden =
        Hidden { hands: [Set::EMPTY; SEATS], passes: [Set::EMPTY; SEATS], aside: Set::EMPTY };
}
