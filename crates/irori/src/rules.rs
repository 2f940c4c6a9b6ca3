//! `irori rules GAME`: the rules to learn a game from, laid out for the terminal.

use std::process::ExitCode;

use crate::cli::RulesArgs;
use crate::layout::{self, Look};
use crate::out::print;

pub fn run(args: &RulesArgs) -> anyhow::Result<ExitCode> {
    if args.markdown {
        print(catalog::rules::text(args.game))?;
    } else {
        print(&layout::show(&catalog::rules::blocks(args.game), Look::of_stdout()))?;
    }
    Ok(ExitCode::SUCCESS)
}
