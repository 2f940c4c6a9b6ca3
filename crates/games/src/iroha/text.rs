//! Text forms: cards (`b5`), moves (`pass b5 f6`, `b5`), deals and options.

use std::fmt;
use std::str::FromStr;

use cards::{Seat, Set};
use serde::{Deserialize, Serialize};

use super::card::{Card, Colour};
use super::state::{Choice, Deal, Iroha, Move, Options, Phase, SEATS, TieBreak};
use crate::text::{Written, card_set, check_hands, display_by_text, number, starter, texts};
use crate::{DealFault, First, Notation, OptionValue, TextFault};

impl Colour {
    pub const fn letter(self) -> char {
        match self {
            Colour::Bird => 'b',
            Colour::Flower => 'f',
            Colour::Fan => 'n',
            Colour::Moon => 'm',
            Colour::Wave => 'w',
        }
    }
}

impl Written for Colour {
    fn text(self) -> &'static str {
        match self {
            Colour::Bird => "bird",
            Colour::Flower => "flower",
            Colour::Fan => "fan",
            Colour::Moon => "moon",
            Colour::Wave => "wave",
        }
    }
}

impl Written for Phase {
    fn text(self) -> &'static str {
        match self {
            Phase::Deal => "deal",
            Phase::Pass => "pass",
            Phase::Play => "play",
            Phase::Star => "star",
            Phase::Over => "over",
        }
    }
}

const TEXTS: [[&str; 12]; 5] = texts!(["b" "f" "n" "m" "w"] [1 2 3 4 5 6 7 8 9 10 11 12]);

impl Written for Card {
    fn text(self) -> &'static str {
        TEXTS[self.colour() as usize][usize::from(self.rank() - 1)]
    }
}

display_by_text!(Card, Colour);

impl FromStr for Card {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Card, TextFault> {
        let colour = Colour::ALL.into_iter().find(|colour| text.starts_with(colour.letter()));
        let rank = text.get(1..).and_then(number).filter(|rank| (1..=12).contains(rank));
        match (colour, rank) {
            (Some(colour), Some(rank)) => Ok(Card::new(colour, rank)),
            _ => Err(TextFault::new(text, "a card: one of b f n m w and a rank from 1 to 12, as in b5")),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.choice() {
            Choice::Pass(first, second) => {
                // Piece by piece, since a hand has dozens of passes.
                f.write_str("pass ")?;
                first.fmt(f)?;
                f.write_str(" ")?;
                second.fmt(f)
            }
            Choice::Play(card) => card.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Move, TextFault> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["pass", first, second] if first != second => Ok(Move::pass(first.parse()?, second.parse()?)),
            [card] => Ok(Move::play(card.parse()?)),
            _ => Err(TextFault::new(
                text,
                "a card, as in b5, or two different cards to pass, as in pass b5 f6",
            )),
        }
    }
}

/// A chance step of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealStep {
    Deal(DealForm),
    /// Who found the first star.
    Star(u8),
}

/// A deal, as in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealForm {
    dealer: u8,
    hands: Vec<Vec<String>>,
    aside: Vec<String>,
}

impl Notation for Iroha {
    type DealStep = DealStep;

    fn deal_step(&self, deal: &Deal) -> DealStep {
        match deal {
            Deal::Hands { dealer, hands, aside } => DealStep::Deal(DealForm {
                dealer: dealer.0,
                hands: hands[..self.public.seats.into()].iter().map(|hand| hand.texts()).collect(),
                aside: aside.texts(),
            }),
            Deal::Star(seat) => DealStep::Star(seat.0),
        }
    }

    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        let form = match step {
            DealStep::Deal(form) => form,
            DealStep::Star(seat) => return Ok(Deal::Star(Seat(*seat))),
        };
        let seats = self.public.seats;
        check_hands(form.hands.len(), seats)?;
        let mut hands = [Set::EMPTY; SEATS];
        for (hand, texts) in hands.iter_mut().zip(&form.hands) {
            *hand = card_set(texts)?;
        }
        let (dealer, aside) = (starter(form.dealer, seats)?, card_set(&form.aside)?);
        self.check_cards(&hands, aside)?;
        Ok(Deal::Hands { dealer, hands, aside })
    }
}

impl crate::Options for Options {
    const KEYS: &'static [&'static str] = &["first", "open-lowest", "tie-break"];

    fn meaning(key: &str) -> &'static str {
        match key {
            "first" => "Who deals first.",
            "open-lowest" => "Whether each player's lowest captured card of each colour is shown.",
            "tie-break" => "Whether a tie for first place is broken at random or shared.",
            _ => "",
        }
    }

    fn choices(key: &str, seats: u8) -> Vec<OptionValue> {
        match key {
            "first" => First::choices("random", seats),
            "open-lowest" => vec![false.into(), true.into()],
            "tie-break" => vec!["first-star".into(), "shared".into()],
            _ => Vec::new(),
        }
    }

    fn get(&self, key: &str) -> OptionValue {
        match key {
            "first" => self.first.value("random"),
            "open-lowest" => self.open_lowest.into(),
            _ => match self.tie_break {
                TieBreak::FirstStar => "first-star".into(),
                TieBreak::Shared => "shared".into(),
            },
        }
    }

    fn put(&mut self, key: &str, value: &OptionValue) {
        match key {
            "first" => self.first = First::from_value(value),
            "open-lowest" => self.open_lowest = *value == true.into(),
            _ if *value == "shared".into() => self.tie_break = TieBreak::Shared,
            _ => self.tie_break = TieBreak::FirstStar,
        }
    }
}
