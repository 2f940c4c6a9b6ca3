//! How many connections there may be. Plain HTTP connections, which have not become sockets, may take half of the files
//! that the process may open; the other half is a reserve for those who play. When there is no room, the connection that
//! has kept the server waiting for longest makes room, so that clients which send nothing shut nobody out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::address::Source;
use super::plain::Place;
use crate::config::Config;

/// Files that the server opens besides connections: the database, its log, the listener.
const OWN_FILES: usize = 64;
/// How many evicted connections may still hold their files. Must be less than the server's own files leave over.
const CLOSING: usize = 16;

/// All plain HTTP connections, and how many were closed for which reason.
pub struct Connections {
    /// How many there may be from one source. Behind a proxy nothing, since all of them come from the proxy.
    per_source: Option<usize>,
    most: usize,
    most_sockets: usize,
    timeout: AtomicU64,
    limit: AtomicU64,
    evicted: AtomicU64,
    /// Told whenever an evicted connection is closed.
    closed: Notify,
    register: Mutex<Register>,
}

#[derive(Default)]
struct Register {
    /// The last id or order given.
    last: u64,
    held: HashMap<u64, Held>,
    by_source: HashMap<Source, OfSource>,
    /// Connections that wait for their client, in the order in which they began to.
    waiting: BTreeMap<u64, u64>,
    /// Connections that were evicted and are about to be closed.
    closing: HashSet<u64>,
}

struct Held {
    source: Source,
    order: Option<u64>,
    evict: Arc<Notify>,
}

#[derive(Default)]
struct OfSource {
    open: usize,
    waiting: BTreeSet<u64>,
}

impl Connections {
    pub fn new(config: &Config) -> Arc<Connections> {
        Connections::with_files(config, files_limit())
    }

    /// The same for a process that may open so many files.
    pub fn with_files(config: &Config, files: usize) -> Arc<Connections> {
        let budget = files.saturating_sub(OWN_FILES).max(2);
        let most = budget / 2;
        Arc::new(Connections {
            per_source: (!config.proxy).then_some(config.limits.connections_per_address),
            most,
            most_sockets: (budget - most).min(config.limits.sockets),
            timeout: AtomicU64::new(0),
            limit: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
            closed: Notify::new(),
            register: Mutex::default(),
        })
    }

    /// Open connections that are not sockets.
    pub fn open(&self) -> usize {
        self.lock().held.len()
    }

    /// Connections closed because the client was too slow with a request or in reading an answer.
    pub fn timeout(&self) -> u64 {
        self.timeout.load(Ordering::Relaxed)
    }

    /// Connections refused because there was no room.
    pub fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    /// Connections closed to make room for a new one.
    pub fn evicted(&self) -> u64 {
        self.evicted.load(Ordering::Relaxed)
    }

    /// How many sockets there may be: the setting, or fewer if the process may not open that many files.
    pub fn most_sockets(&self) -> usize {
        self.most_sockets
    }

    /// Whether another connection from there needs room to be made.
    pub fn is_full_for(&self, source: Source) -> bool {
        let register = self.lock();
        self.is_full(&register) || self.is_full_of(&register, source)
    }

    /// Takes in a new connection. If there is no room, the one that has waited for longest is closed: one of the same
    /// source if that has too many. Nothing if all of them are being answered.
    pub fn enter(self: &Arc<Connections>, source: Source) -> Option<Arc<Place>> {
        let mut register = self.lock();
        while self.is_full_of(&register, source) {
            let oldest = register.by_source.get(&source).and_then(|of| of.waiting.first().copied());
            self.evict_or_refuse(&mut register, oldest)?;
        }
        while self.is_full(&register) {
            let oldest = register.waiting.first_key_value().map(|(order, _)| *order);
            self.evict_or_refuse(&mut register, oldest)?;
        }
        register.last += 1;
        let (id, evict) = (register.last, Arc::new(Notify::new()));
        register.held.insert(id, Held { source, order: None, evict: evict.clone() });
        register.by_source.entry(source).or_default().open += 1;
        drop(register);
        Some(Arc::new(Place::new(self.clone(), id, evict)))
    }

    /// Closes the connection that has waited for longest, whoever needs its file.
    pub fn make_room(&self) {
        let mut register = self.lock();
        let oldest = register.waiting.first_key_value().map(|(order, _)| *order);
        self.evict(&mut register, oldest);
    }

    /// Waits until most evicted connections are closed. Those that come faster than that would need more files than
    /// there are.
    pub async fn evicted_ones_closed(&self) {
        while self.lock().closing.len() > CLOSING {
            self.closed.notified().await;
        }
    }

    /// Notes whether a connection waits for its client.
    pub fn set_waiting(&self, id: u64, waits: bool) {
        self.lock().set_waiting(id, waits);
    }

    /// Forgets a connection that is closed or has become a socket.
    pub fn leave(&self, id: u64) {
        let mut register = self.lock();
        register.remove(id);
        if register.closing.remove(&id) {
            self.closed.notify_one();
        }
    }

    pub fn count_timeout(&self) {
        self.timeout.fetch_add(1, Ordering::Relaxed);
    }

