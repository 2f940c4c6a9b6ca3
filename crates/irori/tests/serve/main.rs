//! `irori serve` as a process: killed, stopped, and its logs.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]
#![cfg(unix)]

mod crash;
mod logs;
mod served;
mod stop;
