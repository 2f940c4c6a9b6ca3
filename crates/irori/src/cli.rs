//! The command line. What is read here is checked here as far as it can be without knowing a game.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use bots::Bot;
use bots::arena::Contestant;
use catalog::GameId;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use games::OptionValue;

/// Five games that hardly anyone can play otherwise.
#[derive(Parser)]
#[command(name = "irori", version, about, override_usage = "irori [COMMAND]")]
#[command(
    after_help = "Without a command the table is served, as by `irori serve`.\nGames: iroha, irono, iyadosu, wild-rawz, koi-koi. `irori rules GAME` teaches one from nothing."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The command that was asked for. Without one the table is served, set up by the environment as ever.
pub fn command() -> Result<Command, clap::Error> {
    let mut args: Vec<OsString> = std::env::args_os().collect();
    if args.len() < 2 {
        args = vec!["irori".into(), "serve".into()];
    }
    Cli::try_parse_from(args).map(|cli| cli.command)
}

#[derive(Subcommand)]
pub enum Command {
    /// Serve the table: people and bots at tables, in the browser
    Serve(ServeArgs),
    /// Play random games at many tables of a server over real sockets, and say what they cost it
    Load(LoadArgs),
    /// Play a game here in the terminal against bots
    Play(PlayArgs),
    /// Explain a game from nothing, with examples
    Rules(RulesArgs),
    /// Play many games between bots; print statistics or the records
    Sim(SimArgs),
    /// Match bots on the same deals with seats rotated; print points and shares with intervals
    Arena(ArenaArgs),
    /// Match all bots of a game against each other and rate them
    Ladder(LadderArgs),
    /// Draw the page on the bots' strength from saved results
    Report(ReportArgs),
    /// Replay records and prove them: deals, legality, scores, winners
    Check(CheckArgs),
    /// Serve one game to another program: a JSON object a line in, one out
    Engine,
    /// Measure the speed of the rules on one core
    Bench(BenchArgs),
    /// Learn by self-play what the bots know of a game, and print it as the table that is checked in
    Train(TrainArgs),
}

/// Every setting can also be given in the environment, as IRORI_BIND, or in a file; flags win over the environment,
/// and that over the file.
#[derive(Args)]
pub struct ServeArgs {
    /// Where to listen [default: 127.0.0.1:7433]
    #[arg(long, value_name = "ADDRESS:PORT", env = "IRORI_BIND")]
    pub bind: Option<SocketAddr>,
    /// Where tables are kept: sqlite:PATH [default: irori/irori.sqlite in the user's data folder]
    #[arg(long, value_name = "DATABASE", env = "IRORI_DATABASE")]
    pub database: Option<String>,
    /// The address people use, as https://irori.example, if it is not the one listened at
    #[arg(long, value_name = "URL", env = "IRORI_ORIGIN")]
    pub origin: Option<String>,
    /// Trust X-Forwarded-For and X-Forwarded-Proto: a proxy of ours stands in front
    #[arg(
        long, value_name = "BOOL", env = "IRORI_PROXY", value_parser = clap::builder::BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true"
    )]
    pub proxy: Option<bool>,
    /// The least time a bot takes for a move, in milliseconds [default: 900]
    #[arg(long, value_name = "MS", env = "IRORI_BOT_PAUSE", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub bot_pause: Option<u64>,
    /// How many threads bots think on [default: all cores but one]
    #[arg(long, value_name = "N", env = "IRORI_BOT_THREADS")]
    pub bot_threads: Option<usize>,
    /// How to log, to standard error [default: text]
    #[arg(long, value_name = "FORM", env = "IRORI_LOG")]
    pub log: Option<LogForm>,
    /// How much to log: error, warn, info, debug, trace [default: info]
    #[arg(long, value_name = "LEVEL", env = "IRORI_LOG_LEVEL")]
    pub log_level: Option<tracing::Level>,
    /// The most open sockets [default: 20000]
    #[arg(long, value_name = "N", env = "IRORI_MAX_SOCKETS")]
    pub max_sockets: Option<usize>,
    /// The most open sockets from one address [default: 200]
    #[arg(long, value_name = "N", env = "IRORI_MAX_SOCKETS_PER_ADDRESS")]
    pub max_sockets_per_address: Option<usize>,
    /// The longest message over a socket, in bytes [default: 4096]
    #[arg(long, value_name = "BYTES", env = "IRORI_MAX_MESSAGE")]
    pub max_message: Option<usize>,
    /// The most messages a second over one socket [default: 10]
    #[arg(long, value_name = "N", env = "IRORI_MAX_MESSAGES")]
    pub max_messages: Option<u32>,
    /// The most HTTP requests a minute from one address that write something [default: 120]
    #[arg(long, value_name = "N", env = "IRORI_MAX_WRITES")]
    pub max_writes: Option<u32>,
    /// The most tables that one guest may open in an hour [default: 60]
    #[arg(long, value_name = "N", env = "IRORI_MAX_TABLES")]
    pub max_tables: Option<u32>,
    /// A file with these settings, in TOML: `bind = "0.0.0.0:80"`
    #[arg(long, value_name = "FILE", env = "IRORI_CONFIG")]
    pub config: Option<PathBuf>,
}

