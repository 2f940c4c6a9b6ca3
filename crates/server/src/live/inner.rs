//! What a table in memory holds under its lock. Nothing here waits, reads or writes: frames are queued under the lock and
//! sent when it is released.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

use store::Appended;
use table::frame::{News, write_snapshot};
use table::protocol::ToClient;
use table::{Change, Entry, Refusal, Table, Time};

use super::history::{History, Sent, quiet};
use super::load::Loaded;
use super::time::now;
use crate::net::{Frame, LetGo, Listener};

/// A person who was connected so recently probably comes back soon: their frames are made and kept.
const RECENTLY: Duration = Duration::from_secs(60);

pub struct Inner {
    /// The table; nothing while it is being loaded again.
    pub table: Option<Table>,
    pub history: History,
    /// Which loading of the journal the table comes from.
    pub reading: u64,
    /// The number of the last checkpoint that the journal has or will have.
    pub kept: u64,
    pub listeners: Vec<Arc<Listener>>,
    /// Entries that the table has applied but that are not durable yet.
    pub unsaved: VecDeque<Unsaved>,
    /// Whether a task waits for the first of them to become durable.
    pub delivering: bool,
    /// Listeners that do not have everything up to now yet.
    waiting: Vec<Waiting>,
    /// For each seat the entry after which a bot thinks about its move, if one does.
    pub thinking: Vec<Option<u64>>,
    /// For each seat the end of the time for its move.
    pub timers: Vec<Option<Timer>>,
    /// For each seat when its person was last connected.
    pub seen: Vec<Instant>,
    /// Which seats are connected, as it was told last.
    online: Vec<bool>,
    /// When the table is next checked without a request.
    pub alarm: Option<Instant>,
    /// When it was last used.
    pub touched: Instant,
    /// How many are changing what the journal has of the table. Until they are done, nothing may be appended.
    pub held: u32,
    /// The listeners to which something is sent when the lock is released.
    told: Vec<Arc<Listener>>,
}

/// An entry that is on its way to the journal.
pub struct Unsaved {
    pub number: u64,
    /// Taken by the task that waits for it.
    pub appended: Option<Appended>,
    pub is_move: bool,
    pub frames: Vec<(Arc<Listener>, Frame)>,
    pub sent: Sent,
    pub asked: Option<Asked>,
}

/// The request that led to an entry.
pub struct Asked {
    pub listener: Arc<Listener>,
    pub id: Option<String>,
}

/// The end of a seat's time, by the monotonic clock.
#[derive(Clone, Copy)]
pub struct Timer {
    /// The entry since which the move is due, and the time that was allowed then.
    pub of: (u64, Time),
    pub ends: Instant,
}

/// A listener that is not up to date: what it missed is still being made, or follows from entries that are not durable.
struct Waiting {
    listener: Arc<Listener>,
    /// Whether it has just connected. Otherwise it has everything but these frames.
    joining: bool,
    /// The last entry in what it missed.
    number: u64,
    /// Nothing while it is being made.
    missed: Option<Vec<Frame>>,
    /// What came after that, and whether it is an event.
    later: Vec<(Frame, bool)>,
}

impl Inner {
    pub fn new(loaded: Loaded, reading: u64) -> Inner {
        let seats = usize::from(loaded.table.setting.seats);
        let now = Instant::now();
        Inner {
            table: Some(loaded.table),
            history: loaded.history,
            reading,
            kept: loaded.kept,
            listeners: Vec::new(),
            unsaved: VecDeque::new(),
            delivering: false,
            waiting: Vec::new(),
            thinking: vec![None; seats],
            timers: vec![None; seats],
            seen: vec![now; seats],
            online: vec![false; seats],
            alarm: None,
            touched: now,
            held: 0,
            told: Vec::new(),
        }
    }

    /// Replaces the table by one that was loaded again.
    pub fn replace(&mut self, loaded: Loaded, reading: u64) {
        self.table = Some(loaded.table);
        self.history = loaded.history;
        self.kept = loaded.kept;
        self.reading = reading;
        self.thinking.fill(None);
        self.timers.fill(None);
    }

    pub fn table(&mut self) -> Result<&mut Table, Refusal> {
        self.table.as_mut().ok_or_else(Refusal::unavailable)
    }

    pub fn is_idle(&self, since: Duration) -> bool {
        let none = self.listeners.is_empty() && self.waiting.is_empty() && self.unsaved.is_empty();
        let no_alarm = self.alarm.is_none_or(|at| at > Instant::now() + Duration::from_secs(60));
        none && no_alarm && self.touched.elapsed() > since && self.thinking.iter().all(Option::is_none)
    }

