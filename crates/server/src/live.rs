//! A table in memory, with the clients that listen to it. The table applies an entry first, then the journal writes it,
//! and clients hear of it once it is durable. If it cannot be written, the table is loaded from the journal again.

mod inner;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cards::Seat;
use store::{Also, NewEntry, Refused};

use crate::alarm::now;
use crate::clock::{Pace, Time};
use crate::entry::Entry;
use crate::frame;
use crate::hall::Hall;
use crate::listener::Listener;
use crate::protocol::{AwayReason, MyTable, TableInfo, TablePhase, ToClient, ToServer};
use crate::refusal::Refusal;
use crate::request::{self, Answer, Asker};
use crate::table::{Table, Want};
use crate::wire::Frame;

use inner::{Inner, frames};

/// At a table without a clock, a bot plays for a person who has been disconnected for this long.
const GRACE: Time = 120_000;

/// A client that missed more frames than this gets a snapshot instead.
const MOST_MISSED: u64 = 200;

/// A table in memory.
pub struct Live {
    pub id: String,
    inner: Mutex<Inner>,
}

/// What to send once an entry is durable.
struct Pending {
    number: u64,
    frames: Vec<(Arc<Listener>, Frame)>,
    asked: Option<Asked>,
    /// Whether seats may have changed hands.
    seated: bool,
}

/// The request that led to an entry.
struct Asked {
    listener: Arc<Listener>,
    id: Option<String>,
}

