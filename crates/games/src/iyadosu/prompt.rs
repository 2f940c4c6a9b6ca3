//! What a player is asked to do now.

use serde::Serialize;
use ts_rs::TS;

use super::card::Colour;
use super::state::{Iyadosu, LEAST_REFUSE, MOST_REFUSE, Phase};
use super::view::Knowledge;
use crate::{Ask, PublicState, Text};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Prompt {
    /// Split the hand: at least so many refusal cards and at most so many.
    Split { least: u8, most: u8 },
    /// Lead a trick with a normal card.
    Lead,
    /// Play a normal card of this colour.
    Follow { colour: Text<Colour> },
    /// Play a normal card of this colour, or any refusal card.
    FollowOrRefuse { colour: Text<Colour> },
    /// Play any normal card: none of this colour is left.
    Free { colour: Text<Colour> },
}

impl Ask for Iyadosu {
    type Prompt = Prompt;

    fn prompt(knowledge: &Knowledge) -> Option<Prompt> {
        let table = &knowledge.table;
        knowledge.viewer.filter(|&seat| table.turn().to_act().contains(seat))?;
        if table.phase == Phase::Split {
            return Some(Prompt::Split { least: LEAST_REFUSE, most: MOST_REFUSE });
        }
        let Some(colour) = table.lead_colour().map(Text) else { return Some(Prompt::Lead) };
        let [normal, refuse] = table.playable([knowledge.normal, knowledge.refuse]);
        Some(if normal.is_disjoint(table.follow) {
            Prompt::Free { colour }
        } else if refuse.is_empty() {
            Prompt::Follow { colour }
        } else {
            Prompt::FollowOrRefuse { colour }
        })
    }
}
