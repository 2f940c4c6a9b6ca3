//! Records as text: one game as one JSON object, written in one way only.

use std::fmt::Display;

use cards::{Seat, Seed};
use games::{Game, Options};
use serde::Serialize;
use serde_json::json;

/// The version of the format.
pub(crate) const VERSION: u64 = 1;

/// A step of a move.
pub(crate) fn move_step(seat: Seat, chosen: &str, legal: Option<Vec<String>>) -> String {
    match legal {
        None => json!({ "seat": seat.0, "move": chosen }),
        Some(legal) => json!({ "seat": seat.0, "move": chosen, "legal": legal }),
    }
    .to_string()
}

/// The seat of a move step that [`move_step`] wrote.
pub(crate) fn seat_of(step: &str) -> Option<Seat> {
    let digits = step.strip_prefix("{\"seat\":")?.split(',').next()?;
    digits.parse().ok().map(Seat)
}

/// A step of a score.
pub(crate) fn score_step(points: &[i16]) -> String {
    json!({ "score": points }).to_string()
}

/// Whether a chance step is a deal, and not another lot.
pub(crate) fn is_deal(step: &impl Serialize) -> bool {
    to_text(step).starts_with("{\"deal\":")
}

/// The JSON of one of our own types.
pub(crate) fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("our own types have text keys only and always serialise")
}

/// A whole record.
pub(crate) fn write<G: Game>(state: &G, seed: &Seed, given: usize, steps: &[String]) -> String {
    let options: serde_json::Map<_, _> = G::Options::KEYS
        .iter()
        .map(|key| ((*key).to_owned(), serde_json::to_value(state.options().get(key)).unwrap_or_default()))
        .collect();
    let winners: Vec<u8> = state.winners().numbers();
    let given = if given == 0 { String::new() } else { format!(",\"given\":{given}") };
    format!(
        r#"{{"irori":{VERSION},"game":"{}","seats":{},"options":{},"seed":"{seed}"{given},"steps":[{}],"totals":{},"winners":{}}}"#,
        G::ID,
        state.seats(),
        to_text(&options),
        steps.join(","),
        to_text(&state.totals()),
        to_text(&winners),
    )
}

/// A fault with what was found and what was expected, cut short where it is long.
pub(crate) fn mismatch(found: &impl Display, expected: &impl Display) -> String {
    format!("found {}, expected {}", shorten(&found.to_string()), shorten(&expected.to_string()))
}

/// The beginning of a long text.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
