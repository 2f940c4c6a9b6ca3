//! The `irori` command: one small file per subcommand over the libraries.

mod arena;
mod bench;
mod bench_search;
mod check;
mod cli;
mod engine;
mod interrupt;
mod ladder;
mod lines;
mod load;
mod markdown;
mod noted;
mod ordered;
mod out;
mod play;
mod progress;
mod records;
mod report;
mod rules;
mod serve;
mod sim;
mod stamp;
mod train;

use std::process::ExitCode;

use cli::Command;

/// The exit code where a command could not do its work: wrong usage, or trouble with a file. A fault found in a
/// record is an answer, and has 1.
const TROUBLE: u8 = 2;

/// A server makes and drops many short texts on all its threads, which this allocator does in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let command = match cli::command() {
        Ok(command) => command,
        Err(error) => return cli::refuse(&error),
    };
    let result = match command {
        Command::Serve(args) => serve::run(args),
        Command::Sim(args) => sim::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Engine => engine::run(),
        Command::Bench(args) if args.search => bench_search::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Load(args) => load::run(&args),
        Command::Play(args) => play::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("irori: {error:#}");
            ExitCode::from(TROUBLE)
        }
    }
}

/// Whoever reads our output has seen enough, as `head` does: that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
