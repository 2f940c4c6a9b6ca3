//! The rules of Irori's games. Each game is a pure state machine behind the [`Game`] trait: no I/O, no clock, no
//! randomness of its own. Its driver hands in every deal.
//!
//! Each game is a folder with the same rooms. Most rooms implement one trait:
//! - `mod.rs`: the game's names ([`About`])
//! - `card.rs`: the cards (or cells and colours) and their pack
//! - `state.rs`: the public and the hidden part of the state ([`PublicState`]); deals, moves and options
//! - `rules.rs`: what is legal and what a move does ([`Game`])
//! - `score.rs`: points and winners
//! - `event.rs`: what is announced
//! - `illegal.rs`: the rules that forbid a move
//! - `view.rs`: what a seat knows and what it is shown ([`Show`])
//! - `prompt.rs`: what a player is asked to do now ([`Ask`])
//! - `sample.rs`: full states that fit what somebody knows ([`Sample`])
//! - `text.rs`: the text forms of cards, moves, deals and options ([`Notation`])
//! - `tests.rs`: a test for every numbered rule

mod deal_out;
mod fault;
mod game;
#[macro_use]
mod list;
mod options;
mod present;
#[cfg(test)]
mod reasons;
mod sheet;
mod text;

// Outside the list, because rustfmt finds no modules inside a macro.
pub mod iroha;
pub mod irono;
pub mod iyadosu;
pub mod koi_koi;
pub mod wild_rawz;

// The list of games. Everything that treats all games alike is made from it.
games! { $
    iroha Iroha "iroha",
    irono Irono "irono",
    iyadosu Iyadosu "iyadosu",
    wild_rawz WildRawz "wild-rawz",
    koi_koi KoiKoi "koi-koi",
}

// After the list, since it uses `for_game!`.
mod game_id;

pub(crate) use deal_out::{Need, Place, deal_out, deal_out_needing};
pub use fault::{CommonIllegal, DealFault, PlayError, TextFault};
pub use game::{Game, Log, Moves, PublicState, State, Turn};
pub use game_id::UnknownGame;
pub use options::{First, OptionFault, OptionValue, Options, combinations, setups};
pub use present::{About, Ask, Difficulty, Notation, Sample, Show, Story};
pub use sheet::{ScoreSheet, Sheet};
pub use text::{Text, Texts, Written};
