//! All tables of this process. A table is loaded from the journal when somebody asks for it, and dropped when nobody has
//! used it for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use store::{Journal, NewEntry, Refused};
use table::protocol::{Setting, ToClient};
use table::{Entry, Refusal, RefusalCode, Table};
use tokio::sync::OnceCell;

use super::history::History;
use super::load::{self, Loaded};
use super::time::now;
use super::{Live, Services, retention, written};
use crate::config::Config;
use crate::net::{Frame, LetGo, Listener};
use crate::secret;

/// How long an unused table stays in memory.
const IDLE: Duration = Duration::from_secs(10 * 60);
/// When a table that could not be loaded is checked again.
const AGAIN: Duration = Duration::from_secs(10);
const SWEEP: Duration = Duration::from_secs(60);

pub struct Hall {
    pub services: Arc<Services>,
    tables: Mutex<HashMap<String, Place>>,
}

/// A table that is in memory or being loaded. However many ask for it, it is loaded once.
type Place = Arc<OnceCell<Arc<Live>>>;

impl Hall {
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn new(journal: Arc<dyn Journal>, config: Config) -> Arc<Hall> {
        let hall = Arc::new(Hall { services: Services::new(journal, config), tables: Mutex::default() });
        tokio::spawn(ring_alarms(Arc::downgrade(&hall), hall.services.clone()));
        tokio::spawn(rest_and_wake(Arc::downgrade(&hall), hall.services.clone()));
        tokio::spawn(sweep(Arc::downgrade(&hall)));
        tokio::spawn(retention::run(Arc::downgrade(&hall.services)));
        hall
    }

    /// Loads the tables where something may be due: a bot's move, or a clock that ran out while the server was down.
    pub async fn resume(&self) -> Result<usize, Refusal> {
        let playing = self.services.journal.playing().await.map_err(|error| {
            tracing::error!(%error, "journal read failed");
            Refusal::unavailable()
        })?;
        let mut resumed = 0;
        for table in playing {
            match self.find(&table).await {
                Ok(live) => {
                    live.act_if_due();
                    resumed += 1;
                }
                Err(refusal) => tracing::error!(table, error = %refusal, "table not resumed"),
            }
        }
        Ok(resumed)
    }

    pub async fn open(&self, setting: Setting, opener: &str) -> Result<Arc<Live>, Refusal> {
        let (id, time) = (secret::table_id(), now());
        let secret = cards::to_hex(&catalog::fresh_secret());
        let first = Entry::Opened { setting, opener: opener.to_owned(), secret };
        let table = Table::open(&id, time, &first)?;
        if self.services.rest.is_resting() {
            return Err(Refusal::unavailable());
        }
        let text = serde_json::to_string(&first).map_err(|_| Refusal::unavailable())?;
        let also = vec![store::Also::Index(written::index(&table))];
        let entry = NewEntry { table: id.clone(), number: 1, reading: 0, time, text, also };
        if let Err(refused) = self.services.journal.append(entry).await {
            self.services.metrics.writes_failed.add(1);
            if let Refused::Failed(error) = &refused {
                self.services.rest.begin(&id, error, &self.services.metrics);
            }
            return Err(Refusal::unavailable());
        }
        self.services.metrics.entries.add(1);
        let history = History::new(table.checkpoint(), std::collections::VecDeque::new());
        let live = Live::new(&self.services, Loaded { table, history, kept: 0 });
        self.lock().insert(id, Arc::new(OnceCell::new_with(Some(live.clone()))));
        self.services.metrics.opened.add(1);
        self.services.metrics.tables.add(1);
        Ok(live)
    }

