//! `irori rules GAME`: the rules to learn a game from, laid out for the terminal.

use std::io::IsTerminal;
use std::process::ExitCode;

use crate::cli::RulesArgs;
use crate::markdown::{self, Look};

/// Wider lines are hard to read.
const WIDEST: usize = 88;

/// Prints the rules.
pub fn run(args: &RulesArgs) -> anyhow::Result<ExitCode> {
    let text = args.game.rules();
    if args.markdown {
        crate::sim::print(text)?;
    } else {
        let terminal = std::io::stdout().is_terminal();
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let look = if terminal { Look::Styled } else { Look::Plain };
        crate::sim::print(&markdown::lay_out(text, columns.clamp(20, WIDEST), look))?;
    }
    Ok(ExitCode::SUCCESS)
}