impl Live {
    /// A table that was just opened or loaded.
    pub fn new(table: Table, reading: u64) -> Live {
        Live { id: table.id.clone(), inner: Mutex::new(Inner::new(table, reading)) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table as everybody may see it.
    pub fn info(&self) -> Option<TableInfo> {
        self.lock().table.as_ref().map(Table::info)
    }

    /// The table for a guest who sits there.
    pub fn mine(&self, guest: &str) -> Option<MyTable> {
        self.lock().table.as_ref()?.mine(guest)
    }

    /// Whether nobody needs the table in memory: nobody listens, nothing is about to happen, and nobody has used it
    /// since that time.
    pub fn is_idle(&self, since: Time) -> bool {
        self.lock().is_idle(since)
    }

    /// Answers a request, and tells everybody what comes of it.
    pub fn ask(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        listener: &Arc<Listener>,
        asker: &Asker,
        request: ToServer,
    ) -> Result<(), Refusal> {
        let mut inner = self.lock();
        let table = inner.table(hall, &self.id)?;
        let id = request.id().map(str::to_owned);
        match request::answer(table, asker, request)? {
            Answer::Append(entry) => {
                let asked = Asked { listener: listener.clone(), id };
                self.append(hall, &mut inner, entry, Some(asked))
            }
            Answer::Known(number) => {
                let frame = frame::of(&ToClient::Known { id: id.as_deref().unwrap_or_default(), number });
                inner.tell_after(number, listener, frame);
                Ok(())
            }
            Answer::Hint(seat) => {
                hall.advise(table, Seat(seat), listener.clone(), id.unwrap_or_default())?;
                Ok(())
            }
            Answer::Explain(chosen, legal) => {
                let number = table.number;
                let frame = frame::explained(&id.unwrap_or_default(), &chosen, legal.err().as_ref());
                inner.tell_after(number, listener, frame);
                Ok(())
            }
        }
    }

    /// Applies an entry, sends it to the journal, and tells everybody once it is durable.
    fn append(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        inner: &mut Inner,
        entry: Entry,
        asked: Option<Asked>,
    ) -> Result<(), Refusal> {
        let time = now();
        let table = inner.table(hall, &self.id)?;
        let text = serde_json::to_string(&entry).map_err(|_| Refusal::unavailable())?;
        let change = table.apply(time, &entry)?;
        let (number, time) = (table.number, table.time);
        let mut also = Vec::new();
        if change.table {
            // Nothing finds a table by who is ready or away.
            if !matches!(entry, Entry::Ready { .. } | Entry::Away { .. } | Entry::Back { .. }) {
                also.push(Also::Index(table.index()));
            }
            also.extend(table.ended().filter(|_| change.game).map(Also::Ended));
        }
        let Inner { table: Some(table), listeners, .. } = &*inner else { return Err(Refusal::unavailable()) };
        let frames = match frames(table, listeners, &entry, &change) {
            Ok(frames) => frames,
            Err(refusal) => {
                // The table has applied an entry that the journal will not have, so it must be loaded again.
                inner.table = None;
                return Err(refusal);
            }
        };
        if matches!(entry, Entry::Moved { .. }) {
            hall.counters.moves.add(1);
        }
        inner.unsaved.push_back((number, time, entry));
        inner.touched = time;
        let reading = inner.reading;
        let entry = NewEntry { table: self.id.clone(), number, reading, time, text, also };
        let pending = Pending { number, frames, asked, seated: change.table };
        let (live, then) = (self.clone(), hall.clone());
        hall.journal.append(entry, Box::new(move |written| live.written(&then, pending, written)));
        self.act_if_due_locked(hall, inner);
        Ok(())
    }

    /// The journal has written an entry, or refused it.
    fn written(self: &Arc<Self>, hall: &Arc<Hall>, pending: Pending, written: Result<(), Refused>) {
        let Pending { number, frames, asked, seated } = pending;
        let mut inner = self.lock();
        match written {
            Ok(()) => {
                inner.unsaved.retain(|(unsaved, ..)| *unsaved > number);
                // A listener that is too slow stays in the list until its socket has closed.
                for (listener, frame) in frames {
                    listener.tell(&frame);
                }
                inner.tell_waiting(number);
                if seated {
                    inner.tell_presence(None);
                }
            }
            Err(refused) => {
                if let Refused::Failed(error) = &refused {
                    tracing::error!(table = %self.id, number, error, "journal write failed");
                }
                inner.unsaved.clear();
                inner.table = None;
                if let Some(asked) = asked {
                    let frame = frame::refused(asked.id.as_deref(), &Refusal::unavailable());
                    asked.listener.tell(&frame);
                }
                drop(inner);
                let (live, hall) = (self.clone(), hall.clone());
                // Not on the journal's own thread, which has entries of other tables to write.
                std::thread::spawn(move || live.reload(&hall));
            }
        }
    }

    /// Loads the table again, and sends everybody a snapshot.
    fn reload(self: &Arc<Self>, hall: &Arc<Hall>) {
        let mut inner = self.lock();
        if inner.table(hall, &self.id).is_err() {
            return;
        }
        let Inner { table: Some(table), listeners, waiting, .. } = &mut *inner else { return };
        let mut told: Vec<Arc<Listener>> = listeners.clone();
        told.extend(waiting.drain(..).map(|waiting| waiting.listener));
        for listener in told {
            let viewer = table.viewer(listener.guest.as_deref());
            if let Ok(frame) = frame::snapshot(table, viewer, now()) {
                listener.tell(&frame);
            }
        }
        self.act_if_due_locked(hall, &mut inner);
    }

    /// Adds a listener. It gets the frames after `since`, or a snapshot.
    pub fn listen(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        listener: &Arc<Listener>,
        since: Option<u64>,
    ) -> Result<(), Refusal> {
        let mut inner = self.lock();
        let table = inner.table(hall, &self.id)?;
        let viewer = table.viewer(listener.guest.as_deref());
        let number = table.number;
        let missed = match since {
            Some(since) if since <= number && since > 0 && number - since < MOST_MISSED => {
                inner.missed(hall, &self.id, since, listener.guest.as_deref())?
            }
            _ => vec![frame::snapshot(table, viewer, now())?],
        };
        inner.add(listener, number, missed);
        let gone = viewer.filter(|&seat| {
            let person = inner.table.as_ref().and_then(|table| table.person(seat));
            person.is_some_and(|person| person.away == Some(AwayReason::Gone))
        });
        if let Some(seat) = gone {
            self.append(hall, &mut inner, Entry::Back { seat }, None)?;
        }
        self.act_if_due_locked(hall, &mut inner);
        Ok(())
    }

    /// Removes a listener.
    pub fn unlisten(self: &Arc<Self>, hall: &Arc<Hall>, key: u64) {
        let mut inner = self.lock();
        if inner.remove(key) {
            self.act_if_due_locked(hall, &mut inner);
        }
    }

    /// Sends everybody a last frame and closes their sockets.
    pub fn dismiss(&self, frame: &Frame) {
        let mut inner = self.lock();
        for listener in std::mem::take(&mut inner.listeners) {
            listener.tell(frame);
            listener.let_go();
        }
        inner.waiting.clear();
    }

    /// A bot has chosen a move. The table makes it if it still waits for it.
    pub fn bot_chose(self: &Arc<Self>, hall: &Arc<Hall>, seat: Seat, due: u64, chosen: String) {
        let mut inner = self.lock();
        inner.thinking[seat.index()] = None;
        let Ok(table) = inner.table(hall, &self.id) else { return };
        let is_wanted = table.due(seat.0) == due
            && table.wants().any(|want| matches!(want, Want::BotMove { seat: wanted, .. } if wanted == seat));
        if is_wanted {
            let entry = Entry::Moved { seat: seat.0, chosen, id: None, bot: true };
            if let Err(refusal) = self.append(hall, &mut inner, entry, None) {
                tracing::error!(table = %self.id, seat = seat.0, code = %refusal.code, "bot move refused");
            }
        } else {
            self.act_if_due_locked(hall, &mut inner);
        }
    }

    /// Does what is due without a request: a bot's move, the end of a clock, the next game.
    pub fn act_if_due(self: &Arc<Self>, hall: &Arc<Hall>) {
        let mut inner = self.lock();
        inner.alarm = None;
        self.act_if_due_locked(hall, &mut inner);
    }

    fn act_if_due_locked(self: &Arc<Self>, hall: &Arc<Hall>, inner: &mut Inner) {
        let Some(table) = &inner.table else { return };
        match table.phase {
            TablePhase::Open => {}
            TablePhase::Over => {
                // The last person to be ready starts the next game. That is an entry of its own, so the server may
                // have stopped between the two.
                if let Ok(start) = request::start(table)
                    && let Err(refusal) = self.append(hall, inner, start, None)
                {
                    tracing::error!(table = %self.id, code = %refusal.code, "next game not started");
                }
            }
            TablePhase::Playing => {
                self.let_bots_think(hall, inner);
                if let Some((seat, reason)) = self.next_deadline(hall, inner) {
                    let entry = Entry::Away { seat: seat.0, reason };
                    if let Err(refusal) = self.append(hall, inner, entry, None) {
                        tracing::error!(table = %self.id, seat = seat.0, code = %refusal.code, "bot not put in");
                    }
                }
            }
        }
    }

    fn let_bots_think(self: &Arc<Self>, hall: &Arc<Hall>, inner: &mut Inner) {
        let Inner { table: Some(table), thinking, .. } = &mut *inner else { return };
        for want in table.wants() {
            if let Want::BotMove { seat, bot, since } = want
                && thinking[seat.index()].is_none()
            {
                let due = table.due(seat.0);
                thinking[seat.index()] = Some(due);
                hall.think(self, table, seat, bot, since, due);
            }
        }
    }

    /// A person whose time is up, or who has been disconnected too long. Sets the alarm for those whose time will be.
    fn next_deadline(&self, hall: &Arc<Hall>, inner: &mut Inner) -> Option<(Seat, AwayReason)> {
        let now = now();
        let Inner { table: Some(table), listeners, seen, alarm, .. } = &mut *inner else { return None };
        let mut deadlines: Vec<(Time, Seat, AwayReason)> = Vec::new();
        for want in table.wants() {
            if let Want::Deadline { seat, at } = want {
                deadlines.push((at, seat, AwayReason::Time));
            }
        }
        if table.setting.clock == Pace::None
            && let Some(in_play) = &table.in_play
        {
            for seat in in_play.game.to_act().iter() {
                let Some(person) = table.person(seat.0).filter(|person| person.away.is_none()) else {
                    continue;
                };
                let here = listeners.iter().any(|listener| listener.guest.as_deref() == Some(&person.guest));
                if !here {
                    let since = in_play.clocks[seat.index()].since.unwrap_or(now);
                    deadlines.push((since.max(seen[seat.index()]) + GRACE, seat, AwayReason::Gone));
                }
            }
        }
        let later = deadlines.iter().map(|(at, ..)| *at).filter(|at| *at > now).min();
        if let Some(at) = later
            && alarm.is_none_or(|set| at < set)
        {
            *alarm = Some(at);
            hall.alarms.set(at, &self.id);
        }
        deadlines.iter().rev().find(|(at, ..)| *at <= now).map(|(_, seat, reason)| (*seat, *reason))
    }
}