    /// Adds a listener with what it missed up to the entry of that number. `None`: that is still being made.
    pub fn add(&mut self, listener: &Arc<Listener>, number: u64, missed: Option<Vec<Frame>>) {
        let newcomer = listener.clone();
        self.waiting.push(Waiting { listener: newcomer, joining: true, number, missed, later: Vec::new() });
        self.release();
        self.listeners.push(listener.clone());
        self.touched = Instant::now();
        self.tell_presence(Some(listener.key));
    }

    /// What a listener missed has been made.
    pub fn made(&mut self, key: u64, frames: Vec<Frame>) {
        if let Some(waiting) = self.joining(key) {
            waiting.missed = Some(frames);
        }
        self.release();
    }

    /// Removes a listener; false if it is not there.
    pub fn remove(&mut self, key: u64) -> bool {
        let Some(at) = self.listeners.iter().position(|listener| listener.key == key) else { return false };
        let listener = self.listeners.swap_remove(at);
        self.waiting.retain(|waiting| waiting.listener.key != key);
        let seat = self.table.as_ref().and_then(|table| table.viewer(listener.guest()));
        if let Some(seat) = seat {
            self.seen[usize::from(seat)] = Instant::now();
        }
        self.touched = Instant::now();
        self.tell_presence(None);
        true
    }

    /// Tells everybody who is connected if that has changed, and a newcomer in any case.
    pub fn tell_presence(&mut self, newcomer: Option<u64>) {
        let Some(table) = &self.table else { return };
        let is_here = |guest: &str| self.listeners.iter().any(|listener| listener.guest() == Some(guest));
        let online =
            table.chairs.iter().map(|chair| chair.person().is_some_and(|person| is_here(&person.guest)));
        let online: Vec<bool> = online.collect();
        let changed = online != self.online;
        if !changed && newcomer.is_none() {
            return;
        }
        self.online.clone_from(&online);
        let frame = Frame::of(&ToClient::Presence { online, now: now() });
        let told = self.listeners.iter().filter(|listener| changed || Some(listener.key) == newcomer);
        for listener in told.cloned().collect::<Vec<_>>() {
            self.tell(listener, &frame);
        }
    }

    /// Tells those who have muted somebody which seats these have now.
    pub fn tell_muted(&mut self, of: impl Fn(&Listener) -> bool) {
        let Some(table) = &self.table else { return };
        let told = self.listeners.iter().filter(|listener| of(listener));
        let told: Vec<_> = told
            .map(|listener| {
                let muted = table.seats_of(&listener.muted());
                (listener.clone(), Frame::of(&ToClient::Muted { muted }))
            })
            .collect();
        for (listener, frame) in told {
            self.tell(listener, &frame);
        }
    }

    /// Sends everybody a snapshot as soon as it is durable, also those who waited for something else.
    pub fn tell_snapshots(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let listeners = self.listeners.clone();
        self.tell_snapshot_to(listeners.iter());
        // The snapshot ends a rest.
        let resting = Frame::of(&ToClient::Resting {});
        self.tell_rest_of(waiting, |frame| *frame != resting);
    }

    /// Sends a snapshot to those who have connected and have nothing yet.
    pub fn tell_newcomers(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let joining = waiting.iter().filter(|waiting| waiting.joining);
        self.tell_snapshot_to(joining.map(|waiting| &waiting.listener));
        self.tell_rest_of(waiting, |_| true);
    }

