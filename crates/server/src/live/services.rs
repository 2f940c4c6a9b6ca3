//! What a table needs to be alive: the journal, alarms, thinking bots, limits, numbers. A table knows this and not the
//! hall, which knows all tables.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use store::Journal;
use tokio::sync::Semaphore;

use super::alarm::Alarms;
use super::hints::Hints;
use super::rest::Rest;
use super::thinkers::Thinkers;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::net::Buckets;

/// How many clients may be caught up by replay at the same time.
const REPLAYS: usize = 2;

pub struct Services {
    pub journal: Arc<dyn Journal>,
    pub alarms: Alarms,
    pub thinkers: Thinkers,
    pub hints: Hints,
    pub metrics: Arc<Metrics>,
    pub config: Config,
    pub rest: Rest,
    /// Limits chat, by guest and by table.
    pub talk: Buckets<String>,
    pub replays: Semaphore,
    pub runtime: tokio::runtime::Handle,
    mutes: Mutex<HashMap<String, Weak<Mutes>>>,
    keys: AtomicU64,
    /// How often somebody was signed out.
    sign_outs: AtomicU64,
}

/// The guests that a guest has muted. All sockets of the guest share it.
#[derive(Default)]
pub struct Mutes(Mutex<Arc<[String]>>);

impl Mutes {
    pub fn get(&self) -> Arc<[String]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set(&self, muted: impl IntoIterator<Item = String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = muted.into_iter().collect();
    }
}

impl Services {
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn new(journal: Arc<dyn Journal>, config: Config) -> Arc<Services> {
        let metrics = Arc::new(Metrics::default());
        Arc::new(Services {
            journal,
            alarms: Alarms::default(),
            thinkers: Thinkers::new(config.thinkers, metrics.clone()),
            hints: Hints::default(),
            metrics,
            config,
            rest: Rest::default(),
            talk: Buckets::default(),
            replays: Semaphore::new(REPLAYS),
            runtime: tokio::runtime::Handle::current(),
            mutes: Mutex::default(),
            keys: AtomicU64::new(1),
            sign_outs: AtomicU64::new(0),
        })
    }

    /// A number that is greater than all before it.
    pub fn next_key(&self) -> u64 {
        self.keys.fetch_add(1, Ordering::Relaxed)
    }

    /// How often somebody was signed out. A client that was identified before this changed has to be identified again.
    pub fn sign_outs(&self) -> u64 {
        self.sign_outs.load(Ordering::SeqCst)
    }

    pub fn count_sign_out(&self) {
        self.sign_outs.fetch_add(1, Ordering::SeqCst);
    }

    /// The guests that a guest has muted.
    pub async fn mutes_of(&self, guest: &str) -> Result<Arc<Mutes>, store::Failure> {
        if let Some(mutes) = self.mutes().get(guest).and_then(Weak::upgrade) {
            return Ok(mutes);
        }
        let muted = self.journal.muted_by(guest).await?;
        let fresh = Arc::new(Mutes::default());
        fresh.set(muted.into_iter().map(|muted| muted.other));
        let mut all = self.mutes();
        all.retain(|_, mutes| mutes.strong_count() > 0);
        // Another socket of the guest may have been faster.
        if let Some(mutes) = all.get(guest).and_then(Weak::upgrade) {
            return Ok(mutes);
        }
        all.insert(guest.to_owned(), Arc::downgrade(&fresh));
        Ok(fresh)
    }

    /// Reads the mutes of a guest again, after a change.
    pub async fn refresh_mutes(&self, guest: &str) -> Result<(), store::Failure> {
        let muted = self.journal.muted_by(guest).await?;
        if let Some(mutes) = self.mutes().get(guest).and_then(Weak::upgrade) {
            mutes.set(muted.into_iter().map(|muted| muted.other));
        }
        Ok(())
    }

    fn mutes(&self) -> MutexGuard<'_, HashMap<String, Weak<Mutes>>> {
        self.mutes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
