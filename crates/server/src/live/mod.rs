//! Tables in memory. A table applies an entry first, then the journal writes it, and clients hear of it once it is durable.
//! If it cannot be written, the table is loaded from the journal again.
//!
//! A table's lock is only held for work in memory. Rows are read and replayed outside it, and frames that were queued
//! under it are sent when it is released.

mod alarm;
mod catch_up;
mod erase;
mod hall;
mod hints;
mod history;
mod inner;
pub mod load;
mod rest;
mod retention;
mod services;
mod thinkers;
pub mod time;
mod turns;
mod written;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cards::Seat;
use store::{NewEntry, Refused};
use table::frame::{explained, refused};
use table::protocol::{MyTable, TableInfo, ToClient, ToServer};
use table::request::{self, Answer, Asker};
use table::{Entry, Refusal, RefusalCode, Table};

pub use hall::Hall;
pub use services::{Mutes, Services};

use crate::metrics::Limit;
use crate::net::{Frame, LetGo, Listener};
use inner::{Asked, Frames, Inner, Locked, Unsaved};
use load::Loaded;
use time::now;

/// After this many entries the journal gets another checkpoint.
const CHECKPOINT: u64 = 1000;
/// How soon a table is loaded again after another writer was faster, and at most.
const FIRST_RELOAD: Duration = Duration::from_millis(20);
const LAST_RELOAD: Duration = Duration::from_secs(5);
/// Chat: how many messages at once and how many a second, by one guest and at one table.
const TALK_OF_GUEST: (f64, f64) = (5.0, 0.5);
const TALK_AT_TABLE: (f64, f64) = (20.0, 2.0);
/// The same for muting and unmuting by one guest.
const MUTES_OF_GUEST: (f64, f64) = (10.0, 1.0);

/// Who gets a snapshot when a table was loaded again.
#[derive(Clone, Copy)]
enum Told {
    Everybody,
    /// Those who have just connected. The others have exactly what the journal has.
    Newcomers,
}

/// A table in memory.
pub struct Live {
    pub id: String,
    services: Arc<Services>,
    /// The journal no longer has it.
    deleted: AtomicBool,
    inner: Mutex<Inner>,
}

impl Live {
    /// A table that was just opened or loaded.
    pub fn new(services: &Arc<Services>, loaded: Loaded) -> Arc<Live> {
        let id = loaded.table.id.clone();
        let inner = Mutex::new(Inner::new(loaded, services.next_key()));
        Arc::new(Live { id, services: services.clone(), deleted: AtomicBool::new(false), inner })
    }

