//! What a player is asked to do now.

use cards::Set;
use serde::Serialize;
use ts_rs::TS;

use super::card::{Card, GAJI, months_in};
use super::state::{KoiKoi, Phase};
use super::view::{Decision, Knowledge};
use crate::{Ask, PublicState, Text, Texts};

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Prompt {
    /// Keep the hands as they were dealt, or swap them unseen.
    Hands,
    /// Play one of these cards, each of which captures.
    Capture {
        cards: Texts<Card>,
        /// What the wild gaji may capture instead; nothing without it.
        wild: Texts<Card>,
    },
    /// Play any card: some of the hand capture and some do not.
    Play { wild: Texts<Card> },
    /// Lay any card: none of the hand matches a card in the ba.
    Lay { wild: Texts<Card> },
    /// Choose which of these the turned card captures.
    Take { turned: Text<Card>, among: Texts<Card> },
    /// A yaku was made: stop, or call koi-koi if the hand is not empty.
    Decide(Decision),
}

impl Ask for KoiKoi {
    type Prompt = Prompt;

    fn prompt(knowledge: &Knowledge) -> Option<Prompt> {
        let (table, round, hand) = (&knowledge.table, &knowledge.table.round, knowledge.hand);
        let seat = knowledge.viewer.filter(|&seat| table.turn().to_act().contains(seat))?;
        Some(match round.phase {
            Phase::Hands => Prompt::Hands,
            Phase::Take => Prompt::Take { turned: Text(knowledge.turned()), among: Texts(round.takeable()) },
            Phase::Decide => Prompt::Decide(Decision::of(table)),
            Phase::Play | Phase::Deal | Phase::Over => {
                let wild = Texts(if hand.contains(GAJI) { table.wild_targets(seat) } else { Set::EMPTY });
                let capturing = hand & months_in(round.ba);
                if capturing.is_empty() {
                    Prompt::Lay { wild }
                } else if capturing == table.playable(hand) {
                    Prompt::Capture { cards: Texts(capturing), wild }
                } else {
                    Prompt::Play { wild }
                }
            }
        })
    }
}
