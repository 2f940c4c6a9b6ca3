//! Counters and gauges for `/metrics`.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A number that many threads change.
#[derive(Default)]
pub struct Counter(AtomicI64);

impl Counter {
    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub fn set(&self, value: i64) {
        self.0.store(value, Ordering::Relaxed);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
pub struct Counters {
    pub moves: Counter,
    pub requests: Counter,
    pub refused: Counter,
    pub frames: Arc<Counter>,
    pub sockets: Counter,
    pub slow: Counter,
    pub tables: Counter,
    pub opened: Counter,
    pub guests: Counter,
    pub thoughts: Counter,
    pub thinking: Counter,
}

impl Counters {
    /// Everything in the text format of Prometheus.
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
            ("guests_total", "counter", "New guests.", &self.guests),
            ("bot_thoughts_total", "counter", "Moves that bots have chosen.", &self.thoughts),
            ("bots_thinking", "gauge", "Bots that think or wait for a thread.", &self.thinking),
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
