//! The rules of a round (`IO-4` to `IO-10`) and of the end (`IO-15`).

use std::fmt;

use cards::{Random, Seat, Seats, Set};

use super::card::{Cell, Colour, Three};
use super::score::{PLACING, points};
use super::state::{Deal, Hidden, Irono, Move, Options, Phase, Public, Round, SEATS, other, placer};
use super::text::{DealForm, DealStep};
use super::view::{Event, Knowledge, Own, View};
use crate::text::starter;
use crate::{DealFault, First, Game, Log, Moves, Reason, Refusal, Rule, Story, Turn};

impl Game for Irono {
    const ID: &'static str = "irono";
    const SEATS: std::ops::RangeInclusive<u8> = SEATS as u8..=SEATS as u8;

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Why = Why;
    type Event = Event;
    type Knowledge = Knowledge;
    type View = View;
    type Own = Own;
    type DealStep = DealStep;

    fn new(_: u8, options: Options) -> Irono {
        Irono { public: Public::before_deal(options), hidden: Hidden::NOTHING }
    }

    #[inline]
    fn seats(&self) -> u8 {
        SEATS as u8
    }

    fn options(&self) -> &Options {
        &self.public.options
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn draw(&self, chance: &mut impl Random) -> Deal {
        match self.public.options.first {
            First::Random => Deal { first: Seat(chance.below(SEATS as u32) as u8) },
            First::Seat(first) => Deal { first },
        }
    }

    fn deal(&mut self, deal: &Deal, log: &mut impl Log<Event>) -> Result<(), DealFault> {
        let table = &mut self.public;
        if table.phase != Phase::Deal {
            return Err(DealFault::NotAwaited);
        }
        starter(deal.first.0, SEATS as u8)?;
        if table.options.first.seat().is_some_and(|first| first != deal.first) {
            return Err(DealFault::Starter { expected: table.first, found: deal.first });
        }
        table.first = deal.first;
        table.active = deal.first;
        table.phase = Phase::Mark;
        log.tell(|| Event::Dealt { first: deal.first.0 });
        Ok(())
    }

    #[inline]
    fn legal(&self, seat: Seat, moves: &mut Moves<Move>) {
        moves.clear();
        let table = &self.public;
        match table.phase {
            Phase::Mark if seat == table.active => moves.extend(table.empty.iter().map(Move::Mark)),
            Phase::Hide if seat == table.active => moves.extend(table.colours.iter().map(Move::Hide)),
            Phase::Guess if seat == other(table.active) => {
                moves.extend(Three::all_of(table.colours).iter().copied().map(Move::Guess));
            }
            _ => {}
        }
    }

    #[inline]
    fn play(&mut self, seat: Seat, chosen: Move, log: &mut impl Log<Event>) -> Result<(), Refusal<Why>> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(Refusal::NotToAct { seat, to_act });
        }
        match (self.public.phase, chosen) {
            (Phase::Mark, Move::Mark(cell)) => self.mark(cell, log),
            (Phase::Hide, Move::Hide(colour)) => self.hide(colour, log),
            (Phase::Guess, Move::Guess(laid)) => self.guess(laid, log),
            (Phase::Mark, _) => Err(Refusal::Illegal(Why::MustMark)),
            (Phase::Hide, _) => Err(Refusal::Illegal(Why::MustHide)),
            _ => Err(Refusal::Illegal(Why::MustGuess)),
        }
    }

    fn rounds(&self) -> usize {
        self.public.sheet.len()
    }

    fn score(&self, round: usize) -> &[i16] {
        self.public.sheet.round(round)
    }

    fn winners(&self) -> Seats {
        self.public.winners()
    }

    fn knows(&self, viewer: Option<Seat>) -> Knowledge {
        Knowledge::of(self, viewer)
    }

    fn view(knowledge: &Knowledge) -> View {
        View::of(knowledge)
    }

    fn own(knowledge: &Knowledge) -> Own {
        Own::of(knowledge)
    }

    fn sample(knowledge: &Knowledge, random: &mut impl Random) -> Irono {
        super::sample::sample(knowledge, random)
    }

    fn story(&self) -> Option<Story<Irono>> {
        super::sample::story(self)
    }

    fn deal_step(&self, deal: &Deal) -> DealStep {
        DealStep::Deal(DealForm { first: deal.first.0 })
    }

    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        let DealStep::Deal(form) = step;
        Ok(Deal { first: starter(form.first, SEATS as u8)? })
    }
}

