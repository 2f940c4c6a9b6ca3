//! Drives one game: hands in the deals, takes moves, and writes the record.

use std::fmt::{Display, Write};
use std::ops::RangeInclusive;

use cards::{Seat, Seed, Stream};
use games::{Game, Log, Moves, Notation, OptionFault, OptionValue, Options, PlayError, Turn};
use serde_json::{Value, json};

use crate::record::{self, Step};
use crate::{AtTable, Code, Fault, strict};

/// Options by key, in any order. Those that are missing keep their defaults.
pub type OptionList = Vec<(String, OptionValue)>;

/// One game in progress.
pub struct Driver<G: Game> {
    seed: Seed,
    /// Deals to use before the seed's own.
    given: Vec<G::Deal>,
    keep: Keep,
    progress: GameProgress<G>,
    /// The steps of the record.
    steps: Vec<Step>,
}

/// What a driver writes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    Nothing,
    Steps,
    /// Every step, and at every move all legal moves.
    Legal,
}

/// How far the game has come.
#[derive(Clone, Copy)]
struct GameProgress<G> {
    state: G,
    /// How many chance events have happened.
    chance: u64,
    /// How many given deals have been used.
    used: usize,
    /// Where the current simultaneous choices begin among the steps.
    choices: Option<usize>,
}

impl<G: Notation> Driver<G> {
    /// Checks seats, options and given deals, and deals for the first time.
    pub fn open(
        seats: u8,
        options: &OptionList,
        seed: Seed,
        given: &[Value],
        keep: Keep,
    ) -> Result<Driver<G>, Fault> {
        let state = G::new(seats, read_options::<G>(seats, options)?);
        let given = given
            .iter()
            .enumerate()
            .map(|(number, deal)| read_given(&state, number, deal))
            .collect::<Result<_, _>>()?;
        let progress = GameProgress { state, chance: 0, used: 0, choices: None };
        let mut driver = Driver { seed, given, keep, progress, steps: Vec::new() };
        driver.await_moves(&mut ())?;
        Ok(driver)
    }

    pub fn state(&self) -> &G {
        &self.progress.state
    }