#[derive(Args)]
pub struct LoadArgs {
    /// The game
    #[arg(default_value = "iroha")]
    pub game: GameId,
    /// A server that is running, as 127.0.0.1:7433 [default: one of its own, on a database in a temporary folder]
    #[arg(long, value_name = "ADDRESS:PORT", requires = "pid")]
    pub address: Option<String>,
    /// The process of that server, to see what it takes
    #[arg(long)]
    pub pid: Option<u32>,
    /// How many tables
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count)]
    pub tables: usize,
    /// How many play at each [default: the game's usual number]
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// How many more tables are open without anybody there
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub idle: usize,
    /// For how many seconds, after one to warm up
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
    /// How many moves a second at most, at all tables together [default: as many as possible]
    #[arg(long, value_name = "MOVES")]
    pub rate: Option<f64>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// From one to ten thousand.
fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().map_err(|_| format!("{text:?} is not a number"))?;
    if (1..=10_000).contains(&count) { Ok(count) } else { Err("it can be 1 to 10000".to_owned()) }
}

/// How to log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogForm {
    /// A line for people.
    Text,
    /// An object for programs.
    Json,
}

#[derive(Args)]
pub struct SimArgs {
    /// The game
    pub game: GameId,
    /// How many play [default: the game's usual number]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seats: Option<u8>,
    /// How many games
    #[arg(long, value_name = "K", default_value_t = 1000, allow_negative_numbers = true)]
    pub games: u64,
    /// Any text; the same text gives the same games
    #[arg(long, value_name = "S", default_value = "irori", allow_hyphen_values = true)]
    pub seed: String,
    /// Bots: one name for all seats, a name for each seat, or two: the first in seat 0, the second in all others
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = "random")]
    pub bots: Vec<Bot>,
    /// The longest that a bot may think about a move, in milliseconds [default: 1000 for strong]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub ms: Option<u64>,
    /// An option of the game, as in `--option rounds=6`; may be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    pub options: Vec<(String, OptionValue)>,
    /// Write the records to a file, one a line; with `-` to standard output, in place of the statistics
    #[arg(long, value_name = "FILE")]
    pub records: Option<String>,
    /// List the legal moves in every move step of the records
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
    /// How many play [default: the game's usual number]
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
    /// The longest that a bot may think about a move, in milliseconds
    #[arg(
        long, value_name = "T", default_value_t = 100, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=60_000)
    )]
    pub ms: u64,
    /// An option of the game, as in `--option rounds=6`; may be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    pub options: Vec<(String, OptionValue)>,
    /// Append the result to a file, one match a line, for `irori report`
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ArenaArgs {
    #[command(flatten)]
    pub of_match: MatchArgs,
    /// Bots: a name for each seat, or two: the first takes one seat, the second all others; one name takes all.
    /// `omniscient` sees all cards
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    pub bots: Vec<Contestant>,
    /// Stop as soon as it is sure whether the first is stronger by at most LOW or at least HIGH Elo points
    #[arg(long, value_name = "LOW,HIGH", value_parser = differences, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// Write the records of all games to a file, one a line; with `-` to standard output, in place of the table
    #[arg(long, value_name = "FILE")]
    pub records: Option<String>,
}

