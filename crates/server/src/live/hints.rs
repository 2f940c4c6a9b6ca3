//! Hints under way: one for each guest, and a few for each address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::net::Source;

/// How many hints one address may have under way: a family behind one address plays at several tables.
const EACH_ADDRESS: usize = 4;

#[derive(Clone, Default)]
pub struct Hints(Arc<Mutex<UnderWay>>);

#[derive(Default)]
struct UnderWay {
    /// Guests with a hint under way, and their addresses.
    guests: HashMap<String, Source>,
}

/// A hint that is under way until this is dropped.
pub struct Hint {
    hints: Hints,
    guest: String,
}

impl Hints {
    /// Begins a hint, unless the guest or the address has enough of them.
    pub fn begin(&self, guest: &str, source: Source) -> Option<Hint> {
        let mut under_way = self.lock();
        let of_source = under_way.guests.values().filter(|of| **of == source).count();
        if under_way.guests.contains_key(guest) || of_source >= EACH_ADDRESS {
            return None;
        }
        under_way.guests.insert(guest.to_owned(), source);
        Some(Hint { hints: self.clone(), guest: guest.to_owned() })
    }

    fn lock(&self) -> MutexGuard<'_, UnderWay> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hint {
    fn drop(&mut self) {
        self.hints.lock().guests.remove(&self.guest);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn a_guest_has_one_hint_under_way_and_an_address_a_few() {
        let hints = Hints::default();
        let home = Source::from(IpAddr::from([127, 0, 0, 1]));
        let first = hints.begin("aki", home).expect("it is the first");
        assert!(hints.begin("aki", home).is_none());
        let others: Vec<Hint> =
            (0..10).filter_map(|number| hints.begin(&format!("guest {number}"), home)).collect();
        assert_eq!(others.len(), EACH_ADDRESS - 1);
        assert!(hints.begin("bo", Source::from(IpAddr::from([127, 0, 0, 2]))).is_some());
        drop(first);
        assert!(hints.begin("aki", home).is_some());
    }
}
