//! What each viewer of a table is told of a row. A frame depends on the table's rows and the viewer's seat alone, so
//! that whoever comes back gets the very frames that were missed.

use std::borrow::Cow;

use cards::Seat;
use serde_json::value::RawValue;

use crate::happening::Happening;
use crate::protocol::{ClockInfo, Event, Phase, PlayInfo, Talk, ToClient};
use crate::refusal::Refusal;
use crate::table::{Change, Play, Spoken, Table};

/// The frame of the last row of a table.
pub fn event(table: &Table, row: &Happening, change: &Change, viewer: Option<u8>) -> Result<String, Refusal> {
    let event = match row {
        Happening::Opened { .. } => Event::Opened {},
        Happening::Sat { seat, .. } => Event::Sat { seat: *seat },
        Happening::Filled { seat, .. } => Event::Filled { seat: *seat },
        Happening::Stood { seat } => Event::Stood { seat: *seat },
        Happening::Ready { seat, .. } => Event::Ready { seat: *seat },
        Happening::Started { .. } => Event::Started {},
        Happening::Moved { seat, bot, .. } => Event::Moved {
            seat: *seat,
            bot: *bot,
            events: change.events.as_deref().unwrap_or(RawValue::NULL),
        },
        Happening::Away { seat, why } => Event::Away { seat: *seat, why: *why },
        Happening::Back { seat } => Event::Back { seat: *seat },
        Happening::Said { .. } => match table.talk.back() {
            Some(spoken) if !table.is_muted(viewer, &spoken.guest) => Event::Said { talk: talk(spoken) },
            _ => Event::Quiet {},
        },
        Happening::Muted { seat, whom, on } if viewer == Some(*seat) => Event::Muted { seat: *whom, on: *on },
        Happening::Muted { .. } => Event::Quiet {},
    };
    let id = match row {
        Happening::Moved { seat, id, .. } if viewer == Some(*seat) => id.as_deref(),
        _ => None,
    };
    let view = if change.play { view(table, viewer)? } else { None };
    text(&ToClient::Event {
        number: table.number,
        time: table.time,
        id,
        event,
        you: change.table.then_some(viewer),
        table: change.table.then(|| Box::new(table.info())),
        play: view.as_deref().and_then(|view| play(table, view, viewer)).transpose()?,
    })
}

/// Everything, as it stands.
pub fn snapshot(table: &Table, viewer: Option<u8>) -> Result<String, Refusal> {
    let view = view(table, viewer)?;
    let heard = table.talk.iter().filter(|spoken| !table.is_muted(viewer, &spoken.guest));
    text(&ToClient::Snapshot {
        number: table.number,
        time: table.time,
        you: viewer,
        table: Box::new(table.info()),
        play: view.as_deref().and_then(|view| play(table, view, viewer)).transpose()?,
        talk: heard.map(talk).collect(),
    })
}

/// The text of a frame.
pub fn text(frame: &ToClient<'_>) -> Result<String, Refusal> {
    serde_json::to_string(frame).map_err(|_| Refusal::unavailable())
}

/// The frame of a refusal.
pub fn refused(id: Option<&str>, refusal: &Refusal) -> String {
    let Refusal { code, message } = refusal;
    text(&ToClient::Refused { id, code, message: Cow::Borrowed(message) }).unwrap_or_default()
}

fn view(table: &Table, viewer: Option<u8>) -> Result<Option<Box<RawValue>>, Refusal> {
    let Some(play) = &table.play else { return Ok(None) };
    let text = play.game.view_text(viewer.map(Seat))?;
    RawValue::from_string(text).map(Some).map_err(|_| Refusal::unavailable())
}

fn play<'a>(table: &Table, view: &'a RawValue, viewer: Option<u8>) -> Option<Result<PlayInfo<'a>, Refusal>> {
    let play = table.play.as_ref()?;
    let to_act = play.game.to_act();
    let legal = match viewer.map(Seat).filter(|&seat| to_act.contains(seat)) {
        Some(seat) => play.game.legal(seat),
        None => Ok(Vec::new()),
    };
    let info =
        legal.map(|legal| PlayInfo { view, legal, to_act: to_act.numbers(), clocks: clocks(table, play) });
    Some(info.map_err(Refusal::from))
}

fn clocks(table: &Table, play: &Play) -> Option<Vec<ClockInfo>> {
    let (each, _) = table.setting.clock.times()?;
    let is_awaited = |seat: usize| {
        let playing = table.phase == Phase::Playing;
        playing && table.person(seat as u8).is_some_and(|person| person.away.is_none())
    };
    let clocks = play.clocks.iter().enumerate().map(|(seat, clock)| ClockInfo {
        reserve: clock.reserve,
        turn_ends: clock.since.filter(|_| is_awaited(seat)).map(|since| since + each),
    });
    Some(clocks.collect())
}

fn talk(spoken: &Spoken) -> Talk<'_> {
    Talk {
        seat: spoken.seat,
        name: Cow::Borrowed(&spoken.name),
        text: Cow::Borrowed(&spoken.text),
        time: spoken.time,
    }
}

#[cfg(test)]
mod tests;
