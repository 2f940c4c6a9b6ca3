//! The real binary, as users and scripts run it.

// A test that cannot go on should stop where it stands.
#![allow(clippy::unwrap_used)]

mod admin;
mod arena;
mod backup;
mod check;
mod deploy;
mod engine;
mod games;
mod health;
mod interrupt;
mod misuse;
mod play;
mod proof;
mod readme;
mod rules;
mod run;
mod serve;
mod sim;
mod train;
