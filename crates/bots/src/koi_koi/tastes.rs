//! How much a player makes of what he sees at a glance.

use super::goals::{COUNT, Hope};
use crate::data;

/// What counts, and how much: learned by self-play (`irori train koi-koi`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tastes {
    /// How much of a capture's worth can wait if the opponent cannot disturb it.
    pub patience: f32,
    /// How much it matters what a card of the ba would have been worth to the opponent, if he can take it.
    pub deny: f32,
    /// How much of its worth to the opponent is lost when a goal of his becomes impossible.
    pub spoil: f32,
    /// Laying a card that the opponent can take: what it was worth to the seat and is to him, and any card at all.
    pub lose: f32,
    pub give: f32,
    pub lay: f32,
    /// Laying a card that the seat itself can take back.
    pub take_back: f32,
    /// What a card adds to a yaku that is made.
    growth: f32,
    /// With as many turns left as this, half of a hope remains for each missing card.
    half_time: f32,
    /// What each goal is worth when made, with what often comes with it.
    points: [f32; COUNT],
    /// How much of that each missing card leaves, as long as there is time.
    fade: [f32; COUNT],
}

/// What three brights are worth, by which all else is measured.
const BRIGHTS: f32 = 4.5;
/// How many numbers there are beside those of the goals.
const GLANCE: usize = 9;
/// How many are learned: all but the measure.
pub const LEARNED: usize = GLANCE + (COUNT - 1) + COUNT;

impl Tastes {
    /// Before any game: everything counts for something.
    pub const GUESS: Tastes = Tastes {
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

    /// The numbers that are learned.
    pub fn learned(&mut self) -> [&mut f32; LEARNED] {
        let [goals @ .., _brights] = &mut self.points;
        let glance = [
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
        let mut all = glance.into_iter().chain(goals).chain(&mut self.fade);
        std::array::from_fn(|_| all.next().expect("so many are learned"))
    }

    /// Reads the row of a table.
    pub fn read(text: &str) -> Tastes {
        let mut tastes = Tastes::GUESS;
        for (number, read) in tastes.learned().into_iter().zip(data::row::<LEARNED>(text, "tastes")) {
            *number = read;
        }
        tastes
    }

    /// The row of a table.
    pub fn text(mut self) -> String {
        data::row_text("tastes", &self.learned().map(|number| *number))
    }

    /// What a goal means to a player with so many turns left.
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
