//! A progress bar on standard error, if that is a terminal and the work takes a while.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(100);
const WIDTH: u64 = 30;

pub struct ProgressBar {
    total: u64,
    what: &'static str,
    start: Instant,
    last: Instant,
    shown: bool,
    terminal: bool,
}

impl ProgressBar {
    pub fn new(total: u64, what: &'static str) -> ProgressBar {
        let now = Instant::now();
        ProgressBar {
            total,
            what,
            start: now,
            last: now,
            shown: false,
            terminal: std::io::stderr().is_terminal(),
        }
    }

    pub fn update(&mut self, done: u64) {
        let now = Instant::now();
        if !self.terminal || now - self.start < PATIENCE || (self.shown && now - self.last < PAUSE) {
            return;
        }
        self.last = now;
        self.shown = true;
        let bar = "━".repeat((WIDTH * done / self.total.max(1)) as usize);
        let elapsed = (now - self.start).as_secs_f64();
        let left = elapsed / done.max(1) as f64 * (self.total - done.min(self.total)) as f64;
        // The work goes on even if the bar cannot be written.
        let _ = write!(
            std::io::stderr(),
            "\r\x1b[K{bar:<width$} {done} of {} {}, {left:.0} s left",
            self.total,
            self.what,
            width = WIDTH as usize,
        );
    }

    /// Clears the bar.
    pub fn finish(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
