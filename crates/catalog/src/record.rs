//! Records as text. One game is one JSON object, and there is only one way to write it.

use std::fmt::Display;

use cards::{Seat, Seed};
use games::{Game, Options};
use serde::Serialize;
use serde_json::json;

use crate::Proof;

/// The version of the format.
pub(crate) const VERSION: u64 = 1;

/// A step of a record.
pub(crate) struct Step {
    /// The seat that moved, if the step is a move.
    pub seat: Option<Seat>,
    json: Box<str>,
}

/// A move, as in a record.
#[derive(Serialize)]
struct MoveStep<'a> {
    seat: u8,
    #[serde(rename = "move")]
    chosen: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
}

impl Step {
    fn new(seat: Option<Seat>, step: &impl Serialize) -> Step {
        Step { seat, json: to_text(step).into() }
    }

    pub fn chance(step: &impl Serialize) -> Step {
        Step::new(None, step)
    }

    /// A move, with all legal moves if they are wanted.
    pub fn of_move(seat: Seat, chosen: &str, legal: Option<Vec<String>>) -> Step {
        Step::new(Some(seat), &MoveStep { seat: seat.0, chosen, legal })
    }

    pub fn score(points: &[i16]) -> Step {
        Step::new(None, &json!({ "score": points }))
    }
}

/// Whether a chance step is a deal, and not another random draw.
pub(crate) fn is_deal(step: &impl Serialize) -> bool {
    to_text(step).starts_with("{\"deal\":")
}

/// The JSON of one of our own types.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own types have text keys only and always serialise")
}

/// What the record of a game at a table also says.
#[derive(Clone, Copy, Debug)]
pub struct AtTable<'a> {
    /// How the seed was made. It reveals all cards, so it is for the end of the game.
    pub proof: &'a Proof,
    /// For each seat the level of its bot; nothing for a person.
    pub bots: &'a [Option<String>],
}

/// A whole record.
pub(crate) fn write<G: Game>(
    state: &G,
    seed: &Seed,
    given: usize,
    at_table: Option<AtTable<'_>>,
    steps: &[Step],
) -> String {
    let options: serde_json::Map<_, _> = G::Options::KEYS
        .iter()
        .map(|key| ((*key).to_owned(), serde_json::to_value(state.options().get(key)).unwrap_or_default()))
        .collect();
    let winners: Vec<u8> = state.winners().numbers();
    let given = if given == 0 { String::new() } else { format!(",\"given\":{given}") };
    let at_table = at_table.map_or_else(String::new, |AtTable { proof, bots }| {
        format!(",\"proof\":{},\"bots\":{}", proof.to_json(), to_text(&bots))
    });
    format!(
        r#"{{"irori":{VERSION},"game":"{}","seats":{},"options":{},"seed":"{seed}"{given}{at_table},"steps":[{}],"totals":{},"winners":{}}}"#,
        G::ID,
        state.seats(),
        to_text(&options),
        steps.iter().map(|step| &*step.json).collect::<Vec<_>>().join(","),
        to_text(&state.totals()),
        to_text(&winners),
    )
}

/// What was found and what was expected, each cut short if it is long.
pub(crate) fn mismatch(found: &impl Display, expected: &impl Display) -> String {
    format!(
        "found {}, expected {}",
        shorten(&found.to_string(), QUOTED),
        shorten(&expected.to_string(), QUOTED)
    )
}

/// How much of a text is quoted at most.
pub(crate) const QUOTED: usize = 120;

/// The beginning of a long text.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    let mut short: String = text.chars().take(longest).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
