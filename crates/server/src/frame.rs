//! What each viewer of a table is told of a row. A frame depends on the table's rows and the viewer's seat alone, so
//! that whoever comes back gets the very frames that were missed.

use std::borrow::Cow;

use cards::Seat;
use catalog::SharedView;
use serde_json::value::RawValue;

use crate::happening::Happening;
use crate::protocol::{ClockInfo, Event, Phase, PlayInfo, RuleInfo, Talk, ToClient};
use crate::refusal::Refusal;
use crate::table::{Change, Play, Spoken, Table};
use crate::wire::Frame;

/// The last row of a table, to be told to all who look on.
pub struct News<'a> {
    table: &'a Table,
    row: &'a Happening,
    change: &'a Change,
    /// What is shown of the game, where it has changed.
    shown: Option<Shown<'a>>,
    /// How a spectator's frame begins; empty until somebody gets one that begins so.
    plain: Vec<u8>,
}

impl<'a> News<'a> {
    /// Of a row and what it has changed.
    pub fn new(table: &'a Table, row: &'a Happening, change: &'a Change) -> Result<News<'a>, Refusal> {
        let shown = if change.play { Shown::of(table)? } else { None };
        Ok(News { table, row, change, shown, plain: Vec::new() })
    }

    /// The frame for a viewer.
    pub fn frame(&mut self, viewer: Option<u8>) -> Result<Frame, Refusal> {
        let mut out = Frame::blank(LIKELY);
        if !self.is_plain(viewer) {
            self.begin(viewer, &mut out)?;
        } else if self.plain.is_empty() {
            self.begin(None, &mut out)?;
            self.plain.clone_from(&out);
        } else {
            out.clone_from(&self.plain);
        }
        end(out, self.shown.as_ref(), viewer)
    }

    /// Whether a viewer's frame begins like a spectator's, as when he looks on while others move.
    fn is_plain(&self, viewer: Option<u8>) -> bool {
        let (Happening::Moved { seat: mover, .. }, Some(shown)) = (self.row, &self.shown) else {
            return false;
        };
        let concerns = |seat: u8| seat == *mover || shown.play.game.to_act().contains(Seat(seat));
        !self.change.table && !viewer.is_some_and(concerns)
    }

    /// Writes the frame up to the view.
    fn begin(&self, viewer: Option<u8>, out: &mut Vec<u8>) -> Result<(), Refusal> {
        let News { table, row, change, shown, .. } = self;
        let id = match row {
            Happening::Moved { seat, id, .. } if viewer == Some(*seat) => id.as_deref(),
            _ => None,
        };
        let frame = ToClient::Event {
            number: table.number,
            time: table.time,
            id,
            event: self.event(viewer),
            you: change.table.then_some(viewer),
            table: change.table.then(|| Box::new(table.info())),
            play: shown.as_ref().map(|shown| shown.play(viewer)).transpose()?,
        };
        begin(&frame, shown.as_ref(), out)
    }

    fn event(&self, viewer: Option<u8>) -> Event<'_> {
        match self.row {
            Happening::Opened { .. } => Event::Opened {},
            Happening::Sat { seat, .. } => Event::Sat { seat: *seat },
            Happening::Filled { seat, .. } => Event::Filled { seat: *seat },
            Happening::Stood { seat } => Event::Stood { seat: *seat },
            Happening::Ready { seat, .. } => Event::Ready { seat: *seat },
            Happening::Started { .. } => Event::Started {},
            Happening::Moved { seat, bot, .. } => Event::Moved {
                seat: *seat,
                bot: *bot,
                events: self.change.events.as_deref().unwrap_or(RawValue::NULL),
            },
            Happening::Away { seat, why } => Event::Away { seat: *seat, why: *why },
            Happening::Back { seat } => Event::Back { seat: *seat },
            Happening::Said { .. } => match self.table.talk.back() {
                Some(spoken) if !self.table.is_muted(viewer, &spoken.guest) => {
                    Event::Said { talk: talk(spoken) }
                }
                _ => Event::Quiet {},
            },
            Happening::Muted { seat, whom, on } if viewer == Some(*seat) => {
                Event::Muted { seat: *whom, on: *on }
            }
            Happening::Muted { .. } => Event::Quiet {},
        }
    }
}

