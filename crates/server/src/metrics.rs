//! Counters and gauges for `/metrics`, and a short list of who meets limits, for the operator.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use store::JournalStatus;
use table::{RefusalCode, Time};

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

/// Declares an enum whose variants are the values of a label.
macro_rules! labels {
    ($(#[$doc:meta])* $name:ident: $($variant:ident = $label:literal),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($variant),* }

        impl $name {
            const ALL: &'static [$name] = &[$($name::$variant),*];

            pub const fn label(self) -> &'static str {
                match self { $($name::$variant => $label),* }
            }
        }
    };
}

labels! {
    /// What somebody did too often.
    Limit: Hints = "hints", Talk = "talk", CatchUp = "catch-up", Messages = "messages", Writes = "writes",
        Tables = "tables", Listed = "listed", Sockets = "sockets", Connections = "connections", Table = "table"
}

labels! {
    /// Where a client that connects gets its first frames from.
    CaughtUp: Ring = "ring", Replay = "replay", Snapshot = "snapshot"
}

#[derive(Default)]
pub struct Metrics {
    pub moves: Counter,
    pub entries: Counter,
    pub writes_failed: Counter,
    pub resting: Counter,
    pub rests: Counter,
    pub requests: Counter,
    pub frames: Counter,
    pub frame_bytes: Counter,
    pub players: Counter,
    pub spectators: Counter,
    pub slow: Counter,
    pub tables: Counter,
    pub tables_bytes: Counter,
    pub opened: Counter,
    pub tables_deleted: Counter,
    pub guests: Counter,
    pub guests_deleted: Counter,
    pub thoughts: Counter,
    pub bots_thinking: Counter,
    pub bots_waiting: Counter,
    pub bot_wait_micros: Counter,
    pub hints: Counter,
    pub hints_waiting: Counter,
    pub catch_up_micros: Counter,
    pub loads: Counter,
    pub load_micros: Counter,
    refused: PerCode,
    limits: [Counter; Limit::ALL.len()],
    caught_up: [Counter; CaughtUp::ALL.len()],
    offenders: Mutex<HashMap<(Limit, String), Offences>>,
}

/// A counter for each refusal code.
struct PerCode([Counter; RefusalCode::ALL.len()]);

impl Default for PerCode {
    fn default() -> PerCode {
        PerCode(std::array::from_fn(|_| Counter::default()))
    }
}

/// How often somebody has met a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offences {
    pub count: u64,
    pub last: Time,
}

/// The most pairs of limit and offender to remember.
const MOST_OFFENDERS: usize = 1000;

impl Metrics {
    pub fn refuse(&self, code: RefusalCode) {
        if let Some(at) = RefusalCode::ALL.iter().position(|known| *known == code) {
            self.refused.0[at].add(1);
        }
    }

    /// Somebody has met a limit: `who` is a guest or an address.
    pub fn limit(&self, limit: Limit, who: impl fmt::Display, time: Time) {
        self.limits[limit as usize].add(1);
        let mut offenders = self.offenders.lock().unwrap_or_else(PoisonError::into_inner);
        if offenders.len() >= MOST_OFFENDERS {
            // The rarest half goes, so that a flood of new ones cannot push out the worst.
            let mut counts: Vec<u64> = offenders.values().map(|offences| offences.count).collect();
            counts.sort_unstable();
            let middle = counts[counts.len() / 2];
            offenders.retain(|_, offences| offences.count > middle);
        }
        let offences = offenders.entry((limit, who.to_string())).or_insert(Offences { count: 0, last: 0 });
        (offences.count, offences.last) = (offences.count + 1, time);
    }

    /// Those who have met limits, worst first.
    pub fn offenders(&self) -> Vec<(Limit, String, Offences)> {
        let offenders = self.offenders.lock().unwrap_or_else(PoisonError::into_inner);
        let mut list: Vec<_> =
            offenders.iter().map(|((limit, who), offences)| (*limit, who.clone(), *offences)).collect();
        list.sort_by(|one, other| other.2.count.cmp(&one.2.count).then_with(|| one.1.cmp(&other.1)));
        list
    }

    pub fn caught_up(&self, from: CaughtUp, took: Duration) {
        self.caught_up[from as usize].add(1);
        self.catch_up_micros.add(took.as_micros() as i64);
    }

