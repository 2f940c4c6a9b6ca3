//! Results that are kept: a file with one match a line, so that figures can be collected in several sittings.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use bots::arena::Block;
use games::OptionValue;
use serde::{Deserialize, Serialize};

use super::{Bout, Figures};
use crate::stamp;

/// A match and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    pub date: String,
    pub commit: String,
    /// What to run to get it again.
    pub command: String,
    pub game: String,
    pub seats: u8,
    pub bots: Vec<String>,
    pub options: BTreeMap<String, OptionValue>,
    pub deals: u64,
    pub ms: u64,
    pub seed: String,
    pub result: Figures,
    /// The first's share of each deal, from which all else that the page needs can be worked out.
    pub blocks: Vec<f64>,
}

impl Saved {
    /// A match that was just played.
    pub fn new(bout: &Bout<'_>, figures: &Figures, blocks: &[Block]) -> Saved {
        // Six digits tell all shares apart that a few games can give.
        let rounded = |share: f64| (share * 1e6).round() / 1e6;
        Saved {
            date: stamp::today(),
            commit: stamp::commit(),
            command: bout.command(figures.deals),
            game: figures.game.clone(),
            seats: figures.seats,
            bots: figures.bots.iter().map(|row| row.bot.clone()).collect(),
            options: bout.args.options.iter().cloned().collect(),
            deals: figures.deals,
            ms: figures.ms,
            seed: figures.seed.clone(),
            result: figures.clone(),
            blocks: blocks.iter().map(|block| rounded(block.tallies[0].share())).collect(),
        }
    }
}

/// Makes sure that results can be appended, before hours are spent on them.
pub fn check(path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| append(path, &[]))
}

/// Appends matches to a file.
pub fn append(path: &Path, matches: &[Saved]) -> anyhow::Result<()> {
    let mut lines = String::new();
    for saved in matches {
        lines.push_str(&serde_json::to_string(saved)?);
        lines.push('\n');
    }
    let appended = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut file| file.write_all(lines.as_bytes()));
    appended.with_context(|| format!("cannot append to {path:?}"))
}

/// Reads a file of matches.
pub fn read(path: &Path) -> anyhow::Result<Vec<Saved>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path:?}"))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line).with_context(|| format!("{path:?}, line {}, is no match", number + 1))
        })
        .collect()
}
