//! What a player is asked to do now.

use serde::Serialize;
use ts_rs::TS;

use super::card::{Cell, Colour, LAID};
use super::state::{Irono, Phase};
use super::view::Knowledge;
use crate::{Ask, PublicState, Text, Texts};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Prompt {
    /// Mark one of these cells.
    Mark { empty: Texts<Cell> },
    /// Hide one of these colours for the marked cell.
    Hide { cell: Option<Text<Cell>>, colours: Texts<Colour> },
    /// Guess the hidden colour with so many of these colours.
    Guess { cell: Option<Text<Cell>>, count: u8, colours: Texts<Colour> },
}

impl Ask for Irono {
    type Prompt = Prompt;

    fn prompt(knowledge: &Knowledge) -> Option<Prompt> {
        let table = &knowledge.table;
        knowledge.viewer.filter(|&seat| table.turn().to_act().contains(seat))?;
        let (cell, colours) = (table.mark.map(Text), Texts(table.colours));
        Some(match table.phase {
            Phase::Mark => Prompt::Mark { empty: Texts(table.empty) },
            Phase::Hide => Prompt::Hide { cell, colours },
            Phase::Guess | Phase::Deal | Phase::Over => Prompt::Guess { cell, count: LAID, colours },
        })
    }
}