    /// The legal moves of a seat, sorted by the bytes of their text.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        legal_texts(self.state(), seat)
    }

    /// Makes a move given as text.
    pub fn play_text(&mut self, seat: Seat, text: &str) -> Result<Vec<G::Event>, Fault> {
        self.check_turn(seat)?;
        let mut events = Vec::new();
        self.play(seat, text.parse()?, &mut events)?;
        Ok(events)
    }

    /// Whether a seat may make a move given as text. The move is tried on a copy of the state, so the error is the same as
    /// if it had been made.
    pub fn check_text(&self, seat: Seat, text: &str) -> Result<(), Fault> {
        self.check_turn(seat)?;
        let mut copy = *self.state();
        Ok(copy.play(seat, text.parse()?, &mut ())?)
    }

    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Fault> {
        let to_act = self.state().to_act();
        if to_act.contains(seat) {
            Ok(())
        } else {
            Err(PlayError::<G::Illegal>::NotToAct { seat, to_act }.into())
        }
    }

    /// Makes a move, and deals if a deal is due. Nothing changes if the move is illegal, or if the deal that must follow was
    /// given and does not fit.
    pub fn play(&mut self, seat: Seat, chosen: G::Move, log: &mut impl Log<G::Event>) -> Result<(), Fault> {
        let before = self.progress;
        let legal = (self.keep == Keep::Legal).then(|| self.legal(seat));
        self.progress.state.play(seat, chosen, log)?;
        let steps = self.steps.len();
        let at = self.place_of_choice(&before.state, seat);
        if self.keep != Keep::Nothing {
            self.steps.insert(at, Step::of_move(seat, &chosen.to_string(), legal));
            let round = before.state.rounds();
            if self.state().rounds() > round {
                self.steps.push(Step::score(self.state().score(round)));
            }
        }
        let dealt = self.await_moves(log);
        if dealt.is_err() {
            self.progress = before;
            if self.keep != Keep::Nothing {
                self.steps.remove(at);
                self.steps.truncate(steps);
            }
        }
        dealt
    }

    /// The game so far, as a record, if steps were kept.
    pub fn record(&self) -> String {
        self.record_with(None)
    }

    /// The record with what its table adds.
    pub fn record_with(&self, at_table: Option<AtTable<'_>>) -> String {
        record::write(self.state(), &self.seed, self.progress.used, at_table, &self.steps)
    }

    /// Where a move goes among the steps: at the end, but simultaneous choices are kept in seat order.
    fn place_of_choice(&mut self, before: &G, seat: Seat) -> usize {
        let others = before.to_act().without(seat);
        let first = self.progress.choices.unwrap_or(self.steps.len());
        self.progress.choices = (!others.is_empty() && self.state().to_act() == others).then_some(first);
        first + self.steps[first..].iter().take_while(|step| step.seat < Some(seat)).count()
    }

    /// Hands in deals until somebody is to move or the game is over.
    fn await_moves(&mut self, log: &mut impl Log<G::Event>) -> Result<(), Fault> {
        let GameProgress { state, chance, used, .. } = &mut self.progress;
        while state.turn() == Turn::Deal {
            let mut deal = state.draw(&mut Stream::new(&self.seed, *chance));
            // A given deal replaces only the cards; other chance events follow from the seed.
            let given = self.given.get(*used).filter(|_| record::is_deal(&state.deal_step(&deal)));
            if let Some(given) = given {
                deal = *given;
                *used += 1;
            }
            state.deal(&deal, log)?;
            *chance += 1;
            if self.keep != Keep::Nothing {
                self.steps.push(Step::chance(&state.deal_step(&deal)));
            }
        }
        Ok(())
    }
}

/// The legal moves of a seat, sorted by the bytes of their text.
pub(crate) fn legal_texts<G: Game>(state: &G, seat: Seat) -> Vec<String> {
    let mut moves = Moves::new();
    state.legal(seat, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(text_of).collect();
    texts.sort_unstable();
    texts
}

/// The text of a move. Reserving room avoids growing it, since there are often dozens.
fn text_of(chosen: &impl Display) -> String {
    let mut text = String::with_capacity(16);
    // Writing to a string never fails.
    let _ = write!(text, "{chosen}");
    text
}

/// The options of a game at a table of `seats`. Those that are not listed keep their defaults.
pub(crate) fn read_options<G: Game>(seats: u8, list: &OptionList) -> Result<G::Options, Fault> {
    if !G::SEATS.contains(&seats) {
        return Err(not_for(G::ID, &G::SEATS, seats.into()));
    }
    let mut options = G::Options::default();
    for (key, value) in list {
        options.set(key, value, seats).map_err(|fault| match fault {
            OptionFault::Unknown { key, known } => {
                let message = format!("unknown option {key:?}; {} has: {}", G::ID, known.join(", "));
                Fault::new(Code::BadOption, message)
            }
            value => value.into(),
        })?;
    }
    Ok(options)
}

/// The error for a number of seats that the game does not allow.
pub(crate) fn not_for(game: &str, seats: &RangeInclusive<u8>, found: i64) -> Fault {
    let (least, most) = (seats.start(), seats.end());
    let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    Fault::new(Code::BadSeats, format!("{game} is for {range} players, not {found}"))
}

fn read_given<G: Notation>(state: &G, number: usize, deal: &Value) -> Result<G::Deal, Fault> {
    let fault = |why: &dyn Display| Fault::new(Code::BadDeal, format!("deal {}: {why}", number + 1));
    if !deal.is_object() {
        return Err(fault(&"a deal is an object"));
    }
    let step = strict::read(&json!({ "deal": deal })).map_err(|error| fault(&error))?;
    state.read_deal(&step).map_err(|error| fault(&error))
}
