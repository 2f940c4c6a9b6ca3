//! Proving a record: its deals follow from the seed, its moves are legal, its scores and winners are right.

use std::fmt;

use cards::{Seat, Seed, Stream};
use games::{Game, Notation, OptionValue, Options, Turn};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::driver::{OptionList, legal_texts, read_options};
use crate::record::{QUOTED, VERSION, mismatch, shorten, to_text};
use crate::{GameId, Proof, for_game, strict};

/// What is proved of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    pub game: GameId,
    pub moves: u64,
    /// Whether the record reaches the end of the game.
    pub finished: bool,
    /// How many of its deals were given by hand and do not follow from the seed.
    pub given: u64,
    /// How its seed was made, if the record says so.
    pub proof: Option<Proof>,
}

impl Proved {
    /// Whether all deals follow from a seed that follows from a proof. A proof says nothing about given deals.
    pub fn shuffle_is_proved(&self) -> bool {
        self.proof.is_some() && self.given == 0
    }
}

/// The first fault of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The step it was found in, from 1; nothing if it lies outside the steps.
    pub step: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "step {step}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for RecordFault {}

/// Unknown keys are allowed here, and only here.
#[derive(Deserialize)]
struct RecordForm {
    irori: u64,
    game: String,
    seats: u8,
    options: Map<String, Value>,
    seed: String,
    #[serde(default)]
    given: u64,
    #[serde(default, deserialize_with = "strict::present")]
    proof: Option<Value>,
    steps: Vec<Value>,
    totals: Vec<i32>,
    winners: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveForm {
    seat: u8,
    #[serde(rename = "move")]
    chosen: String,
    #[serde(default, deserialize_with = "strict::present")]
    legal: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoreForm {
    score: Vec<i64>,
}

/// Replays a record and proves every step of it.
pub fn check(record: &str) -> Result<Proved, RecordFault> {
    let not_a_record = |error: String| outside(&format!("not a record: {}", shorten(&error, QUOTED)));
    let record = strict::parse(record).map_err(not_a_record)?;
    let form: RecordForm = strict::read(&record).map_err(not_a_record)?;
    if form.irori != VERSION {
        return Err(outside(&format!("record version {}, expected {VERSION}", form.irori)));
    }
    let game: GameId = form.game.parse().map_err(|fault| outside(&fault))?;
    for_game!(game, G => replay::<G>(game, &form))
}

fn replay<G: Notation>(game: GameId, form: &RecordForm) -> Result<Proved, RecordFault> {
    // Only lower case, so that a seed has one text.
    let seed = Seed::from_hex(&form.seed).filter(|seed| seed.to_string() == form.seed);
    let seed = seed.ok_or_else(|| {
        outside(&format!("seed {:?} is not 64 lower-case hex digits", shorten(&form.seed, QUOTED)))
    })?;
    let options = read_options::<G>(form.seats, &all_options::<G>(form)?).map_err(|fault| outside(&fault))?;
    let proof = form.proof.as_ref().map(|proof| read_proof(proof, form.seats, seed)).transpose()?;
    let mut replay = Replay {
        state: G::new(form.seats, options),
        seed,
        given: form.given,
        chance: 0,
        last_choice: None,
        scored: 0,
    };
    let mut moves = 0;
    for (at, step) in form.steps.iter().enumerate() {
        let fault = |message: String| RecordFault { step: Some(at + 1), message };
        moves += u64::from(replay.step(step).map_err(fault)?);
    }
    replay.end(form)?;
    let finished = replay.state.turn() == Turn::Over;
    Ok(Proved { game, moves, finished, given: form.given.min(replay.chance), proof })
}

fn read_proof(proof: &Value, seats: u8, seed: Seed) -> Result<Proof, RecordFault> {
    let proof = Proof::from_json(proof).map_err(|fault| outside(&fault))?;
    proof.check(seats, seed).map_err(|fault| outside(&fault))?;
    Ok(proof)
}

/// A record lists every option.
fn all_options<G: Game>(form: &RecordForm) -> Result<OptionList, RecordFault> {
    if let Some(missing) = G::Options::KEYS.iter().find(|key| !form.options.contains_key(**key)) {
        return Err(outside(&format!("option {missing} is missing")));
    }
    let read = |(key, value): (&String, &Value)| {
        let fault = || outside(&format!("option {key:?} cannot be {}", shorten(&value.to_string(), QUOTED)));
        let value: OptionValue = serde_json::from_value(value.clone()).map_err(|_| fault())?;
        Ok((key.clone(), value))
    };
    form.options.iter().map(read).collect()
}

struct Replay<G> {
    state: G,
    seed: Seed,
    /// Deals that were given and so do not follow from the seed.
    given: u64,
    chance: u64,
    /// The last seat of simultaneous choices under way.
    last_choice: Option<Seat>,
    /// Rounds whose score step has been seen.
    scored: usize,
}

impl<G: Notation> Replay<G> {
    /// Takes one step and returns whether it was a move.
    fn step(&mut self, step: &Value) -> Result<bool, String> {
        let Some(keys) = step.as_object() else {
            return Err(format!("a step is an object, not {}", shorten(&step.to_string(), QUOTED)));
        };
        let awaited = self.awaited();
        let right = match awaited {
            Awaited::Score => keys.contains_key("score"),
            Awaited::Deal => keys.contains_key("deal") || keys.contains_key("star"),
            Awaited::Move => keys.contains_key("move"),
            Awaited::Nothing => false,
        };
        if !right {
            return Err(format!("{}, not {}", awaited.sentence(), shorten(&step.to_string(), QUOTED)));
        }
        match awaited {
            Awaited::Score => self.score(step)?,
            Awaited::Deal => self.deal(step, keys)?,
            Awaited::Move => self.play(step)?,
            Awaited::Nothing => {}
        }
        Ok(awaited == Awaited::Move)
    }

    fn awaited(&self) -> Awaited {
        if self.scored < self.state.rounds() {
            return Awaited::Score;
        }
        match self.state.turn() {
            Turn::Deal => Awaited::Deal,
            Turn::Move(_) => Awaited::Move,
            Turn::Over => Awaited::Nothing,
        }
    }

    fn score(&mut self, step: &Value) -> Result<(), String> {
        let ScoreForm { score } = strict::read(step)?;
        let expected: Vec<i64> = self.state.score(self.scored).iter().map(|&points| points.into()).collect();
        if score != expected {
            return Err(format!("score: {}", mismatch(&to_text(&score), &to_text(&expected))));
        }
        self.scored += 1;
        Ok(())
    }

    fn deal(&mut self, step: &Value, keys: &Map<String, Value>) -> Result<(), String> {
        if let Some(key) = keys.keys().find(|key| keys.len() > 1 && !["deal", "star"].contains(&key.as_str()))
        {
            return Err(format!("unknown key {key:?} in a chance step"));
        }
        let form: G::DealStep = strict::read(step)?;
        let deal = self.state.read_deal(&form).map_err(|fault| fault.to_string())?;
        let proper = serde_json::to_value(self.state.deal_step(&deal)).unwrap_or_default();
        let (found, expected) = (key_list(&step["deal"]), key_list(&proper["deal"]));
        if found != expected {
            return Err(format!("deal: keys {}", mismatch(&found, &expected)));
        }
        let drawn = self.state.draw(&mut Stream::new(&self.seed, self.chance));
        let is_given = keys.contains_key("deal") && self.chance < self.given;
        if deal != drawn && !is_given {
            let expected = to_text(&self.state.deal_step(&drawn));
            let what = if keys.contains_key("deal") { "deal" } else { "star" };
            return Err(format!("the {what} does not follow from the seed: {}", mismatch(step, &expected)));
        }
        self.chance += 1;
        self.state.deal(&deal, &mut ()).map_err(|fault| fault.to_string())
    }

    fn play(&mut self, step: &Value) -> Result<(), String> {
        let MoveForm { seat, chosen, legal } = strict::read(step)?;
        let seat = Seat(seat);
        let to_act = self.state.to_act();
        if to_act.contains(seat) && self.last_choice.is_some_and(|last| seat < last) {
            return Err(format!("simultaneous choices stand in seat order, so seat {seat} comes too late"));
        }
        if let Some(legal) = legal.filter(|_| to_act.contains(seat)) {
            let expected = legal_texts(&self.state, seat);
            if legal != expected {
                return Err(format!("legal: {}", mismatch(&to_text(&legal), &to_text(&expected))));
            }
        }
        let parsed = chosen.parse::<G::Move>().map_err(|fault| format!("move: {fault}"))?;
        self.state
            .play(seat, parsed, &mut ())
            .map_err(|error| format!("move {:?} of seat {seat}: {error}", shorten(&chosen, QUOTED)))?;
        let others = to_act.without(seat);
        self.last_choice = (!others.is_empty() && self.state.to_act() == others).then_some(seat);
        Ok(())
    }

    /// A record ends with the game, or where somebody is to move.
    fn end(&self, form: &RecordForm) -> Result<(), RecordFault> {
        let awaited = self.awaited();
        if matches!(awaited, Awaited::Score | Awaited::Deal) {
            let message = format!("the record ends too early: {}", awaited.sentence());
            return Err(RecordFault { step: Some(form.steps.len() + 1), message });
        }
        let winners: Vec<u8> = self.state.winners().numbers();
        if awaited == Awaited::Move && !form.winners.is_empty() {
            let message = "the record ends before the game does, and yet names winners".to_owned();
            return Err(RecordFault { step: Some(form.steps.len() + 1), message });
        }
        if form.totals != self.state.totals() {
            let expected = to_text(&self.state.totals());
            return Err(outside(&format!("totals: {}", mismatch(&to_text(&form.totals), &expected))));
        }
        if form.winners != winners {
            return Err(outside(&format!(
                "winners: {}",
                mismatch(&to_text(&form.winners), &to_text(&winners))
            )));
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Awaited {
    Score,
    Deal,
    Move,
    Nothing,
}

impl Awaited {
    fn sentence(self) -> &'static str {
        match self {
            Awaited::Score => "the score of the round is due",
            Awaited::Deal => "a deal or another chance step is due",
            Awaited::Move => "a move is due",
            Awaited::Nothing => "the game is over, nothing is due",
        }
    }
}

/// The keys of an object, sorted.
fn key_list(value: &Value) -> String {
    let mut keys: Vec<&str> = value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    keys.join(" ")
}

fn outside(message: &impl fmt::Display) -> RecordFault {
    RecordFault { step: None, message: message.to_string() }
}
