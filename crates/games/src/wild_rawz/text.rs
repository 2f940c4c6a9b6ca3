//! Text forms: cards (`r5`, `bs`), moves (`take r5`, `r5`, `leave r5`), deals and options.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::card::{Card, Colour, HIGHEST, TrumpRank};
use super::pile::Pile;
use super::state::{Deal, Move, Options, Phase, SEATS, WildRawz};
use crate::text::{Written, check_hands, display_by_text, number, starter, texts};
use crate::{DealFault, First, Notation, OptionValue, TextFault};

impl Colour {
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Yellow => 'y',
            Colour::Green => 'g',
            Colour::Blue => 'b',
        }
    }
}

impl Written for Colour {
    fn text(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Blue => "blue",
        }
    }
}

impl Written for Phase {
    fn text(self) -> &'static str {
        match self {
            Phase::Deal => "deal",
            Phase::Draft => "draft",
            Phase::Play => "play",
            Phase::Over => "over",
        }
    }
}

impl Written for TrumpRank {
    fn text(self) -> &'static str {
        match self {
            TrumpRank::Card => "card",
            TrumpRank::Number => "number",
            TrumpRank::Colour => "colour",
        }
    }
}

/// The skip of each colour comes after its numbers.
const TEXTS: [[&str; HIGHEST as usize + 2]; 4] = texts!(["r" "y" "g" "b"] [0 1 2 3 4 5 6 7 8 "s"]);

impl Written for Card {
    fn text(self) -> &'static str {
        TEXTS[self.colour() as usize][usize::from(self.number().unwrap_or(HIGHEST + 1))]
    }
}

display_by_text!(Card);

impl FromStr for Card {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Card, TextFault> {
        let colour = Colour::ALL.into_iter().find(|colour| text.starts_with(colour.letter()));
        let card = colour.and_then(|colour| match text.get(1..) {
            Some("s") => Some(Card::skip(colour)),
            rest => {
                let number = rest.and_then(number).filter(|&number| number <= HIGHEST);
                number.map(|number| Card::new(colour, number))
            }
        });
        card.ok_or_else(|| {
            TextFault::new(text, "a card: one of r y g b and a number from 0 to 8 or s for skip, as in r5")
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Take(card) => write!(f, "take {card}"),
            Move::Play(card) => card.fmt(f),
            Move::Leave(card) => write!(f, "leave {card}"),
        }
    }
}

impl FromStr for Move {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Move, TextFault> {
        match text.split_once(' ') {
            None => Ok(Move::Play(text.parse()?)),
            Some(("take", card)) => Ok(Move::Take(card.parse()?)),
            Some(("leave", card)) => Ok(Move::Leave(card.parse()?)),
            Some(_) => Err(TextFault::new(
                text,
                "a card to play, as in r5, to take, as in take r5, or to leave the trick with, as in leave r5",
            )),
        }
    }
}

/// A chance step of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealStep {
    Deal(DealForm),
}

/// A deal, as in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealForm {
    start: u8,
    up: Vec<String>,
    hands: Vec<Vec<String>>,
    aside: Vec<String>,
}

impl Notation for WildRawz {
    type DealStep = DealStep;

    fn deal_step(&self, deal: &Deal) -> DealStep {
        DealStep::Deal(DealForm {
            start: deal.start.0,
            up: deal.up.texts(),
            hands: deal.hands[..self.public.seats.into()].iter().map(|hand| hand.texts()).collect(),
            aside: deal.aside.texts(),
        })
    }

    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        let DealStep::Deal(form) = step;
        let seats = self.public.seats;
        check_hands(form.hands.len(), seats)?;
        let mut hands = [Pile::EMPTY; SEATS];
        for (hand, texts) in hands.iter_mut().zip(&form.hands) {
            *hand = pile(texts)?;
        }
        let start = starter(form.start, seats)?;
        let deal = Deal { start, up: pile(&form.up)?, hands, aside: pile(&form.aside)? };
        self.check_cards(&deal)?;
        Ok(deal)
    }
}

/// Reads cards of which no face may stand more than twice.
fn pile(texts: &[String]) -> Result<Pile, DealFault> {
    let mut pile = Pile::EMPTY;
    for text in texts {
        let card: Card = text.parse()?;
        if pile.doubles().contains(card) {
            return Err(DealFault::Cards(format!("{card} stands three times")));
        }
        pile.insert(card);
    }
    Ok(pile)
}

impl crate::Options for Options {
    const KEYS: &'static [&'static str] = &["first", "laps", "hand"];

    fn meaning(key: &str) -> &'static str {
        match key {
            "first" => "Who starts the first round.",
            "laps" => "How many rounds each player starts.",
            "hand" => "How many cards are dealt to each player.",
            _ => "",
        }
    }

    fn choices(key: &str, seats: u8) -> Vec<OptionValue> {
        match key {
            "first" => First::choices("random", seats),
            "laps" => vec![2.into(), 1.into()],
            "hand" if seats == 4 => vec![11.into(), 12.into()],
            "hand" => vec![11.into()],
            _ => Vec::new(),
        }
    }

    fn get(&self, key: &str) -> OptionValue {
        match key {
            "first" => self.first.value("random"),
            "laps" => self.laps.into(),
            _ => self.hand.into(),
        }
    }

    fn put(&mut self, key: &str, value: &OptionValue) {
        match key {
            "first" => self.first = First::from_value(value),
            "laps" => self.laps = if *value == 1.into() { 1 } else { 2 },
            _ => self.hand = if *value == 12.into() { 12 } else { 11 },
        }
    }
}
