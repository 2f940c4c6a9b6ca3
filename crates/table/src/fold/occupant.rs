//! Who sits in a chair.

use bots::Bot;

use crate::fold::Secret;
use crate::protocol::{AwayReason, Chair};

#[derive(Clone, Debug)]
pub enum Occupant {
    Empty,
    Person(Person),
    /// A bot, and the name it is shown under.
    Bot(Bot, &'static str),
}

#[derive(Clone, Debug)]
pub struct Person {
    /// The guest's id.
    pub guest: String,
    pub name: String,
    /// Why a bot plays for this person, if one does.
    pub away: Option<AwayReason>,
    /// Mixed into the seed of the next game.
    pub(crate) entropy: Option<Secret>,
    /// Whether they are ready for the next game.
    pub(crate) ready: bool,
}

impl Person {
    pub(super) fn new(guest: &str, name: &str, entropy: Option<Secret>) -> Person {
        Person { guest: guest.to_owned(), name: name.to_owned(), away: None, entropy, ready: true }
    }
}

impl Occupant {
    pub fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person(person) => Some(person),
            Occupant::Empty | Occupant::Bot(..) => None,
        }
    }

    /// Whether a person may sit down here between games: the chair is empty, or its person left during the last game.
    pub fn is_free(&self) -> bool {
        match self {
            Occupant::Empty => true,
            Occupant::Person(person) => person.away == Some(AwayReason::Left),
            Occupant::Bot(..) => false,
        }
    }

    /// The name that others at the table see.
    pub fn shown_name(&self) -> Option<&str> {
        match self {
            Occupant::Person(person) => Some(&person.name),
            Occupant::Bot(_, name) => Some(name),
            Occupant::Empty => None,
        }
    }

    /// The level of a bot.
    pub fn bot_level(&self) -> Option<String> {
        match self {
            Occupant::Bot(bot, _) => Some(bot.to_string()),
            Occupant::Empty | Occupant::Person(_) => None,
        }
    }

    /// `playing` tells whether a game is in progress: until it is over, nobody else may take the seat.
    pub(super) fn info(&self, playing: bool) -> Chair {
        match self {
            Occupant::Empty => Chair::Empty {},
            Occupant::Bot(bot, name) => Chair::Bot { bot: bot.to_string(), name: (*name).to_owned() },
            Occupant::Person(person) => Chair::Person {
                name: person.name.clone(),
                away: person.away.is_some(),
                ready: person.ready,
                entropy: person.entropy.is_some(),
                free: !playing && self.is_free(),
            },
        }
    }
}
