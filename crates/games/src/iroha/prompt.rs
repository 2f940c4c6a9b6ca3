//! What a player is asked to do now.

use serde::Serialize;
use ts_rs::TS;

use super::card::{Colour, colours_of};
use super::state::{Iroha, PASSES, Phase};
use super::view::Knowledge;
use crate::{Ask, PublicState, Texts};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Prompt {
    /// Choose cards for the left neighbour.
    Pass { count: u8 },
    /// Lead a trick with any card.
    Lead,
    /// Play a card of one of these colours.
    Follow { colours: Texts<Colour> },
    /// Play any card: no card of these colours is in the hand, and the card's own colour becomes trump.
    Free { colours: Texts<Colour> },
}

impl Ask for Iroha {
    type Prompt = Prompt;

    fn prompt(knowledge: &Knowledge) -> Option<Prompt> {
        let table = &knowledge.table;
        knowledge.viewer.filter(|&seat| table.turn().to_act().contains(seat))?;
        let colours = Texts(colours_of(table.follow));
        Some(match table.phase {
            Phase::Pass => Prompt::Pass { count: PASSES },
            _ if table.follow.is_empty() => Prompt::Lead,
            _ if knowledge.hand.is_disjoint(table.follow) => Prompt::Free { colours },
            _ => Prompt::Follow { colours },
        })
    }
}
