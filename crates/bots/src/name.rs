//! Bots by their names.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::search::{Limit, Skill};

/// A bot: its level, and its own limit if its name gives one, as in `strong:iters=2000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bot {
    pub level: Level,
    /// Overrides the limit for all bots.
    pub limit: Option<Limit>,
}

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any legal move, each equally likely.
    Random,
    /// A few plain rules, without search.
    Greedy,
    /// Thinks a little, and remembers only what is certain.
    Easy,
    /// Thinks more.
    Normal,
    /// Thinks as long as it may, and draws conclusions from how others have played.
    Strong,
    /// Plain information-set search that knows only the rules: a baseline to measure against.
    Ismcts,
}

impl Level {
    /// Weakest first; the baseline comes last.
    pub const ALL: [Level; 6] =
        [Level::Random, Level::Greedy, Level::Easy, Level::Normal, Level::Strong, Level::Ismcts];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Strong => "strong",
            Level::Ismcts => "ismcts",
        }
    }

    /// Whether it searches, and so takes time.
    pub const fn thinks(self) -> bool {
        !matches!(self, Level::Random | Level::Greedy)
    }

    /// The longest time for a move, unless told otherwise.
    pub const fn usual_time(self) -> Duration {
        match self {
            Level::Strong | Level::Ismcts => Duration::from_millis(1000),
            Level::Random | Level::Greedy | Level::Easy | Level::Normal => Duration::from_millis(250),
        }
    }

    pub const fn skill(self) -> Skill {
        match self {
            Level::Easy => Skill::EASY,
            Level::Normal => Skill::NORMAL,
            Level::Ismcts => Skill::ISMCTS,
            Level::Random | Level::Greedy | Level::Strong => Skill::STRONG,
        }
    }
}

impl Bot {
    pub const fn of(level: Level) -> Bot {
        Bot { level, limit: None }
    }

    /// Its own limit, else the one asked for, else the usual one.
    pub fn limit(self, asked: Option<Duration>) -> Limit {
        self.limit.unwrap_or_else(|| Limit::Time(asked.unwrap_or(self.level.usual_time())))
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.level.name())?;
        match self.limit {
            None => Ok(()),
            Some(Limit::Iterations(count)) => write!(f, ":iters={count}"),
            Some(Limit::Time(time)) => write!(f, ":ms={}", time.as_millis()),
        }
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Bot, UnknownBot> {
        let unknown = || UnknownBot(text.chars().take(40).collect());
        let (name, limit) = match text.split_once(':') {
            None => (text, None),
            Some((name, limit)) => (name, Some(limit)),
        };
        let level = Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(unknown)?;
        let limit = match limit.map(|limit| limit.split_once('=')) {
            None => None,
            Some(Some(("iters", count))) => Some(Limit::Iterations(whole(count).ok_or_else(unknown)?)),
            Some(Some(("ms", time))) => {
                Some(Limit::Time(Duration::from_millis(whole(time).ok_or_else(unknown)?.into())))
            }
            Some(_) => return Err(unknown()),
        };
        if limit.is_some() && !level.thinks() {
            return Err(unknown());
        }
        Ok(Bot { level, limit })
    }
}

/// A number of at least 1.
fn whole(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number > 0)
}

/// A name that no bot has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBot(pub String);

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        write!(
            f,
            "unknown bot {:?}; the bots are {}; those that think may have a limit, as in strong:iters=2000 or strong:ms=50",
            self.0,
            known.join(", ")
        )
    }
}

impl std::error::Error for UnknownBot {}
