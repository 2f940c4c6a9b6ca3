//! Text forms: cells (`b3`), colours (`red`), moves (`mark b3`, `hide red`, `guess red blue grey`), deals and options.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::card::{Cell, Colour, Three};
use super::score::LineKind;
use super::state::{Deal, Irono, Move, Options, Phase, SEATS};
use crate::text::{Written, display_by_text, starter, texts};
use crate::{DealFault, First, Notation, OptionValue, TextFault};

impl Written for Colour {
    fn text(self) -> &'static str {
        match self {
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::White => "white",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Grey => "grey",
        }
    }
}

impl Written for Phase {
    fn text(self) -> &'static str {
        match self {
            Phase::Deal => "deal",
            Phase::Mark => "mark",
            Phase::Hide => "hide",
            Phase::Guess => "guess",
            Phase::Over => "over",
        }
    }
}

impl Written for LineKind {
    fn text(self) -> &'static str {
        match self {
            LineKind::Row => "row",
            LineKind::Column => "column",
            LineKind::Diagonal => "diagonal",
        }
    }
}

const CELLS: [[&str; 4]; 4] = texts!(["a" "b" "c" "d"] [1 2 3 4]);

impl Written for Cell {
    fn text(self) -> &'static str {
        CELLS[usize::from(self.column())][usize::from(self.row())]
    }
}

display_by_text!(Cell, Colour);

impl FromStr for Cell {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Cell, TextFault> {
        match *text.as_bytes() {
            [column @ b'a'..=b'd', row @ b'1'..=b'4'] => Ok(Cell::new(column - b'a', row - b'1')),
            _ => Err(TextFault::new(text, "a cell: a column from a to d and a row from 1 to 4, as in b3")),
        }
    }
}

impl FromStr for Colour {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Colour, TextFault> {
        let found = Colour::ALL.into_iter().find(|colour| colour.text() == text);
        found.ok_or_else(|| TextFault::new(text, "a colour: yellow, green, white, red, blue or grey"))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Mark(cell) => write!(f, "mark {cell}"),
            Move::Hide(colour) => write!(f, "hide {colour}"),
            Move::Guess(laid) => write!(f, "guess {}", laid.colours().texts().join(" ")),
        }
    }
}

impl FromStr for Move {
    type Err = TextFault;

    fn from_str(text: &str) -> Result<Move, TextFault> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["mark", cell] => Ok(Move::Mark(cell.parse()?)),
            ["hide", colour] => Ok(Move::Hide(colour.parse()?)),
            ["guess", first, second, third] => Three::new(first.parse()?, second.parse()?, third.parse()?)
                .map(Move::Guess)
                .ok_or_else(|| {
                    TextFault::new(
                        text,
                        "three different colours in the order yellow green white red blue grey",
                    )
                }),
            _ => Err(TextFault::new(
                text,
                "a cell to mark, as in mark b3, a colour to hide, as in hide red, or three colours to lay, \
                 as in guess red blue grey",
            )),
        }
    }
}

/// A chance step of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DealStep {
    /// The seat that is active first.
    Deal(DealForm),
}

/// A deal, as in a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealForm {
    first: u8,
}

impl Notation for Irono {
    type DealStep = DealStep;

    fn deal_step(&self, deal: &Deal) -> DealStep {
        DealStep::Deal(DealForm { first: deal.first.0 })
    }

    fn read_deal(&self, step: &DealStep) -> Result<Deal, DealFault> {
        let DealStep::Deal(form) = step;
        Ok(Deal { first: starter(form.first, SEATS as u8)? })
    }
}

impl crate::Options for Options {
    const KEYS: &'static [&'static str] = &["first"];

    fn meaning(key: &str) -> &'static str {
        match key {
            "first" => "Who marks the first cell.",
            _ => "",
        }
    }

    fn choices(key: &str, seats: u8) -> Vec<OptionValue> {
        match key {
            "first" => First::choices("random", seats),
            _ => Vec::new(),
        }
    }

    fn get(&self, _: &str) -> OptionValue {
        self.first.value("random")
    }

    fn put(&mut self, _: &str, value: &OptionValue) {
        self.first = First::from_value(value);
    }
}