    /// Everything in the text format of Prometheus.
    pub fn text(&self, journal: JournalStatus) -> Text {
        let mut text = Text::default();
        let seconds = |micros: i64| micros as f64 / 1e6;
        text.counter("moves_total", "Moves that are on disk.", self.moves.get());
        text.counter("entries_total", "Journal entries that are on disk.", self.entries.get());
        text.counter("writes_failed_total", "Entries that could not be written.", self.writes_failed.get());
        text.gauge("resting", "1 while the database cannot be written.", self.resting.get());
        text.counter("rests_total", "Times in which the database could not be written.", self.rests.get());
        text.gauge("journal_queue", "Entries that wait for the writer.", journal.waiting);
        text.counter("commits_total", "Commits.", journal.commits);
        text.counter(
            "commit_seconds_total",
            "Time that commits took.",
            seconds(journal.commit_micros.min(i64::MAX as u64) as i64),
        );
        text.gauge("database_bytes", "Size of the database with its log.", journal.bytes);
        text.counter("requests_total", "Requests received over sockets.", self.requests.get());
        let codes = RefusalCode::ALL.iter().zip(&self.refused.0);
        let codes = codes.map(|(code, counter)| (code.name(), counter.get()));
        text.labelled(
            "requests_refused_total",
            "counter",
            "Requests refused, over sockets and HTTP.",
            "reason",
            codes,
        );
        let limits =
            Limit::ALL.iter().zip(&self.limits).map(|(limit, counter)| (limit.label(), counter.get()));
        text.labelled("limits_hit_total", "counter", "Times somebody met a limit.", "limit", limits);
        text.counter("frames_total", "Frames sent over sockets.", self.frames.get());
        text.counter("frame_bytes_total", "Bytes of frames sent over sockets.", self.frame_bytes.get());
        let sockets = [("player", self.players.get()), ("spectator", self.spectators.get())];
        text.labelled("sockets", "gauge", "Open sockets.", "kind", sockets);
        text.counter("sockets_slow_total", "Sockets closed for reading too slowly.", self.slow.get());
        text.gauge("tables", "Tables in memory.", self.tables.get());
        text.gauge("tables_bytes", "Memory of their recent frames.", self.tables_bytes.get());
        text.counter("tables_opened_total", "Tables opened.", self.opened.get());
        text.counter("tables_deleted_total", "Old tables deleted.", self.tables_deleted.get());
        text.counter("guests_total", "New guests.", self.guests.get());
        text.counter("guests_deleted_total", "Guests deleted.", self.guests_deleted.get());
        text.counter("bot_thoughts_total", "Moves that bots have chosen.", self.thoughts.get());
        text.gauge("bots_thinking", "Bots that think.", self.bots_thinking.get());
        text.gauge("bots_waiting", "Bots that wait for a thread.", self.bots_waiting.get());
        text.counter(
            "bot_wait_seconds_total",
            "Time that bots waited for a thread.",
            seconds(self.bot_wait_micros.get()),
        );
        text.counter("hints_total", "Hints given.", self.hints.get());
        text.gauge("hints_waiting", "Hints that wait for a thread.", self.hints_waiting.get());
        let from =
            CaughtUp::ALL.iter().zip(&self.caught_up).map(|(from, counter)| (from.label(), counter.get()));
        text.labelled("catch_ups_total", "counter", "Clients that were brought up to date.", "from", from);
        text.counter("catch_up_seconds_total", "Time that took.", seconds(self.catch_up_micros.get()));
        text.counter("loads_total", "Tables loaded from the database.", self.loads.get());
        text.counter("load_seconds_total", "Time that took.", seconds(self.load_micros.get()));
        text
    }
}

/// Numbers in the text format of Prometheus.
#[derive(Default)]
pub struct Text(pub String);

impl Text {
    pub fn counter(&mut self, name: &str, help: &str, value: impl fmt::Display) {
        self.one(name, "counter", help, value);
    }

    pub fn gauge(&mut self, name: &str, help: &str, value: impl fmt::Display) {
        self.one(name, "gauge", help, value);
    }

    pub fn labelled<V: fmt::Display>(
        &mut self,
        name: &str,
        kind: &str,
        help: &str,
        label: &str,
        values: impl IntoIterator<Item = (&'static str, V)>,
    ) {
        self.head(name, kind, help);
        for (of, value) in values {
            let _ = writeln!(self.0, "irori_{name}{{{label}=\"{of}\"}} {value}");
        }
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: impl fmt::Display) {
        self.head(name, kind, help);
        let _ = writeln!(self.0, "irori_{name} {value}");
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP irori_{name} {help}\n# TYPE irori_{name} {kind}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_offenders_come_first_and_the_list_is_bounded() {
        let metrics = Metrics::default();
        for time in 0..50 {
            metrics.limit(Limit::Talk, "guest aki", time);
        }
        for other in 0..2 * MOST_OFFENDERS {
            metrics.limit(Limit::Hints, other, 1);
        }
        let list = metrics.offenders();
        assert!(list.len() <= MOST_OFFENDERS);
        assert_eq!(list[0], (Limit::Talk, "guest aki".to_owned(), Offences { count: 50, last: 49 }));
        let text = metrics.text(JournalStatus::default()).0;
        assert!(text.contains("irori_limits_hit_total{limit=\"talk\"} 50\n"), "{text}");
    }
}