impl Irono {
    /// The active seat marks an empty cell (`IO-5`).
    #[inline]
    fn mark(&mut self, cell: Cell, log: &mut impl Log<Event>) -> Result<(), Refusal<Why>> {
        let table = &mut self.public;
        if !table.empty.contains(cell) {
            return Err(Refusal::Illegal(Why::Filled { cell, empty: table.empty }));
        }
        table.mark = Some(cell);
        table.phase = Phase::Hide;
        log.tell(|| Event::Marked { seat: table.active.0, cell: cell.to_string() });
        Ok(())
    }

    /// The active seat takes a colour; all that is announced is that it did (`IO-6`).
    #[inline]
    fn hide(&mut self, colour: Colour, log: &mut impl Log<Event>) -> Result<(), Refusal<Why>> {
        let table = &mut self.public;
        table.check_in_game(Set::one(colour))?;
        self.hidden.colour = Some(colour);
        table.phase = Phase::Guess;
        log.tell(|| Event::Hidden { seat: table.active.0 });
        Ok(())
    }

    /// The other seat lays three colours, the hidden one is shown, and it decides whose stone is placed (`IO-7` to
    /// `IO-9`).
    #[inline]
    fn guess(&mut self, laid: Three, log: &mut impl Log<Event>) -> Result<(), Refusal<Why>> {
        let table = &mut self.public;
        table.check_in_game(laid.colours())?;
        let (Some(cell), Some(hidden)) = (table.mark, self.hidden.colour) else {
            unreachable!("a guess is awaited only after a cell was marked and a colour hidden");
        };
        let active = table.active;
        let placer = placer(active, hidden, laid);
        log.tell(|| Event::Guessed { seat: other(active).0, colours: laid.colours().texts() });
        log.tell(|| Event::Revealed { seat: active.0, colour: hidden.name(), guessed: placer != active });
        log.tell(|| Event::Placed { seat: placer.0, cell: cell.to_string(), colour: hidden.name() });

        let stones = &mut table.stones[placer.index()][hidden as usize];
        *stones |= cell.bit();
        if stones.count_ones() == PLACING {
            table.colours.remove(hidden);
            log.tell(|| Event::SoldOut { seat: placer.0, colour: hidden.name() });
        }
        table.empty.remove(cell);
        table.rounds.push(Round { cell, hidden, laid });
        table.mark = None;
        table.active = other(active);
        self.hidden = Hidden::NOTHING;
        if table.empty.is_empty() {
            let points = [points(&table.stones[0]), points(&table.stones[1])];
            table.sheet.push(points);
            table.phase = Phase::Over;
            log.tell(|| Event::Scored { points: points.to_vec() });
        } else {
            table.phase = Phase::Mark;
        }
        Ok(())
    }
}

impl Public {
    /// Whether these colours may be hidden or laid (`IO-9`).
    #[inline]
    fn check_in_game(&self, colours: Set<Colour>) -> Result<(), Refusal<Why>> {
        if colours.is_subset(self.colours) {
            Ok(())
        } else {
            Err(Refusal::Illegal(Why::SoldOut { colours: colours - self.colours, left: self.colours }))
        }
    }
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A cell must be marked now.
    MustMark,
    /// A colour must be hidden now.
    MustHide,
    /// Three colours must be laid now.
    MustGuess,
    /// The cell holds a stone.
    Filled {
        /// The cell.
        cell: Cell,
        /// The cells that may be marked.
        empty: Set<Cell>,
    },
    /// Colours have left the game.
    SoldOut {
        /// Those that were named.
        colours: Set<Colour>,
        /// Those still in the game.
        left: Set<Colour>,
    },
}

impl Reason for Why {
    fn rule(&self) -> Rule {
        match self {
            Why::MustMark => Rule::new("must-mark"),
            Why::MustHide => Rule::new("must-hide"),
            Why::MustGuess => Rule::new("must-guess"),
            Why::Filled { cell, empty } => Rule::new("filled").text("cell", cell).texts("empty", *empty),
            Why::SoldOut { colours, left } => {
                Rule::new("sold-out").texts("colours", *colours).texts("left", *left)
            }
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::MustMark => f.write_str("a cell must be marked now, as in \"mark b3\""),
            Why::MustHide => f.write_str("a colour must be hidden now, as in \"hide red\""),
            Why::MustGuess => f.write_str("three colours must be laid now, as in \"guess red blue grey\""),
            Why::Filled { cell, empty } => {
                write!(f, "{cell} already holds a stone; empty cells: {}", empty.texts().join(" "))
            }
            Why::SoldOut { colours, left } => {
                let [colours, left] = [colours, left].map(|set| set.texts().join(" "));
                write!(f, "sold out: {colours}; colours still in the game: {left}")
            }
        }
    }
}