    fn lock(&self) -> Locked<'_> {
        Locked::new(self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The table as everybody may see it.
    pub fn info(&self) -> Option<TableInfo> {
        self.lock().table.as_ref().map(Table::info)
    }

    /// The table for a guest who sits there.
    pub fn mine(&self, guest: &str) -> Option<MyTable> {
        self.lock().table.as_ref()?.mine(guest)
    }

    /// How many clients listen.
    pub fn listeners(&self) -> usize {
        self.lock().listeners.len()
    }

    /// The memory that its recent frames take.
    pub fn bytes(&self) -> usize {
        self.lock().history.bytes()
    }

    /// Whether nobody needs the table in memory: nobody listens, nothing is about to happen, and nobody has used it for
    /// so long.
    pub fn is_idle(&self, since: Duration) -> bool {
        self.lock().is_idle(since)
    }

    /// Whether the journal no longer has the table.
    pub fn is_deleted(&self) -> bool {
        self.deleted.load(Ordering::Relaxed)
    }

    /// Answers a request, and tells everybody what comes of it.
    pub fn ask(
        self: &Arc<Self>,
        listener: &Arc<Listener>,
        asker: &Asker,
        request: ToServer,
    ) -> Result<(), Refusal> {
        if matches!(request, ToServer::Say { .. }) {
            self.may_talk(asker, format!("guest {}", asker.guest), TALK_OF_GUEST)?;
        }
        let mut inner = self.lock();
        let table = inner.table()?;
        let id = request.id().map(str::to_owned);
        match request::answer(table, asker, request, catalog::fresh_secret)? {
            Answer::Append(entry) => {
                // Only what will be heard counts for the table: others must not use up its limit.
                if matches!(entry, Entry::Said { .. }) {
                    self.may_talk(asker, format!("table {}", self.id), TALK_AT_TABLE)?;
                }
                let asked = Asked { listener: listener.clone(), id };
                self.append(&mut inner, entry, Some(asked))
            }
            Answer::Known(number) => {
                let frame = Frame::of(&ToClient::Known { id: id.as_deref().unwrap_or_default(), number });
                inner.tell_after(number, listener, &frame);
                Ok(())
            }
            Answer::Hint(seat) => {
                let thought = turns::advice(&self.services, table, Seat(seat))?;
                drop(inner);
                turns::advise(&self.services, thought, listener, asker, id.unwrap_or_default())
            }
            Answer::Explain(chosen, legal) => {
                let number = table.number;
                let frame = Frame::of(&explained(&id.unwrap_or_default(), &chosen, legal.err().as_ref()));
                inner.tell_after(number, listener, &frame);
                Ok(())
            }
            Answer::Mute { other, name, on } => {
                drop(inner);
                self.may_mute(asker)?;
                self.mute(asker.guest.clone(), other, name, on);
                Ok(())
            }
        }
    }

    fn may_talk(&self, asker: &Asker, key: String, (burst, rate): (f64, f64)) -> Result<(), Refusal> {
        let Services { talk, metrics, .. } = &*self.services;
        if talk.take(key, burst, rate) {
            return Ok(());
        }
        metrics.limit(Limit::Talk, format_args!("guest {}", asker.guest), now());
        Err(Refusal::new(RefusalCode::TooFast, "too many messages; wait a few seconds"))
    }

    /// Every mute is a write, so there are limits.
    fn may_mute(&self, asker: &Asker) -> Result<(), Refusal> {
        let Services { talk, metrics, rest, .. } = &*self.services;
        if rest.is_resting() {
            return Err(Refusal::unavailable());
        }
        let (burst, rate) = MUTES_OF_GUEST;
        if talk.take(format!("mutes of {}", asker.guest), burst, rate) {
            return Ok(());
        }
        metrics.limit(Limit::Talk, format_args!("guest {}", asker.guest), now());
        Err(Refusal::new(RefusalCode::TooFast, "you have muted and unmuted very often; wait a few seconds"))
    }

    /// Mutes a guest for another, or lets them be heard again. That is nobody else's business and no entry.
    fn mute(self: &Arc<Self>, guest: String, other: String, name: String, on: bool) {
        let live = self.clone();
        self.services.runtime.spawn(async move {
            let journal = &live.services.journal;
            let changed = match on {
                true => journal.mute(&guest, &other, &name).await,
                false => journal.unmute(&guest, &other).await,
            };
            let done = match changed {
                Ok(()) => live.services.refresh_mutes(&guest).await,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                tracing::error!(%error, "muting failed");
            }
            live.lock().tell_muted(|listener| listener.guest() == Some(&guest));
        });
    }

    /// Applies an entry, sends it to the journal, and tells everybody once it is durable.
    fn append(
        self: &Arc<Self>,
        inner: &mut Inner,
        entry: Entry,
        asked: Option<Asked>,
    ) -> Result<(), Refusal> {
        if self.services.rest.is_resting() || inner.held > 0 {
            return Err(Refusal::unavailable());
        }
        let text = serde_json::to_string(&entry).map_err(|_| Refusal::unavailable())?;
        let kept = inner.kept;
        let table = inner.table()?;
        let change = table.apply(now(), &entry)?;
        let (number, time) = (table.number, table.time);
        let mut also = written::also(table, &entry, &change);
        let checkpoint = (number - kept >= CHECKPOINT).then(|| written::checkpoint(table)).flatten();
        if let Some(checkpoint) = checkpoint {
            also.push(checkpoint);
            inner.kept = number;
        }
        let Inner { table: Some(table), .. } = &*inner else { return Err(Refusal::unavailable()) };
        let frames = inner.frames(table, &entry, &change);
        let Frames { of_listeners, sent } = match frames {
            Ok(frames) => frames,
            Err(refusal) => {
                // The table has applied an entry that the journal will not have, so it must be loaded again.
                self.load_again(inner, Instant::now());
                return Err(refusal);
            }
        };
        if let Entry::Away { seat, .. } | Entry::Back { seat } = &entry {
            inner.timers[usize::from(*seat)] = None;
        }
        let is_move = matches!(entry, Entry::Moved { .. });
        let Inner { table: Some(table), history, .. } = &mut *inner else { return Ok(()) };
        history.push(table, Arc::new(entry));
        inner.touched = Instant::now();
        let new = NewEntry { table: self.id.clone(), number, reading: inner.reading, time, text, also };
        let appended = Some(self.services.journal.append(new));
        let frames = of_listeners;
        inner.unsaved.push_back(Unsaved { number, appended, is_move, frames, sent, asked });
        if !inner.delivering {
            inner.delivering = true;
            self.services.runtime.spawn(self.clone().deliver());
        }
        self.act_if_due_locked(inner);
        Ok(())
    }

    /// Waits for entries to become durable, one after the other, and tells everybody.
    async fn deliver(self: Arc<Self>) {
        let mut appended = self.lock().unsaved.front_mut().and_then(|unsaved| unsaved.appended.take());
        while let Some(next) = appended {
            let written = next.await;
            let mut inner = self.lock();
            appended = match written {
                Ok(()) => {
                    self.is_written(&mut inner);
                    inner.unsaved.front_mut().and_then(|unsaved| unsaved.appended.take())
                }
                Err(refused) => {
                    self.is_refused(&mut inner, &refused);
                    None
                }
            };
            inner.delivering = appended.is_some();
        }
    }

    /// The first unsaved entry is durable.
    fn is_written(self: &Arc<Self>, inner: &mut Inner) {
        let Some(Unsaved { is_move, frames, sent, .. }) = inner.unsaved.pop_front() else { return };
        let metrics = &self.services.metrics;
        metrics.entries.add(1);
        metrics.moves.add(i64::from(is_move));
        let seated = sent.seated;
        inner.history.sent(sent);
        // A listener that is too slow stays in the list until its socket has closed.
        for (listener, frame) in frames {
            inner.tell_event(listener, &frame);
        }
        inner.release();
        if seated {
            inner.tell_presence(None);
            inner.tell_muted(|listener| !listener.muted().is_empty());
        }
    }

    /// The journal has refused the first unsaved entry, and so all that follow it.
    fn is_refused(self: &Arc<Self>, inner: &mut Inner, refusal: &Refused) {
        self.services.metrics.writes_failed.add(inner.unsaved.len() as i64);
        if let Refused::Failed(error) = refusal {
            self.services.rest.begin(&self.id, error, &self.services.metrics);
        }
        for unsaved in std::mem::take(&mut inner.unsaved) {
            if let Some(asked) = unsaved.asked {
                let frame = Frame::of(&refused(asked.id.as_deref(), &Refusal::unavailable()));
                inner.tell(asked.listener, &frame);
            }
        }
        match refusal {
            Refused::Failed(_) => {
                // Until the rest is over, people see the table as the journal has it.
                inner.table = None;
                let live = self.clone();
                self.services.runtime.spawn(async move { live.reload(Told::Newcomers).await });
            }
            Refused::Taken | Refused::Gap => self.load_again(inner, Instant::now()),
        }
    }

    /// Drops the table and loads it again in the background, trying ever more rarely.
    fn load_again(self: &Arc<Self>, inner: &mut Inner, since: Instant) {
        inner.table = None;
        let live = self.clone();
        let pause = since.elapsed().clamp(FIRST_RELOAD, LAST_RELOAD);
        self.services.runtime.spawn(async move {
            tokio::time::sleep(pause / 2 + time::part_of(pause / 2)).await;
            if !live.services.rest.is_resting() && !live.reload(Told::Everybody).await {
                let mut inner = live.lock();
                // Somebody else may have loaded it meanwhile.
                if inner.table.is_none() {
                    live.load_again(&mut inner, since);
                }
            }
        });
    }

    /// Loads the table again and sends snapshots; false if that failed and should be tried again.
    async fn reload(self: &Arc<Self>, told: Told) -> bool {
        let loaded = load::table(&self.services.journal, &self.id, &self.services.metrics).await;
        let mut inner = self.lock();
        match loaded {
            Ok(loaded) if inner.unsaved.is_empty() => {
                // If it has been loaded meanwhile, it may have moved on since these rows were read.
                let is_first = inner.table.is_none();
                if is_first {
                    inner.replace(loaded, self.services.next_key());
                }
                match told {
                    Told::Everybody => inner.tell_snapshots(),
                    Told::Newcomers if is_first => inner.tell_newcomers(),
                    Told::Newcomers => {}
                }
                inner.tell_presence(None);
                self.act_if_due_locked(&mut inner);
                true
            }
            // Either somebody uses the table, so it has been loaded, or entries from before are still on their way.
            Ok(_) => inner.table.is_some(),
            Err(refusal) if refusal.code == RefusalCode::NoTable => {
                drop(inner);
                self.deleted.store(true, Ordering::Relaxed);
                self.dismiss(&Frame::of(&refused(None, &refusal)), LetGo::Deleted, |_| true);
                true
            }
            Err(_) => false,
        }
    }

    /// The journal cannot be written: tells everybody.
    pub fn rest(&self) {
        let mut inner = self.lock();
        let frame = Frame::of(&ToClient::Resting {});
        for listener in inner.listeners.clone() {
            inner.tell(listener, &frame);
        }
    }

    /// The journal can be written again: everybody gets a snapshot, and the table goes on.
    pub async fn wake(self: &Arc<Self>) {
        loop {
            // The table may have gone on before its turn to wake. A snapshot shows nothing that is not durable.
            self.settled().await;
            let is_loaded = {
                let mut inner = self.lock();
                if self.services.rest.is_resting() {
                    // The end of that rest wakes it.
                    return;
                }
                if inner.table.is_some() && inner.unsaved.is_empty() {
                    inner.thinking.fill(None);
                    inner.tell_snapshots();
                    self.act_if_due_locked(&mut inner);
                    return;
                }
                inner.table.is_some()
            };
            if is_loaded {
                continue;
            }
            if !self.reload(Told::Newcomers).await {
                return self.load_again(&mut self.lock(), Instant::now());
            }
            if self.info().is_none() {
                // It has been deleted.
                return;
            }
        }
    }

    /// Appends an entry that nobody at the table asked for.
    pub fn append_for_operator(self: &Arc<Self>, entry: Entry) -> Result<(), Refusal> {
        self.append(&mut self.lock(), entry, None)
    }

    /// What a guest leaves behind when they are erased: their seat.
    pub fn leave(self: &Arc<Self>, guest: &str) -> Result<(), Refusal> {
        let mut inner = self.lock();
        let table = inner.table()?;
        match table.seat_of(guest).map(|seat| request::leave(table, seat)) {
            Some(entry) => self.append(&mut inner, entry, None),
            None => Ok(()),
        }
    }

    /// Closes the sockets of some clients.
    pub fn dismiss_quietly(&self, why: LetGo, who: impl Fn(&Listener) -> bool) {
        let inner = self.lock();
        inner.listeners.iter().filter(|listener| who(listener)).for_each(|listener| listener.let_go(why));
    }

    /// Sends some clients a last frame and closes their sockets.
    pub fn dismiss(&self, frame: &Frame, why: LetGo, who: impl Fn(&Listener) -> bool) {
        let inner = self.lock();
        for listener in inner.listeners.iter().filter(|listener| who(listener)) {
            listener.tell(frame);
            listener.let_go(why);
        }
    }
}

#[cfg(test)]
mod tests;
