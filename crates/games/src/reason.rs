//! Which rule forbids a move, in a word for programs and with the facts of the case: what somebody needs to say it
//! in another language, or to show it on the table. The sentence for people is the reason's `Display`.

use std::fmt::{Debug, Display};

use serde::{Serialize, Serializer};

use crate::{Refusal, TextFault};

/// Why a game refuses a move.
pub trait Reason: Debug + Display + PartialEq {
    /// The rule that forbids it. Its code is the name of the reason, in lower case with dashes.
    fn rule(&self) -> Rule;
}

/// A rule that forbids a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Which one.
    pub code: &'static str,
    /// What makes it apply here.
    pub facts: Facts,
}

/// Facts by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(Vec<(&'static str, Fact)>);

/// A fact: cards, cells and colours are texts, seats and months numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Fact {
    Text(String),
    Texts(Vec<String>),
    Number(u8),
    Numbers(Vec<u8>),
}

impl Rule {
    /// A rule without facts.
    pub fn new(code: &'static str) -> Rule {
        Rule { code, facts: Facts::default() }
    }

    /// With a card, or something else that has a text.
    pub fn text(self, name: &'static str, text: impl Display) -> Rule {
        self.with(name, Fact::Text(text.to_string()))
    }

    /// With several of them.
    pub fn texts(self, name: &'static str, texts: impl IntoIterator<Item: Display>) -> Rule {
        self.with(name, Fact::Texts(texts.into_iter().map(|text| text.to_string()).collect()))
    }

    /// With a number.
    pub fn number(self, name: &'static str, number: u8) -> Rule {
        self.with(name, Fact::Number(number))
    }

    /// With several of them.
    pub fn numbers(self, name: &'static str, numbers: Vec<u8>) -> Rule {
        self.with(name, Fact::Numbers(numbers))
    }

    fn with(mut self, name: &'static str, fact: Fact) -> Rule {
        self.facts.0.push((name, fact));
        self
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, fact)| (name, fact)))
    }
}

impl<W: Reason> Refusal<W> {
    /// The rule that forbids the move.
    pub fn rule(&self) -> Rule {
        match self {
            Refusal::NotToAct { to_act, .. } => Rule::new("not-to-act").numbers("awaited", to_act.numbers()),
            Refusal::Illegal(why) => why.rule(),
        }
    }
}

impl TextFault {
    /// What cannot be read is no move of the game.
    pub fn rule(&self) -> Rule {
        Rule::new("bad-move").text("found", &self.found)
    }
}
