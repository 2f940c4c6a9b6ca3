//! The rules that forbid a move.

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

use super::card::{Cell, Colour};
use crate::{Text, Texts};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "code", content = "facts", rename_all = "kebab-case")]
pub enum Illegal {
    /// A cell must be marked now.
    MustMark {},
    /// A colour must be hidden now.
    MustHide {},
    /// Three colours must be guessed now.
    MustGuess {},
    /// The cell holds a stone.
    Filled {
        cell: Text<Cell>,
        /// The cells that may be marked.
        empty: Texts<Cell>,
    },
    /// Colours have left the game.
    SoldOut {
        /// Those that the move named.
        colours: Texts<Colour>,
        /// Those still in the game.
        left: Texts<Colour>,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::MustMark {} => f.write_str("a cell must be marked now, as in \"mark b3\""),
            Illegal::MustHide {} => f.write_str("a colour must be hidden now, as in \"hide red\""),
            Illegal::MustGuess {} => {
                f.write_str("three colours must be guessed now, as in \"guess red blue grey\"")
            }
            Illegal::Filled { cell, empty } => {
                write!(f, "{cell} already holds a stone; empty cells: {}", empty.join(" "))
            }
            Illegal::SoldOut { colours, left } => {
                let [colours, left] = [colours, left].map(|set| set.join(" "));
                write!(f, "sold out: {colours}; colours still in the game: {left}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::GameId;
    use crate::reasons::{card, cards, check};

    #[test]
    fn every_reason_in_json() {
        check(
            GameId::Irono,
            &[
                (Illegal::MustMark {}, json!({})),
                (Illegal::MustHide {}, json!({})),
                (Illegal::MustGuess {}, json!({})),
                (
                    Illegal::Filled { cell: card("b3"), empty: cards("a1 d4") },
                    json!({ "cell": "b3", "empty": ["a1", "d4"] }),
                ),
                (
                    Illegal::SoldOut { colours: cards("red"), left: cards("yellow blue grey") },
                    json!({ "colours": ["red"], "left": ["yellow", "blue", "grey"] }),
                ),
            ],
        );
    }
}
