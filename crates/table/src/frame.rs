//! The frames that clients get. A frame of an entry is a function of the table's entries and the viewer's seat alone, so
//! a client that reconnects gets exactly the frames it missed.

use std::borrow::Cow;

use cards::{Seat, Seats};
use catalog::SharedView;
use serde_json::value::RawValue;

use crate::clock::Time;
use crate::entry::Entry;
use crate::fold::{Change, GameInPlay, Spoken, Table};
use crate::protocol::{ClockInfo, Event, PlayInfo, RuleInfo, TablePhase, Talk, ToClient};
use crate::refusal::Refusal;

/// The last entry of a table, for all who watch it.
pub struct News<'a> {
    table: &'a Table,
    entry: &'a Entry,
    change: &'a Change,
    /// The game, if it has changed.
    shown: Option<Shown<'a>>,
    /// The beginning of a spectator's frame; empty until it is first needed.
    plain: Vec<u8>,
}

impl<'a> News<'a> {
    pub fn new(table: &'a Table, entry: &'a Entry, change: &'a Change) -> Result<News<'a>, Refusal> {
        let shown = if change.game { Shown::of(table)? } else { None };
        Ok(News { table, entry, change, shown, plain: Vec::new() })
    }

    /// Whether this is a chat message of a muted guest, which is only a number to whoever muted them.
    pub fn is_muted(&self, muted: &[String]) -> bool {
        let spoken = self.table.talk.back().filter(|_| matches!(self.entry, Entry::Said { .. }));
        spoken.is_some_and(|spoken| muted.contains(&spoken.guest))
    }

    /// Appends the frame for a viewer.
    pub fn write(&mut self, viewer: Option<u8>, out: &mut Vec<u8>) -> Result<(), Refusal> {
        let start = out.len();
        if !self.is_plain(viewer) {
            self.begin(viewer, out)?;
        } else if self.plain.is_empty() {
            self.begin(None, out)?;
            self.plain.extend_from_slice(&out[start..]);
        } else {
            out.extend_from_slice(&self.plain);
        }
        end(self.shown.as_ref(), viewer, out)
    }

    /// Whether a viewer's frame begins like a spectator's: others have moved, and it is not the viewer's turn.
    fn is_plain(&self, viewer: Option<u8>) -> bool {
        let (Entry::Moved { seat: mover, .. }, Some(shown)) = (self.entry, &self.shown) else {
            return false;
        };
        let concerns = |seat: u8| seat == *mover || shown.in_play.game.to_act().contains(Seat(seat));
        !self.change.table && !viewer.is_some_and(concerns)
    }

    /// Writes the frame up to the view.
    fn begin(&self, viewer: Option<u8>, out: &mut Vec<u8>) -> Result<(), Refusal> {
        let News { table, entry, change, shown, .. } = self;
        let id = match entry {
            Entry::Moved { seat, id, .. } if viewer == Some(*seat) => id.as_deref(),
            _ => None,
        };
        let frame = ToClient::Event {
            number: table.number,
            time: table.time,
            id,
            event: self.event(),
            you: change.table.then_some(viewer),
            table: change.table.then(|| Box::new(table.info())),
            play: shown.as_ref().map(|shown| shown.info(viewer)).transpose()?,
        };
        begin(&frame, shown.as_ref(), out)
    }

    fn event(&self) -> Event<'_> {
        match self.entry {
            Entry::Opened { .. } => Event::Opened {},
            Entry::Sat { seat, .. } => Event::Sat { seat: *seat },
            Entry::Filled { seat, .. } => Event::Filled { seat: *seat },
            Entry::Stood { seat } => Event::Stood { seat: *seat },
            Entry::Ready { seat, .. } => Event::Ready { seat: *seat },
            Entry::Started { .. } => Event::Started {},
            Entry::Moved { seat, bot, .. } => Event::Moved {
                seat: *seat,
                bot: *bot,
                events: self.change.events.as_deref().unwrap_or(RawValue::NULL),
            },
            Entry::Away { seat, reason } => Event::Away { seat: *seat, reason: *reason },
            Entry::Back { seat } => Event::Back { seat: *seat },
            Entry::Said { .. } => match self.table.talk.back() {
                Some(spoken) => Event::Said { talk: talk(spoken) },
                None => Event::Quiet {},
            },
            Entry::Muted { .. } => Event::Quiet {},
            Entry::Closed {} => Event::Closed {},
        }
    }
}

/// Appends the frame of an event that does not concern its receiver. It keeps the numbers without gaps.
pub fn write_quiet(number: u64, time: Time, out: &mut Vec<u8>) -> Result<(), Refusal> {
    let frame = ToClient::Event {
        number,
        time,
        id: None,
        event: Event::Quiet {},
        you: None,
        table: None,
        play: None,
    };
    begin(&frame, None, out)
}

