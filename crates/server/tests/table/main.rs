//! The server at a real address over a real database, as clients know it.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]

mod clocks;
mod connections;
mod flood;
mod found;
mod hostile;
mod house;
mod leaks;
mod limits;
mod play;
mod reconnect;
mod rude;
mod talk;
mod why;
