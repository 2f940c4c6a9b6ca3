//! The settings of `irori serve`. Each is declared once, as a flag: the environment variable, the key in a settings file,
//! the default and the help follow from that. Flags win over the environment, and the environment over the file.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use server::{Config, Limits};
use toml::Spanned;

/// In seconds.
const DAY: u64 = 24 * 60 * 60;

/// Every setting can be a flag, an environment variable such as IRORI_BIND, or a key in a file. Flags win over the
/// environment, and the environment over the file.
#[derive(Args)]
pub struct ServerSettings {
    /// The address to listen on
    #[arg(
        long, value_name = "ADDRESS:PORT", env = "IRORI_BIND", default_value_t = local(), value_parser = bind_address
    )]
    pub bind: SocketAddr,
    /// Where tables are stored: sqlite:PATH [default: irori/irori.sqlite in your data folder]
    #[arg(long, value_name = "DATABASE", env = "IRORI_DATABASE")]
    pub database: Option<String>,
    /// The address people use, such as https://irori.example [default: the address it listens on]
    #[arg(long, value_name = "URL", env = "IRORI_ORIGIN", value_parser = OriginParser)]
    pub origin: Option<String>,
    /// Trust X-Forwarded-For and X-Forwarded-Proto; only behind your own proxy
    #[arg(
        long, value_name = "BOOL", env = "IRORI_PROXY", value_parser = clap::builder::BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false",
        action = clap::ArgAction::Set
    )]
    pub proxy: bool,
    /// The minimum time a bot takes per move, in milliseconds
    #[arg(
        long, value_name = "MS", env = "IRORI_BOT_PAUSE", default_value_t = pause(),
        value_parser = clap::value_parser!(u64).range(0..=60_000)
    )]
    pub bot_pause: u64,
    /// The number of threads on which bots think [default: all cores but one]
    #[arg(long, value_name = "N", env = "IRORI_BOT_THREADS")]
    pub bot_threads: Option<usize>,
    /// The log format: text or json
    #[arg(
        long,
        value_name = "FORMAT",
        env = "IRORI_LOG",
        default_value = "text",
        hide_possible_values = true
    )]
    pub log: LogForm,
    /// How much to log: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", env = "IRORI_LOG_LEVEL", default_value = "info")]
    pub log_level: tracing::Level,
    /// The maximum number of open sockets
    #[arg(long, value_name = "N", env = "IRORI_MAX_SOCKETS", default_value_t = Limits::default().sockets)]
    pub max_sockets: usize,
    /// The maximum number of open sockets from one address
    #[arg(
        long, value_name = "N", env = "IRORI_MAX_SOCKETS_PER_ADDRESS",
        default_value_t = Limits::default().sockets_per_address
    )]
    pub max_sockets_per_address: usize,
    /// The maximum length of a socket message, in bytes
    #[arg(long, value_name = "BYTES", env = "IRORI_MAX_MESSAGE", default_value_t = Limits::default().message)]
    pub max_message: usize,
    /// The maximum number of messages per second over one socket; a burst may have four times as many
    #[arg(long, value_name = "N", env = "IRORI_MAX_MESSAGES", default_value_t = Limits::default().messages)]
    pub max_messages: u32,
    /// The maximum number of HTTP requests per minute from one address that write something
    #[arg(long, value_name = "N", env = "IRORI_MAX_WRITES", default_value_t = Limits::default().writes)]
    pub max_writes: u32,
    /// The maximum number of tables that one guest may open per hour
    #[arg(long, value_name = "N", env = "IRORI_MAX_TABLES", default_value_t = Limits::default().tables)]
    pub max_tables: u32,
    /// The maximum number of tables of one guest that the lobby lists
    #[arg(long, value_name = "N", env = "IRORI_MAX_LISTED", default_value_t = Limits::default().listed)]
    pub max_listed: usize,
    /// The maximum number of open HTTP connections from one address; sockets have their own limit
    #[arg(
        long, value_name = "N", env = "IRORI_MAX_CONNECTIONS_PER_ADDRESS",
        default_value_t = Limits::default().connections_per_address
    )]
    pub max_connections_per_address: usize,
    /// How long finished games and idle guests are kept, in days; 0 keeps them forever
    #[arg(
        long, value_name = "DAYS", env = "IRORI_KEEP_DAYS", default_value_t = keep_days(), allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(0..=36_500)
    )]
    pub keep_days: u32,
    /// A file with settings in TOML, such as `bind = "0.0.0.0:80"`
    #[arg(long, value_name = "FILE", env = "IRORI_CONFIG")]
    pub config: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogForm {
    /// A line for people.
    Text,
    /// A JSON object for programs.
    Json,
}

