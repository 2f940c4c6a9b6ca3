//! The table server: people and bots at tables, over HTTP and sockets. The journal is the truth; a table in memory is
//! derived from its entries.

mod alarm;
mod app;
mod bot_names;
mod clock;
mod config;
mod counters;
mod entry;
mod frame;
mod guests;
mod hall;
mod http;
mod limit;
mod listener;
mod live;
mod load;
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
pub use refusal::{Refusal, RefusalCode};
