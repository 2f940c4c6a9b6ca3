//! The `irori` command: one small file per subcommand.

mod admin;
mod admin_file;
mod arena;
mod backup;
mod bench;
mod bench_search;
mod check;
mod cli;
mod database;
mod engine;
mod experiment;
mod games;
mod health;
mod http;
mod interrupt;
mod ladder;
mod layout;
mod lines;
mod load;
mod noted;
mod out;
mod owner;
mod play;
mod progress;
mod records;
mod report;
mod restore;
mod rules;
mod serve;
mod settings;
mod sim;
mod train;

use std::process::ExitCode;

use cli::Command;

/// The exit code of a command that could not do its work, because of wrong usage or a file. `irori check` exits
/// with 1 if it finds a fault.
const TROUBLE: u8 = 2;

/// The server allocates many short texts on all threads. This allocator takes half the time of the default one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let command = match cli::command() {
        Ok(command) => command,
        Err(error) => return cli::refuse(&error),
    };
    let result = match command {
        Command::Serve(args) => serve::run(args),
        Command::Admin(args) => admin::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::Health(args) => health::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Engine => engine::run(),
        Command::Bench(args) if args.search => bench_search::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Lab(args) => experiment::run(&args),
        Command::Games(args) => games::run(&args),
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

/// A reader such as `head` may close our output early. That is not a failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
