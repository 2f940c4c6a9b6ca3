//! How much a player values cards and yaku in the making.

use super::goals::{COUNT, Hope};
use crate::data;

/// Learned by self-play (`irori train koi-koi`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardValues {
    /// The part of a capture's worth that can wait if the opponent cannot disturb it.
    pub patience: f32,
    /// How much a card of the ba counts by its worth to the opponent, if they can take it.
    pub deny: f32,
    /// How much a goal of the opponent counts when it becomes impossible.
    pub spoil: f32,
    /// Laying a card that the opponent can take: by its worth to the seat, by its worth to them, and for any card.
    pub lose: f32,
    pub give: f32,
    pub lay: f32,
    /// Laying a card that the seat itself can take back.
    pub take_back: f32,
    /// What a further card adds to a made yaku.
    growth: f32,
    /// With this many turns left, each missing card halves a goal's worth again.
    half_time: f32,
    /// The worth of each goal when made, with what often comes along.
    points: [f32; COUNT],
    /// The part of it that each missing card leaves, as long as there is time.
    fade: [f32; COUNT],
}

/// The worth of three brights, the unit of all other numbers.
const BRIGHTS: f32 = 4.5;
/// How many numbers there are apart from those of the goals.
const GENERAL: usize = 9;
/// How many are learned: all but the unit.
pub const LEARNED: usize = GENERAL + (COUNT - 1) + COUNT;

impl CardValues {
    /// Before any game: everything counts for something.
    pub const GUESS: CardValues = CardValues {
        patience: 0.5,
        deny: 0.5,
        spoil: 0.5,
        lose: 1.0,
        give: 0.5,
        lay: 0.2,
        take_back: 0.2,
        growth: 1.0,
        half_time: 2.0,
        points: [1.5, 1.5, 1.5, BRIGHTS, BRIGHTS, BRIGHTS, BRIGHTS, BRIGHTS, BRIGHTS],
        fade: [0.8, 0.5, 0.5, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4],
    };

    pub fn learned(&mut self) -> [&mut f32; LEARNED] {
        let [goals @ .., _brights] = &mut self.points;
        let general = [
            &mut self.patience,
            &mut self.deny,
            &mut self.spoil,
            &mut self.lose,
            &mut self.give,
            &mut self.lay,
            &mut self.take_back,
            &mut self.growth,
            &mut self.half_time,
        ];
        let mut all = general.into_iter().chain(goals).chain(&mut self.fade);
        std::array::from_fn(|_| all.next().expect("so many are learned"))
    }

    pub fn read(text: &str) -> CardValues {
        let mut card_values = CardValues::GUESS;
        for (number, read) in card_values.learned().into_iter().zip(data::row::<LEARNED>(text, "card-values"))
        {
            *number = read;
        }
        card_values
    }

    pub fn text(mut self) -> String {
        data::row_text("card-values", &self.learned().map(|number| *number))
    }

    /// What a goal means to a player with this many turns left.
    #[inline]
    pub fn hope(&self, goal: usize, turns: u8) -> Hope {
        let time = f32::from(turns) / (f32::from(turns) + self.half_time);
        Hope {
            points: self.points[goal],
            fade: (self.fade[goal] * time).clamp(0.0, 1.0),
            growth: self.growth,
        }
    }
}
