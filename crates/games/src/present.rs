//! How a game appears outside the rules: to people, in JSON, and to those who must guess what they cannot see. There is
//! one trait for each room of a game's folder.

use std::fmt::Debug;

use cards::{Random, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;
use ts_rs::TS;

use crate::fault::DealFault;
use crate::game::Game;
use crate::options::OptionValue;

/// What a game is called and how it is best played. Implemented in `mod.rs`.
pub trait About: Game {
    const TITLE: &'static str;
    /// The title in its own script.
    const NATIVE_TITLE: &'static str;
    /// The number of players that the game is best known with.
    const USUAL_SEATS: u8;
    /// How long a quick game takes.
    const MINUTES: u8;
    const DIFFICULTY: Difficulty;

    /// Options that make a first game short and easy; all others keep their defaults.
    fn quick() -> Vec<(&'static str, OptionValue)> {
        Vec::new()
    }
}

/// How much there is to learn before a first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

/// What a player or a spectator is shown. Implemented in `view.rs`.
pub trait Show: Game<Event: Serialize + TS> {
    /// Made from knowledge alone, and no more than a real table shows.
    type View: Debug + PartialEq + Serialize + TS;
    /// The viewer's own part of a view, under the same keys and in the same order.
    type Own: Serialize;
    /// Facts that are the same in every game, for clients to look up.
    type Reference: Serialize + TS;

    fn view(knowledge: &Self::Knowledge) -> Self::View;

    /// Everything else in a view is the same for everybody.
    fn own(knowledge: &Self::Knowledge) -> Self::Own;

    fn reference() -> Self::Reference;
}

/// What a player is asked to do now. Implemented in `prompt.rs`.
pub trait Ask: Game {
    type Prompt: Debug + PartialEq + Serialize + TS;

    /// Nothing for a seat that is not to act, and for spectators.
    fn prompt(knowledge: &Self::Knowledge) -> Option<Self::Prompt>;
}

/// How a game is written in records and requests. Implemented in `text.rs`.
pub trait Notation: Game<Illegal: Serialize + TS> {
    /// The step of a record that holds a deal, as in JSON.
    type DealStep: Debug + Serialize + DeserializeOwned;

    fn deal_step(&self, deal: &Self::Deal) -> Self::DealStep;

    /// Reads a deal for this game. It checks cards and counts, but not whether the deal is awaited now.
    fn read_deal(&self, step: &Self::DealStep) -> Result<Self::Deal, DealFault>;
}

/// Full states for somebody who knows only a part. Implemented in `sample.rs`.
pub trait Sample: Game {
    /// A random full state in which a viewer would know exactly this. Everything that is certain from play is true in
    /// it.
    fn sample(knowledge: &Self::Knowledge, random: &mut impl Random) -> Self;

    /// How the round under way came about; nothing between rounds and when the game is over.
    fn story(&self) -> Option<Story<Self>>;
}

/// How a round under way came about: the opening, dealt and played like this, is the present state.
#[derive(Clone, Debug, PartialEq)]
pub struct Story<G: Game> {
    /// The state that awaited the round's deal.
    pub opening: G,
    pub deal: G::Deal,
    /// The moves since, in an order that the rules allow.
    pub moves: Vec<(Seat, G::Move)>,
}
