//! The yaku in the making.

use cards::Set;
use games::koi_koi::{Card, Yaku};

/// A yaku to be made.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The cards that count.
    pub cards: Set<Card>,
    /// How many of them are needed.
    pub need: u8,
    /// The cards that add to it once it is made.
    pub growth: Set<Card>,
    /// What it is worth, with what often comes with it.
    points: f32,
    /// How much of that each missing card leaves, as long as there is time.
    fade: f32,
}

/// How many goals there are.
pub const COUNT: usize = 9;

/// The yaku of counted kinds, those of three named cards, the pairs, and of the brights' yaku the first one. What
/// they are worth was found by playing variants against each other.
pub const GOALS: [Goal; COUNT] = [
    goal(Yaku::Kasu, 10, Some(Yaku::Kasu), 1.6, 0.90),
    goal(Yaku::Tane, 5, Some(Yaku::Tane), 1.6, 0.34),
    goal(Yaku::Tan, 5, Some(Yaku::Tan), 1.6, 0.56),
    goal(Yaku::Aotan, 3, Some(Yaku::Tan), 4.5, 0.335),
    goal(Yaku::Akatan, 3, Some(Yaku::Tan), 4.5, 0.335),
    goal(Yaku::Inoshikachou, 3, Some(Yaku::Tane), 4.5, 0.335),
    goal(Yaku::Tsukimi, 2, None, 4.5, 0.42),
    goal(Yaku::Hanami, 2, None, 4.5, 0.42),
    goal(Yaku::Sankou, 3, Some(Yaku::Sankou), 4.5, 0.42),
];

const fn goal(yaku: Yaku, need: u8, growth: Option<Yaku>, points: f32, fade: f32) -> Goal {
    let growth = match growth {
        Some(yaku) => yaku.cards(),
        None => Set::EMPTY,
    };
    Goal { cards: yaku.cards(), need, growth, points, fade }
}

/// The most cards of a goal that one capture is taken to bring.
pub const MOST: usize = 3;
/// What a card adds to a yaku that is made.
const GROWTH: f32 = 1.1;
/// With as many turns left as this, half of a hope remains for each missing card.
const HALF_TIME: f32 = 2.2;

impl Goal {
    /// What the goal is worth to whoever has captured `held` of its cards, and what it would be worth with one, two
    /// and three more. The other has captured `lost` of them, which may make it impossible.
    #[inline]
    pub fn hopes(&self, held: u8, lost: u8, turns: u8) -> [f32; MOST + 1] {
        let mut hopes = [0.0; MOST + 1];
        if self.cards.len() - lost < self.need {
            return hopes;
        }
        let fade = self.fade * f32::from(turns) / (f32::from(turns) + HALF_TIME);
        // From the most cards downwards, so that each missing one is a single multiplication.
        let missing = i32::from(self.need) - i32::from(held) - MOST as i32;
        let mut worth = self.points;
        for _ in 0..missing {
            worth *= fade;
        }
        for (hope, missing) in hopes.iter_mut().rev().zip(missing..) {
            if missing > 0 {
                *hope = worth;
            } else {
                *hope = self.points - GROWTH * missing as f32;
            }
            if missing >= 0 {
                worth *= fade;
            }
        }
        hopes
    }

    /// Whether the goal is out of reach for the one when the other has this many of its cards.
    #[inline]
    pub fn is_lost(&self, captured: u8) -> bool {
        self.cards.len() < captured + self.need
    }
}

/// The cards each of which would give points at once to whoever has captured `own` cards, the opponent having
/// captured `others`.
pub fn wanted(own: Set<Card>, others: Set<Card>) -> Set<Card> {
    let mut wanted = Set::EMPTY;
    for goal in GOALS {
        let held = (own & goal.cards).len();
        if held >= goal.need {
            wanted |= goal.growth;
        } else if held + 1 == goal.need {
            wanted |= goal.cards;
        }
    }
    wanted - own - others
}
