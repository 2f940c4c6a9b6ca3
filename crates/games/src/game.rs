//! The central trait: what a game must say of itself so that terminal, server, bots and records can all ask
//! it and none of them needs to know a rule.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::{List, Random, Seat, Seats};
use serde::{Serialize, de::DeserializeOwned};

use crate::options::Options;
use crate::reason::Reason;

/// What a game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Chance: a deal, or another draw that the rules ask for.
    Deal,
    /// A move of every one of these seats; several when they choose at the same time.
    Move(Seats),
    /// Nothing: the game is over.
    Over,
}

impl Turn {
    /// The seats that are to act; none when a deal is awaited or the game is over.
    #[inline]
    pub const fn to_act(self) -> Seats {
        match self {
            Turn::Move(seats) => seats,
            Turn::Deal | Turn::Over => Seats::NONE,
        }
    }
}

/// A list of legal moves. No position of any game has more than 64.
pub type Moves<M> = List<M, 64>;

/// How a round under way came about: the opening, dealt and played like this, is the present state.
#[derive(Clone, Debug, PartialEq)]
pub struct Story<G: Game> {
    /// The state that awaited the round's deal.
    pub opening: G,
    /// The deal.
    pub deal: G::Deal,
    /// The moves since, in an order that the rules allow.
    pub moves: Vec<(Seat, G::Move)>,
}

/// A game's rules over its state. A value of the type is the whole state of one game, hidden cards included.
///
/// `legal` lists exactly what `play` accepts. A refused move or deal leaves the state as it was.
pub trait Game: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The game's id on the command line and in records.
    const ID: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<u8>;

    /// The options, with their defaults.
    type Options: Options;
    /// What chance decides at one time: a value that can be drawn, made by hand, or read from a record.
    type Deal: Copy + Debug + PartialEq + Send + Sync;
    /// A decision of a seat. Its text form is exactly one, `Display`, and read by `FromStr`.
    type Move: Copy + Debug + Default + Eq + Ord + Hash + Display + FromStr<Err = TextFault> + Send + Sync;
    /// Why a move is refused, in facts that the seat itself may know.
    type Why: Reason;
    /// Something public that happened, safe for a spectator.
    type Event: Debug + PartialEq + Serialize;
    /// All that a seat or a spectator can know, with perfect memory.
    type Knowledge: Clone + Debug + PartialEq + Send + Sync;
    /// What a seat or a spectator is shown: made from knowledge alone, and no more than the table shows.
    type View: Debug + PartialEq + Serialize;
    /// What of a view is the viewer's own, under the same keys and in the same order.
    type Own: Serialize;
    /// The step of a record that tells a deal, as it stands in JSON.
    type DealStep: Debug + Serialize + DeserializeOwned;

    /// A new game that awaits its first deal. `seats` lies in `SEATS`, and the options are valid for it.
    fn new(seats: u8, options: Self::Options) -> Self;

    /// How many seats this game has.
    fn seats(&self) -> u8;

    /// The options it is played with.
    fn options(&self) -> &Self::Options;

    /// What is awaited.
    fn turn(&self) -> Turn;

    /// Draws the deal that is awaited. Meaningful only while `turn` says [`Turn::Deal`].
    fn draw(&self, chance: &mut impl Random) -> Self::Deal;

    /// Takes over a deal, after checking that it is whole and that it is the one awaited.
    fn deal(&mut self, deal: &Self::Deal, log: &mut impl Log<Self::Event>) -> Result<(), DealFault>;

    /// Lists the legal moves of a seat into `moves`, each once, in no order to rely on; none for a seat that
    /// is not to act. The list follows from what the seat knows.
    fn legal(&self, seat: Seat, moves: &mut Moves<Self::Move>);

    /// Checks a move and makes it.
    fn play(
        &mut self,
        seat: Seat,
        chosen: Self::Move,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Refusal<Self::Why>>;

    /// How many rounds have been scored.
    fn rounds(&self) -> usize;

    /// The points of each seat in a scored round.
    fn score(&self, round: usize) -> &[i16];

    /// The winners, once the game is over; nobody before.
    fn winners(&self) -> Seats;

    /// The one door out of the hidden state: what a seat, or a spectator, can know.
    fn knows(&self, viewer: Option<Seat>) -> Self::Knowledge;

    /// What is shown to somebody who knows this.
    fn view(knowledge: &Self::Knowledge) -> Self::View;

    /// What of that is the viewer's own. All else in a view is the same for everybody.
    fn own(knowledge: &Self::Knowledge) -> Self::Own;

    /// Invents a full state in which a viewer would know exactly this. Everything that is certain from play is
    /// honoured; among what is possible the choice is random.
    fn sample(knowledge: &Self::Knowledge, random: &mut impl Random) -> Self;

    /// How the round under way came about; nothing between rounds and when the game is over.
    fn story(&self) -> Option<Story<Self>>;

    /// The JSON form of a deal of this game.
    fn deal_step(&self, deal: &Self::Deal) -> Self::DealStep;

    /// Reads a deal for this game, checking its cards and counts but not whether it is awaited now.
    fn read_deal(&self, step: &Self::DealStep) -> Result<Self::Deal, DealFault>;

    /// The points of each seat so far.
    fn totals(&self) -> Vec<i32> {
        let mut totals = vec![0; self.seats().into()];
        for round in 0..self.rounds() {
            for (total, &points) in totals.iter_mut().zip(self.score(round)) {
                *total += i32::from(points);
            }
        }
        totals
    }

    /// The seats that are to act; none when a deal is awaited or the game is over.
    fn to_act(&self) -> Seats {
        self.turn().to_act()
    }
}

