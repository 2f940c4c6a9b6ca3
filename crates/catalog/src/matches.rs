//! A game of any kind under way, for those who talk in text.

use std::time::Duration;

use bots::{Bot, Insight, Limit, Thinking};
use cards::{Quick, Seat, Seats, Seed};
use games::{Game, Moves};
use serde_json::{Value, json};

use crate::driver::{Driver, Keep, OptionList};
use crate::{Code, Fault, GameId, for_game};

/// What a game is opened with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Which game.
    pub game: GameId,
    /// How many play.
    pub seats: u8,
    /// The options that differ from their defaults.
    pub options: OptionList,
    /// The seed of its chance.
    pub seed: Seed,
    /// Deals to use before the seed's own.
    pub deals: Vec<Value>,
}

/// One game under way. Moves and cards are texts, views and events JSON.
pub trait Match: Send {
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// Who is to act; nobody when the game is over.
    fn to_act(&self) -> Seats;
    /// The points so far.
    fn totals(&self) -> Vec<i32>;
    /// The winners, once the game is over.
    fn winners(&self) -> Seats;
    /// The legal moves of a seat, sorted by the bytes of their text.
    fn legal(&self, seat: Seat) -> Result<Vec<String>, Fault>;
    /// Makes a move and returns what is announced.
    fn play(&mut self, seat: Seat, chosen: &str) -> Result<Vec<Value>, Fault>;
    /// What a seat, or a spectator, is shown.
    fn view(&self, viewer: Option<Seat>) -> Result<Value, Fault>;
    /// What a bot would do in a seat's place.
    fn suggest(&self, seat: Seat, bot: Bot, budget: Duration, random: &mut Quick) -> Result<Value, Fault>;
    /// The game so far as a record.
    fn record(&self) -> String;
}

/// Opens a game.
pub fn open(setup: &Setup) -> Result<Box<dyn Match>, Fault> {
    for_game!(setup.game, G => {
        let Setup { seats, options, seed, deals, .. } = setup;
        Ok(Box::new(Driver::<G>::open(*seats, options, *seed, deals, Keep::Steps)?))
    })
}

impl<G: Insight> Match for Driver<G> {
    fn seats(&self) -> u8 {
        self.state().seats()
    }

    fn to_act(&self) -> Seats {
        self.state().to_act()
    }

    fn totals(&self) -> Vec<i32> {
        self.state().totals()
    }

    fn winners(&self) -> Seats {
        self.state().winners()
    }

    fn legal(&self, seat: Seat) -> Result<Vec<String>, Fault> {
        check_seat(self.state(), seat)?;
        Ok(Driver::legal(self, seat))
    }

    fn play(&mut self, seat: Seat, chosen: &str) -> Result<Vec<Value>, Fault> {
        check_seat(self.state(), seat)?;
        self.play_text(seat, chosen)?.iter().map(to_value).collect()
    }

    fn view(&self, viewer: Option<Seat>) -> Result<Value, Fault> {
        if let Some(seat) = viewer {
            check_seat(self.state(), seat)?;
        }
        to_value(&G::view(&self.state().knows(viewer)))
    }

    fn suggest(&self, seat: Seat, bot: Bot, budget: Duration, random: &mut Quick) -> Result<Value, Fault> {
        check_seat(self.state(), seat)?;
        self.check_turn(seat)?;
        let mut moves = Moves::new();
        self.state().legal(seat, &mut moves);
        let thinking = Thinking { limit: Limit::Time(budget), threads: 1, settles: false };
        let advice = bot.advise::<G>(&self.state().knows(Some(seat)), seat, &moves, &thinking, random);
        let chosen = advice.choose(random);
        let candidates = advice.candidates;
        let mut candidates: Vec<(String, f64, f64)> =
            candidates.iter().map(|c| (c.chosen.to_string(), c.value, c.share)).collect();
        candidates.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        let candidates: Vec<Value> = candidates
            .into_iter()
            .map(|(chosen, value, share)| json!({ "move": chosen, "value": value, "share": share }))
            .collect();
        Ok(json!({ "move": chosen.to_string(), "candidates": candidates }))
    }

    fn record(&self) -> String {
        Driver::record(self)
    }
}

fn check_seat<G: Game>(state: &G, seat: Seat) -> Result<(), Fault> {
    seat_at(state.seats(), seat.0.into()).map(drop)
}

/// The seat of that number at a table of `seats`.
pub(crate) fn seat_at(seats: u8, number: i64) -> Result<Seat, Fault> {
    u8::try_from(number).ok().filter(|&seat| seat < seats).map(Seat).ok_or_else(|| {
        let last = seats - 1;
        Fault::new(Code::BadSeat, format!("there is no seat {number}; the seats are 0 to {last}"))
    })
}

fn to_value(value: &impl serde::Serialize) -> Result<Value, Fault> {
    serde_json::to_value(value).map_err(|error| Fault::new(Code::BadRequest, error))
}

/// A seed that nobody can guess.
///
/// # Panics
/// If the system has no randomness to give: cards dealt from a seed that could be guessed would lie open.
pub fn fresh_seed() -> Seed {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    Seed::from_bytes(bytes)
}