/// Everything, as it stands.
pub fn snapshot(table: &Table, viewer: Option<u8>) -> Result<Frame, Refusal> {
    let shown = Shown::of(table)?;
    let heard = table.talk.iter().filter(|spoken| !table.is_muted(viewer, &spoken.guest));
    let frame = ToClient::Snapshot {
        number: table.number,
        time: table.time,
        you: viewer,
        table: Box::new(table.info()),
        talk: heard.map(talk).collect(),
        muted: table.muted(viewer),
        play: shown.as_ref().map(|shown| shown.play(viewer)).transpose()?,
    };
    let mut out = Frame::blank(LIKELY);
    begin(&frame, shown.as_ref(), &mut out)?;
    end(out, shown.as_ref(), viewer)
}

/// A frame without a view.
pub fn of(frame: &ToClient<'_>) -> Frame {
    let mut out = Frame::blank(LIKELY_OTHER);
    if let Err(error) = serde_json::to_writer(&mut out, frame) {
        // Nothing that is told without a view can fail to be written; half of it would be worse than nothing.
        tracing::error!(%error, "a frame could not be written");
        out = Frame::blank(0);
    }
    Frame::seal(out)
}

/// The frame of a refusal.
pub fn refused(id: Option<&str>, refusal: &Refusal) -> Frame {
    let Refusal { code, message, rule } = refusal;
    let rule = rule.as_deref().map(|rule| RuleInfo { code: rule.code, facts: &rule.facts });
    of(&ToClient::Refused { id, code, message: Cow::Borrowed(message), rule })
}

/// The frame that says whether a move is legal.
pub fn why(id: &str, chosen: &str, not: Option<&Refusal>) -> Frame {
    let rule = not.and_then(|refusal| refusal.rule.as_deref());
    of(&ToClient::Why {
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

/// Writes a frame up to the view of the game, if there is one in it. The view is by far the longest part; it is written
/// straight into its place at the end, where serialising it as a value of its own would copy and check it first.
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

/// Puts the view at the end of a frame, and seals it.
fn end(mut out: Vec<u8>, shown: Option<&Shown<'_>>, viewer: Option<u8>) -> Result<Frame, Refusal> {
    if let Some(Shown { play, view, .. }) = shown {
        play.game.write_view(view, viewer.map(Seat), &mut out)?;
        out.extend_from_slice(b"}}");
    }
    Ok(Frame::seal(out))
}

/// Few frames are longer.
const LIKELY: usize = 1020;
const LIKELY_OTHER: usize = 124;

/// A game as it is shown at one moment.
struct Shown<'a> {
    table: &'a Table,
    play: &'a Play,
    /// What all viewers are shown of it.
    view: SharedView,
}

impl<'a> Shown<'a> {
    /// The game at a table, if there has been one.
    fn of(table: &'a Table) -> Result<Option<Shown<'a>>, Refusal> {
        let Some(play) = &table.play else { return Ok(None) };
        Ok(Some(Shown { table, play, view: play.game.shared_view()? }))
    }

    /// The game as a viewer sees it, but for the view itself.
    fn play(&self, viewer: Option<u8>) -> Result<PlayInfo<'static>, Refusal> {
        let to_act = self.play.game.to_act();
        let legal = match viewer.map(Seat).filter(|&seat| to_act.contains(seat)) {
            Some(seat) => self.play.game.legal(seat)?,
            None => Vec::new(),
        };
        let clocks = clocks(self.table, self.play);
        Ok(PlayInfo { legal, to_act: to_act.numbers(), clocks, view: RawValue::NULL })
    }
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
