//! What a table in memory holds under its lock.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::alarm::now;
use crate::clock::Time;
use crate::entry::Entry;
use crate::frame::{self, News};
use crate::hall::Hall;
use crate::listener::Listener;
use crate::load;
use crate::protocol::ToClient;
use crate::refusal::Refusal;
use crate::table::{Change, Table};
use crate::wire::Frame;

pub(super) struct Inner {
    /// The table; nothing if it has to be loaded again.
    pub table: Option<Table>,
    /// Which loading of the journal the table comes from.
    pub reading: u64,
    pub listeners: Vec<Arc<Listener>>,
    /// Entries that the table has applied but that are not durable yet.
    pub unsaved: VecDeque<(u64, Time, Entry)>,
    /// Frames that wait until an entry is durable.
    pub waiting: Vec<Waiting>,
    /// For each seat the entry after which a bot thinks about its move, if one does.
    pub thinking: Vec<Option<u64>>,
    /// For each seat when its person was last connected.
    pub seen: Vec<Time>,
    /// Which seats are connected, as it was told last.
    online: Vec<bool>,
    /// When the table is next checked without a request.
    pub alarm: Option<Time>,
    /// When it was last used.
    pub touched: Time,
}

/// Frames for a listener that wait until the entry of that number is durable.
pub(super) struct Waiting {
    number: u64,
    pub listener: Arc<Listener>,
    frames: Vec<Frame>,
}

impl Inner {
    pub fn new(table: Table, reading: u64) -> Inner {
        let seats = usize::from(table.setting.seats);
        let now = now();
        Inner {
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
        }
    }

    /// The table, loaded again if it has to be.
    pub fn table(&mut self, hall: &Hall, id: &str) -> Result<&mut Table, Refusal> {
        if self.table.is_none() {
            self.table = Some(load::table(&*hall.journal, id)?);
            self.reading = hall.next_key();
            self.thinking.fill(None);
        }
        self.table.as_mut().ok_or_else(Refusal::unavailable)
    }

    pub fn is_idle(&self, since: Time) -> bool {
        let none = self.listeners.is_empty() && self.waiting.is_empty() && self.unsaved.is_empty();
        let no_alarm = self.alarm.is_none_or(|at| at > now() + 60_000);
        none && no_alarm && self.touched < since && self.thinking.iter().all(Option::is_none)
    }

    /// Adds a listener, with the frames it missed up to the entry of that number.
    pub fn add(&mut self, listener: &Arc<Listener>, number: u64, missed: Vec<Frame>) {
        if self.unsaved.is_empty() {
            for frame in missed {
                listener.tell(&frame);
            }
        } else {
            self.waiting.push(Waiting { number, listener: listener.clone(), frames: missed });
        }
        self.listeners.push(listener.clone());
        self.touched = now();
        self.tell_presence(Some(listener.key));
    }

    /// Removes a listener; false if it is not there.
    pub fn remove(&mut self, key: u64) -> bool {
        let Some(at) = self.listeners.iter().position(|listener| listener.key == key) else { return false };
        let listener = self.listeners.swap_remove(at);
        self.waiting.retain(|waiting| waiting.listener.key != key);
        let seat = self.table.as_ref().and_then(|table| table.viewer(listener.guest.as_deref()));
        if let Some(seat) = seat {
            self.seen[usize::from(seat)] = now();
        }
        self.touched = now();
        self.tell_presence(None);
        true
    }

    /// The frames after `since`, the same as they were sent at the time.
    pub fn missed(
        &self,
        hall: &Hall,
        id: &str,
        since: u64,
        guest: Option<&str>,
    ) -> Result<Vec<Frame>, Refusal> {
        let mut entries = load::entries(&*hall.journal, id)?;
        let written = entries.len() as u64;
        let unsaved = self.unsaved.iter().filter(|(number, ..)| *number > written);
        entries.extend(unsaved.map(|(_, time, entry)| (*time, entry.clone())));
        let Some(((time, first), later)) = entries.split_first() else { return Err(load::no_table()) };
        let mut table = Table::open(id, *time, first)?;
        let mut frames = Vec::new();
        for (time, entry) in later {
            let change = table.apply(*time, entry)?;
            if table.number > since {
                let viewer = table.viewer(guest);
                frames.push(News::new(&table, entry, &change)?.frame(viewer)?);
            }
        }
        Ok(frames)
    }

    /// Tells everybody who is connected if that has changed, and a newcomer in any case.
    pub fn tell_presence(&mut self, newcomer: Option<u64>) {
        let Some(table) = &self.table else { return };
        let is_here =
            |guest: &str| self.listeners.iter().any(|listener| listener.guest.as_deref() == Some(guest));
        let online =
            table.chairs.iter().map(|chair| chair.person().is_some_and(|person| is_here(&person.guest)));
        let online: Vec<bool> = online.collect();
        let changed = online != self.online;
        self.online.clone_from(&online);
        let frame = frame::of(&ToClient::Presence { online, now: now() });
        let told = self.listeners.iter().filter(|listener| changed || Some(listener.key) == newcomer);
        for listener in told.cloned().collect::<Vec<_>>() {
            self.tell(&listener, frame.clone());
        }
    }

    /// Sends the frames that waited for the entry of that number.
    pub fn tell_waiting(&mut self, number: u64) {
        let (ready, waiting) =
            std::mem::take(&mut self.waiting).into_iter().partition(|waiting| waiting.number <= number);
        self.waiting = waiting;
        let ready: Vec<Waiting> = ready;
        for Waiting { listener, frames, .. } in ready {
            for frame in frames {
                listener.tell(&frame);
            }
        }
    }

    /// Sends a frame that follows from the entries up to a number, as soon as these are durable and the listener has
    /// them.
    pub fn tell_after(&mut self, number: u64, listener: &Arc<Listener>, frame: Frame) {
        let is_theirs =
            |waiting: &&mut Waiting| waiting.listener.key == listener.key && waiting.number >= number;
        match self.waiting.iter_mut().find(is_theirs) {
            Some(waiting) => waiting.frames.push(frame),
            None if self.unsaved.is_empty() => self.tell(listener, frame),
            None => {
                self.waiting.push(Waiting { number, listener: listener.clone(), frames: vec![frame] });
            }
        }
    }

    /// Sends a frame that is no entry. A listener that still waits for what it missed gets that first: a move that is
    /// called known must have been seen.
    fn tell(&mut self, listener: &Listener, frame: Frame) {
        match self.waiting.iter_mut().find(|waiting| waiting.listener.key == listener.key) {
            Some(waiting) => waiting.frames.push(frame),
            None => drop(listener.tell(&frame)),
        }
    }
}

/// The frame of the last entry for each listener. A seat's frame is made once, and so is that of all spectators.
pub(super) fn frames(
    table: &Table,
    listeners: &[Arc<Listener>],
    entry: &Entry,
    change: &Change,
) -> Result<Vec<(Arc<Listener>, Frame)>, Refusal> {
    let mut news = News::new(table, entry, change)?;
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
