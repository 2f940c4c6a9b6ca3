//! Drives one game: hands in what chance decides, takes moves, and writes down the record as it goes.

use cards::{Seat, Seed, Stream};
use games::{Game, Moves, OptionValue, Options, Refusal, Turn};
use serde_json::Value;

use crate::record;
use crate::{Code, Fault};

/// Options by key, in any order, not necessarily all.
pub type OptionList = Vec<(String, OptionValue)>;

/// One game under way.
pub struct Driver<G: Game> {
    seed: Seed,
    /// Deals to use before the seed's own.
    given: Vec<G::Deal>,
    with_legal: bool,
    progress: Progress<G>,
    /// The steps of the record, each as JSON.
    steps: Vec<String>,
}

/// How far the game has come.
#[derive(Clone, Copy)]
struct Progress<G> {
    state: G,
    /// How many chance events there have been.
    chance: u64,
    /// How many given deals have been used.
    used: usize,
    /// Where the simultaneous choices under way begin among the steps.
    choices: Option<usize>,
}

impl<G: Game> Driver<G> {
    /// Opens a game: checks seats, options and given deals, and deals.
    pub fn open(seats: u8, options: &OptionList, seed: Seed, given: &[Value]) -> Result<Driver<G>, Fault> {
        let state = G::new(seats, read_options::<G>(seats, options)?);
        let given = given
            .iter()
            .enumerate()
            .map(|(number, deal)| read_given(&state, number, deal))
            .collect::<Result<_, _>>()?;
        let progress = Progress { state, chance: 0, used: 0, choices: None };
        let mut driver = Driver { seed, given, with_legal: false, progress, steps: Vec::new() };
        driver.await_moves(&mut Vec::new())?;
        Ok(driver)
    }

    /// Lists the legal moves in each move step from now on.
    pub fn record_legal(&mut self) {
        self.with_legal = true;
    }

    /// The state.
    pub fn state(&self) -> &G {
        &self.progress.state
    }

    /// The legal moves of a seat, sorted by the bytes of their text.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        legal_texts(self.state(), seat)
    }

    /// Makes a move given as text.
    pub fn play_text(&mut self, seat: Seat, text: &str) -> Result<Vec<G::Event>, Fault> {
        let to_act = self.state().to_act();
        if !to_act.contains(seat) {
            return Err(Refusal::<String>::NotToAct { seat, to_act }.into());
        }
        self.play(seat, text.parse()?)
    }

    /// Makes a move, and deals where one is due. Nothing changes if the move cannot be made, or if the deal that
    /// must follow it was given and does not fit.
    pub fn play(&mut self, seat: Seat, chosen: G::Move) -> Result<Vec<G::Event>, Fault> {
        let before = self.progress;
        let step = record::move_step(seat, &chosen.to_string(), self.with_legal.then(|| self.legal(seat)));
        let mut events = Vec::new();
        self.progress.state.play(seat, chosen, &mut events)?;
        let at = self.place_of_choice(&before.state, seat);
        let steps = self.steps.len() + 1;
        self.steps.insert(at, step);
        let round = before.state.rounds();
        if self.state().rounds() > round {
            self.steps.push(record::score_step(self.state().score(round)));
        }
        if let Err(fault) = self.await_moves(&mut events) {
            self.progress = before;
            self.steps.truncate(steps);
            self.steps.remove(at);
            return Err(fault);
        }
        Ok(events)
    }

    /// The game so far, as a record.
    pub fn record(&self) -> String {
        record::write(self.state(), &self.seed, self.progress.used, &self.steps)
    }

    /// Where a move goes among the steps: at the end, but simultaneous choices stand in seat order.
    fn place_of_choice(&mut self, before: &G, seat: Seat) -> usize {
        let others = before.to_act().without(seat);
        let first = self.progress.choices.unwrap_or(self.steps.len());
        self.progress.choices = (!others.is_empty() && self.state().to_act() == others).then_some(first);
        first + self.steps[first..].iter().take_while(|step| record::seat_of(step) < Some(seat)).count()
    }

    /// Hands in deals until somebody is to move or the game is over.
    fn await_moves(&mut self, events: &mut Vec<G::Event>) -> Result<(), Fault> {
        let Progress { state, chance, used, .. } = &mut self.progress;
        while state.turn() == Turn::Deal {
            let mut deal = state.draw(&mut Stream::new(&self.seed, *chance));
            // A given deal stands for the cards; what else chance decides follows from the seed.
            if let Some(given) = self.given.get(*used).filter(|_| record::is_deal(&state.deal_step(&deal))) {
                deal = *given;
                *used += 1;
            }
            state.deal(&deal, events)?;
            *chance += 1;
            self.steps.push(record::to_text(&state.deal_step(&deal)));
        }
        Ok(())
    }
}

/// The legal moves of a seat, sorted by the bytes of their text.
pub(crate) fn legal_texts<G: Game>(state: &G, seat: Seat) -> Vec<String> {
    let mut moves = Moves::new();
    state.legal(seat, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

/// The options of a game at a table of `seats`, where those not listed have their defaults.
pub(crate) fn read_options<G: Game>(seats: u8, list: &OptionList) -> Result<G::Options, Fault> {
    if !G::SEATS.contains(&seats) {
        let (least, most) = (G::SEATS.start(), G::SEATS.end());
        let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        return Err(Fault::new(Code::BadSeats, format!("{} is for {range} players, not {seats}", G::ID)));
    }
    let mut options = G::Options::default();
    for (key, value) in list {
        options.set(key, value, seats)?;
    }
    Ok(options)
}

fn read_given<G: Game>(state: &G, number: usize, deal: &Value) -> Result<G::Deal, Fault> {
    let fault =
        |why: &dyn std::fmt::Display| Fault::new(Code::BadDeal, format!("deal {}: {why}", number + 1));
    let step = serde_json::json!({ "deal": deal });
    let step = serde_json::from_value(step).map_err(|error| fault(&error))?;
    state.read_deal(&step).map_err(|error| fault(&error))
}
