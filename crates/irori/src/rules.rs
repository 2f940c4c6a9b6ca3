//! `irori rules GAME`: the rules to learn a game from, laid out for the terminal.

use std::io::IsTerminal;
use std::process::ExitCode;

use crate::cli::RulesArgs;
use crate::markdown::{self, Look};
use crate::out::{columns, print};

/// Wider lines are hard to read.
const WIDEST: usize = 88;

/// Prints the rules.
pub fn run(args: &RulesArgs) -> anyhow::Result<ExitCode> {
    let text = args.game.rules();
    if args.markdown {
        print(text)?;
    } else {
        let terminal = std::io::stdout().is_terminal();
        let look = if terminal { Look::Styled } else { Look::Plain };
        print(&markdown::lay_out(text, columns().clamp(20, WIDEST), look))?;
    }
    Ok(ExitCode::SUCCESS)
}