pub fn local() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 7433).into()
}

fn keep_days() -> u32 {
    Config::default().keep.map_or(0, |keep| (keep.as_secs() / DAY) as u32)
}

/// A name could mean several addresses, or none at the moment when the server starts.
pub fn bind_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| match text.rsplit_once(':').map(|(host, port)| (host, port.parse::<u16>())) {
        Some(("localhost", Ok(port))) => format!("use an IP address: 127.0.0.1:{port}"),
        Some((_, Ok(port))) => format!(
            "use an IP address: 127.0.0.1:{port} for this machine alone, 0.0.0.0:{port} for all networks"
        ),
        _ => format!("expected an IP address and a port, such as {}", local()),
    })
}

/// The error of clap names the value before the reason, which reads badly here.
#[derive(Clone)]
struct OriginParser;

impl TypedValueParser for OriginParser {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        origin(&value.to_string_lossy())
            .map_err(|message| clap::Error::raw(ErrorKind::ValueValidation, message))
    }
}

/// An origin as browsers send it: scheme and host in lower case, no path.
fn origin(text: &str) -> Result<String, String> {
    let lower = text.to_lowercase();
    let Some((scheme, rest)) =
        lower.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme))
    else {
        return Err(format!(
            "--origin must begin with http:// or https://, such as https://irori.example, not {text:?}"
        ));
    };
    let host = rest.strip_suffix('/').unwrap_or(rest);
    let bare = host.split(['/', '?', '#']).next().unwrap_or_default();
    if bare.is_empty() || bare.contains(|c: char| c.is_whitespace() || c == '@') {
        return Err(format!("--origin must name a host, such as https://irori.example, not {text:?}"));
    }
    if bare != host {
        return Err(format!("--origin must not have a path: use {scheme}://{bare}, not {text:?}"));
    }
    // Browsers leave out the usual port.
    let usual = if scheme == "https" { ":443" } else { ":80" };
    Ok(format!("{scheme}://{}", host.strip_suffix(usual).unwrap_or(host)))
}

fn pause() -> u64 {
    Config::default().pause.as_millis() as u64
}

impl ServerSettings {
    pub fn server_config(&self, admin_key: String) -> Config {
        Config {
            origin: self.origin.clone(),
            proxy: self.proxy,
            pause: Duration::from_millis(self.bot_pause),
            thinkers: self.bot_threads.unwrap_or(Config::default().thinkers),
            limits: Limits {
                sockets: self.max_sockets,
                sockets_per_address: self.max_sockets_per_address,
                message: self.max_message,
                messages: self.max_messages,
                writes: self.max_writes,
                tables: self.max_tables,
                listed: self.max_listed,
                connections_per_address: self.max_connections_per_address,
            },
            keep: (self.keep_days > 0).then(|| Duration::from_secs(u64::from(self.keep_days) * DAY)),
            admin_key: Some(admin_key),
        }
    }
}

/// All settings, as their flags declare them.
fn declared() -> Vec<Arg> {
    ServerSettings::augment_args(Command::new("serve")).get_arguments().cloned().collect()
}

