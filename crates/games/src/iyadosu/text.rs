//! Text forms: cards (`k12`), moves (`split 4`, `k12`, `refuse k12`), deals and options.

use std::fmt;
use std::str::FromStr;

use cards::Set;
use serde::{Deserialize, Serialize};

use super::card::{Card, Colour, RANKS, pack};
use super::state::{Deal, HAND, Move, NO_HAND, Options, Phase, SEATS, Stack};
use crate::text::{Written, check_hands, number, starter, texts};
use crate::{DealFault, First, OptionValue, TextFault};

impl Colour {
    /// The letter of the text form.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'k',
            Colour::Red => 'r',
            Colour::Blue => 'b',
            Colour::Green => 'g',
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
        }
    }
}

impl Phase {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Phase::Deal => "deal",
            Phase::Split => "split",
            Phase::Play => "play",
            Phase::Over => "over",
        }
    }
}

const TEXTS: [[&str; RANKS as usize]; 4] = texts!(["k" "r" "b" "g"] [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]);

impl Written for Card {
    fn text(self) -> &'static str {
        TEXTS[self.colour() as usize][usize::from(self.rank() - 1)]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Card {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Card, TextFault> {
        let colour = Colour::ALL.into_iter().find(|colour| text.starts_with(colour.letter()));
        let rank = text.get(1..).and_then(number).filter(|rank| (1..=RANKS).contains(rank));
        match (colour, rank) {
            (Some(colour), Some(rank)) => Ok(Card::new(colour, rank)),
            _ => Err(TextFault::new(text, "a card: one of k r b g and a rank from 1 to 15, as in k12")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Split(number) => write!(f, "split {number}"),
            Move::Play(card) => card.fmt(f),
            Move::Refuse(card) => write!(f, "refuse {card}"),
        }
    }
}

impl FromStr for Move {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Move, TextFault> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["split", refuse] => match number(refuse) {
                Some(refuse) => Ok(Move::Split(refuse)),
                None => Err(TextFault::new(text, "a number of refuse cards, as in split 4")),
            },
            ["refuse", card] => Ok(Move::Refuse(card.parse()?)),
            [card] => Ok(Move::Play(card.parse()?)),
            _ => Err(TextFault::new(text, "a card, as in k12 or refuse k12, or a split, as in split 4")),
        }
    }
}

/// A chance step of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealStep {
    /// A deal.
    Deal(DealForm),
}

/// A deal as it stands in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealForm {
    start: u8,
    hands: Vec<Vec<String>>,
}

pub(super) fn deal_step(seats: u8, deal: &Deal) -> DealStep {
    let texts = |hand: &[Card; HAND]| hand.iter().map(ToString::to_string).collect();
    DealStep::Deal(DealForm {
        start: deal.start.0,
        hands: deal.hands[..seats.into()].iter().map(texts).collect(),
    })
}

/// Reads a deal. Whole hands without a card twice, all from the pack, are the whole pack.
pub(super) fn read_deal(seats: u8, step: &DealStep) -> Result<Deal, DealFault> {
    let DealStep::Deal(form) = step;
    check_hands(form.hands.len(), seats)?;
    let mut hands = [NO_HAND; SEATS];
    let mut seen = Set::EMPTY;
    for (seat, (hand, texts)) in hands.iter_mut().zip(&form.hands).enumerate() {
        if texts.len() != HAND {
            let found = texts.len();
            return Err(DealFault::Cards(format!("found {found} cards in hand {seat}, expected {HAND}")));
        }
        for (place, text) in hand.iter_mut().zip(texts) {
            let card: Card = text.parse()?;
            if !pack(seats).contains(card) {
                return Err(DealFault::Cards(format!("{card} is not in the pack for {seats}")));
            }
            if seen.contains(card) {
                return Err(DealFault::Cards(format!("{card} stands twice")));
            }
            seen.insert(card);
            *place = card;
        }
    }
    Ok(Deal { start: starter(form.start, seats)?, hands })
}

impl crate::Options for Options {
    const KEYS: &'static [&'static str] = &["first", "stack", "final-bonus", "instant-win"];

    fn choices(key: &str, seats: u8) -> Vec<OptionValue> {
        match key {
            "first" => First::choices("random", seats),
            "stack" => vec!["all".into(), "submissions".into()],
            "final-bonus" | "instant-win" => vec![false.into(), true.into()],
            _ => Vec::new(),
        }
    }

    fn get(&self, key: &str) -> OptionValue {
        match key {
            "first" => self.first.value("random"),
            "stack" => match self.stack {
                Stack::All => "all".into(),
                Stack::Submissions => "submissions".into(),
            },
            "final-bonus" => self.final_bonus.into(),
            _ => self.instant_win.into(),
        }
    }

    fn put(&mut self, key: &str, value: &OptionValue) {
        match key {
            "first" => self.first = First::from_value(value),
            "stack" if *value == "submissions".into() => self.stack = Stack::Submissions,
            "stack" => self.stack = Stack::All,
            "final-bonus" => self.final_bonus = *value == true.into(),
            _ => self.instant_win = *value == true.into(),
        }
    }
}
