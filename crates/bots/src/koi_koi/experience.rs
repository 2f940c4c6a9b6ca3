//! What self-play has taught of *Koi-Koi*.

use std::sync::LazyLock;

use super::decide::Weights;
use super::outlook::{Ending, Outlook, endings};
use super::tastes::Tastes;

/// Made by `irori train koi-koi`.
pub const TEXT: &str = include_str!("../../data/koi-koi.txt");

/// How rounds end, what follows a call of `koi`, and what to make of cards.
#[derive(Clone)]
pub struct Experience {
    pub outlook: Outlook,
    pub weights: Weights,
    pub tastes: Tastes,
}

impl Experience {
    /// The experience that is checked in.
    #[inline]
    pub fn present() -> &'static Experience {
        static PRESENT: LazyLock<Experience> = LazyLock::new(|| Experience {
            outlook: Outlook::of(&endings(TEXT).expect("the table is checked by a test")),
            weights: Weights::read(TEXT),
            tastes: Tastes::read(TEXT),
        });
        &PRESENT
    }

    /// Before any game, from which learning starts: either player may score as well as nobody, and ten points.
    pub fn guess() -> Experience {
        let ending = |swing: i32| Ending { swing, stays: swing > 0, chance: 0.5 };
        let outlook = Outlook::of(&[ending(10), ending(-10)]);
        Experience { outlook, weights: Weights::GUESS, tastes: Tastes::GUESS }
    }
}
