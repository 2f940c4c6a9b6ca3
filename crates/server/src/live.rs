//! A table in memory, with those who listen to it. A row is first applied here, then written, and told only when it
//! is durable; if it cannot be written, the table is read from the journal again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cards::Seat;
use store::{Also, Entry, Journal, Refused, Row};

use crate::alarm::now;
use crate::clock::{Pace, Time};
use crate::frame::{self, News};
use crate::hall::Hall;
use crate::happening::Happening;
use crate::listener::Listener;
use crate::protocol::{MyTable, Phase, TableInfo, ToClient, ToServer, Why};
use crate::refusal::Refusal;
use crate::request::{self, Answer, Asker};
use crate::table::{Change, Table, Want};
use crate::wire::Frame;

/// At a table without a clock, who is not there and is waited for is played for after this time.
const GRACE: Time = 120_000;

/// The most frames that are told once more.
const MOST_MISSED: u64 = 200;

/// A table in memory.
pub struct Live {
    /// Its id.
    pub id: String,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    /// The table; nothing if it has to be read again.
    pub table: Option<Table>,
    /// Which reading of the journal it goes by.
    reading: u64,
    listeners: Vec<Arc<Listener>>,
    /// Rows that were applied but are not durable yet.
    unsaved: VecDeque<(u64, Time, Happening)>,
    /// What newcomers, and those who asked, are told as soon as the row of that number is durable.
    waiting: Vec<(u64, Arc<Listener>, Vec<Frame>)>,
    /// For each seat the row after which a bot thinks about its move, if one does.
    thinking: Vec<Option<u64>>,
    /// For each seat when its person was last there.
    seen: Vec<Time>,
    /// Which seats have somebody looking, as it was told last.
    online: Vec<bool>,
    /// The next time the table is looked at by itself.
    alarm: Option<Time>,
    /// When it was last of use.
    pub touched: Time,
}

impl Live {
    /// A table that was just opened or read, by that reading.
    pub fn new(table: Table, reading: u64) -> Live {
        let seats = usize::from(table.setting.seats);
        let now = now();
        Live {
            id: table.id.clone(),
            inner: Mutex::new(Inner {
                table: Some(table),
                reading,
                listeners: Vec::new(),
                unsaved: VecDeque::new(),
                waiting: Vec::new(),
                thinking: vec![None; seats],
                seen: vec![now; seats],
                online: vec![false; seats],
                alarm: None,
                touched: now,
            }),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table as everybody may know it.
    pub fn info(&self) -> Option<TableInfo> {
        self.lock().table.as_ref().map(Table::info)
    }

    /// The table as a guest who sits there finds it again.
    pub fn mine(&self, guest: &str) -> Option<MyTable> {
        self.lock().table.as_ref()?.mine(guest)
    }

    /// Whether nobody needs it in memory: nobody listens, nothing is under way, and it was not used for a while.
    pub fn is_idle(&self, since: Time) -> bool {
        let inner = self.lock();
        let none = inner.listeners.is_empty() && inner.waiting.is_empty() && inner.unsaved.is_empty();
        let no_alarm = inner.alarm.is_none_or(|at| at > now() + 60_000);
        none && no_alarm && inner.touched < since && inner.thinking.iter().all(Option::is_none)
    }

    /// Does what somebody asks, and tells everybody.
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
            Answer::Happens(row) => {
                let asked = Asked { listener: listener.clone(), id };
                self.happen(hall, &mut inner, row, Some(asked))
            }
            Answer::Known(number) => {
                let frame = frame::of(&ToClient::Known { id: id.as_deref().unwrap_or_default(), number });
                // It is in the journal or on its way there.
                inner.tell_after(number, listener, frame);
                Ok(())
            }
            Answer::Hint(seat) => {
                hall.advise(table, Seat(seat), listener.clone(), id.unwrap_or_default())?;
                Ok(())
            }
            Answer::Why(chosen, legal) => {
                let number = table.number;
                let frame = frame::why(&id.unwrap_or_default(), &chosen, legal.err().as_ref());
                inner.tell_after(number, listener, frame);
                Ok(())
            }
        }
    }

