//! What a player is asked to do now.

use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, Colour};
use super::state::{Phase, WildRawz};
use super::view::Knowledge;
use crate::{Ask, PublicState, Text, Texts};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Prompt {
    /// Take a face-up card.
    Take,
    /// Lead a trick with any card.
    Lead,
    /// Play a card of this colour, or sit out with one of these cards.
    Follow { colour: Text<Colour>, leave: Texts<Card> },
    /// Play any card, since none of this colour is in the hand, or sit out with one of these.
    Free { colour: Text<Colour>, leave: Texts<Card> },
}

impl Ask for WildRawz {
    type Prompt = Prompt;

    fn prompt(knowledge: &Knowledge) -> Option<Prompt> {
        let table = &knowledge.table;
        knowledge.viewer.filter(|&seat| table.turn().to_act().contains(seat))?;
        if table.phase == Phase::Draft {
            return Some(Prompt::Take);
        }
        let Some(lead) = table.follow.lowest() else { return Some(Prompt::Lead) };
        let hand = knowledge.hand.faces();
        let (colour, leave) = (Text(lead.colour()), Texts(table.leavable(hand)));
        Some(if hand.is_disjoint(table.follow) {
            Prompt::Free { colour, leave }
        } else {
            Prompt::Follow { colour, leave }
        })
    }
}
