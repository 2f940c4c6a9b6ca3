//! How far a seat is from the yaku that it may still make or add to (`KK-12`, `KK-13`), for clients to show.
//! It follows from the captured cards alone, which lie open. It does not name the missing cards: a view names no card whose
//! place its viewer may not know.

use std::cmp::Reverse;

use cards::Set;
use serde::Serialize;
use ts_rs::TS;

use super::card::{BRIGHTS, Card, RAIN_MAN};
use super::event::Part;
use super::score::TRIAD;
use super::state::Options;
use super::yaku::{Yaku, each_yaku};
use crate::{Text, Texts};

/// A yaku that lacks more cards is left out: from far away everything is possible.
const FARTHEST: u8 = 3;

/// A yaku within reach.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(super) struct Near {
    pub yaku: Text<Yaku>,
    /// How many cards it lacks, or 1 if it is there and grows with every card.
    pub missing: u8,
    /// What it gives with them.
    pub points: u8,
}

/// The yaku within reach of a seat whose opponent has taken these cards, the nearest first and the best of these.
pub(super) fn near(captured: Set<Card>, taken: Set<Card>, sankou_rain_man: bool) -> Vec<Near> {
    let reach = |yaku| reach(yaku, captured, taken, sankou_rain_man);
    let mut near: Vec<Near> = Yaku::ALL.into_iter().filter_map(reach).collect();
    near.sort_by_key(|form| (form.missing, Reverse(form.points)));
    near
}

fn reach(yaku: Yaku, captured: Set<Card>, taken: Set<Card>, sankou_rain_man: bool) -> Option<Near> {
    let now = points(yaku, captured, sankou_rain_man);
    let (fitting, needed, missing) = if now > 0 {
        (yaku.grows_with(), Set::EMPTY, 1)
    } else {
        let fitting = fitting(yaku, sankou_rain_man);
        let needed = yaku.needs() - captured;
        let lacking = yaku.enough().saturating_sub((captured & fitting).len());
        (fitting, needed, lacking.max(needed.len()))
    };
    if !(1..=FARTHEST).contains(&missing) || !needed.is_disjoint(taken) {
        return None;
    }
    let others = (fitting - captured - taken - needed).iter().take(usize::from(missing - needed.len()));
    // Too few cards may be left, and the bright yaku replace each other: whether it can be made is asked of the yaku.
    let points = points(yaku, captured | needed | others.collect(), sankou_rain_man);
    (points > now).then_some(Near { yaku: Text(yaku), missing, points })
}

/// The cards that a yaku consists of, or is chosen from.
fn fitting(yaku: Yaku, sankou_rain_man: bool) -> Set<Card> {
    let rain_man_fits = sankou_rain_man || yaku != Yaku::Sankou;
    if rain_man_fits { yaku.cards() } else { yaku.cards() - RAIN_MAN }
}

/// What a yaku or the triad gives in a game with its options. The reference has the cards, which are the same in every
/// game: a view must not name them.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub(super) struct YakuTerms {
    name: Text<Part>,
    /// What it scores with as few cards as possible.
    points: u8,
    /// Whether it takes brights only, but not the rain man.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    without_rain_man: bool,
}

impl YakuTerms {
    /// Everything that scores, the triad first and the most valuable yaku last.
    pub fn all(options: &Options) -> Vec<YakuTerms> {
        let triad = YakuTerms { name: Text(Part::Triad), points: TRIAD, without_rain_man: false };
        let of = |yaku| YakuTerms::of(yaku, options.sankou_rain_man);
        options.triad.then_some(triad).into_iter().chain(Yaku::ALL.into_iter().map(of)).collect()
    }

    fn of(yaku: Yaku, sankou_rain_man: bool) -> YakuTerms {
        let fitting = fitting(yaku, sankou_rain_man);
        YakuTerms {
            name: Text(Part::Yaku(yaku)),
            points: least_points(yaku, fitting, sankou_rain_man),
            without_rain_man: fitting.is_subset(BRIGHTS - RAIN_MAN),
        }
    }
}

/// A yaku as such.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(super) struct YakuInfo {
    name: Text<Yaku>,
    /// What it scores with as few cards as possible.
    points: u8,
    /// How many cards it takes.
    size: u8,
    /// Those of its cards that no other card can replace.
    needs: Texts<Card>,
}

impl YakuInfo {
    pub fn of(yaku: Yaku) -> YakuInfo {
        let points = least_points(yaku, yaku.cards(), true);
        YakuInfo { name: Text(yaku), points, size: yaku.enough(), needs: Texts(yaku.needs()) }
    }
}

/// What a yaku scores with as few of these cards as possible.
fn least_points(yaku: Yaku, fitting: Set<Card>, sankou_rain_man: bool) -> u8 {
    let needs = yaku.needs();
    let others = (fitting - needs).iter().take(usize::from(yaku.enough() - needs.len()));
    points(yaku, needs | others.collect(), sankou_rain_man)
}

/// What captured cards get for one yaku.
pub(super) fn points(yaku: Yaku, captured: Set<Card>, sankou_rain_man: bool) -> u8 {
    let mut found = 0;
    each_yaku(captured, sankou_rain_man, |told, points| {
        if told == yaku {
            found = points;
        }
    });
    found
}