    /// Applies a row, has it written, and has everybody told once it is.
    fn happen(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        inner: &mut Inner,
        row: Happening,
        asked: Option<Asked>,
    ) -> Result<(), Refusal> {
        let time = now();
        let table = inner.table(hall, &self.id)?;
        let text = serde_json::to_string(&row).map_err(|_| Refusal::unavailable())?;
        let change = table.apply(time, &row)?;
        let (number, time) = (table.number, table.time);
        let mut also = Vec::new();
        if change.table {
            // Who is ready or away is not what a table is found by.
            if !matches!(row, Happening::Ready { .. } | Happening::Away { .. } | Happening::Back { .. }) {
                also.push(Also::Index(table.index()));
            }
            also.extend(table.ended().filter(|_| change.play).map(Also::Ended));
        }
        let Inner { table: Some(table), listeners, .. } = &*inner else { return Err(Refusal::unavailable()) };
        let frames = match frames(table, listeners, &row, &change) {
            Ok(frames) => frames,
            Err(refusal) => {
                // The row was applied and will not be written: what is in memory is no longer what happened.
                inner.table = None;
                return Err(refusal);
            }
        };
        if matches!(row, Happening::Moved { .. }) {
            hall.counters.moves.add(1);
        }
        inner.unsaved.push_back((number, time, row));
        inner.touched = time;
        let entry = Entry { table: self.id.clone(), number, reading: inner.reading, time, text, also };
        let told = Told { number, frames, asked, seated: change.table };
        let (live, then) = (self.clone(), hall.clone());
        hall.journal.append(entry, Box::new(move |written| live.written(&then, told, written)));
        self.tend_locked(hall, inner);
        Ok(())
    }

    /// A row is durable, or was refused.
    fn written(self: &Arc<Self>, hall: &Arc<Hall>, told: Told, written: Result<(), Refused>) {
        let Told { number, frames, asked, seated } = told;
        let mut inner = self.lock();
        match written {
            Ok(()) => {
                inner.unsaved.retain(|(unsaved, ..)| *unsaved > number);
                // Who listens too slowly hears of it in his own socket, and stays until that is closed.
                for (listener, frame) in frames {
                    listener.tell(&frame);
                }
                let (ready, waiting) =
                    std::mem::take(&mut inner.waiting).into_iter().partition(|(at, ..)| *at <= number);
                inner.waiting = waiting;
                tell_newcomers(ready);
                if seated {
                    inner.tell_presence(None);
                }
            }
            Err(why) => {
                if let Refused::Failed(why) = &why {
                    tracing::error!(table = %self.id, why, "the journal could not be written");
                }
                inner.unsaved.clear();
                inner.table = None;
                if let Some(asked) = asked {
                    let frame = frame::refused(asked.id.as_deref(), &Refusal::unavailable());
                    asked.listener.tell(&frame);
                }
                drop(inner);
                let (live, hall) = (self.clone(), hall.clone());
                // Not on the journal's own thread, which has rows of other tables to write.
                std::thread::spawn(move || live.reload(&hall));
            }
        }
    }

    /// Reads the table again, and shows it to everybody as it is.
    fn reload(self: &Arc<Self>, hall: &Arc<Hall>) {
        let mut inner = self.lock();
        if inner.table(hall, &self.id).is_err() {
            return;
        }
        let Inner { table: Some(table), listeners, waiting, .. } = &mut *inner else { return };
        let mut told: Vec<Arc<Listener>> = listeners.clone();
        told.extend(waiting.drain(..).map(|(_, listener, _)| listener));
        for listener in told {
            let viewer = table.viewer(listener.guest.as_deref());
            if let Ok(frame) = frame::snapshot(table, viewer) {
                listener.tell(&frame);
            }
        }
        self.tend_locked(hall, &mut inner);
    }

