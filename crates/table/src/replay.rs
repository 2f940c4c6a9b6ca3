//! A finished game step by step, with everybody's view: nothing is hidden any more.

use cards::Seat;
use catalog::Setup;
use serde_json::Value;

use crate::protocol::{ReplayStep, ReplayedMove};
use crate::refusal::{Refusal, RefusalCode};

/// A finished game after so many of its moves, or after all of them if it has fewer.
pub fn at(record: &str, moves: usize) -> Result<ReplayStep, Refusal> {
    let broken = |_| Refusal::new(RefusalCode::NoRecord, "the record cannot be read");
    let record: Value = serde_json::from_str(record).map_err(broken)?;
    let setup = Setup::of_record(&record)?;
    let mut game = catalog::open(&setup)?;
    let steps = record["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let made: Vec<(Seat, &str)> = steps
        .iter()
        .filter_map(|step| Some((Seat(u8::try_from(step["seat"].as_u64()?).ok()?), step["move"].as_str()?)))
        .collect();
    let step = moves.min(made.len());
    let mut events = Vec::new();
    for (seat, chosen) in &made[..step] {
        events = game.play(*seat, chosen)?;
    }
    let last = made[..step].last();
    let views = (0..setup.seats).map(|seat| game.view(Some(Seat(seat)))).collect::<Result<_, _>>()?;
    Ok(ReplayStep {
        step,
        steps: made.len(),
        moved: last.map(|(seat, chosen)| ReplayedMove { seat: seat.0, chosen: (*chosen).to_owned() }),
        events,
        to_act: game.to_act().numbers(),
        draw: game.draw(),
        view: game.view(None)?,
        views,
    })
}