    /// The table of that id, loaded if it is not in memory.
    pub async fn find(&self, id: &str) -> Result<Arc<Live>, Refusal> {
        if !secret::is_table_id(id) {
            return Err(load::no_table());
        }
        let place = self.lock().entry(id.to_owned()).or_default().clone();
        let found = place
            .get_or_try_init(async || {
                let loaded = load::table(&self.services.journal, id, &self.services.metrics).await?;
                self.services.metrics.tables.add(1);
                Ok(Live::new(&self.services, loaded))
            })
            .await
            .cloned();
        let found = match found {
            Ok(live) if live.is_deleted() => Err(load::no_table()),
            found => found,
        };
        if found.is_err() {
            // Somebody else may be trying to load it into the same place.
            drop(place);
            let mut tables = self.lock();
            let is_free = |place: &Place| match place.get() {
                Some(live) => live.is_deleted(),
                None => Arc::strong_count(place) == 1,
            };
            if tables.get(id).is_some_and(is_free) {
                tables.remove(id);
            }
        }
        found
    }

    /// Whether a table is in memory or being loaded.
    pub(super) fn is_known(&self, id: &str) -> bool {
        self.lock().contains_key(id)
    }

    /// The table of that id if it is in memory.
    pub fn in_memory(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id)?.get().cloned()
    }

    /// All tables in memory.
    pub fn all(&self) -> Vec<Arc<Live>> {
        self.lock().values().filter_map(|place| place.get().cloned()).collect()
    }

    /// Tells all clients that the server is about to stop, and closes their sockets.
    pub fn say_closing(&self) {
        let frame = Frame::of(&ToClient::Closing {});
        for live in self.all() {
            live.dismiss(&frame, LetGo::Stopping, |_| true);
        }
    }

    /// Closes the sockets of a guest, who has to say again who they are.
    pub fn sign_out(&self, guest: &str) {
        self.services.count_sign_out();
        for live in self.all() {
            live.sign_out(guest);
        }
    }

    /// Tells the sockets of a guest which seats they have muted.
    pub fn tell_muted(&self, guest: &str) {
        for live in self.all() {
            live.tell_muted(guest);
        }
    }

    pub(super) fn let_go(&self) {
        let mut tables = self.lock();
        // The end of a rest wakes only tables that are in memory.
        let resting = self.services.rest.is_resting();
        tables.retain(|_, place| {
            let is_used = Arc::strong_count(place) > 1;
            let is_needed = |live: &Arc<Live>| resting || Arc::strong_count(live) > 1 || !live.is_idle(IDLE);
            is_used || place.get().is_some_and(is_needed)
        });
        let live = tables.values().filter_map(|place| place.get());
        let (count, bytes) =
            live.fold((0, 0), |(count, bytes), live| (count + 1, bytes + live.bytes() as i64));
        self.services.metrics.tables.set(count);
        self.services.metrics.tables_bytes.set(bytes);
    }

    #[cfg(test)]
    pub(super) fn places(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    fn tell_muted(&self, guest: &str) {
        self.lock().tell_muted(|listener| listener.guest() == Some(guest));
    }

    fn sign_out(&self, guest: &str) {
        self.dismiss_quietly(LetGo::SignedOut, |listener: &Listener| listener.guest() == Some(guest));
    }
}

/// Checks tables whose time has come.
async fn ring_alarms(hall: Weak<Hall>, services: Arc<Services>) {
    let alarms = services.alarms.clone();
    drop(services);
    loop {
        let table = alarms.next().await;
        let Some(hall) = hall.upgrade() else { return };
        // On a task of its own: a table that has to be loaded must not keep the others waiting.
        tokio::spawn(async move {
            match hall.find(&table).await {
                Ok(live) => live.act_if_due(),
                Err(refusal) if refusal.code == RefusalCode::NoTable => {}
                Err(_) => hall.services.alarms.set(Instant::now() + AGAIN, &table),
            }
        });
    }
}

/// Lets all tables rest while the journal cannot be written.
async fn rest_and_wake(hall: Weak<Hall>, services: Arc<Services>) {
    loop {
        services.rest.begun().await;
        let Some(tables) = hall.upgrade().map(|hall| hall.all()) else { return };
        tables.iter().for_each(|live| live.rest());
        services.rest.end(&services.journal, &services.metrics).await;
        let Some(tables) = hall.upgrade().map(|hall| hall.all()) else { return };
        for live in tables {
            live.wake().await;
        }
    }
}

/// Drops tables that nobody needs.
async fn sweep(hall: Weak<Hall>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(hall) = hall.upgrade() else { return };
        hall.let_go();
    }
}
