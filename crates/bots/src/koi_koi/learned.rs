//! What self-play has taught about *Koi-Koi*.

use std::sync::LazyLock;

use super::card_values::CardValues;
use super::decide::KoiWeights;
use super::win_table::{EndingOdds, WinTable, endings};

/// Made by `irori train koi-koi`.
pub const TEXT: &str = include_str!("../../data/koi-koi.txt");

/// How rounds end, what follows a call of `koi`, and what cards are worth.
#[derive(Clone)]
pub struct Learned {
    pub win_table: WinTable,
    pub weights: KoiWeights,
    pub card_values: CardValues,
}

impl Learned {
    /// The table that is checked in.
    #[inline]
    pub fn checked_in() -> &'static Learned {
        static CHECKED_IN: LazyLock<Learned> = LazyLock::new(|| Learned {
            win_table: WinTable::of(&endings(TEXT).expect("the table is checked by a test")),
            weights: KoiWeights::read(TEXT),
            card_values: CardValues::read(TEXT),
        });
        &CHECKED_IN
    }

    /// Where learning starts: each player is as likely to score as nobody, and scores ten points.
    pub fn guess() -> Learned {
        let ending = |swing: i32| EndingOdds { swing, stays: swing > 0, probability: 0.5 };
        let win_table = WinTable::of(&[ending(10), ending(-10)]);
        Learned { win_table, weights: KoiWeights::GUESS, card_values: CardValues::GUESS }
    }
}
