//! The settings of a server.

use std::time::Duration;

// Without `Debug`: the key must not reach a log by accident.
#[derive(Clone)]
pub struct Config {
    /// The address that people use, as `https://irori.example`. Pages of other origins are refused. Without this
    /// setting the `Host` of the request counts as ours.
    pub origin: Option<String>,
    /// Whether to trust `X-Forwarded-For` and `X-Forwarded-Proto`, because a proxy sets them.
    pub proxy: bool,
    /// The shortest time a bot takes for a move.
    pub pause: Duration,
    /// The number of threads on which bots think.
    pub thinkers: usize,
    /// How long finished games and idle guests are kept; without it, forever.
    pub keep: Option<Duration>,
    /// What a request for `/api/admin` must present. Without it, nobody may ask there.
    pub admin_key: Option<String>,
    pub limits: Limits,
}

/// Limits that people do not notice and floods do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets from one address.
    pub sockets_per_address: usize,
    /// The size of a socket message, in bytes.
    pub message: usize,
    /// Messages a second over one socket. A burst may be four times that.
    pub messages: u32,
    /// HTTP requests that write, a minute from one address.
    pub writes: u32,
    /// Tables that one guest may open in an hour.
    pub tables: u32,
    /// Tables of one guest that the lobby lists.
    pub listed: usize,
    /// Open connections from one address that are not sockets.
    pub connections_per_address: usize,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            origin: None,
            proxy: false,
            pause: Duration::from_millis(900),
            // One core stays free for the sockets.
            thinkers: cores.saturating_sub(1).max(1),
            keep: Some(Duration::from_secs(365 * 24 * 60 * 60)),
            admin_key: None,
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
            listed: 5,
            connections_per_address: 100,
        }
    }
}
