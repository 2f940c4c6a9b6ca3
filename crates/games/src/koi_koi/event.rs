//! What is announced to everybody.

use cards::Set;
use serde::Serialize;
use ts_rs::TS;

use super::card::Card;
use super::score::triad_points;
use super::state::Options;
use super::yaku::{Yaku, each_yaku};
use crate::{Text, Texts};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(rename = "GameEvent")]
pub enum Event {
    Dealt {
        oya: u8,
        /// How the first oya was found: the cards of seats 0 and 1 in each draw.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<[Text<Card>; 2]>>")]
        draws: Vec<[Text<Card>; 2]>,
        /// The cards face up.
        ba: Texts<Card>,
    },
    /// A seat decided whether to swap the hands, and both looked at theirs.
    Hands {
        seat: u8,
        swapped: bool,
    },
    /// A hand was shown because it would win at once.
    Revealed {
        seat: u8,
        cards: Texts<Card>,
        /// Whether it holds four cards of one month.
        teshi: bool,
        /// Whether it is four pairs.
        kuttsuki: bool,
        /// Whether it wins the round: not if both hands would.
        wins: bool,
    },
    /// A misdeal: the same oya deals again.
    Void {
        oya: u8,
    },
    /// A card was played from a hand.
    Played {
        seat: u8,
        card: Text<Card>,
        /// Whether it is the gaji as a wild card.
        wild: bool,
    },
    /// A card was turned over from the pile.
    Turned {
        seat: u8,
        card: Text<Card>,
    },
    Captured {
        seat: u8,
        /// The card that captured, and is captured with the others.
        with: Text<Card>,
        /// The others.
        cards: Texts<Card>,
    },
    /// A card matched nothing and stays in the ba.
    Laid {
        seat: u8,
        card: Text<Card>,
    },
    /// An attempt with the wild gaji was undone.
    Undone {
        /// Whose attempt it was, and so who holds the gaji.
        seat: u8,
        /// The gaji.
        card: Text<Card>,
        /// The card it tried to capture.
        on: Text<Card>,
        /// The fourth card of that month, which the opponent holds and declared.
        declared: Text<Card>,
        /// The month, barred from now on.
        month: u8,
    },
    /// A yaku was made.
    Yaku {
        seat: u8,
        /// All yaku that the seat has now.
        yaku: Vec<YakuPoints>,
        /// Their points together.
        points: u8,
        /// Whether it counters the opponent, who loses all calls.
        counter: bool,
    },
    /// Koi-koi was called.
    Koi {
        seat: u8,
        /// How many calls of this seat stand now.
        calls: u8,
    },
    Stopped {
        seat: u8,
    },
    /// At the end of a round, the seat that captured with the wild gaji received what is left of that month.
    Received {
        seat: u8,
        cards: Texts<Card>,
    },
    /// A round was scored.
    Scored {
        points: Vec<i16>,
        /// Who won the round; nobody if it was drawn.
        winner: Option<u8>,
        end: Text<RoundEnd>,
        /// The points before multiplication, if somebody stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        base: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        multiplier: Option<u8>,
        /// What the base is the sum of, if somebody stopped.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<PartPoints>>")]
        parts: Vec<PartPoints>,
    },
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(rename_all = "kebab-case")]
pub enum RoundEnd {
    /// A seat stopped.
    Stop,
    /// A hand with four cards of one month won at once.
    Teshi,
    /// A hand of four pairs won at once.
    Kuttsuki,
    /// Both hands would have won at once, so nobody did.
    BothHands,
    /// Both hands were empty and nobody had stopped.
    Draw,
}

/// What adds points to a base: a yaku, or the triad of Aotan and Akatan (`KK-20`), which is no yaku of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
#[ts(type = "YakuName | \"triad\"")]
pub enum Part {
    Yaku(Yaku),
    Triad,
}

/// A part of a base and its points.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct PartPoints {
    pub(super) name: Text<Part>,
    pub(super) points: u8,
}

/// A yaku and its points.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct YakuPoints {
    pub(super) name: Text<Yaku>,
    pub(super) points: u8,
}

/// All yaku among captured cards.
pub(super) fn yaku_in(captured: Set<Card>, sankou_rain_man: bool) -> Vec<YakuPoints> {
    let mut found = Vec::new();
    each_yaku(captured, sankou_rain_man, |yaku, points| {
        if points > 0 {
            found.push(YakuPoints { name: Text(yaku), points });
        }
    });
    found
}

/// All parts of the base that captured cards give.
pub(super) fn parts_in(captured: Set<Card>, options: &Options) -> Vec<PartPoints> {
    let yaku = yaku_in(captured, options.sankou_rain_man);
    let mut parts: Vec<PartPoints> = yaku
        .into_iter()
        .map(|YakuPoints { name, points }| PartPoints { name: Text(Part::Yaku(name.0)), points })
        .collect();
    let triad = triad_points(captured, options);
    if triad > 0 {
        parts.push(PartPoints { name: Text(Part::Triad), points: triad });
    }
    parts
}
