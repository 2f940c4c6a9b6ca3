//! A client connects and is brought up to date: from the frames that were sent last, by replay outside the lock, or with a
//! snapshot. None of these costs more at a table with more entries.

use std::sync::Arc;
use std::time::Instant;

use table::protocol::{AwayReason, ToClient};
use table::{Entry, Refusal};

use super::history::Missed;
use super::inner::snapshot;
use super::load::blocking;
use super::{Live, Services};
use crate::metrics::CaughtUp;
use crate::net::{Frame, Listener};

/// A client that missed more frames than this gets a snapshot instead.
const MOST_MISSED: u64 = 200;

impl Live {
    /// Adds a listener. It gets the frames after `since`, or a snapshot.
    pub async fn listen(
        self: &Arc<Self>,
        listener: &Arc<Listener>,
        since: Option<u64>,
    ) -> Result<(), Refusal> {
        let start = Instant::now();
        let (from, missed) = self.join(listener, since)?;
        if let (Some(missed), Some(since)) = (missed, since) {
            let frames = self.replay(missed, listener, since).await;
            let mut inner = self.lock();
            match frames {
                Ok(frames) => inner.made(listener.key, frames),
                Err(refusal) => {
                    inner.remove(listener.key);
                    return Err(refusal);
                }
            }
        }
        let Services { metrics, rest, .. } = &*self.services;
        metrics.caught_up(from, start.elapsed());
        // Under the lock, so that the snapshot at the end of the rest comes later.
        let mut inner = self.lock();
        if rest.is_resting() {
            inner.tell(listener.clone(), &Frame::of(&ToClient::Resting {}));
        }
        Ok(())
    }

    /// Adds a listener with what it missed, or returns what it takes to make that.
    fn join(
        self: &Arc<Self>,
        listener: &Arc<Listener>,
        since: Option<u64>,
    ) -> Result<(CaughtUp, Option<Missed>), Refusal> {
        let mut inner = self.lock();
        let table = inner.table()?;
        let viewer = table.viewer(listener.guest());
        let number = table.number;
        let is_back = viewer
            .filter(|&seat| table.person(seat).is_some_and(|person| person.away == Some(AwayReason::Gone)));
        let since = since.filter(|&since| since <= number && since > 0 && number - since < MOST_MISSED);
        let sent = since
            .filter(|_| inner.unsaved.is_empty())
            .and_then(|since| inner.history.frames(since, number, viewer, &listener.muted()));
        let missed = since.filter(|_| sent.is_none()).and_then(|since| inner.history.missed(since));
        let from = match (sent, &missed) {
            (Some(frames), _) => {
                inner.add(listener, number, Some(frames));
                CaughtUp::Ring
            }
            (None, Some(_)) => {
                inner.add(listener, number, None);
                CaughtUp::Replay
            }
            (None, None) => {
                let snapshot = snapshot(inner.table()?, listener)?;
                inner.add(listener, number, Some(vec![snapshot]));
                CaughtUp::Snapshot
            }
        };
        if let Some(seat) = is_back
            && let Err(refusal) = self.append(&mut inner, Entry::Back { seat }, None)
        {
            // The table rests; the person is back when it goes on and they do something.
            tracing::debug!(table = %self.id, code = %refusal.code, "person not brought back");
        }
        self.act_if_due_locked(&mut inner);
        Ok((from, missed))
    }

    async fn replay(
        &self,
        missed: Missed,
        listener: &Arc<Listener>,
        since: u64,
    ) -> Result<Vec<Frame>, Refusal> {
        let slot = self.services.replays.acquire().await.map_err(|_| Refusal::unavailable())?;
        let (id, listener) = (self.id.clone(), listener.clone());
        let frames = blocking(move || missed.replay(&id, since, listener.guest(), &listener.muted())).await?;
        drop(slot);
        frames
    }

    /// Removes a listener.
    pub fn unlisten(self: &Arc<Self>, key: u64) {
        let mut inner = self.lock();
        if inner.remove(key) {
            self.act_if_due_locked(&mut inner);
        }
    }
}
