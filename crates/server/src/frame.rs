//! What each viewer of a table is told of a row. A frame depends on the table's rows and the viewer's seat alone, so
//! that whoever comes back gets the very frames that were missed.

use std::borrow::Cow;

use cards::Seat;
use serde_json::value::RawValue;

use crate::happening::Happening;
use crate::protocol::{ClockInfo, Event, Phase, PlayInfo, RuleInfo, Talk, ToClient};
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
    let frame = ToClient::Event {
        number: table.number,
        time: table.time,
        id,
        event,
        you: change.table.then_some(viewer),
        table: change.table.then(|| Box::new(table.info())),
        play: if change.play { play(table, viewer)? } else { None },
    };
    with_view(&frame, table.play.as_ref().filter(|_| change.play), viewer)
}

/// Everything, as it stands.
pub fn snapshot(table: &Table, viewer: Option<u8>) -> Result<String, Refusal> {
    let heard = table.talk.iter().filter(|spoken| !table.is_muted(viewer, &spoken.guest));
    let frame = ToClient::Snapshot {
        number: table.number,
        time: table.time,
        you: viewer,
        table: Box::new(table.info()),
        talk: heard.map(talk).collect(),
        play: play(table, viewer)?,
    };
    with_view(&frame, table.play.as_ref(), viewer)
}

/// The text of a frame.
pub fn text(frame: &ToClient<'_>) -> Result<String, Refusal> {
    serde_json::to_string(frame).map_err(|_| Refusal::unavailable())
}

/// The frame of a refusal.
pub fn refused(id: Option<&str>, refusal: &Refusal) -> String {
    let Refusal { code, message, rule } = refusal;
    let rule = rule.as_deref().map(|rule| RuleInfo { code: rule.code, facts: &rule.facts });
    text(&ToClient::Refused { id, code, message: Cow::Borrowed(message), rule }).unwrap_or_default()
}

/// The frame that says whether a move is legal.
pub fn why(id: &str, chosen: &str, not: Option<&Refusal>) -> Result<String, Refusal> {
    let rule = not.and_then(|refusal| refusal.rule.as_deref());
    text(&ToClient::Why {
        id,
        chosen,
        legal: not.is_none(),
        code: rule.map(|rule| rule.code),
        facts: rule.map(|rule| &rule.facts),
        message: not.map(|refusal| &*refusal.message),
    })
}

/// How a frame ends in which the view has not been put yet.
const NO_VIEW: &str = "null}}";

/// The text of a frame with the view of the game in it. The view is by far the longest part; it is written straight
/// into its place at the end, where serialising it as a value of its own would copy and check it first.
fn with_view(frame: &ToClient<'_>, play: Option<&Play>, viewer: Option<u8>) -> Result<String, Refusal> {
    let mut out = Vec::with_capacity(LIKELY);
    serde_json::to_writer(&mut out, frame).map_err(|_| Refusal::unavailable())?;
    if let Some(play) = play {
        if !out.ends_with(NO_VIEW.as_bytes()) {
            return Err(Refusal::unavailable());
        }
        out.truncate(out.len() - NO_VIEW.len());
        play.game.write_view(viewer.map(Seat), &mut out)?;
        out.extend_from_slice(b"}}");
    }
    String::from_utf8(out).map_err(|_| Refusal::unavailable())
}

/// Few frames are longer.
const LIKELY: usize = 1536;

/// The game as a viewer sees it, but for the view itself.
fn play(table: &Table, viewer: Option<u8>) -> Result<Option<PlayInfo<'static>>, Refusal> {
    let Some(play) = &table.play else { return Ok(None) };
    let to_act = play.game.to_act();
    let legal = match viewer.map(Seat).filter(|&seat| to_act.contains(seat)) {
        Some(seat) => play.game.legal(seat)?,
        None => Vec::new(),
    };
    let clocks = clocks(table, play);
    Ok(Some(PlayInfo { legal, to_act: to_act.numbers(), clocks, view: RawValue::NULL }))
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
