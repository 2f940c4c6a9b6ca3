//! Opponents. They receive what their seat knows, by type, and never a state: what they cannot know they sample.

mod suggest;

use std::fmt;
use std::str::FromStr;

use cards::Random;
use games::Game;

pub use suggest::{Candidate, suggest};

/// A bot by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// Plays any legal move, each equally likely.
    Random,
}

impl Bot {
    /// All bots, weakest first.
    pub const ALL: [Bot; 1] = [Bot::Random];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
        }
    }

    /// Chooses one of the legal moves.
    #[inline]
    pub fn choose<G: Game>(self, moves: &[G::Move], random: &mut impl Random) -> G::Move {
        match self {
            Bot::Random => random.pick(moves),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Bot, UnknownBot> {
        Bot::ALL.into_iter().find(|bot| bot.name() == name).ok_or_else(|| UnknownBot(name.to_owned()))
    }
}

/// A name that is no bot's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBot(pub String);

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Bot::ALL.iter().map(|bot| bot.name()).collect();
        write!(f, "unknown bot {:?}; the bots are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownBot {}
