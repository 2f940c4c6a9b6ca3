//! What is counted, for those who watch over a server.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A number that many threads change.
#[derive(Default)]
pub struct Counter(AtomicI64);

impl Counter {
    /// Adds to it.
    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// Sets it.
    pub fn set(&self, value: i64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// What it is.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All that is counted.
#[derive(Default)]
pub struct Counters {
    /// Moves that were made.
    pub moves: Counter,
    /// Requests over sockets.
    pub requests: Counter,
    /// Requests that were refused.
    pub refused: Counter,
    /// Frames that were sent.
    pub frames: Arc<Counter>,
    /// Open sockets.
    pub sockets: Counter,
    /// Sockets that were let go for reading too slowly.
    pub slow: Counter,
    /// Tables in memory.
    pub tables: Counter,
    /// Tables that were opened.
    pub opened: Counter,
    /// Guests who came.
    pub guests: Counter,
    /// Moves that bots have thought about.
    pub thoughts: Counter,
    /// Bots that think or wait for it.
    pub thinking: Counter,
}

impl Counters {
    /// All numbers in the text form of Prometheus.
    pub fn text(&self) -> String {
        let all: [(&str, &str, &str, &Counter); 11] = [
            ("moves_total", "counter", "Moves made.", &self.moves),
            ("requests_total", "counter", "Requests received over sockets.", &self.requests),
            ("requests_refused_total", "counter", "Requests refused.", &self.refused),
            ("frames_total", "counter", "Frames sent over sockets.", &self.frames),
            ("sockets", "gauge", "Open sockets.", &self.sockets),
            ("sockets_slow_total", "counter", "Sockets closed for reading too slowly.", &self.slow),
            ("tables", "gauge", "Tables in memory.", &self.tables),
            ("tables_opened_total", "counter", "Tables opened.", &self.opened),
            ("guests_total", "counter", "Guests who came.", &self.guests),
            ("bot_thoughts_total", "counter", "Moves bots have thought about.", &self.thoughts),
            ("bots_thinking", "gauge", "Bots that think or wait for their turn to.", &self.thinking),
        ];
        let mut text = String::new();
        for (name, kind, help, counter) in all {
            let _ = writeln!(
                text,
                "# HELP irori_{name} {help}\n# TYPE irori_{name} {kind}\nirori_{name} {}",
                counter.get()
            );
        }
        text
    }
}