/// Listens to what happens. Events are made only for those who listen, so that play without a listener pays
/// nothing for them.
pub trait Log<E> {
    /// Hears of an event.
    fn tell(&mut self, event: impl FnOnce() -> E);
}

/// Nobody listens.
impl<E> Log<E> for () {
    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Log<E> for Vec<E> {
    fn tell(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal<W> {
    /// It is not this seat's turn.
    NotToAct {
        /// Who tried.
        seat: Seat,
        /// Whose turn it is.
        to_act: Seats,
    },
    /// The rules forbid the move here.
    Illegal(W),
}

impl<W: Display> Display for Refusal<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotToAct { seat, to_act } if to_act.is_empty() => {
                write!(f, "seat {seat} is not to act; no seat is")
            }
            Refusal::NotToAct { seat, to_act } => {
                let awaited: Vec<String> = to_act.iter().map(|seat| seat.to_string()).collect();
                write!(f, "seat {seat} is not to act; awaited: seat {}", awaited.join(", "))
            }
            Refusal::Illegal(why) => why.fmt(f),
        }
    }
}

impl<W: Debug + Display> std::error::Error for Refusal<W> {}

/// What is wrong with a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealFault {
    /// No deal is awaited now, or one of another kind.
    NotAwaited,
    /// The dealer or start player is another one.
    Starter {
        /// Who it must be.
        expected: Seat,
        /// Whom the deal names.
        found: Seat,
    },
    /// The cards are not those of the pack, or not in the right numbers.
    Cards(String),
}

impl Display for DealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealFault::NotAwaited => f.write_str("no such deal is awaited now"),
            DealFault::Starter { expected, found } => {
                write!(f, "the deal names seat {found} as its starter, but it is seat {expected}")
            }
            DealFault::Cards(fault) => f.write_str(fault),
        }
    }
}

impl std::error::Error for DealFault {}

/// A text that is not a card or a move of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// What was found, cut short if it is long.
    pub found: String,
    /// What would have been right.
    pub expected: &'static str,
}

impl TextFault {
    /// A fault that names the text it was found in.
    pub fn new(found: &str, expected: &'static str) -> TextFault {
        const LONGEST: usize = 40;
        let mut shown: String = found.chars().take(LONGEST).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        TextFault { found: shown, expected }
    }
}

impl Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for TextFault {}
