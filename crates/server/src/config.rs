//! How a server is set up.

use std::time::Duration;

/// How a server is set up. The limits are generous for people and tight for floods.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address that people use, as `https://irori.example`; sockets from pages of other origins are refused.
    /// Without it the host a browser asked for is taken.
    pub origin: Option<String>,
    /// Whether a proxy in front says who asks, in `X-Forwarded-For` and `X-Forwarded-Proto`.
    pub proxy: bool,
    /// The least time that a bot takes for a move.
    pub pause: Duration,
    /// How many threads bots think on.
    pub thinkers: usize,
    /// Limits.
    pub limits: Limits,
}

/// How much of everything.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Open sockets in all.
    pub sockets: usize,
    /// Open sockets from one address.
    pub sockets_per_address: usize,
    /// The length of a message over a socket, in bytes.
    pub message: usize,
    /// Messages a second over one socket; short bursts may be four times that.
    pub messages: u32,
    /// HTTP requests that write something, a minute from one address.
    pub writes: u32,
    /// Tables that one guest may have opened in an hour.
    pub tables: u32,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            origin: None,
            proxy: false,
            pause: Duration::from_millis(900),
            // One core is always left to the sockets.
            thinkers: cores.saturating_sub(1).max(1),
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sockets: 20_000,
            sockets_per_address: 200,
            message: 4096,
            messages: 10,
            writes: 120,
            tables: 60,
        }
    }
}
