//! The command line. Values are checked here as far as that is possible without knowing the game.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use bots::Bot;
use catalog::GameId;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use games::OptionValue;
use lab::arena::{Contestant, MatchSetup};

use crate::admin::AdminArgs;
use crate::backup::BackupArgs;
use crate::health::HealthArgs;
use crate::restore::RestoreArgs;
use crate::settings::{self, ServerSettings};

#[derive(Parser)]
#[command(name = "irori", version, about, override_usage = "irori [COMMAND]", after_help = after_help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn after_help() -> String {
    let games = GameId::ALL.map(GameId::id).join(", ");
    format!(
        "Without a command, irori starts the server, like `irori serve`.\n\
         Games: {games}. `irori games` describes them, `irori rules GAME` explains one."
    )
}

/// The command to run: `serve` if none was given.
pub fn command() -> Result<Command, clap::Error> {
    parse(Cli::command())
}

fn parse(cli: clap::Command) -> Result<Command, clap::Error> {
    let mut args: Vec<OsString> = std::env::args_os().collect();
    if args.len() < 2 {
        args = vec!["irori".into(), "serve".into()];
    }
    let matches = cli.try_get_matches_from(args)?;
    Cli::from_arg_matches(&matches).map(|cli| cli.command)
}

/// The settings of `serve`, where a file gives those that neither flags nor the environment do.
pub fn settings_with_file(path: &Path) -> anyhow::Result<ServerSettings> {
    let check = |flag: &str| {
        Cli::try_parse_from(["irori", "serve", flag]).map(drop).map_err(|error| one_line(&error))
    };
    let cli = Cli::command();
    let serve = cli.find_subcommand("serve").cloned().context("there is a command serve")?;
    let serve = settings::with_file(serve, path, check)?;
    match parse(cli.mut_subcommand("serve", |_| serve)) {
        Ok(Command::Serve(settings)) => Ok(settings),
        Ok(_) => bail!("only serve has settings"),
        Err(error) => bail!(one_line(&error)),
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// Start the server, where people and bots play in the browser
    Serve(ServerSettings),
    /// See and manage what happens on a running server
    Admin(AdminArgs),
    /// Copy the database of a server to a file, also while the server runs
    Backup(BackupArgs),
    /// Put a backup in the place of the database of a stopped server
    Restore(RestoreArgs),
    /// Ask a running server whether it is healthy; exit code 0 or 1
    Health(HealthArgs),
    /// Measure a server: play random games at many tables over real sockets
    Load(LoadArgs),
    /// Play a game in the terminal against bots
    Play(PlayArgs),
    /// List the games with their seats and options
    Games(GamesArgs),
    /// Explain the rules of a game, with examples
    Rules(RulesArgs),
    /// Play many games between bots, and print statistics or the records
    Sim(SimArgs),
    /// Play bots against each other on the same deals in all seat rotations; print points and win rates
    Arena(ArenaArgs),
    /// Play all bots of a game against each other and rate them
    Ladder(LadderArgs),
    /// Write the report on bot strength, or play the matches it still needs
    Report(ReportArgs),
    /// Replay records and check everything in them: deals, moves, scores, winners
    Check(CheckArgs),
    /// Run games for another program over JSON lines
    Engine,
    /// Measure the speed of the rules on one core
    Bench(BenchArgs),
    /// Train a game's evaluation table by self-play and print it
    Train(TrainArgs),
    /// Repeat an experiment whose results are kept in docs/lab
    Lab(LabArgs),
}

#[derive(Args)]
pub struct LoadArgs {
    /// The game
    #[arg(default_value = "iroha")]
    pub game: GameId,
    /// A running server, such as 127.0.0.1:7433 [default: start a temporary server with its own database]
    #[arg(long, value_name = "ADDRESS:PORT", requires = "pid")]
    pub address: Option<String>,
    /// The process id of that server, to measure its CPU time and memory
    #[arg(long)]
    pub pid: Option<u32>,
    /// The number of tables
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count)]
    pub tables: usize,
    /// The number of seats at each table [default: the game's usual number]
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// The number of additional tables that stay open and empty
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub idle: usize,
    /// How long to measure, in seconds, after one second of warm-up
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
    /// The maximum number of moves per second over all tables [default: as many as possible]
    #[arg(long, value_name = "MOVES")]
    pub rate: Option<f64>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// From one to ten thousand.
fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if (1..=10_000).contains(&count) { Ok(count) } else { Err("expected 1 to 10000".to_owned()) }
}

#[derive(Args)]
pub struct SimArgs {
    /// The game
    pub game: GameId,
    /// The number of seats [default: the game's usual number]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seats: Option<u8>,
    /// The number of games
    #[arg(long, value_name = "K", default_value_t = 1000, allow_negative_numbers = true)]
    pub games: u64,
    /// Any text; the same text gives the same games
    #[arg(long, value_name = "S", default_value = "irori", allow_hyphen_values = true)]
    pub seed: String,
    /// The bots: one name for all seats, one name for each seat, or two names for seat 0 and all other seats
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<Bot>,
    /// The longest time a bot may think about a move, in milliseconds [default: 1000 for strong]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub ms: Option<u64>,
    /// An option of the game, such as `--option rounds=6`; can be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    pub options: Vec<(String, OptionValue)>,
    /// Write the records to a file, one per line; `-` prints them instead of the statistics
    #[arg(long, value_name = "FILE")]
    pub records: Option<String>,
    /// Add the list of legal moves to every move in the records
    #[arg(long, requires = "records")]
    pub legal: bool,
    /// Print the statistics as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What all matches have in common.
#[derive(Args)]
pub struct MatchArgs {
    /// The game
    pub game: GameId,
    /// The number of seats [default: the game's usual number]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seats: Option<u8>,
    /// How many deals; each is played in every rotation of the seats
    #[arg(
        long, value_name = "K", default_value_t = 100, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000)
    )]
    pub deals: u64,
    /// Any text; the same text gives the same deals
    #[arg(long, value_name = "S", default_value = "irori", allow_hyphen_values = true)]
    pub seed: String,
    /// The longest time a bot may think about a move, in milliseconds
    #[arg(
        long, value_name = "T", default_value_t = 100, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=60_000)
    )]
    pub ms: u64,
    /// An option of the game, such as `--option rounds=6`; can be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    pub options: Vec<(String, OptionValue)>,
    /// Append the result to a file, one match per line, for `irori report`
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl MatchArgs {
    pub fn setup(&self) -> MatchSetup {
        MatchSetup {
            game: self.game,
            seats: self.seats.unwrap_or(self.game.usual_seats()),
            deals: self.deals,
            seed: self.seed.clone(),
            ms: self.ms,
            options: self.options.clone(),
        }
    }
}

#[derive(Args)]
pub struct ArenaArgs {
    #[command(flatten)]
    pub of_match: MatchArgs,
    /// The bots: one name for all seats, one per seat, or two (the first in one seat, the second in all others).
    /// `omniscient` sees all cards
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    pub bots: Vec<Contestant>,
    /// Stop as soon as an SPRT decides whether the first bot is at most LOW or at least HIGH Elo stronger
    #[arg(long, value_name = "LOW,HIGH", value_parser = differences, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// Write the records of all games to a file, one per line; `-` prints them instead of the table
    #[arg(long, value_name = "FILE")]
    pub records: Option<String>,
}

#[derive(Args)]
pub struct LadderArgs {
    #[command(flatten)]
    pub of_match: MatchArgs,
    /// The bots to rate; `greedy`, or else the first bot, is fixed at 1000
    #[arg(
        long,
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "random,greedy,easy,normal,strong,ismcts"
    )]
    pub bots: Vec<Contestant>,
}

#[derive(Args)]
pub struct ReportArgs {
    /// With --missing or --play: the games to include [default: all]
    pub games: Vec<GameId>,
    /// The saved results
    #[arg(long, value_name = "FILE", default_value = "docs/bots/results.jsonl")]
    pub results: PathBuf,
    /// The page to write; its pictures go into a folder of the same name
    #[arg(long, value_name = "FILE", default_value = "docs/bots.md")]
    pub page: PathBuf,
    /// Print the commands for the missing matches and write nothing
    #[arg(long, conflicts_with = "play")]
    pub missing: bool,
    /// Play the missing matches first. Each is saved when it ends: after an interrupt, run the command again
    #[arg(long)]
    pub play: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// A file of records, one per line; `-` for standard input
    pub file: String,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub noted: Noted,
}

