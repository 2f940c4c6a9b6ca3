//! The arena: which bot is how strong, and how sure that is.
//!
//! A deal is played once for every seating that rotation gives, so that each contestant has held each hand. All games
//! of a deal together are one sample, a block: they share their cards, and counting them one by one would make the
//! results look surer than they are. Intervals, the sequential test and the ratings all work on blocks.

mod block;
mod bonus;
mod bootstrap;
mod contestant;
mod elo;
mod play;
mod ratings;
mod seating;
mod sprt;

pub use block::{Block, Clock, Tally};
pub use bonus::Bonus;
pub use bootstrap::{Estimate, FEW_BLOCKS, Resample, estimate, estimate_share, interval, middle};
pub use contestant::{Contestant, UnknownContestant};
pub use elo::{elo_of, share_of};
pub use play::{Decider, Hits};
pub use ratings::{ANCHOR, Encounter, Rating, rate};
pub use seating::{BadSeating, Seating};
pub use sprt::{Sprt, Verdict};
