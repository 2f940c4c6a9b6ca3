//! Alarms: when to check a table without a request, because a clock runs out or a person has been gone too long. A table
//! has at most one alarm, so there are never more alarms than tables that were in use.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

#[derive(Clone, Default)]
pub struct Alarms(Arc<Inner>);

#[derive(Default)]
struct Inner {
    set: Mutex<Set>,
    changed: Notify,
}

/// The alarms by time and by table.
#[derive(Default)]
struct Set {
    by_time: BTreeSet<(Instant, String)>,
    by_table: HashMap<String, Instant>,
}

impl Alarms {
    /// Sets the alarm of a table, in place of an earlier one.
    pub fn set(&self, at: Instant, table: &str) {
        let mut set = self.lock();
        let is_first = set.by_time.first().is_none_or(|(first, _)| at < *first);
        if let Some(before) = set.by_table.insert(table.to_owned(), at) {
            set.by_time.remove(&(before, table.to_owned()));
        }
        set.by_time.insert((at, table.to_owned()));
        drop(set);
        if is_first {
            self.0.changed.notify_one();
        }
    }

    /// Waits for the next table whose time has come.
    pub async fn next(&self) -> String {
        loop {
            let wait = {
                let mut set = self.lock();
                match set.by_time.first().map(|(at, _)| at.saturating_duration_since(Instant::now())) {
                    Some(Duration::ZERO) => {
                        if let Some((_, table)) = set.by_time.pop_first() {
                            set.by_table.remove(&table);
                            return table;
                        }
                        Duration::ZERO
                    }
                    Some(wait) => wait,
                    None => Duration::from_secs(60),
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.0.changed.notified() => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Set> {
        self.0.set.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn alarms_come_in_order_of_their_time() {
        let alarms = Alarms::default();
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        alarms.set(after(30), "later");
        alarms.set(start, "at once");
        assert_eq!(alarms.next().await, "at once");
        let waiting = alarms.clone();
        let next = tokio::spawn(async move { waiting.next().await });
        alarms.set(after(10), "sooner");
        assert_eq!(next.await.expect("it does not fail"), "sooner");
        assert_eq!(alarms.next().await, "later");
        assert!(start.elapsed() >= Duration::from_millis(30));
    }

    #[tokio::test]
    async fn a_table_has_one_alarm() {
        let alarms = Alarms::default();
        for ms in [900, 5, 20] {
            alarms.set(Instant::now() + Duration::from_millis(ms), "table");
        }
        assert_eq!(alarms.next().await, "table");
        assert!(alarms.lock().by_time.is_empty() && alarms.lock().by_table.is_empty());
    }
}
