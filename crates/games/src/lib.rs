//! The rules of Irori's games. Each game is a pure state machine behind the [`Game`] trait: no I/O, no clock,
//! no randomness of its own. Whoever drives a game hands in what chance decides.
//!
//! All games have the same rooms:
//! - `card.rs`: the cards (or cells and colours) and their pack
//! - `state.rs`: the state, its public and its hidden part; deals, moves and options
//! - `rules.rs`: what is awaited, what is legal, what a move does
//! - `score.rs`: points and winners
//! - `view.rs`: what a seat knows, what it is shown, and what is announced
//! - `sample.rs`: inventing a full state that somebody who knows only so much could be in
//! - `text.rs`: the text forms of cards, moves, deals and options
//! - `tests.rs`: a test for every numbered rule

mod deal_out;
mod game;
pub mod iroha;
pub mod irono;
pub mod iyadosu;
pub mod koi_koi;
mod options;
mod reason;
mod sheet;
mod text;
pub mod wild_rawz;

pub(crate) use deal_out::{Need, Place, deal_out, deal_out_needing};
pub use game::{DealFault, Game, Log, Moves, Refusal, Story, TextFault, Turn};
pub use options::{First, OptionFault, OptionValue, Options, combinations, setups};
pub use reason::{Facts, Reason, Rule};
pub use sheet::Sheet;
