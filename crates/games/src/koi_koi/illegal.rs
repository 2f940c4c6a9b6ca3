//! The rules that forbid a move.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

use super::card::Card;
use crate::{Text, Texts};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", content = "facts", rename_all = "kebab-case")]
pub enum Illegal {
    /// The seat must first decide whether to swap the hands.
    MustChooseHand {},
    /// A card from the hand must be played now.
    MustPlay {},
    /// The turned card must capture one of two.
    MustTake {
        turned: Text<Card>,
        among: Texts<Card>,
    },
    /// A yaku was made: the seat must decide between koi-koi and stop.
    MustDecide {},
    NotInHand {
        card: Text<Card>,
    },
    /// The card captures nothing, but one of these does.
    MustCapture {
        card: Text<Card>,
        capturing: Texts<Card>,
    },
    /// The card matches two in the ba, and the move must name one of them.
    NameOne {
        card: Text<Card>,
        among: Texts<Card>,
    },
    /// The move names a capture although there is no choice of two.
    NoChoice {
        card: Text<Card>,
    },
    /// The gaji is not wild in this game.
    NotWild {},
    /// The opponent has played a card of month 11 from the hand, so the gaji is no longer wild.
    WillowPlayed {},
    NotInBa {
        card: Text<Card>,
    },
    /// On a card of month 11 the gaji is played like any other card.
    OrdinaryGaji {
        card: Text<Card>,
    },
    /// The opponent has declared the fourth card of this month.
    Barred {
        card: Text<Card>,
        month: u8,
    },
    /// The hand is empty, so there is nothing to continue with.
    MustStop {},
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::MustChooseHand {} => f.write_str("first decide about the hands: \"keep\" or \"swap\""),
            Illegal::MustPlay {} => f.write_str("a card from the hand must be played, as in \"play 1R\""),
            Illegal::MustTake { turned, among } => {
                let among: Vec<String> = among.0.iter().map(|card| format!("\"take {card}\"")).collect();
                write!(f, "choose what {turned} captures: {}", among.join(" or "))
            }
            Illegal::MustDecide {} => f.write_str("a yaku was made: \"koi\" or \"stop\""),
            Illegal::NotInHand { card } => write!(f, "{card} is not in the hand"),
            Illegal::MustCapture { card, capturing } => {
                let capturing = capturing.join(" or ");
                write!(f, "{card} captures nothing; a capturing card must be played: {capturing}")
            }
            Illegal::NameOne { card, among } => {
                write!(f, "{card} matches two cards; name the one it captures: {}", among.join(" or "))
            }
            Illegal::NoChoice { card } => {
                write!(f, "{card} has no choice of two to capture; the move is \"play {card}\"")
            }
            Illegal::NotWild {} => f.write_str("this game is played without the wild gaji (option gaji)"),
            Illegal::WillowPlayed {} => {
                f.write_str("the opponent has played a card of month 11, so the gaji is no longer wild")
            }
            Illegal::NotInBa { card } => write!(f, "{card} is not in the ba"),
            Illegal::OrdinaryGaji { card } => {
                write!(f, "{card} is of month 11, where the gaji is played like any other card")
            }
            Illegal::Barred { month, .. } => {
                write!(f, "month {month} is barred for the wild gaji; the fourth card was declared")
            }
            Illegal::MustStop {} => f.write_str("the hand is empty, so the only choice is \"stop\""),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::GameId;
    use crate::reasons::{card, cards, check};

    #[test]
    fn every_reason_in_json() {
        check(
            GameId::KoiKoi,
            &[
                (Illegal::MustChooseHand {}, json!({})),
                (Illegal::MustPlay {}, json!({})),
                (
                    Illegal::MustTake { turned: card("3R"), among: cards("3B 3K1") },
                    json!({ "turned": "3R", "among": ["3B", "3K1"] }),
                ),
                (Illegal::MustDecide {}, json!({})),
                (Illegal::NotInHand { card: card("1B") }, json!({ "card": "1B" })),
                (
                    Illegal::MustCapture { card: card("1B"), capturing: cards("2R 12K3") },
                    json!({ "card": "1B", "capturing": ["2R", "12K3"] }),
                ),
                (
                    Illegal::NameOne { card: card("3R"), among: cards("3B 3K1") },
                    json!({ "card": "3R", "among": ["3B", "3K1"] }),
                ),
                (Illegal::NoChoice { card: card("9A") }, json!({ "card": "9A" })),
                (Illegal::NotWild {}, json!({})),
                (Illegal::WillowPlayed {}, json!({})),
                (Illegal::NotInBa { card: card("8B") }, json!({ "card": "8B" })),
                (Illegal::OrdinaryGaji { card: card("11R") }, json!({ "card": "11R" })),
                (Illegal::Barred { card: card("8B"), month: 8 }, json!({ "card": "8B", "month": 8 })),
                (Illegal::MustStop {}, json!({})),
            ],
        );
    }
}
