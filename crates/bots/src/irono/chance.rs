//! Play against chance: what a round is worth if one seat chooses by chance to the end and the other knows it.
//!
//! The solved play gains nothing on those who play by chance, as it is made to gain nothing from anyone. One who knows
//! that the other chooses by chance plans differently: every colour he hides gets through as often as any other.

use super::board::{Board, COLOURS};
use super::look::{Judge, Look, Means};
use super::value::Values;

/// Value functions for the seat that is active: where the one who knows is, and where the other is.
pub struct Chance {
    /// The one who knows is active.
    pub knowing: Values,
    /// The one who plays by chance is.
    pub blind: Values,
}

impl Chance {
    /// What a position is worth to the active seat, which knows or does not, by looking ahead.
    pub fn worth(&self, board: &Board, knowing: bool, depth: usize) -> f32 {
        let seat = if knowing { board.active } else { 1 - board.active };
        let stakes = Look::new(board, None, depth, Judge::Chance(self, seat))
            .stakes(&Means::ENOUGH)
            .unwrap_or_default();
        let number = board.colours().count_ones() as f32;
        if knowing {
            let worths = stakes.iter().flat_map(|(_, stakes)| {
                stakes.in_game().map(move |colour| stakes.worth(colour, 3.0 / number))
            });
            worths.fold(f32::MIN, f32::max)
        } else {
            let even = [1.0 / number; COLOURS];
            stakes.iter().map(|(_, stakes)| stakes.secured(&even)).sum::<f32>() / stakes.len().max(1) as f32
        }
    }
}