/// What a player noted at the table, to compare with the proof in every record.
#[derive(Args)]
#[command(next_help_heading = "Values you noted at the table, to check the proof of a fair shuffle")]
pub struct Noted {
    /// The commitment that the table published before the game, 64 hex digits
    #[arg(long, value_name = "HEX", value_parser = bytes)]
    pub commitment: Option<[u8; 32]>,
    /// The entropy that you added after that, 64 hex digits; the proof must contain it
    #[arg(long, value_name = "HEX", value_parser = bytes)]
    pub entropy: Option<[u8; 32]>,
    /// The id of the table
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub table: Option<String>,
    /// The number of the game at the table, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub number: Option<u32>,
}

#[derive(Args)]
pub struct BenchArgs {
    /// The game to measure [default: all games]
    pub game: Option<GameId>,
    /// The number of seats [default: the game's usual number]
    #[arg(long, value_name = "N", requires = "game")]
    pub seats: Option<u8>,
    /// Play this many games once, without timing: for tools that count instructions
    #[arg(long, value_name = "K", requires = "game", conflicts_with = "json")]
    pub games: Option<u64>,
    /// Measure the search instead: iterations of the baseline `ismcts` at the first card of a fresh deal
    #[arg(long, conflicts_with = "games")]
    pub search: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TrainArgs {
    /// The game
    pub game: GameId,
    /// How many games to learn from [default: the number used for the checked-in table]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: Option<u32>,
    /// Any text; the same text gives the same table
    #[arg(long, value_name = "S", default_value = "irori", value_parser = word, allow_hyphen_values = true)]
    pub seed: String,
    /// Write the table to a file, in the format of `crates/bots/data`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = experiments())]
pub struct LabArgs {
    /// The experiment, from the list below
    pub name: String,
}

fn experiments() -> String {
    let line = |experiment: &lab::experiments::Experiment| {
        format!("  {}\n      {}\n", experiment.name, experiment.about)
    };
    format!("Experiments:\n{}", lab::experiments::all().map(line).collect::<String>())
}

#[derive(Args)]
pub struct GamesArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct RulesArgs {
    /// The game
    pub game: GameId,
    /// The language of the text
    #[arg(long, value_name = "LANG", default_value = catalog::rules::LANGUAGES[0], value_parser = language)]
    pub lang: String,
    /// Print the Markdown source instead
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Args)]
pub struct PlayArgs {
    /// The game
    pub game: GameId,
    /// The number of seats, including yours [default: the game's usual number]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seats: Option<u8>,
    /// Your seat
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seat: u8,
    /// The bot in the other seats; from weakest to strongest: random, greedy, easy, normal, strong
    #[arg(long, value_name = "BOT", default_value = "normal")]
    pub bot: Bot,
    /// The longest time a bot may think about a move, in milliseconds [default: 1000 for strong]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub ms: Option<u64>,
    /// Any text; the same text gives the same deals [default: a random one]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// An option of the game, such as `--option rounds=6`; can be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    pub options: Vec<(String, OptionValue)>,
}

fn option(text: &str) -> Result<(String, OptionValue), String> {
    let (key, value) =
        text.split_once('=').ok_or_else(|| "expected KEY=VALUE, such as rounds=6".to_owned())?;
    Ok((key.to_owned(), OptionValue::from_text(value)))
}

fn bytes(text: &str) -> Result<[u8; 32], String> {
    cards::from_hex(text).ok_or_else(|| "expected 64 hex digits".to_owned())
}

fn language(text: &str) -> Result<String, String> {
    if catalog::rules::LANGUAGES.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err(format!("unknown language {text:?}; the rules are in: {}", catalog::rules::LANGUAGES.join(", ")))
    }
}

/// A text that can stand in the command at the head of a table.
fn word(text: &str) -> Result<String, String> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    if plain { Ok(text.to_owned()) } else { Err("use letters, digits, '-', '_' and '.'".to_owned()) }
}

/// Two differences in strength, the lower one first.
fn differences(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0);
    match text.split_once(',').map(|(low, high)| (number(low), number(high))) {
        Some((Some(low), Some(high))) if low < high => Ok((low, high)),
        _ => Err("expected LOW,HIGH with LOW < HIGH, each from -2000 to 2000, such as 0,20".to_owned()),
    }
}

/// Prints help as it is, and an error as one line.
pub fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // If nobody reads the help, nothing is lost.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(crate::TROUBLE)
        }
        _ => {
            eprintln!("irori: {}", one_line(error));
            ExitCode::from(crate::TROUBLE)
        }
    }
}

fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_start_matches("error: ").to_owned()
}