    fn is_full(&self, register: &Register) -> bool {
        register.held.len() >= self.most
    }

    fn is_full_of(&self, register: &Register, source: Source) -> bool {
        let open = register.by_source.get(&source).map_or(0, |of| of.open);
        self.per_source.is_some_and(|most| open >= most)
    }

    fn evict_or_refuse(&self, register: &mut Register, order: Option<u64>) -> Option<()> {
        let evicted = self.evict(register, order);
        if evicted.is_none() {
            self.limit.fetch_add(1, Ordering::Relaxed);
        }
        evicted
    }

    /// Its place is free at once; its task closes it as soon as it runs.
    fn evict(&self, register: &mut Register, order: Option<u64>) -> Option<()> {
        let id = *register.waiting.get(&order?)?;
        register.remove(id)?.evict.notify_one();
        register.closing.insert(id);
        self.evicted.fetch_add(1, Ordering::Relaxed);
        Some(())
    }

    fn lock(&self) -> MutexGuard<'_, Register> {
        self.register.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Register {
    fn set_waiting(&mut self, id: u64, waits: bool) {
        // One that was evicted is no longer here.
        let Some(held) = self.held.get_mut(&id) else { return };
        if held.order.is_some() == waits {
            return;
        }
        let of_source = self.by_source.entry(held.source).or_default();
        if let Some(order) = held.order.take() {
            self.waiting.remove(&order);
            of_source.waiting.remove(&order);
        } else {
            self.last += 1;
            held.order = Some(self.last);
            self.waiting.insert(self.last, id);
            of_source.waiting.insert(self.last);
        }
    }

    fn remove(&mut self, id: u64) -> Option<Held> {
        self.set_waiting(id, false);
        let held = self.held.remove(&id)?;
        if let Some(of_source) = self.by_source.get_mut(&held.source) {
            of_source.open -= 1;
            if of_source.open == 0 {
                self.by_source.remove(&held.source);
            }
        }
        Some(held)
    }
}

/// How many files this process has open; 0 where the system does not tell.
pub fn files_open() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, |files| files.count().saturating_sub(1))
}

/// How many files this process may open.
pub fn files_limit() -> usize {
    #[cfg(unix)]
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    let limit = None;
    limit.and_then(|limit: u64| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn source(last: u8) -> Source {
        Source::from(IpAddr::from([10, 0, 0, last]))
    }

    fn connections(per_address: usize, files: usize, proxy: bool) -> Arc<Connections> {
        let mut config = Config { proxy, ..Config::default() };
        config.limits.connections_per_address = per_address;
        Connections::with_files(&config, files)
    }

    #[test]
    fn the_oldest_waiting_connection_of_a_source_makes_room() {
        let all = connections(2, 10_000, false);
        let other = all.enter(source(2)).expect("room");
        let (one, two) = (all.enter(source(1)).expect("room"), all.enter(source(1)).expect("room"));
        assert!(all.is_full_for(source(1)) && !all.is_full_for(source(2)));
        let three = all.enter(source(1)).expect("the first makes room");
        assert_eq!((all.open(), all.evicted()), (3, 1));
        assert!(one.is_evicted() && !two.is_evicted() && !three.is_evicted() && !other.is_evicted());
        drop(one);
        assert_eq!(all.open(), 3, "its place was free already");
    }

    #[test]
    fn connections_that_are_being_answered_make_no_room() {
        let all = connections(2, 10_000, false);
        let places = [all.enter(source(1)).expect("room"), all.enter(source(1)).expect("room")];
        places.iter().for_each(|place| place.asked());
        assert!(all.enter(source(1)).is_none());
        assert_eq!((all.limit(), all.evicted()), (1, 0));
        assert!(all.enter(source(2)).is_some());
        places[1].answered();
        places[1].flushed();
        assert!(all.enter(source(1)).is_some());
        assert!(places[1].is_evicted());
    }

    #[test]
    fn half_of_the_files_are_a_reserve_for_sockets() {
        let all = connections(100, 164, false);
        assert_eq!(all.most_sockets(), 50);
        let places: Vec<_> = (0..60).map(|last| all.enter(source(last)).expect("room")).collect();
        assert_eq!((all.open(), all.evicted()), (50, 10));
        assert!(places[..10].iter().all(|place| place.is_evicted()));
        assert!(
            connections(100, 10, false).enter(source(1)).is_some(),
            "with hardly any files one is possible"
        );
    }

    #[test]
    fn all_clients_of_a_proxy_have_its_address() {
        let all = connections(2, 10_000, true);
        let places: Vec<_> = (0..10).map(|_| all.enter(source(1)).expect("room")).collect();
        assert_eq!((all.open(), all.evicted()), (10, 0));
        drop(places);
        assert_eq!(all.open(), 0);
    }

    #[test]
    fn a_connection_that_becomes_a_socket_leaves_its_place() {
        let all = connections(2, 10_000, false);
        let place = all.enter(source(1)).expect("room");
        place.leave();
        assert_eq!(all.open(), 0);
        place.asked();
        drop(place);
        assert_eq!(all.open(), 0);
    }
}
