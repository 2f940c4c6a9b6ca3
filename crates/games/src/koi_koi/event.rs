//! What is announced to all.

use cards::Set;
use serde::Serialize;

use super::card::Card;
use super::yaku::each_yaku;

/// What is announced to all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Cards were dealt.
    Dealt {
        /// Who dealt.
        oya: u8,
        /// How the first oya was found: the cards of seats 0 and 1 in each draw.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        draws: Vec<[String; 2]>,
        /// The cards face up.
        ba: Vec<String>,
    },
    /// It was decided whether the hands are swapped, and they were looked at.
    Hands {
        /// Who decided.
        seat: u8,
        /// Whether the hands were swapped.
        swapped: bool,
    },
    /// A hand was shown because it wins at once.
    Revealed {
        /// Whose hand it is.
        seat: u8,
        /// The hand.
        cards: Vec<String>,
        /// Whether it holds four cards of one month.
        teshi: bool,
        /// Whether it is four pairs.
        kuttsuki: bool,
    },
    /// The deal is void, and the same oya deals again.
    Void {
        /// Who deals again.
        oya: u8,
    },
    /// A card was played from a hand.
    Played {
        /// Who played.
        seat: u8,
        /// The card.
        card: String,
        /// Whether it is the gaji as a wild card.
        wild: bool,
    },
    /// A card was turned over from the pile.
    Turned {
        /// Who turned it.
        seat: u8,
        /// The card.
        card: String,
    },
    /// A card captured others.
    Captured {
        /// Who captured.
        seat: u8,
        /// The card that captured, and is captured with the others.
        with: String,
        /// The others.
        cards: Vec<String>,
    },
    /// A card found no match and stays in the ba.
    Laid {
        /// Who laid it.
        seat: u8,
        /// The card.
        card: String,
    },
    /// An attempt with the wild gaji was undone.
    Undone {
        /// Whose attempt, and so who holds the gaji.
        seat: u8,
        /// The gaji.
        card: String,
        /// What it was to capture.
        on: String,
        /// The fourth card of that month, which the opponent holds and declared.
        declared: String,
        /// The month, from now on barred.
        month: u8,
    },
    /// A yaku was made.
    Yaku {
        /// Who made it.
        seat: u8,
        /// All yaku that he has now.
        yaku: Vec<YakuForm>,
        /// Their points together.
        points: u8,
        /// Whether the opponent is countered by it and loses his calls.
        counter: bool,
    },
    /// Koi-koi was called.
    Koi {
        /// Who called.
        seat: u8,
        /// How many calls of his stand now.
        calls: u8,
    },
    /// The round was stopped.
    Stopped {
        /// Who stopped.
        seat: u8,
    },
    /// At the end of a round, whoever captured with the wild gaji received what is left of that month.
    Received {
        /// Who received.
        seat: u8,
        /// The cards.
        cards: Vec<String>,
    },
    /// A round was scored.
    Scored {
        /// The points of each seat.
        points: Vec<i16>,
        /// The points before multiplication, if somebody stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        base: Option<u8>,
        /// What they were multiplied by.
        #[serde(skip_serializing_if = "Option::is_none")]
        multiplier: Option<u8>,
    },
}

/// A yaku and its points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct YakuForm {
    pub(super) name: &'static str,
    pub(super) points: u8,
}

/// All yaku among captured cards, named.
pub(super) fn yaku_forms(captured: Set<Card>, sankou_rain_man: bool) -> Vec<YakuForm> {
    let mut forms = Vec::new();
    each_yaku(captured, sankou_rain_man, |yaku, points| {
        if points > 0 {
            forms.push(YakuForm { name: yaku.name(), points });
        }
    });
    forms
}
