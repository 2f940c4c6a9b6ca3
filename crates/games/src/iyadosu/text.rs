//! Text forms: cards (`k12`), moves (`split 4`, `k12`, `refuse k12`), deals and options.

use std::fmt;
use std::str::FromStr;

use cards::Set;
use serde::{Deserialize, Serialize};

use super::card::{Card, Colour, RANKS, pack};
use super::state::{Deal, HAND, Iyadosu, Move, NO_HAND, Options, Phase, SEATS, Stack};
use crate::text::{Written, check_hands, display_by_text, number, starter, texts};
use crate::{DealFault, First, Notation, OptionValue, TextFault};

impl Colour {
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'k',
            Colour::Red => 'r',
            Colour::Blue => 'b',
            Colour::Green => 'g',
        }
    }
}

impl Written for Colour {
    fn text(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
        }
    }
}

impl Written for Phase {
    fn text(self) -> &'static str {
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

display_by_text!(Card);

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
                None => Err(TextFault::new(text, "a number of refusal cards, as in split 4")),
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
    Deal(DealForm),
}

/// A deal, as in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealForm {
    start: u8,
    hands: Vec<Vec<String>>,
}

impl Notation for Iyadosu {
    type DealStep = DealStep;

    fn deal_step(&self, deal: &Deal) -> DealStep {
        let texts = |hand: &[Card; HAND]| hand.iter().map(ToString::to_string).collect();
        DealStep::Deal(DealForm {
            start: deal.start.0,
            hands: deal.hands[..self.public.seats.into()].iter().map(texts).collect(),
        })
    }

    /// Complete hands of different cards of the pack are the whole pack.
    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        let DealStep::Deal(form) = step;
        let seats = self.public.seats;
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
}

impl crate::Options for Options {
    const KEYS: &'static [&'static str] = &["first", "stack", "final-bonus", "instant-win"];

    fn meaning(key: &str) -> &'static str {
        match key {
            "first" => "Who leads the first round.",
            "stack" => {
                "Which dividers below your own count: all, or only those of players who played all refusal cards."
            }
            "final-bonus" => "Whether an exact bid in the last round adds the bid to the score.",
            "instant-win" => "Whether scoring as many points in one round as there are players wins at once.",
            _ => "",
        }
    }

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