    /// Somebody listens from now on: he gets the frames after `since`, or everything.
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
            // Who missed more than fits in his queue gets the whole instead.
            Some(since) if since <= number && since > 0 && number - since < MOST_MISSED => {
                inner.missed(hall, &self.id, since, listener.guest.as_deref())?
            }
            _ => vec![frame::snapshot(table, viewer)?],
        };
        if inner.unsaved.is_empty() {
            for frame in missed {
                listener.tell(&frame);
            }
        } else {
            inner.waiting.push((number, listener.clone(), missed));
        }
        inner.listeners.push(listener.clone());
        inner.touched = now();
        inner.tell_presence(Some(listener.key));
        let gone = viewer.filter(|&seat| {
            let person = inner.table.as_ref().and_then(|table| table.person(seat));
            person.is_some_and(|person| person.away == Some(Why::Gone))
        });
        if let Some(seat) = gone {
            self.happen(hall, &mut inner, Happening::Back { seat }, None)?;
        }
        self.tend_locked(hall, &mut inner);
        Ok(())
    }

    /// Somebody does not listen any more.
    pub fn unlisten(self: &Arc<Self>, hall: &Arc<Hall>, key: u64) {
        let mut inner = self.lock();
        let Some(at) = inner.listeners.iter().position(|listener| listener.key == key) else { return };
        let listener = inner.listeners.swap_remove(at);
        inner.waiting.retain(|(_, waiting, _)| waiting.key != key);
        let seat = inner.table.as_ref().and_then(|table| table.viewer(listener.guest.as_deref()));
        if let Some(seat) = seat {
            inner.seen[usize::from(seat)] = now();
        }
        inner.touched = now();
        inner.tell_presence(None);
        self.tend_locked(hall, &mut inner);
    }

    /// Says a last word to everybody and lets them go.
    pub fn dismiss(&self, frame: &Frame) {
        let mut inner = self.lock();
        for listener in std::mem::take(&mut inner.listeners) {
            listener.tell(frame);
            listener.let_go();
        }
        inner.waiting.clear();
    }

    /// A bot has thought: its move is made if it is still wanted.
    pub fn thought(self: &Arc<Self>, hall: &Arc<Hall>, seat: Seat, due: u64, chosen: String) {
        let mut inner = self.lock();
        inner.thinking[seat.index()] = None;
        let Ok(table) = inner.table(hall, &self.id) else { return };
        let wanted = table.due(seat.0) == due
            && table.wants().any(|want| matches!(want, Want::Thought { seat: wanted, .. } if wanted == seat));
        if wanted {
            let row = Happening::Moved { seat: seat.0, chosen, id: None, bot: true };
            if let Err(refusal) = self.happen(hall, &mut inner, row, None) {
                tracing::error!(table = %self.id, code = refusal.code, "a bot's move was refused");
            }
        } else {
            self.tend_locked(hall, &mut inner);
        }
    }

    /// Looks whether something is due.
    pub fn tend(self: &Arc<Self>, hall: &Arc<Hall>) {
        let mut inner = self.lock();
        inner.alarm = None;
        self.tend_locked(hall, &mut inner);
    }

    fn tend_locked(self: &Arc<Self>, hall: &Arc<Hall>, inner: &mut Inner) {
        let now = now();
        let Inner { table: Some(table), listeners, thinking, seen, alarm, .. } = &mut *inner else { return };
        if table.phase == Phase::Over
            && let Ok(start) = request::start(table)
        {
            // The last one to be ready starts the next game. That is not part of his own row, so the server may have
            // stopped between the two.
            if let Err(refusal) = self.happen(hall, inner, start, None) {
                tracing::error!(table = %self.id, code = refusal.code, "the next game could not be started");
            }
            return;
        }
        if table.phase != Phase::Playing {
            return;
        }
        let mut over: Option<(Seat, Why)> = None;
        let mut next: Option<Time> = None;
        let mut at_latest = |at: Time, seat: Seat, why: Why| {
            if at <= now {
                over = Some((seat, why));
            } else {
                next = Some(next.map_or(at, |next| next.min(at)));
            }
        };
        for want in table.wants() {
            match want {
                Want::Thought { seat, bot, since } => {
                    let due = table.due(seat.0);
                    if thinking[seat.index()].is_none() {
                        thinking[seat.index()] = Some(due);
                        hall.think(self, table, seat, bot, since, due);
                    }
                }
                Want::Deadline { seat, at } => at_latest(at, seat, Why::Time),
            }
        }
        if table.setting.clock == Pace::None
            && let Some(play) = &table.play
        {
            for seat in play.game.to_act().iter() {
                let Some(person) = table.person(seat.0).filter(|person| person.away.is_none()) else {
                    continue;
                };
                let here = listeners.iter().any(|listener| listener.guest.as_deref() == Some(&person.guest));
                if !here {
                    let since = play.clocks[seat.index()].since.unwrap_or(now);
                    at_latest(since.max(seen[seat.index()]) + GRACE, seat, Why::Gone);
                }
            }
        }
        if let Some(at) = next
            && alarm.is_none_or(|set| at < set)
        {
            *alarm = Some(at);
            hall.alarms.set(at, &self.id);
        }
        if let Some((seat, why)) = over {
            let row = Happening::Away { seat: seat.0, why };
            if let Err(refusal) = self.happen(hall, inner, row, None) {
                tracing::error!(table = %self.id, code = refusal.code, "nobody could be played for");
            }
        }
    }
}

