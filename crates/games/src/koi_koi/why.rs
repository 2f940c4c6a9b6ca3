//! Why a move is refused, in facts that the seat itself knows.

use std::fmt;

use cards::Set;

use super::card::Card;
use crate::{Reason, Rule};

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// First it must be decided whether the hands are swapped.
    MustChooseHand,
    /// A card from the hand must be played now.
    MustPlay,
    /// The turned card must capture one of two.
    MustTake {
        /// The turned card.
        turned: Card,
        /// What it can capture.
        among: Set<Card>,
    },
    /// A yaku was made, and it must be decided whether to play on.
    MustDecide,
    /// The card is not in the hand.
    NotInHand(Card),
    /// The card would be laid, but one of these captures.
    MustCapture {
        /// The card.
        card: Card,
        /// The cards of the hand that capture.
        capturing: Set<Card>,
    },
    /// The card matches two in the ba, and the move must name one of them.
    NameOne {
        /// The card.
        card: Card,
        /// What it can capture.
        among: Set<Card>,
    },
    /// The move names a capture although there is no choice of two.
    NoChoice(Card),
    /// The gaji is not wild in this game.
    NotWild,
    /// The opponent has played a card of month 11 from the hand, so the gaji is no longer wild.
    WillowPlayed,
    /// The card does not lie in the ba.
    NotInBa(Card),
    /// On a card of month 11 the gaji is played like any other card.
    OrdinaryGaji(Card),
    /// The opponent has declared that he holds the fourth card of this month.
    Barred(Card),
    /// Without a card left in the hand there is nothing to play on with.
    MustStop,
}

impl Reason for Why {
    fn rule(&self) -> Rule {
        match self {
            Why::MustChooseHand => Rule::new("must-choose-hand"),
            Why::MustPlay => Rule::new("must-play"),
            Why::MustTake { turned, among } => {
                Rule::new("must-take").text("turned", turned).texts("among", *among)
            }
            Why::MustDecide => Rule::new("must-decide"),
            Why::NotInHand(card) => Rule::new("not-in-hand").text("card", card),
            Why::MustCapture { card, capturing } => {
                Rule::new("must-capture").text("card", card).texts("capturing", *capturing)
            }
            Why::NameOne { card, among } => Rule::new("name-one").text("card", card).texts("among", *among),
            Why::NoChoice(card) => Rule::new("no-choice").text("card", card),
            Why::NotWild => Rule::new("not-wild"),
            Why::WillowPlayed => Rule::new("willow-played"),
            Why::NotInBa(card) => Rule::new("not-in-ba").text("card", card),
            Why::OrdinaryGaji(card) => Rule::new("ordinary-gaji").text("card", card),
            Why::Barred(card) => Rule::new("barred").text("card", card).number("month", card.month()),
            Why::MustStop => Rule::new("must-stop"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |cards: &Set<Card>| cards.texts().join(" or ");
        match self {
            Why::MustChooseHand => f.write_str("first decide about the hands: \"keep\" or \"swap\""),
            Why::MustPlay => f.write_str("a card from the hand must be played, as in \"play 1R\""),
            Why::MustTake { turned, among } => {
                write!(f, "the turned {turned} must capture one of two, as in \"take\" {}", list(among))
            }
            Why::MustDecide => f.write_str("a yaku was made: \"koi\" or \"stop\""),
            Why::NotInHand(card) => write!(f, "{card} is not in the hand"),
            Why::MustCapture { card, capturing } => {
                write!(f, "{card} captures nothing; a capturing card must be played: {}", list(capturing))
            }
            Why::NameOne { card, among } => {
                write!(f, "{card} matches two cards; name the one it captures: {}", list(among))
            }
            Why::NoChoice(card) => {
                write!(f, "{card} has no choice of two to capture; the move is \"play {card}\"")
            }
            Why::NotWild => f.write_str("this game is played without the wild gaji (option gaji)"),
            Why::WillowPlayed => {
                f.write_str("the opponent has played a card of month 11, so the gaji is no longer wild")
            }
            Why::NotInBa(card) => write!(f, "{card} does not lie in the ba"),
            Why::OrdinaryGaji(card) => {
                write!(f, "{card} is of month 11, where the gaji is played like any other card")
            }
            Why::Barred(card) => {
                let month = card.month();
                write!(f, "month {month} is barred for the wild gaji; the fourth card was declared")
            }
            Why::MustStop => f.write_str("the hand is empty, so the only choice is \"stop\""),
        }
    }
}