    fn tell_snapshot_to<'a>(&mut self, listeners: impl Iterator<Item = &'a Arc<Listener>>) {
        let Some(table) = &self.table else { return };
        let frames: Vec<_> = listeners
            .filter_map(|listener| Some((snapshot(table, listener).ok()?, listener.clone())))
            .collect();
        for (frame, listener) in frames {
            self.tell(listener, &frame);
        }
    }

    /// Tells newcomers what came while they waited, apart from events, which their snapshot contains.
    fn tell_rest_of(&mut self, waiting: Vec<Waiting>, is_wanted: impl Fn(&Frame) -> bool) {
        for Waiting { listener, later, .. } in waiting.into_iter().filter(|waiting| waiting.joining) {
            for (frame, _) in later.iter().filter(|(frame, is_event)| !is_event && is_wanted(frame)) {
                self.tell(listener.clone(), frame);
            }
        }
    }

    /// Queues a frame for a listener. One that still waits for what it missed gets that first: a move that is called
    /// known must have been seen.
    pub fn tell(&mut self, listener: Arc<Listener>, frame: &Frame) {
        self.queue(listener, frame, false);
    }

    /// The same for the frame of an entry.
    pub fn tell_event(&mut self, listener: Arc<Listener>, frame: &Frame) {
        self.queue(listener, frame, true);
    }

    fn queue(&mut self, listener: Arc<Listener>, frame: &Frame, is_event: bool) {
        match self.joining(listener.key) {
            Some(waiting) if waiting.later.len() < Listener::QUEUE => {
                waiting.later.push((frame.clone(), is_event));
            }
            Some(_) => listener.let_go(LetGo::Slow),
            None => {
                listener.push(frame);
                self.told.push(listener);
            }
        }
    }

    /// Queues a frame that follows from the entries up to a number, as soon as these are durable and the listener has
    /// them.
    pub fn tell_after(&mut self, number: u64, listener: &Arc<Listener>, frame: &Frame) {
        let is_durable = self.unsaved.front().is_none_or(|unsaved| unsaved.number > number);
        if is_durable {
            return self.tell(listener.clone(), frame);
        }
        let (listener, missed) = (listener.clone(), Some(vec![frame.clone()]));
        self.waiting.push(Waiting { listener, joining: false, number, missed, later: Vec::new() });
    }

    fn joining(&mut self, key: u64) -> Option<&mut Waiting> {
        self.waiting.iter_mut().find(|waiting| waiting.joining && waiting.listener.key == key)
    }

    /// Queues what listeners have waited for and may have now.
    pub fn release(&mut self) {
        // While the table is loaded again, nobody knows what is durable. Then all who wait get a snapshot.
        if self.waiting.is_empty() || self.table.is_none() {
            return;
        }
        let durable = self.unsaved.front().map_or(u64::MAX, |unsaved| unsaved.number - 1);
        let is_ready = |waiting: &Waiting| waiting.number <= durable && waiting.missed.is_some();
        let (ready, waiting) = std::mem::take(&mut self.waiting).into_iter().partition::<Vec<_>, _>(is_ready);
        self.waiting = waiting;
        for Waiting { listener, missed, later, .. } in ready {
            for frame in missed.into_iter().flatten().chain(later.into_iter().map(|(frame, _)| frame)) {
                self.tell(listener.clone(), &frame);
            }
        }
    }

    /// The frames of an entry that the table has just applied: for each listener, and for each viewer who is here or was
    /// a moment ago. A viewer's frame is made once.
    pub fn frames(&self, table: &Table, entry: &Entry, change: &Change) -> Result<Frames, Refusal> {
        let mut news = News::new(table, entry, change)?;
        let mut made: Vec<(Option<u8>, Frame)> = Vec::with_capacity(4);
        let mut frame_of = |news: &mut News<'_>, viewer: Option<u8>| -> Result<Frame, Refusal> {
            if let Some((_, frame)) = made.iter().find(|(of, _)| *of == viewer) {
                return Ok(frame.clone());
            }
            let frame = Frame::write(|out| news.write(viewer, out))?;
            made.push((viewer, frame.clone()));
            Ok(frame)
        };
        let mut of_listeners = Vec::with_capacity(self.listeners.len());
        let is_talk = matches!(entry, Entry::Said { .. });
        for listener in &self.listeners {
            let frame = if is_talk && news.is_muted(&listener.muted()) {
                quiet(table.number, table.time)?
            } else {
                frame_of(&mut news, table.viewer(listener.guest()))?
            };
            of_listeners.push((listener.clone(), frame));
        }
        for (seat, seen) in self.seen.iter().enumerate() {
            let is_person = table.person(seat as u8).is_some();
            if is_person && !self.online[seat] && seen.elapsed() < RECENTLY {
                frame_of(&mut news, Some(seat as u8))?;
            }
        }
        let speaker = table.talk.back().filter(|_| is_talk).map(|spoken| spoken.guest.clone());
        let (number, time) = (table.number, table.time);
        Ok(Frames { of_listeners, sent: Sent { number, time, seated: change.table, speaker, frames: made } })
    }
}

pub struct Frames {
    pub of_listeners: Vec<(Arc<Listener>, Frame)>,
    pub sent: Sent,
}

/// The whole table as it is now, for a listener.
pub fn snapshot(table: &Table, listener: &Listener) -> Result<Frame, Refusal> {
    let viewer = table.viewer(listener.guest());
    Frame::write(|out| write_snapshot(table, viewer, &listener.muted(), now(), out))
}

/// The lock of a table. When it is released, everything that was queued for listeners is sent.
pub struct Locked<'a>(Option<MutexGuard<'a, Inner>>);

impl<'a> Locked<'a> {
    pub fn new(guard: MutexGuard<'a, Inner>) -> Locked<'a> {
        Locked(Some(guard))
    }
}

impl Deref for Locked<'_> {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        self.0.as_deref().expect("it is there until it is dropped")
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Inner {
        self.0.as_deref_mut().expect("it is there until it is dropped")
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        let Some(mut guard) = self.0.take() else { return };
        let told = std::mem::take(&mut guard.told);
        drop(guard);
        for listener in told {
            listener.flush();
        }
    }
}
