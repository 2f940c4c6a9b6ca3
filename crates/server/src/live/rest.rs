//! Rest: while the journal cannot be written, no table tries. The first failed write begins an episode; then one task
//! probes the journal, ever more rarely, and all tables go on when a probe has succeeded.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::Journal;
use tokio::sync::Notify;

use super::time::part_of;
use crate::metrics::Metrics;

/// The pauses between probes.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// An episode that begins so soon after the last one continues it: same pause, no further line in the log.
const CALM: Duration = Duration::from_secs(60);

#[derive(Default)]
pub struct Rest {
    resting: AtomicBool,
    begun: Notify,
    last: Mutex<Option<Episode>>,
}

#[derive(Clone)]
struct Episode {
    /// What the first failed write said.
    error: String,
    began: Instant,
    ended: Option<Instant>,
    pause: Duration,
}

impl Rest {
    pub fn is_resting(&self) -> bool {
        self.resting.load(Ordering::Acquire)
    }

    /// Why the tables rest, if they do.
    pub fn reason(&self) -> Option<String> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|_| self.is_resting()).map(|episode| episode.error.clone())
    }

    /// A write has failed.
    pub fn begin(&self, table: &str, error: &str, metrics: &Metrics) {
        if self.resting.swap(true, Ordering::AcqRel) {
            return;
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let continued = last.take().filter(|last| last.ended.is_some_and(|ended| ended.elapsed() < CALM));
        if continued.is_none() {
            tracing::error!(table, error, "journal write failed; all tables rest");
            metrics.rests.add(1);
        }
        metrics.resting.set(1);
        let episode = continued.unwrap_or_else(Episode::now);
        *last = Some(Episode { error: error.to_owned(), ended: None, ..episode });
        self.begun.notify_one();
    }

    /// Waits for the next episode.
    pub async fn begun(&self) {
        while !self.is_resting() {
            self.begun.notified().await;
        }
    }

    /// Waits until the journal can be written again, and ends the episode.
    pub async fn end(&self, journal: &Arc<dyn Journal>, metrics: &Metrics) {
        loop {
            let pause = {
                let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
                let episode = last.get_or_insert_with(Episode::now);
                let pause = episode.pause;
                episode.pause = (2 * pause).min(LONGEST_PAUSE);
                pause
            };
            tokio::time::sleep(pause / 2 + part_of(pause / 2)).await;
            if journal.is_well().await.is_ok() {
                break;
            }
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let episode = last.get_or_insert_with(Episode::now);
        episode.ended = Some(Instant::now());
        tracing::info!(seconds = episode.began.elapsed().as_secs(), "journal writes again");
        metrics.resting.set(0);
        self.resting.store(false, Ordering::Release);
    }
}

impl Episode {
    fn now() -> Episode {
        Episode { error: String::new(), began: Instant::now(), ended: None, pause: FIRST_PAUSE }
    }
}
