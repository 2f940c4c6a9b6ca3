//! Measuring and training the bots: matches and their statistics, ratings, the report on the bots' strength, and the
//! making of the tables that bots play by. The server does not link this crate.

pub mod arena;
mod error;
pub mod experiments;
mod games;
pub mod ladder;
mod ordered;
pub mod report;
pub mod search_speed;
mod solver;
mod stamp;
mod text;
pub mod train;

pub use error::Error;
pub use ordered::in_order;

/// Asked during long work: whether to stop.
pub type Stopped<'a> = dyn Fn() -> bool + Sync + 'a;

/// Told during long work how many pieces are done, and of how many.
pub type Progress<'a> = dyn FnMut(u64, u64) + 'a;
