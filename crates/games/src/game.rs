//! The rules of a game, as the trait that each game's `rules.rs` implements. Everything else asks this trait: the
//! terminal, the server, bots and records know no rule of their own.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cards::{List, Random, Seat, Seats};

use crate::fault::{DealFault, PlayError, TextFault};
use crate::options::Options;
use crate::sheet::ScoreSheet;

/// What a game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A deal, or another random draw that the rules ask for.
    Deal,
    /// A move of each of these seats. There are several when seats choose at the same time.
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

/// A game's rules over its state. A value of the type is the whole state of one game, hidden cards included.
///
/// `legal` lists exactly what `play` accepts. A refused move or deal leaves the state as it was.
pub trait Game: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The game's id on the command line and in records.
    const ID: &'static str;
    /// The numbers of players that the rules allow.
    const SEATS: RangeInclusive<u8>;

    /// The options. `Default` is the rules' default.
    type Options: Options;
    /// The part of the state that everybody sees.
    type Public: PublicState<Options = Self::Options>;
    /// One random event, as a value that can be drawn, made by hand, or read from a record.
    type Deal: Copy + Debug + PartialEq + Send + Sync;
    /// A decision of a seat. It has exactly one text form: `Display` writes it and `FromStr` reads it.
    type Move: Copy + Debug + Default + Eq + Ord + Hash + Display + FromStr<Err = TextFault> + Send + Sync;
    /// The rule that forbids a move, with facts that the seat itself may know.
    type Illegal: Debug + Display + PartialEq;
    /// Something that is announced to everybody, spectators included.
    type Event: Debug + PartialEq;
    /// Everything that a seat or a spectator can know, with perfect memory.
    type Knowledge: Clone + Debug + PartialEq + Send + Sync;

    /// A new game that awaits its first deal. `seats` lies in `SEATS`, and the options are valid for it.
    fn new(seats: u8, options: Self::Options) -> Self;

    fn public(&self) -> &Self::Public;

    /// Draws the deal that is awaited. Meaningful only while `turn` is [`Turn::Deal`].
    fn draw(&self, random: &mut impl Random) -> Self::Deal;

    /// Checks a deal and takes it over. It must be complete and the one that is awaited.
    fn deal(&mut self, deal: &Self::Deal, log: &mut impl Log<Self::Event>) -> Result<(), DealFault>;

    /// Lists the legal moves of a seat into `moves`, each once, in no particular order. A seat that is not to act has
    /// none. The list follows from what the seat knows.
    fn legal(&self, seat: Seat, moves: &mut Moves<Self::Move>);

    /// Checks a move and makes it.
    fn play(
        &mut self,
        seat: Seat,
        chosen: Self::Move,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), PlayError<Self::Illegal>>;

    /// What a seat or a spectator can know: the only way out of the hidden state.
    fn knows(&self, viewer: Option<Seat>) -> Self::Knowledge;

    #[inline]
    fn seats(&self) -> u8 {
        self.public().seats()
    }

    #[inline]
    fn options(&self) -> &Self::Options {
        self.public().options()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.public().turn()
    }

    /// The seats that are to act; none when a deal is awaited or the game is over.
    #[inline]
    fn to_act(&self) -> Seats {
        self.turn().to_act()
    }

    /// How many rounds have been scored.
    #[inline]
    fn rounds(&self) -> usize {
        self.public().sheet().len()
    }

    /// The points of each seat in a scored round, from 0.
    #[inline]
    fn score(&self, round: usize) -> &[i16] {
        self.public().sheet().round(round)
    }

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

    /// The winners once the game is over; nobody before.
    fn winners(&self) -> Seats {
        self.public().winners()
    }

    /// Whether the game is over and nobody is better than the others: all of them win.
    fn is_draw(&self) -> bool {
        let winners = self.winners();
        !winners.is_empty() && winners.len() == self.seats()
    }
}

/// The state of a game in its two parts. A new field must be put on one side, and the hidden side is closed to everybody
/// until `knows` hands something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<P, H> {
    pub(crate) public: P,
    pub(crate) hidden: H,
}

/// The parts of `impl Game` that are the same in every game: the associated types have the names of the game's own types,
/// the public state is a field, and knowledge is made in `view.rs`.
macro_rules! usual_game {
    () => {
        type Options = Options;
        type Public = Public;
        type Deal = Deal;
        type Move = Move;
        type Illegal = Illegal;
        type Event = Event;
        type Knowledge = Knowledge;

        fn new(seats: u8, options: Options) -> Self {
            Self { public: Public::new(seats, options), hidden: Hidden::NOTHING }
        }

        #[inline]
        fn public(&self) -> &Public {
            &self.public
        }

        fn knows(&self, viewer: Option<cards::Seat>) -> Knowledge {
            Knowledge::of(self, viewer)
        }
    };
}

/// The parts of `impl PublicState` that are the same in every game: they are fields. A game for a fixed number of players
/// names it.
macro_rules! usual_public_state {
    ($($seats:literal)?) => {
        type Options = Options;

        #[inline]
        fn seats(&self) -> u8 {
            $crate::game::usual_public_state!(@seats self $($seats)?)
        }

        #[inline]
        fn options(&self) -> &Options {
            &self.options
        }

        #[inline]
        fn sheet(&self) -> &impl $crate::ScoreSheet {
            &self.sheet
        }
    };
    (@seats $state:ident) => { $state.seats };
    (@seats $state:ident $seats:literal) => { $seats };
}

pub(crate) use {usual_game, usual_public_state};

/// The part of a game's state that everybody sees. Implemented in `state.rs`.
pub trait PublicState: Copy + Debug + PartialEq + Send + Sync {
    type Options: Options;

    fn seats(&self) -> u8;
    fn options(&self) -> &Self::Options;
    /// What is awaited.
    fn turn(&self) -> Turn;
    fn sheet(&self) -> &impl ScoreSheet;
    /// The winners once the game is over; nobody before.
    fn winners(&self) -> Seats;
}

/// Receives events. An event is built only if somebody listens, so that play without a listener costs nothing.
pub trait Log<E> {
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