/// The name of a setting in a file, which is that of its flag. The file cannot name another file.
fn key(setting: &Arg) -> Option<&str> {
    setting.get_long().filter(|long| *long != "config")
}

/// Makes the values of a settings file the defaults of a command's flags. `check` tries one flag by itself.
pub fn with_file(
    serve: Command,
    path: &Path,
    check: impl Fn(&str) -> Result<(), String>,
) -> anyhow::Result<Command> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{shown} cannot be read"))?;
    let line_at = |at: usize| 1 + text.get(..at).unwrap_or_default().matches('\n').count();
    let file: BTreeMap<Spanned<String>, toml::Value> = toml::from_str(&text).map_err(|error| {
        let line = line_at(error.span().map_or(0, |span| span.start));
        anyhow::anyhow!("{shown}, line {line}: {}", error.message().replace('\n', " "))
    })?;
    let settings = declared();
    let mut serve = serve;
    for (name, value) in file {
        let (line, name) = (line_at(name.span().start), name.into_inner());
        let Some(setting) = settings.iter().find(|setting| key(setting) == Some(&name)) else {
            let keys: Vec<&str> = settings.iter().filter_map(key).collect();
            bail!("{shown}, line {line}: unknown key {name:?}; the keys are {}", keys.join(", "));
        };
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => bail!("{shown}, line {line}: {name} must be a text, a whole number, or true or false"),
        };
        check(&format!("--{name}={value}"))
            .map_err(|error| anyhow::anyhow!("{shown}, line {line}: {error}"))?;
        serve = serve.mut_arg(setting.get_id().as_str(), |arg| arg.default_value(value));
    }
    Ok(serve)
}

/// Environment variables that look like settings of ours and are none.
pub fn unknown_variables() -> Vec<String> {
    let settings = declared();
    let is_setting =
        |name: &str| settings.iter().any(|setting| setting.get_env().is_some_and(|env| env == name));
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let mut unknown: Vec<String> =
        names.filter(|name| name.starts_with("IRORI_") && !is_setting(name)).collect();
    unknown.sort();
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "../../docs/operating.md";

    /// The table of settings in `docs/operating.md`.
    fn table() -> String {
        let mut table =
            String::from("| flag | environment | file | default | meaning |\n|---|---|---|---|---|\n");
        for setting in declared() {
            let flag = setting.get_long().unwrap();
            let value = setting.get_value_names().unwrap()[0].as_str();
            let flag_and_value = match setting.get_default_values().first() {
                Some(_) if setting.is_require_equals_set() => format!("--{flag}[={value}]"),
                _ => format!("--{flag} {value}"),
            };
            let environment = setting.get_env().unwrap().to_str().unwrap();
            assert_eq!(environment, format!("IRORI_{}", flag.replace('-', "_").to_uppercase()));
            let file = key(&setting).map(|key| format!("`{key}`")).unwrap_or_default();
            let help = setting.get_help().unwrap().to_string();
            let (help, told) = help.split_once(" [default: ").unwrap_or((&help, ""));
            let default = match setting.get_default_values().first() {
                Some(default) => format!("`{}`", default.to_str().unwrap()),
                None => told.trim_end_matches(']').to_owned(),
            };
            let meaning = help[..1].to_lowercase() + &help[1..];
            table += &format!("| `{flag_and_value}` | `{environment}` | {file} | {default} | {meaning} |\n");
        }
        table
    }

    #[test]
    fn the_page_on_operating_has_the_table_of_settings() {
        let page = std::fs::read_to_string(PAGE).unwrap();
        let start = page.find("| flag |").expect("the page has the table");
        let end = start + page[start..].find("\n\n").unwrap() + 1;
        if std::env::var_os("IRORI_BLESS").is_some() {
            std::fs::write(PAGE, format!("{}{}{}", &page[..start], table(), &page[end..])).unwrap();
        } else {
            assert_eq!(page[start..end], table(), "`make golden` writes it");
        }
    }
}
