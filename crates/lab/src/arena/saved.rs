//! Saved results: a file with one match a line, so that they can be collected over several runs.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use games::OptionValue;
use serde::{Deserialize, Serialize};

use super::{ArenaMatch, DealBlock, Figures};
use crate::{Error, stamp};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    pub date: String,
    pub commit: String,
    /// The command that plays it again.
    pub command: String,
    pub game: String,
    pub seats: u8,
    pub bots: Vec<String>,
    pub options: BTreeMap<String, OptionValue>,
    pub deals: u64,
    pub ms: u64,
    pub seed: String,
    pub result: Figures,
    /// The first contestant's win rate in each deal; the report computes everything else from it.
    pub blocks: Vec<f64>,
}

impl Saved {
    /// A match that was just played.
    pub fn new(played: &ArenaMatch, figures: &Figures, blocks: &[DealBlock]) -> Saved {
        // Six digits distinguish all win rates that a few games can give.
        let rounded = |share: f64| (share * 1e6).round() / 1e6;
        Saved {
            date: stamp::today(),
            commit: stamp::commit(),
            command: played.command(figures.deals),
            game: figures.game.clone(),
            seats: figures.seats,
            bots: figures.bots.iter().map(|row| row.bot.clone()).collect(),
            options: played.setup.options.iter().cloned().collect(),
            deals: figures.deals,
            ms: figures.ms,
            seed: figures.seed.clone(),
            result: figures.clone(),
            blocks: blocks.iter().map(|block| rounded(block.tallies[0].share())).collect(),
        }
    }

    fn line(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Json("a match cannot be saved".to_owned(), error))
    }
}

/// Makes sure that results can be appended, before hours are spent on them.
pub fn check(path: &Path) -> Result<(), Error> {
    append(path, &[])
}

/// Appends matches to a file.
pub fn append(path: &Path, matches: &[Saved]) -> Result<(), Error> {
    let mut lines = String::new();
    for saved in matches {
        lines.push_str(&saved.line()?);
        lines.push('\n');
    }
    let appended = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut file| file.write_all(lines.as_bytes()));
    appended.map_err(Error::file("cannot append to", path))
}

/// Reads a file of matches.
pub fn read(path: &Path) -> Result<Vec<Saved>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file("cannot read", path))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|error| Error::Json(format!("{path:?}, line {}, is no match", number + 1), error))
        })
        .collect()
}
