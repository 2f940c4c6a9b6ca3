//! The rules of a round (`IO-4` to `IO-10`) and of the end (`IO-15`).

use cards::{Random, Seat, Set};

use super::card::{Cell, Colour, Three};
use super::event::Event;
use super::illegal::Illegal;
use super::score::{PLACING, points};
use super::state::{Deal, Hidden, Irono, Move, Options, Phase, Public, Round, SEATS, other, placer};
use super::view::Knowledge;
use crate::game::usual_game;
use crate::text::starter;
use crate::{DealFault, First, Game, Log, Moves, PlayError, Text, Texts};

impl Game for Irono {
    const ID: &'static str = "irono";
    const SEATS: std::ops::RangeInclusive<u8> = SEATS as u8..=SEATS as u8;

    usual_game!();

    fn draw(&self, random: &mut impl Random) -> Deal {
        match self.public.options.first {
            First::Random => Deal { first: Seat(random.below(SEATS as u32) as u8) },
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
    fn play(
        &mut self,
        seat: Seat,
        chosen: Move,
        log: &mut impl Log<Event>,
    ) -> Result<(), PlayError<Illegal>> {
        let to_act = self.to_act();
        if !to_act.contains(seat) {
            return Err(PlayError::NotToAct { seat, to_act });
        }
        match (self.public.phase, chosen) {
            (Phase::Mark, Move::Mark(cell)) => self.mark(cell, log),
            (Phase::Hide, Move::Hide(colour)) => self.hide(colour, log),
            (Phase::Guess, Move::Guess(laid)) => self.guess(laid, log),
            (Phase::Mark, _) => Err(PlayError::Illegal(Illegal::MustMark {})),
            (Phase::Hide, _) => Err(PlayError::Illegal(Illegal::MustHide {})),
            _ => Err(PlayError::Illegal(Illegal::MustGuess {})),
        }
    }
}

impl Irono {
    /// The active seat marks an empty cell (`IO-5`).
    #[inline]
    fn mark(&mut self, cell: Cell, log: &mut impl Log<Event>) -> Result<(), PlayError<Illegal>> {
        let table = &mut self.public;
        if !table.empty.contains(cell) {
            return Err(PlayError::Illegal(Illegal::Filled { cell: Text(cell), empty: Texts(table.empty) }));
        }
        table.mark = Some(cell);
        table.phase = Phase::Hide;
        log.tell(|| Event::Marked { seat: table.active.0, cell: Text(cell) });
        Ok(())
    }

    /// The active seat takes a colour; all that is announced is that it did (`IO-6`).
    #[inline]
    fn hide(&mut self, colour: Colour, log: &mut impl Log<Event>) -> Result<(), PlayError<Illegal>> {
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
    fn guess(&mut self, laid: Three, log: &mut impl Log<Event>) -> Result<(), PlayError<Illegal>> {
        let table = &mut self.public;
        table.check_in_game(laid.colours())?;
        let (Some(cell), Some(hidden)) = (table.mark, self.hidden.colour) else {
            unreachable!("a guess is awaited only after a cell was marked and a colour hidden");
        };
        let active = table.active;
        let placer = placer(active, hidden, laid);
        log.tell(|| Event::Guessed { seat: other(active).0, colours: Texts(laid.colours()) });
        log.tell(|| Event::Revealed { seat: active.0, colour: Text(hidden), guessed: placer != active });
        log.tell(|| Event::Placed { seat: placer.0, cell: Text(cell), colour: Text(hidden) });

        let stones = &mut table.stones[placer.index()][hidden as usize];
        *stones |= cell.bit();
        if stones.count_ones() == PLACING {
            table.colours.remove(hidden);
            log.tell(|| Event::SoldOut { seat: placer.0, colour: Text(hidden) });
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
    fn check_in_game(&self, colours: Set<Colour>) -> Result<(), PlayError<Illegal>> {
        if colours.is_subset(self.colours) {
            Ok(())
        } else {
            Err(PlayError::Illegal(Illegal::SoldOut {
                colours: Texts(colours - self.colours),
                left: Texts(self.colours),
            }))
        }
    }
}
