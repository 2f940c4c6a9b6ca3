//! The state. Its public and hidden parts are separate types, so that a new field must be put on one side.

use cards::{List, Seat, Seats, Set};
use ts_rs::TS;

use super::card::{CELLS, Cell, Colour, Three};
use super::score::{PLACING, Stones};
use crate::game::usual_public_state;
use crate::{First, PublicState, Sheet, State, Turn};

/// The seats; there are always two.
pub(super) const SEATS: usize = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The seat that is active first.
    pub first: First,
}

/// What is drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The seat that is active first.
    pub first: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The cell to play for.
    Mark(Cell),
    /// The colour taken secretly.
    Hide(Colour),
    /// The colours laid open to guess it.
    Guess(Three),
}

impl Default for Move {
    fn default() -> Move {
        Move::Mark(Cell::default())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub(super) enum Phase {
    Deal,
    Mark,
    Hide,
    Guess,
    Over,
}

pub type Irono = State<Public, Hidden>;

/// Everything that everybody sees, with perfect memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    pub(super) options: Options,
    pub(super) phase: Phase,
    /// Who was active in the first round.
    pub(super) first: Seat,
    /// Who is active now.
    pub(super) active: Seat,
    /// The marked cell, until a stone lies on it.
    pub(super) mark: Option<Cell>,
    /// The cells without a stone.
    pub(super) empty: Set<Cell>,
    /// The colours still in the game.
    pub(super) colours: Set<Colour>,
    /// The stones on the board, by seat.
    pub(super) stones: [Stones; SEATS],
    /// The finished rounds.
    pub(super) rounds: List<Round, CELLS>,
    /// The one score, once the board is full.
    pub(super) sheet: Sheet<SEATS, 1>,
}

/// A finished round. Who was active follows from its number, and who placed the stone from the colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Round {
    pub cell: Cell,
    /// The colour that had been hidden.
    pub hidden: Colour,
    pub laid: Three,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The colour the active seat has taken, until it is shown.
    pub(super) colour: Option<Colour>,
}

impl PublicState for Public {
    usual_public_state!(2);

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Mark | Phase::Hide => Turn::Move(Seats::one(self.active)),
            Phase::Guess => Turn::Move(Seats::one(other(self.active))),
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }

    /// The winners of a finished game (`IO-15`).
    fn winners(&self) -> Seats {
        if self.phase == Phase::Over { self.sheet.leaders() } else { Seats::NONE }
    }
}

impl Public {
    /// A table that awaits the deal.
    pub(super) fn new(seats: u8, options: Options) -> Public {
        let first = options.first.seat().unwrap_or_default();
        Public {
            options,
            phase: Phase::Deal,
            first,
            active: first,
            mark: None,
            empty: Cell::all(),
            colours: Colour::all(),
            stones: Default::default(),
            rounds: List::new(),
            sheet: Sheet::new(seats),
        }
    }

    /// The finished rounds with the seats that were active and the seats whose stones were placed.
    pub(super) fn rounds(&self) -> impl Iterator<Item = (Round, Seat, Seat)> {
        self.rounds.iter().enumerate().map(|(at, &round)| {
            let active = if at % 2 == 0 { self.first } else { other(self.first) };
            (round, active, placer(active, round.hidden, round.laid))
        })
    }

    pub(super) fn stone(&self, cell: Cell) -> Option<(Seat, Colour)> {
        let lies = |seat: Seat, colour: Colour| self.stones[seat.index()][colour as usize] & cell.bit() != 0;
        Seat::all(SEATS as u8)
            .flat_map(|seat| Colour::ALL.into_iter().map(move |colour| (seat, colour)))
            .find(|&(seat, colour)| lies(seat, colour))
    }

    /// How many placing stones of a colour a seat has left; none once the colour is out of the game (`IO-9`).
    pub(super) fn stones_left(&self, seat: Seat, colour: Colour) -> u8 {
        let placed = self.stones[seat.index()][colour as usize].count_ones();
        if self.colours.contains(colour) { (PLACING - placed) as u8 } else { 0 }
    }

    /// The colours a seat has sold out.
    pub(super) fn sold_out(&self, seat: Seat) -> Set<Colour> {
        let sold = |colour: &Colour| self.stones[seat.index()][*colour as usize].count_ones() == PLACING;
        Colour::ALL.into_iter().filter(sold).collect()
    }
}

impl Hidden {
    pub(super) const NOTHING: Hidden = Hidden { colour: None };
}

/// The other one of the two seats.
#[inline]
pub(super) const fn other(seat: Seat) -> Seat {
    Seat(seat.0 ^ 1)
}

/// Whose stone goes on the marked cell: the guesser's if the hidden colour was laid, else the active seat's (`IO-8`).
#[inline]
pub(super) const fn placer(active: Seat, hidden: Colour, laid: Three) -> Seat {
    Seat(active.0 ^ laid.contains(hidden) as u8)
}
