//! What can play in the arena: every bot, and a search that sees everything, as a ceiling.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cards::{Quick, Seat};

use bots::{Bot, ChosenMove, Limit, Strategy, Thinking, UnknownBot};

const OMNISCIENT: &str = "omniscient";

/// Only a [`Bot`] can sit at a table. The search that sees all cards is no bot, so nobody can seat it by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Receives what its seat knows.
    Bot(Bot),
    /// Receives the state itself. Its name may give a limit.
    Omniscient(Option<Limit>),
}

impl Contestant {
    /// Chooses one of a seat's legal moves. A bot never sees the state, only what its seat knows.
    pub fn choose<G: Strategy>(
        self,
        state: &G,
        seat: Seat,
        moves: &[G::Move],
        thinking: &Thinking,
        random: &mut Quick,
    ) -> ChosenMove<G::Move> {
        match self {
            Contestant::Bot(bot) => bot.decide::<G>(&state.knows(Some(seat)), seat, moves, thinking, random),
            Contestant::Omniscient(_) if moves.len() == 1 => ChosenMove { chosen: moves[0], effective: 0.0 },
            Contestant::Omniscient(_) => {
                state.advise_omniscient(seat, moves, thinking, random).decide(random)
            }
        }
    }

    /// Whether it searches, and so takes time.
    pub fn thinks(self) -> bool {
        match self {
            Contestant::Bot(bot) => bot.level.thinks(),
            Contestant::Omniscient(_) => true,
        }
    }

    /// The limit of its name, or else the one asked for.
    pub fn limit(self, asked: Duration) -> Limit {
        match self {
            Contestant::Bot(bot) => bot.limit(Some(asked)),
            Contestant::Omniscient(limit) => limit.unwrap_or(Limit::Time(asked)),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(bot) => bot.fmt(f),
            Contestant::Omniscient(None) => f.write_str(OMNISCIENT),
            Contestant::Omniscient(Some(Limit::Iterations(count))) => write!(f, "{OMNISCIENT}:iters={count}"),
            Contestant::Omniscient(Some(Limit::Time(time))) => {
                write!(f, "{OMNISCIENT}:ms={}", time.as_millis())
            }
        }
    }
}

impl FromStr for Contestant {
    type Err = UnknownContestant;

    fn from_str(text: &str) -> Result<Contestant, UnknownContestant> {
        let Some(limit) = text.strip_prefix(OMNISCIENT) else {
            return text.parse().map(Contestant::Bot).map_err(UnknownContestant);
        };
        // A limit is written as for a bot that thinks.
        match format!("strong{limit}").parse::<Bot>() {
            Ok(bot) => Ok(Contestant::Omniscient(bot.limit)),
            Err(_) => Err(UnknownContestant(UnknownBot(text.chars().take(40).collect()))),
        }
    }
}

/// A name that no contestant has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownContestant(pub UnknownBot);

impl fmt::Display for UnknownContestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; here also {OMNISCIENT}, which sees all cards", self.0)
    }
}

impl std::error::Error for UnknownContestant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["random", "strong:iters=50", "omniscient", "omniscient:iters=500", "omniscient:ms=5"] {
            assert_eq!(name.parse::<Contestant>().map(|one| one.to_string()).as_deref(), Ok(name));
        }
        for name in ["omni", "omniscient:", "omniscient:iters=0", "omniscients", "greedy:ms=5", ""] {
            assert!(name.parse::<Contestant>().is_err(), "{name}");
        }
    }

    #[test]
    fn the_search_that_sees_everything_is_no_bot() {
        assert!("omniscient".parse::<Bot>().is_err());
    }
}
