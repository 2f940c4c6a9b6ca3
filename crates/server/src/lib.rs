//! The table server: people and bots at tables, over HTTP and sockets. The journal is the truth; a table in memory is
//! derived from its entries. `live` keeps the tables, `net` the connections and sockets, `http` the routes and the page.

mod app;
mod config;
mod guests;
mod http;
mod live;
mod metrics;
mod net;
pub mod protocol;
mod secret;

pub use app::App;
pub use config::{Config, Limits};
pub use table::{Pace, Refusal, RefusalCode};
