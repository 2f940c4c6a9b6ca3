//! A finished game once more, step by step, with everybody's view: nothing is hidden any longer.

use cards::Seat;
use catalog::Setup;
use serde_json::{Value, json};

use crate::refusal::Refusal;

/// A finished game after so many of its moves.
pub fn at(record: &str, moves: usize) -> Result<Value, Refusal> {
    let broken = |_| Refusal::new("no-record", "the record cannot be read");
    let record: Value = serde_json::from_str(record).map_err(broken)?;
    let setup = Setup::of_record(&record)?;
    let mut game = catalog::open(&setup)?;
    let steps = record["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let made: Vec<(Seat, &str)> = steps
        .iter()
        .filter_map(|step| Some((Seat(u8::try_from(step["seat"].as_u64()?).ok()?), step["move"].as_str()?)))
        .collect();
    let mut events = Vec::new();
    for (seat, chosen) in made.iter().take(moves) {
        events = game.play(*seat, chosen)?;
    }
    let last = moves.min(made.len()).checked_sub(1).and_then(|at| made.get(at));
    let views = (0..setup.seats).map(|seat| game.view(Some(Seat(seat)))).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({
        "step": moves.min(made.len()),
        "steps": made.len(),
        "moved": last.map(|(seat, chosen)| json!({ "seat": seat.0, "move": chosen })),
        "events": events,
        "to_act": game.to_act().numbers(),
        "view": game.view(None)?,
        "views": views,
    }))
}