/// What is told once a row is durable.
struct Told {
    number: u64,
    frames: Vec<(Arc<Listener>, Frame)>,
    asked: Option<Asked>,
    /// Whether seats may have changed hands.
    seated: bool,
}

/// Whose request a row is.
struct Asked {
    listener: Arc<Listener>,
    id: Option<String>,
}

impl Inner {
    /// The table, read again if it has to be.
    fn table(&mut self, hall: &Hall, id: &str) -> Result<&mut Table, Refusal> {
        if self.table.is_none() {
            self.table = Some(replay(&*hall.journal, id)?);
            self.reading = hall.next_key();
            self.thinking.fill(None);
        }
        self.table.as_mut().ok_or_else(Refusal::unavailable)
    }

    /// The frames after `since`, as they were told then.
    fn missed(&self, hall: &Hall, id: &str, since: u64, guest: Option<&str>) -> Result<Vec<Frame>, Refusal> {
        let rows = hall.journal.rows(id, 0).map_err(|_| Refusal::unavailable())?;
        let written = rows.last().map_or(0, |row| row.number);
        let mut rows: Vec<(Time, Happening)> = rows.iter().map(read).collect::<Result<_, _>>()?;
        rows.extend(
            self.unsaved
                .iter()
                .filter(|(number, ..)| *number > written)
                .map(|(_, time, row)| (*time, row.clone())),
        );
        let Some(((time, first), later)) = rows.split_first() else { return Err(no_table()) };
        let mut table = Table::open(id, *time, first)?;
        let mut frames = Vec::new();
        for (time, row) in later {
            let change = table.apply(*time, row)?;
            if table.number > since {
                let viewer = table.viewer(guest);
                frames.push(News::new(&table, row, &change)?.frame(viewer)?);
            }
        }
        Ok(frames)
    }

    /// Tells everybody who is there, if that has changed, and a newcomer in any case.
    fn tell_presence(&mut self, newcomer: Option<u64>) {
        let Some(table) = &self.table else { return };
        let is_here =
            |guest: &str| self.listeners.iter().any(|listener| listener.guest.as_deref() == Some(guest));
        let online =
            table.chairs.iter().map(|chair| chair.person().is_some_and(|person| is_here(&person.guest)));
        let online: Vec<bool> = online.collect();
        let changed = online != self.online;
        self.online.clone_from(&online);
        let frame = frame::of(&ToClient::Presence { online });
        let told = self.listeners.iter().filter(|listener| changed || Some(listener.key) == newcomer);
        for listener in told.cloned().collect::<Vec<_>>() {
            self.tell(&listener, frame.clone());
        }
    }

