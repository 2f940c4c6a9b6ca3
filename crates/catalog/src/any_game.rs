//! A game in progress, of any kind, as text and JSON.

use std::cmp::Ordering;
use std::thread;
use std::time::Duration;

use bots::{Bot, Candidate, Strategy, Thinking};
use cards::{Quick, Seat, Seats, Seed};
use games::{Ask, Game, Moves, Notation, OptionValue, Show, Turn};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::driver::{Driver, Keep, OptionList};
use crate::{AdviceInfo, AtTable, CandidateInfo, Code, Fault, GameId, SharedView, for_game};

/// Everything that is needed to open a game.
#[derive(Clone, Debug)]
pub struct Setup {
    pub game: GameId,
    pub seats: u8,
    /// The options that differ from their defaults.
    pub options: OptionList,
    pub seed: Seed,
    /// Deals to use before the seed's own.
    pub deals: Vec<Value>,
}

impl Setup {
    /// The setup of a recorded game. Its deals follow from the seed.
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

/// One game in progress. Moves and cards are texts, views and events JSON.
pub trait AnyGame: Send {
    fn seats(&self) -> u8;
    /// Who is to act; nobody when the game is over.
    fn to_act(&self) -> Seats;
    fn totals(&self) -> Vec<i32>;
    /// The winners, once the game is over.
    fn winners(&self) -> Seats;
    /// Whether the game has ended in a draw; `None` before it is over.
    fn draw(&self) -> Option<bool>;
    /// The legal moves of a seat, sorted by the bytes of their text.
    fn legal(&self, seat: Seat) -> Result<Vec<String>, Fault>;
    /// Whether a seat may make a move now. The error is the same as that of [`AnyGame::play`], and nothing changes.
    fn check(&self, seat: Seat, chosen: &str) -> Result<(), Fault>;
    /// Makes a move and returns what is announced.
    fn play(&mut self, seat: Seat, chosen: &str) -> Result<Vec<Value>, Fault>;
    /// The same, with what is announced as the text of a JSON array.
    fn play_told(&mut self, seat: Seat, chosen: &str) -> Result<Box<RawValue>, Fault>;
    /// What a seat, or a spectator, is shown.
    fn view(&self, viewer: Option<Seat>) -> Result<Value, Fault>;
    /// What a seat is asked to do now, as JSON with a `kind`; nothing if it is not to act.
    fn prompt(&self, seat: Seat) -> Result<Option<Value>, Fault>;
    /// What everybody is shown, with gaps for each seat's own part.
    fn shared_view(&self) -> Result<SharedView, Fault>;
    /// What a seat, or a spectator, is shown, as text. `shared` must be of the same moment.
    fn write_view(&self, shared: &SharedView, viewer: Option<Seat>, out: &mut Vec<u8>) -> Result<(), Fault>;
    /// The move that a bot chooses for a seat. Without a time the bot thinks as long as usual.
    fn choose(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<String, Fault>;
    /// A bot's choice for a seat, to be computed on another thread. It carries what the seat knows and nothing else, and uses
    /// one core.
    fn thought(&self, seat: Seat, bot: Bot, time: Option<Duration>) -> Result<Thought, Fault>;
    /// The same for a rating of all moves; the result is that of [`AnyGame::suggest`].
    fn advice(&self, seat: Seat, bot: Bot, time: Option<Duration>) -> Result<AdviceThought, Fault>;
    /// What a bot would choose for a seat, and how it rates every legal move.
    fn suggest(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<AdviceInfo, Fault>;
    fn record(&self) -> String {
        self.record_with(None)
    }
    /// The record with what its table adds. That reveals all cards, so it is for the end of the game.
    fn record_with(&self, at_table: Option<AtTable<'_>>) -> String;
}

/// Computes a move.
pub type Thought = Box<dyn FnOnce(&mut Quick) -> String + Send>;
/// Computes advice.
pub type AdviceThought = Box<dyn FnOnce(&mut Quick) -> AdviceInfo + Send>;

pub fn open(setup: &Setup) -> Result<Box<dyn AnyGame>, Fault> {
    for_game!(setup.game, G => {
        let Setup { seats, options, seed, deals, .. } = setup;
        Ok(Box::new(Driver::<G>::open(*seats, options, *seed, deals, Keep::Steps)?))
    })
}

/// Everything that a game must be to be played at a table.
trait Playable: Strategy + Show + Ask + Notation {}

impl<G: Strategy + Show + Ask + Notation> Playable for G {}

impl<G: Playable> AnyGame for Driver<G> {
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

    fn draw(&self) -> Option<bool> {
        (self.state().turn() == Turn::Over).then(|| self.state().is_draw())
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

    fn prompt(&self, seat: Seat) -> Result<Option<Value>, Fault> {
        G::prompt(&self.known(Some(seat))?).as_ref().map(to_value).transpose()
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
        let thinking = Thinking { stops_early: false, ..Thinking::within(bot.limit(time)) };
        Ok(Box::new(move |random| advise::<G>(&knowledge, seat, &moves, bot, &thinking, random)))
    }

    fn suggest(
        &self,
        seat: Seat,
        bot: Bot,
        time: Option<Duration>,
        random: &mut Quick,
    ) -> Result<AdviceInfo, Fault> {
        let (knowledge, moves) = self.ask(seat)?;
        let thinking = Thinking { limit: bot.limit(time), threads: cores(), stops_early: false };
        Ok(advise::<G>(&knowledge, seat, &moves, bot, &thinking, random))
    }

    fn record_with(&self, at_table: Option<AtTable<'_>>) -> String {
        Driver::record_with(self, at_table)
    }
}

/// How a bot rates every legal move, best first.
fn advise<G: Strategy>(
    knowledge: &G::Knowledge,
    seat: Seat,
    moves: &[G::Move],
    bot: Bot,
    thinking: &Thinking,
    random: &mut Quick,
) -> AdviceInfo {
    let mut advice = bot.advise::<G>(knowledge, seat, moves, thinking, random);
    let chosen = advice.choose(random);
    advice.candidates.sort_by_cached_key(|candidate| candidate.chosen.to_string());
    // In a mixed strategy all moves are worth the same apart from rounding; the most frequent one comes first.
    let order = |candidate: &Candidate<G::Move>| ((candidate.win * 1e4).round(), candidate.share);
    advice.candidates.sort_by(|one, other| order(other).partial_cmp(&order(one)).unwrap_or(Ordering::Equal));
    AdviceInfo {
        chosen: chosen.to_string(),
        candidates: advice.candidates.iter().map(CandidateInfo::from).collect(),
        iterations: advice.iterations,
        effective: advice.effective,
    }
}

impl<G: Notation> Driver<G> {
    /// What a seat at the table, or a spectator, knows.
    fn known(&self, viewer: Option<Seat>) -> Result<G::Knowledge, Fault> {
        if let Some(seat) = viewer {
            check_seat(self.state(), seat)?;
        }
        Ok(self.state().knows(viewer))
    }

    /// What a bot needs to choose: the knowledge of a seat that is to act, and its legal moves.
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
/// If the system has no randomness: everybody could work out the cards from a seed that can be guessed.
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

#[cfg(test)]
mod tests {
    use cards::Random;

    use super::*;

    /// IO-15: equal points are a draw, and both players are winners.
    #[test]
    fn a_game_that_everybody_wins_is_a_draw() {
        // About one random game in forty is drawn.
        let mut draws = 0;
        for number in 0..400 {
            let setup = Setup {
                game: GameId::Irono,
                seats: 2,
                options: OptionList::new(),
                seed: Seed::from_text(&format!("draw {number}")),
                deals: Vec::new(),
            };
            let mut game = open(&setup).expect("the setup is valid");
            let mut random = Quick::new(number);
            while let Some(seat) = game.to_act().first() {
                assert_eq!(game.draw(), None, "the game is not over");
                let moves = game.legal(seat).expect("the seat is at the table");
                game.play(seat, &moves[random.below(moves.len() as u32) as usize]).expect("it is legal");
            }
            let totals = game.totals();
            assert_eq!(game.draw(), Some(totals[0] == totals[1]), "{totals:?}");
            draws += u32::from(game.draw() == Some(true));
        }
        assert!(draws > 0, "some games are drawn");
    }
}
