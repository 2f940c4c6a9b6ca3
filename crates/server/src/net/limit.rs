//! Rate limits: token buckets.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// When there are more buckets than this, those that are full again are dropped.
const MOST: usize = 50_000;

#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    since: Instant,
}

impl Bucket {
    pub fn full(size: f64) -> Bucket {
        Bucket { left: size, since: Instant::now() }
    }

    /// Takes a token from a bucket of this size that gains so many a second; false if it is empty.
    pub fn take(&mut self, size: f64, a_second: f64) -> bool {
        let now = Instant::now();
        self.left = (self.left + a_second * (now - self.since).as_secs_f64()).min(size);
        self.since = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// A bucket for each key.
pub struct Buckets<K>(Mutex<HashMap<K, Bucket>>);

impl<K> Default for Buckets<K> {
    fn default() -> Buckets<K> {
        Buckets(Mutex::default())
    }
}

impl<K: Eq + Hash> Buckets<K> {
    pub fn take(&self, key: K, size: f64, a_second: f64) -> bool {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            let full = size / a_second;
            buckets.retain(|_, bucket| bucket.since.elapsed().as_secs_f64() < full);
        }
        buckets.entry(key).or_insert_with(|| Bucket::full(size)).take(size, a_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_empty_after_its_size_and_fills_again() {
        let mut bucket = Bucket::full(3.0);
        assert!((0..3).all(|_| bucket.take(3.0, 0.001)));
        assert!(!bucket.take(3.0, 0.001));
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(bucket.take(3.0, 1000.0));
    }

    #[test]
    fn each_key_has_its_own_bucket() {
        let buckets = Buckets::default();
        assert!(buckets.take("one", 1.0, 0.001));
        assert!(!buckets.take("one", 1.0, 0.001));
        assert!(buckets.take("other", 1.0, 0.001));
    }
}