/// Appends a snapshot, which is the whole table as it is now, for a viewer who has muted these guests.
pub fn write_snapshot(
    table: &Table,
    viewer: Option<u8>,
    muted: &[String],
    now: Time,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let shown = Shown::of(table)?;
    let heard = table.talk.iter().filter(|spoken| !muted.contains(&spoken.guest));
    let frame = ToClient::Snapshot {
        number: table.number,
        time: table.time,
        now,
        you: viewer,
        table: Box::new(table.info()),
        talk: heard.map(talk).collect(),
        muted: table.seats_of(muted),
        play: shown.as_ref().map(|shown| shown.info(viewer)).transpose()?,
    };
    begin(&frame, shown.as_ref(), out)?;
    end(shown.as_ref(), viewer, out)
}

/// The message that refuses a request.
pub fn refused<'a>(id: Option<&'a str>, refusal: &'a Refusal) -> ToClient<'a> {
    let Refusal { code, message, rule } = refusal;
    let rule = rule.as_deref().map(|rule| RuleInfo { code: &rule.code, facts: &rule.facts });
    ToClient::Refused { id, code: *code, message: Cow::Borrowed(message), rule }
}

/// The answer to the question whether a move is legal.
pub fn explained<'a>(id: &'a str, chosen: &'a str, not: Option<&'a Refusal>) -> ToClient<'a> {
    let rule = not.and_then(|refusal| refusal.rule.as_deref());
    ToClient::Explain {
        id,
        chosen,
        legal: not.is_none(),
        code: rule.map(|rule| rule.code.as_str()),
        facts: rule.map(|rule| &rule.facts),
        message: not.map(|refusal| &*refusal.message),
    }
}

/// The end of a frame that has no view yet.
const NO_VIEW: &str = "null}}";

/// Writes a frame up to the view of the game, if it has one. The view is by far the longest part, so it is written
/// straight into its place at the end: serialising it as a value of its own would copy and check it first.
fn begin(frame: &ToClient<'_>, shown: Option<&Shown<'_>>, out: &mut Vec<u8>) -> Result<(), Refusal> {
    serde_json::to_writer(&mut *out, frame).map_err(|_| Refusal::unavailable())?;
    if shown.is_some() {
        if !out.ends_with(NO_VIEW.as_bytes()) {
            return Err(Refusal::unavailable());
        }
        out.truncate(out.len() - NO_VIEW.len());
    }
    Ok(())
}

/// Puts the view at the end of a frame.
fn end(shown: Option<&Shown<'_>>, viewer: Option<u8>, out: &mut Vec<u8>) -> Result<(), Refusal> {
    if let Some(Shown { in_play, view, .. }) = shown {
        in_play.game.write_view(view, viewer.map(Seat), out)?;
        out.extend_from_slice(b"}}");
    }
    Ok(())
}

/// A game as viewers see it at one moment.
struct Shown<'a> {
    table: &'a Table,
    in_play: &'a GameInPlay,
    /// The part that all viewers see.
    view: SharedView,
}

impl<'a> Shown<'a> {
    fn of(table: &'a Table) -> Result<Option<Shown<'a>>, Refusal> {
        let Some(in_play) = &table.in_play else { return Ok(None) };
        Ok(Some(Shown { table, in_play, view: in_play.game.shared_view()? }))
    }

    /// The game as a viewer sees it, without the view itself.
    fn info(&self, viewer: Option<u8>) -> Result<PlayInfo<'static>, Refusal> {
        // A game that the operator ended waits for nobody.
        let to_act = match self.table.phase {
            TablePhase::Closed => Seats::NONE,
            _ => self.in_play.game.to_act(),
        };
        let game = &self.in_play.game;
        let (legal, prompt) = match viewer.map(Seat).filter(|&seat| to_act.contains(seat)) {
            Some(seat) => (game.legal(seat)?, game.prompt(seat)?),
            None => (Vec::new(), None),
        };
        let clocks = clocks(self.table, self.in_play);
        let draw = game.draw();
        Ok(PlayInfo { legal, to_act: to_act.numbers(), prompt, clocks, draw, view: RawValue::NULL })
    }
}

fn clocks(table: &Table, in_play: &GameInPlay) -> Option<Vec<ClockInfo>> {
    let (each, _) = table.setting.clock.times()?;
    let is_awaited = |seat: usize| {
        let playing = table.phase == TablePhase::Playing;
        playing && table.person(seat as u8).is_some_and(|person| person.away.is_none())
    };
    let clocks = in_play.clocks.iter().enumerate().map(|(seat, clock)| ClockInfo {
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
