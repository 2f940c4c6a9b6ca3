//! Goals: the yaku that a player may be making.

use cards::Set;
use games::koi_koi::{Card, Yaku};

#[derive(Clone, Copy, Debug)]
pub struct YakuGoal {
    /// The cards that count.
    pub cards: Set<Card>,
    /// How many of them are needed.
    pub need: u8,
    /// The cards that add to it once it is made.
    pub growth: Set<Card>,
}

pub const COUNT: usize = 9;

/// The yaku that count a kind of card, those of three named cards, the pairs, and the smallest yaku of brights.
pub const GOALS: [YakuGoal; COUNT] = [
    goal(Yaku::Kasu, 10, Some(Yaku::Kasu)),
    goal(Yaku::Tane, 5, Some(Yaku::Tane)),
    goal(Yaku::Tan, 5, Some(Yaku::Tan)),
    goal(Yaku::Aotan, 3, Some(Yaku::Tan)),
    goal(Yaku::Akatan, 3, Some(Yaku::Tan)),
    goal(Yaku::Inoshikachou, 3, Some(Yaku::Tane)),
    goal(Yaku::Tsukimi, 2, None),
    goal(Yaku::Hanami, 2, None),
    goal(Yaku::Sankou, 3, Some(Yaku::Sankou)),
];

const fn goal(yaku: Yaku, need: u8, growth: Option<Yaku>) -> YakuGoal {
    let growth = match growth {
        Some(yaku) => yaku.cards(),
        None => Set::EMPTY,
    };
    YakuGoal { cards: yaku.cards(), need, growth }
}

/// The most cards of a goal that one capture brings.
pub const MOST: usize = 3;

/// What a goal means to a player.
#[derive(Clone, Copy, Debug)]
pub struct Hope {
    /// Its worth when made.
    pub points: f32,
    /// The part of it that each missing card leaves.
    pub fade: f32,
    /// What each further card adds.
    pub growth: f32,
}

impl YakuGoal {
    /// What the goal is worth to a player who has captured `held` of its cards, and what it would be worth with one, two
    /// and three more. The opponent has captured `lost` of them, which may make it impossible.
    #[inline]
    pub fn worths(&self, hope: Hope, held: u8, lost: u8) -> [f32; MOST + 1] {
        let mut worths = [0.0; MOST + 1];
        if self.cards.len() - lost < self.need {
            return worths;
        }
        // From the most cards downwards, so that each missing one is a single multiplication.
        let missing = i32::from(self.need) - i32::from(held) - MOST as i32;
        let mut faded = hope.points;
        for _ in 0..missing {
            faded *= hope.fade;
        }
        for (worth, missing) in worths.iter_mut().rev().zip(missing..) {
            *worth = if missing > 0 { faded } else { hope.points - hope.growth * missing as f32 };
            if missing >= 0 {
                faded *= hope.fade;
            }
        }
        worths
    }

    /// Whether the goal is out of reach when the opponent has captured this many of its cards.
    #[inline]
    pub fn is_lost(&self, captured: u8) -> bool {
        self.cards.len() < captured + self.need
    }
}

/// The cards that would give points at once to a player who has captured `own`, when the opponent has captured `others`.
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
