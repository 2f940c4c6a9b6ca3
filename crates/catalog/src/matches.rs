//! A game of any kind under way, for those who talk in text.

use std::cmp::Ordering;
use std::thread;
use std::time::Duration;

use bots::{Bot, Candidate, Insight, Thinking};
use cards::{Quick, Seat, Seats, Seed};
use games::{Game, Moves, OptionValue};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::driver::{Driver, Keep, OptionList};
use crate::{Code, Fault, GameId, Proof, SharedView, for_game};

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

impl Setup {
    /// What a record's game was opened with. Its deals follow from the seed.
    pub fn of_record(record: &Value) -> Result<Setup, Fault> {
        let fault = |what: &str| Fault::new(Code::BadRequest, format!("a record has {what}"));
        let game = record["game"].as_str().ok_or_else(|| fault("a game"))?.parse()?;
        let seats = record["seats"].as_u64().and_then(|seats| u8::try_from(seats).ok());
        let options = record["options"].as_object().ok_or_else(|| fault("options"))?.iter();
        let options = options.map(|(key, value)| Ok((key.clone(), OptionValue::deserialize(value)?)));
        let seed = record["seed"].as_str().and_then(Seed::from_hex);
        Ok(Setup {
            game,
            seats: seats.ok_or_else(|| fault("a number of seats"))?,
            options: options
                .collect::<Result<_, serde_json::Error>>()
                .map_err(|error| fault(&error.to_string()))?,
            seed: seed.ok_or_else(|| fault("a seed of 64 hex digits"))?,
            deals: Vec::new(),
        })
    }
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
    /// Whether a seat may make a move now; if not, the fault is the one that [`Match::play`] would end with. Nothing
    /// changes.
    fn check(&self, seat: Seat, chosen: &str) -> Result<(), Fault>;
    /// Makes a move and returns what is announced.
    fn play(&mut self, seat: Seat, chosen: &str) -> Result<Vec<Value>, Fault>;
    /// The same, with what is announced as the text of a JSON array.
    fn play_told(&mut self, seat: Seat, chosen: &str) -> Result<Box<RawValue>, Fault>;
    /// What a seat, or a spectator, is shown.
    fn view(&self, viewer: Option<Seat>) -> Result<Value, Fault>;
    /// What all of them are shown, with gaps for what is a seat's own.
    fn shared_view(&self) -> Result<SharedView, Fault>;
    /// What a seat, or a spectator, is shown as text. The shared part is that of this very moment.
    fn write_view(&self, shared: &SharedView, viewer: Option<Seat>, out: &mut Vec<u8>) -> Result<(), Fault>;
    /// The move that a bot chooses in a seat's place. It may think for so long, or as long as usual.
    fn choose(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<String, Fault>;
    /// A bot's thought about a seat's move, to be had elsewhere and without this game: it takes along what the seat
    /// knows, and no more. It uses one core.
    fn thought(&self, seat: Seat, bot: Bot, time: Option<Duration>) -> Result<Thought, Fault>;
    /// A bot's thought about all moves of a seat, likewise; it answers as [`Match::suggest`].
    fn advice(&self, seat: Seat, bot: Bot, time: Option<Duration>) -> Result<AdviceThought, Fault>;
    /// What a bot would do in a seat's place, and what it makes of every legal move.
    fn suggest(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<Value, Fault>;
    /// The game so far as a record.
    fn record(&self) -> String {
        self.record_with(None)
    }
    /// The game so far as a record with what its seed was made of. That tells all cards: it is for the game's end.
    fn record_with(&self, proof: Option<&Proof>) -> String;
}

/// A thought that ends with a move.
pub type Thought = Box<dyn FnOnce(&mut Quick) -> String + Send>;
/// A thought that ends with advice.
pub type AdviceThought = Box<dyn FnOnce(&mut Quick) -> Value + Send>;

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

    fn check(&self, seat: Seat, chosen: &str) -> Result<(), Fault> {
        check_seat(self.state(), seat)?;
        self.check_text(seat, chosen)
    }

    fn play(&mut self, seat: Seat, chosen: &str) -> Result<Vec<Value>, Fault> {
        check_seat(self.state(), seat)?;
        self.play_text(seat, chosen)?.iter().map(to_value).collect()
    }

    fn play_told(&mut self, seat: Seat, chosen: &str) -> Result<Box<RawValue>, Fault> {
        check_seat(self.state(), seat)?;
        let events = self.play_text(seat, chosen)?;
        to_raw_value(&events).map_err(|error| Fault::new(Code::BadRequest, error))
    }

    fn view(&self, viewer: Option<Seat>) -> Result<Value, Fault> {
        to_value(&G::view(&self.known(viewer)?))
    }

    fn shared_view(&self) -> Result<SharedView, Fault> {
        let known = self.known(None)?;
        SharedView::new(&G::view(&known), &G::own(&known))
            .map_err(|error| Fault::new(Code::BadRequest, error))
    }

    fn write_view(&self, shared: &SharedView, viewer: Option<Seat>, out: &mut Vec<u8>) -> Result<(), Fault> {
        let own = G::own(&self.known(viewer)?);
        shared.write(&own, out).map_err(|error| Fault::new(Code::BadRequest, error))
    }

    fn choose(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<String, Fault> {
        let (knowledge, moves) = self.ask(seat)?;
        let thinking = Thinking { threads: cores(), ..Thinking::within(bot.limit(time)) };
        Ok(bot.choose::<G>(&knowledge, seat, &moves, &thinking, random).to_string())
    }

    fn thought(&self, seat: Seat, bot: Bot, time: Option<Duration>) -> Result<Thought, Fault> {
        let (knowledge, moves) = self.ask(seat)?;
        let thinking = Thinking::within(bot.limit(time));
        Ok(Box::new(move |random| bot.choose::<G>(&knowledge, seat, &moves, &thinking, random).to_string()))
    }

    fn advice(&self, seat: Seat, bot: Bot, time: Option<Duration>) -> Result<AdviceThought, Fault> {
        let (knowledge, moves) = self.ask(seat)?;
        let thinking = Thinking { settles: false, ..Thinking::within(bot.limit(time)) };
        Ok(Box::new(move |random| advise::<G>(&knowledge, seat, &moves, bot, &thinking, random)))
    }

    fn suggest(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<Value, Fault> {
        let (knowledge, moves) = self.ask(seat)?;
        let thinking = Thinking { limit: bot.limit(time), threads: cores(), settles: false };
        Ok(advise::<G>(&knowledge, seat, &moves, bot, &thinking, random))
    }

    fn record_with(&self, proof: Option<&Proof>) -> String {
        Driver::record_with(self, proof)
    }
}

/// What a bot makes of every legal move, best first.
fn advise<G: Insight>(
    knowledge: &G::Knowledge,
    seat: Seat,
    moves: &[G::Move],
    bot: Bot,
    thinking: &Thinking,
    random: &mut Quick,
) -> Value {
    let mut advice = bot.advise::<G>(knowledge, seat, moves, thinking, random);
    let chosen = advice.choose(random);
    advice.candidates.sort_by_cached_key(|candidate| candidate.chosen.to_string());
    // In a mix all are worth the same but for rounding, and what is chosen most comes first.
    let order = |candidate: &Candidate<G::Move>| ((candidate.win * 1e4).round(), candidate.share);
    advice.candidates.sort_by(|one, other| order(other).partial_cmp(&order(one)).unwrap_or(Ordering::Equal));
    let candidates: Vec<Value> = advice
        .candidates
        .iter()
        .map(|candidate| {
            json!({
                "move": candidate.chosen.to_string(), "value": candidate.value, "share": candidate.share,
                "win": candidate.win, "error": candidate.error, "worlds": candidate.worlds,
            })
        })
        .collect();
    json!({
        "move": chosen.to_string(), "candidates": candidates,
        "iterations": advice.iterations, "effective": advice.effective,
    })
}

impl<G: Insight> Driver<G> {
    /// What a seat that is at the table, or a spectator, knows.
    fn known(&self, viewer: Option<Seat>) -> Result<G::Knowledge, Fault> {
        if let Some(seat) = viewer {
            check_seat(self.state(), seat)?;
        }
        Ok(self.state().knows(viewer))
    }

    /// What a bot is asked with: what a seat that is to act knows, and its legal moves.
    fn ask(&self, seat: Seat) -> Result<(G::Knowledge, Moves<G::Move>), Fault> {
        check_seat(self.state(), seat)?;
        self.check_turn(seat)?;
        let mut moves = Moves::new();
        self.state().legal(seat, &mut moves);
        Ok((self.state().knows(Some(seat)), moves))
    }
}

/// How many cores there are to think with.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
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
    Seed::from_bytes(fresh_secret())
}

/// A table's secret, which nobody can guess.
///
/// # Panics
/// As [`fresh_seed`].
pub fn fresh_secret() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}
