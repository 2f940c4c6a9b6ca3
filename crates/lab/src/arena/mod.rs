//! The arena: how strong a bot is, with confidence intervals.
//!
//! A deal is played once in every rotation of the seats, so that each contestant has held each hand. All games of a deal
//! together are one sample, a block: they share their cards, and counting them one by one would make the intervals too
//! narrow. Intervals, the sequential test and the ratings all work on blocks.

mod arena_match;
mod block;
mod bootstrap;
mod contestant;
mod decider;
mod elo;
mod figures;
mod ratings;
pub mod saved;
mod seating;
mod sprt;
mod table;

pub use arena_match::{ArenaMatch, MatchSetup, command};
pub use block::{ContestantTally, DealBlock, ThinkingTime};
pub use bootstrap::{Estimate, FEW_BLOCKS, Resample, estimate, estimate_share, interval, middle};
pub use contestant::{Contestant, UnknownContestant};
pub use elo::{elo_of, share_of};
pub use figures::Figures;
pub use ratings::{ANCHOR, Encounter, Rating, rate};
pub use saved::Saved;
pub use seating::{BadSeating, Seating};
pub use sprt::{Sprt, Verdict};
pub use table::table;

pub(crate) use arena_match::stream;
