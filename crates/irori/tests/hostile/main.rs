//! One rude guest, a full disk, a wrong clock or a lost file must not spoil the evening for anybody else. Every test runs
//! the real program over real sockets. `IRORI_TESTED=PATH` runs them on another program; `IRORI_SOAK=1` makes them longer.

// A test may stop where it fails.
#![allow(clippy::unwrap_used)]
#![cfg(target_os = "linux")]

mod addresses;
mod catching_up;
mod clock;
mod fair;
mod frames;
mod full_disk;
mod half_requests;
mod hints;
mod lobby;
mod lost_file;
mod metrics;
mod modes;
mod smaller;
mod talk;
mod tools;

#[path = "../serve/served.rs"]
mod served;