#[derive(Args)]
pub struct LadderArgs {
    #[command(flatten)]
    pub of_match: MatchArgs,
    /// The bots to rate; `greedy`, or else the first, has 1000 points
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
    /// The results, as `--save` of `arena` and `ladder` has left them
    #[arg(long, value_name = "FILE", default_value = "docs/bots/results.jsonl")]
    pub results: PathBuf,
    /// The page to write; its pictures go into a folder of the same name
    #[arg(long, value_name = "FILE", default_value = "docs/bots.md")]
    pub page: PathBuf,
    /// Write nothing, and print the commands whose results the page still lacks
    #[arg(long)]
    pub missing: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// A file of records, one a line; `-` for standard input
    pub file: String,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub noted: Noted,
}

/// What a player noted when he sat down, to be found again in the proof of every record.
#[derive(Args)]
#[command(next_help_heading = "What you noted at the table, for records with proof of a fair shuffle")]
pub struct Noted {
    /// The commitment that the table published before the game: 64 hex digits
    #[arg(long, value_name = "HEX", value_parser = bytes)]
    pub commitment: Option<[u8; 32]>,
    /// The entropy that you added after that, which must be among what was mixed in: 64 hex digits
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
    /// Measure this game alone
    pub game: Option<GameId>,
    /// With this many seats [default: the game's usual number]
    #[arg(long, value_name = "N", requires = "game")]
    pub seats: Option<u8>,
    /// Play exactly this many games once, untimed: for tools that count instructions
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
    /// How many games to learn from [default: as many as made the checked-in table]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: Option<u32>,
    /// Any text; the same text gives the same table
    #[arg(long, value_name = "S", default_value = "irori", value_parser = word, allow_hyphen_values = true)]
    pub seed: String,
    /// Write the table to a file, as `crates/bots/data` keeps it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub struct RulesArgs {
    /// The game
    pub game: GameId,
    /// Print the text as it is written, in Markdown
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Args)]
pub struct PlayArgs {
    /// The game
    pub game: GameId,
    /// How many play, you among them [default: the game's usual number]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seats: Option<u8>,
    /// Your seat
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seat: u8,
    /// Who the others are, from the weakest: random, greedy, easy, normal, strong
    #[arg(long, value_name = "BOT", default_value = "normal")]
    pub bot: Bot,
    /// The longest that a bot may think about a move, in milliseconds [default: 1000 for strong]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub ms: Option<u64>,
    /// Any text; the same text gives the same deals [default: a fresh one]
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// An option of the game, as in `--option rounds=6`; may be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = option)]
    pub options: Vec<(String, OptionValue)>,
}

fn option(text: &str) -> Result<(String, OptionValue), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| "an option has the form key=value".to_owned())?;
    Ok((key.to_owned(), OptionValue::from_text(value)))
}

fn bytes(text: &str) -> Result<[u8; 32], String> {
    cards::from_hex(text).ok_or_else(|| "it has 64 hex digits".to_owned())
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
        _ => Err("it has the form low,high, as in 0,20: two differences from -2000 to 2000".to_owned()),
    }
}

/// Help goes out as it is; an error becomes one clear line.
pub fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Nothing is lost if nobody reads the help.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(crate::TROUBLE)
        }
        _ => {
            let text = error.to_string();
            let first = text.split("\n\n").next().unwrap_or_default();
            let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
            eprintln!("irori: {}", line.trim_start_matches("error: "));
            ExitCode::from(crate::TROUBLE)
        }
    }
}
