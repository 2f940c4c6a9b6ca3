//! Making the tables that are checked in under `data`, from nothing but the rules and a seed: the same seed and number
//! of games give the same text.

mod koi_koi;
mod ratings;
mod squares;
mod tastes;
mod wild_rawz;

pub use crate::irono::fit_irono as irono;
pub use koi_koi::koi_koi;
pub use ratings::{iroha, iyadosu};
pub use wild_rawz::wild_rawz;

/// Hears how many of all games are played.
pub type Progress<'a> = dyn FnMut(u64, u64) + 'a;

/// What stands at the head of a table: what it holds, and how to make it again.
pub(crate) fn head(what: &[&str], game: &str, games: u32, seed: &str) -> String {
    let lines: String = what.iter().map(|line| format!("# {line}\n")).collect();
    format!("{lines}# Made by `irori train {game} --games {games} --seed {seed}`.\n")
}