    /// Tells somebody what follows from the rows up to a number, as soon as they are durable and he has heard of them.
    fn tell_after(&mut self, number: u64, listener: &Arc<Listener>, frame: Frame) {
        let is_his =
            |(at, waiting, _): &&mut (u64, Arc<Listener>, _)| waiting.key == listener.key && *at >= number;
        match self.waiting.iter_mut().find(is_his) {
            Some((_, _, frames)) => frames.push(frame),
            None if self.unsaved.is_empty() => self.tell(listener, frame),
            None => self.waiting.push((number, listener.clone(), vec![frame])),
        }
    }

    /// Tells somebody something that is no row. Who still waits for what he missed hears that first: a move that is
    /// called known must have been seen.
    fn tell(&mut self, listener: &Listener, frame: Frame) {
        match self.waiting.iter_mut().find(|(_, waiting, _)| waiting.key == listener.key) {
            Some((_, _, frames)) => frames.push(frame),
            None => drop(listener.tell(&frame)),
        }
    }
}

/// What each listener is told of the last row. Few viewers see the same: a frame is made once for each seat, and once
/// for all who only watch.
fn frames(
    table: &Table,
    listeners: &[Arc<Listener>],
    row: &Happening,
    change: &Change,
) -> Result<Vec<(Arc<Listener>, Frame)>, Refusal> {
    let mut news = News::new(table, row, change)?;
    let mut viewers: Vec<Option<u8>> = Vec::with_capacity(listeners.len());
    let mut frames: Vec<(Arc<Listener>, Frame)> = Vec::with_capacity(listeners.len());
    for listener in listeners {
        let viewer = table.viewer(listener.guest.as_deref());
        let frame = match viewers.iter().position(|&seat| seat == viewer) {
            Some(same) => frames[same].1.clone(),
            None => news.frame(viewer)?,
        };
        viewers.push(viewer);
        frames.push((listener.clone(), frame));
    }
    Ok(frames)
}

fn tell_newcomers(waiting: Vec<(u64, Arc<Listener>, Vec<Frame>)>) {
    for (_, listener, frames) in waiting {
        for frame in frames {
            listener.tell(&frame);
        }
    }
}

/// The table that the rows of a journal lead to.
pub fn replay(journal: &dyn Journal, id: &str) -> Result<Table, Refusal> {
    replay_until(journal, id, |_| false)
}

/// A table as it was when that game ended, whoever has come and gone since.
pub fn after_game(journal: &dyn Journal, id: &str, game: u32) -> Result<TableInfo, Refusal> {
    let is_over = |table: &Table| table.phase == Phase::Over && table.games == game;
    let table = replay_until(journal, id, is_over)?;
    if !is_over(&table) {
        return Err(no_game());
    }
    Ok(table.info())
}

/// The table that the rows of a journal lead to, all of them or those until something is so.
fn replay_until(journal: &dyn Journal, id: &str, is_so: impl Fn(&Table) -> bool) -> Result<Table, Refusal> {
    let rows = journal.rows(id, 0).map_err(|error| {
        tracing::error!(table = id, %error, "the journal could not be read");
        Refusal::unavailable()
    })?;
    let Some((first, later)) = rows.split_first() else { return Err(no_table()) };
    let (time, first) = read(first)?;
    let mut table = Table::open(id, time, &first)?;
    for row in later {
        if is_so(&table) {
            break;
        }
        let (time, happening) = read(row)?;
        table.apply(time, &happening)?;
    }
    Ok(table)
}

fn read(row: &Row) -> Result<(Time, Happening), Refusal> {
    let happening = serde_json::from_str(&row.text).map_err(|error| {
        tracing::error!(number = row.number, %error, "a row of the journal cannot be read");
        Refusal::unavailable()
    })?;
    Ok((row.time, happening))
}

/// There is no such table.
pub fn no_table() -> Refusal {
    Refusal::new("no-table", "there is no such table; the link may be incomplete")
}

/// There is no such game at the table.
pub fn no_game() -> Refusal {
    Refusal::new("no-record", "there is no such game, or it is not over yet")
}
