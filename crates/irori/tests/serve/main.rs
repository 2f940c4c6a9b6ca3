//! `irori serve` as a process of its own: killed, stopped, and read in its logs.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod crash;
mod logs;
mod served;
mod stop;
