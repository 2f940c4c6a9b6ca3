//! `irori report`: draws the page on the bots' strength, and plays the matches that are missing there.

use std::process::ExitCode;

use catalog::GameId;
use lab::report::{self, Results};

use crate::cli::ReportArgs;
use crate::interrupt;
use crate::out::{plural, print};
use crate::progress::ProgressBar;

pub fn run(args: &ReportArgs) -> anyhow::Result<ExitCode> {
    let may_be_absent = args.missing || args.play;
    let mut results = if may_be_absent && !args.results.exists() {
        Results::default()
    } else {
        Results::read(&args.results)?
    };
    let games = if args.games.is_empty() { GameId::ALL.to_vec() } else { args.games.clone() };
    let missing = results.missing(&games);
    if args.missing {
        let lines = missing
            .iter()
            .map(|planned| format!("{} --save {}\n", planned.command(), args.results.display()));
        print(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.play {
        lab::arena::saved::check(&args.results)?;
        interrupt::listen()?;
        for (number, planned) in missing.iter().enumerate() {
            print(&format!("{} of {}: {}\n", number + 1, missing.len(), planned.command()))?;
            let mut progress = ProgressBar::new(planned.deals, "deals");
            let saved =
                report::run(planned, &args.results, &interrupt::interrupted, |done| progress.update(done));
            progress.finish();
            if !saved? {
                eprintln!("irori: interrupted after {number} of {} matches", missing.len());
                return Ok(interrupt::exit_code());
            }
        }
        results = Results::read(&args.results)?;
    }
    report::write(&results, &args.page)?;
    print(&format!("{:?} drawn from {}\n", args.page, plural(results.len() as u64, "result")))?;
    Ok(ExitCode::SUCCESS)
}
