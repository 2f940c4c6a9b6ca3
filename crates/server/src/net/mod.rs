//! The network: who connects and how much they may send, sockets, and frames as bytes.

pub mod accept;
mod address;
pub mod connections;
mod limit;
pub mod listener;
mod meter;
pub mod plain;
pub mod socket;
pub mod wire;

pub use address::{Source, behind_proxy};
pub use limit::Buckets;
pub use listener::{LetGo, Listener};
pub use wire::Frame;
