//! The table server: friends and bots at tables, over HTTP and sockets. The journal of what happened is the truth; a
//! table in memory is only what its rows lead to.

mod alarm;
mod app;
mod clock;
mod config;
mod counters;
mod frame;
mod guests;
mod hall;
mod happening;
mod http;
mod limit;
mod listener;
mod live;
mod page;
pub mod protocol;
mod refusal;
mod replay;
mod request;
mod secret;
mod socket;
mod table;
mod thinkers;
mod wire;

pub use app::App;
pub use clock::Pace;
pub use config::{Config, Limits};
pub use refusal::Refusal;
