//! Alarms: when to check a table without a request, because a clock runs out or a person has been gone too long.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

use crate::clock::Time;

/// The time, in milliseconds since 1970.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time::try_from(since.as_millis()).unwrap_or(Time::MAX)
}

/// Tables to check, by time.
#[derive(Clone, Default)]
pub struct Alarms(Arc<Inner>);

#[derive(Default)]
struct Inner {
    set: Mutex<BinaryHeap<Reverse<(Time, String)>>>,
    changed: Notify,
}

impl Alarms {
    pub fn set(&self, at: Time, table: &str) {
        let mut set = self.0.set.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = set.peek().is_none_or(|Reverse((first, _))| at < *first);
        set.push(Reverse((at, table.to_owned())));
        drop(set);
        if is_first {
            self.0.changed.notify_one();
        }
    }

    /// Waits for the next table whose time has come.
    pub async fn next(&self) -> String {
        loop {
            let wait = {
                let mut set = self.0.set.lock().unwrap_or_else(PoisonError::into_inner);
                match set.peek() {
                    Some(Reverse((at, _))) if *at <= now() => {
                        if let Some(Reverse((_, table))) = set.pop() {
                            return table;
                        }
                        Duration::ZERO
                    }
                    Some(Reverse((at, _))) => Duration::from_millis((at - now()).clamp(1, 60_000) as u64),
                    None => Duration::from_secs(60),
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.0.changed.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn alarms_come_in_order_of_their_time() {
        let alarms = Alarms::default();
        let start = now();
        alarms.set(start + 30, "later");
        alarms.set(start - 5, "at once");
        assert_eq!(alarms.next().await, "at once");
        let waiting = alarms.clone();
        let next = tokio::spawn(async move { waiting.next().await });
        alarms.set(start + 10, "sooner");
        assert_eq!(next.await.expect("it does not fail"), "sooner");
        assert_eq!(alarms.next().await, "later");
        assert!(now() >= start + 30);
    }
}
