//! What is too old goes, a little at a time: tables where nobody played after a day, finished games and guests after the
//! time that the operator has set.

use std::sync::Weak;
use std::time::{Duration, Instant};

use store::Expiry;
use table::Time;

use super::Services;
use super::time::{now, part_of};

/// How long after the start, and then how often, the server looks for what is too old.
const FIRST: Duration = Duration::from_secs(5);
const EVERY: Duration = Duration::from_secs(60 * 60);
/// The pause between two steps, in which others write.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a table without a game is kept, in milliseconds: a day.
const UNPLAYED: Time = 24 * 60 * 60 * 1000;
/// By how much the wall clock may have moved against the monotonic one, in milliseconds: an hour.
const MOST_DRIFT: u64 = 60 * 60 * 1000;

pub async fn run(services: Weak<Services>) {
    let (mut pause, start, wall) = (FIRST, Instant::now(), now());
    loop {
        tokio::time::sleep(pause + part_of(pause / 8)).await;
        let Some(services) = services.upgrade() else { return };
        let expected = wall.saturating_add(Time::try_from(start.elapsed().as_millis()).unwrap_or(Time::MAX));
        if now().abs_diff(expected) < MOST_DRIFT {
            expire(&services).await;
        } else {
            // A clock that was set to next year must not delete everything.
            tracing::warn!("the clock was set; nothing old is deleted until the server starts again");
        }
        pause = EVERY;
    }
}

/// Deletes everything that is too old.
async fn expire(services: &Services) {
    let now = now();
    let keep = services.config.keep.map(|keep| Time::try_from(keep.as_millis()).unwrap_or(Time::MAX));
    let expiry = Expiry { unplayed: now - UNPLAYED, idle: keep.map(|keep| now.saturating_sub(keep)) };
    loop {
        match services.journal.expire(expiry).await {
            Ok(expired) => {
                services.metrics.tables_deleted.add(expired.tables as i64);
                services.metrics.guests_deleted.add(expired.guests as i64);
                if !expired.more {
                    return;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "old tables not deleted");
                return;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
