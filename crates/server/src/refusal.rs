//! Why a request is not fulfilled, in a word for programs and a sentence for people.

use std::borrow::Cow;
use std::fmt;

use catalog::Fault;
use games::Rule;

/// A request that is not fulfilled. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A word for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: Cow<'static, str>,
    /// The rule of the game that forbids it, if it is a move.
    pub rule: Option<Box<Rule>>,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { code, message: message.into(), rule: None }
    }

    /// The journal could not be read or written.
    pub fn unavailable() -> Refusal {
        Refusal::new("unavailable", "the table cannot be reached just now; try again in a moment")
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal { rule: fault.rule.map(Box::new), ..Refusal::new(fault.code.name(), fault.message) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
