//! `irori serve`: the table, for browsers and programs.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Deserialize;
use server::{App, Config, Limits};
use store::{Journal, Sqlite};
use tokio::net::TcpListener;

use crate::cli::{LogForm, ServeArgs};

const BIND: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7433);

/// Serves until it is told to stop.
pub fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    let args = args.with_file()?;
    start_logging(&args)?;
    let journal = open_journal(args.database.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(args, journal))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(args: ServeArgs, journal: Arc<dyn Journal>) -> anyhow::Result<()> {
    let bind = args.bind.unwrap_or(BIND);
    let listener = TcpListener::bind(bind).await.with_context(|| format!("cannot listen at {bind}"))?;
    let address = listener.local_addr()?;
    let app = App::new(journal, config(&args));
    let resumed = app.resume().await.context("the tables cannot be resumed")?;
    if resumed > 0 {
        tracing::info!(tables = resumed, "games under way go on");
    }
    let stop = asked_to_stop()?;
    let origin = args.origin.clone().unwrap_or_else(|| format!("http://{address}"));
    crate::out::print(&format!("Irori is at {origin} (Ctrl-C ends it)\n"))?;
    tracing::info!(%address, "serving");
    app.serve(listener, stop).await?;
    tracing::info!("stopped; all is written");
    Ok(())
}

/// Waits for Ctrl-C or what a system sends to end a service. It listens from the call on, so that nobody who knows
/// our address can end us before we would notice.
#[cfg(unix)]
fn asked_to_stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn asked_to_stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without a handler there is nothing to wait for, and the system ends us itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn config(args: &ServeArgs) -> Config {
    let usual = Config::default();
    let limits = Limits::default();
    Config {
        origin: args.origin.clone(),
        proxy: args.proxy.unwrap_or(usual.proxy),
        pause: args.bot_pause.map_or(usual.pause, Duration::from_millis),
        thinkers: args.bot_threads.unwrap_or(usual.thinkers),
        limits: Limits {
            sockets: args.max_sockets.unwrap_or(limits.sockets),
            sockets_per_address: args.max_sockets_per_address.unwrap_or(limits.sockets_per_address),
            message: args.max_message.unwrap_or(limits.message),
            messages: args.max_messages.unwrap_or(limits.messages),
            writes: args.max_writes.unwrap_or(limits.writes),
            tables: args.max_tables.unwrap_or(limits.tables),
        },
    }
}

fn open_journal(database: Option<&str>) -> anyhow::Result<Arc<dyn Journal>> {
    let path = match database {
        None => data_folder()?.join("irori.sqlite"),
        Some(database) => match database.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => PathBuf::from(path),
            Some(("postgres" | "postgresql", _)) => {
                bail!("this version keeps its tables in SQLite only: --database sqlite:PATH")
            }
            _ => bail!("--database is sqlite:PATH, not {database:?}"),
        },
    };
    let journal =
        Sqlite::open(&path).with_context(|| format!("the database {} cannot be opened", path.display()))?;
    Ok(Arc::new(journal))
}

/// Where a program of this user keeps its data.
fn data_folder() -> anyhow::Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let data = data
        .context("there is no home folder to keep the tables in; name a file with --database sqlite:PATH")?;
    Ok(data.join("irori"))
}

fn start_logging(args: &ServeArgs) -> anyhow::Result<()> {
    // A log that is kept in a file has no use for colours.
    let colours =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let logging = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .with_max_level(args.log_level.unwrap_or(tracing::Level::INFO))
        .with_target(false);
    let started = match args.log {
        Some(LogForm::Json) => logging.json().try_init(),
        Some(LogForm::Text) | None => logging.try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging cannot be started: {error}"))
}

/// The same settings in a file, where flags and the environment do not say otherwise.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    bind: Option<SocketAddr>,
    database: Option<String>,
    origin: Option<String>,
    proxy: Option<bool>,
    bot_pause: Option<u64>,
    bot_threads: Option<usize>,
    log: Option<LogForm>,
    log_level: Option<String>,
    max_sockets: Option<usize>,
    max_sockets_per_address: Option<usize>,
    max_message: Option<usize>,
    max_messages: Option<u32>,
    max_writes: Option<u32>,
    max_tables: Option<u32>,
}

impl ServeArgs {
    fn with_file(self) -> anyhow::Result<ServeArgs> {
        let Some(path) = &self.config else { return Ok(self) };
        let file = read_file(path)?;
        let log_level = match &file.log_level {
            Some(level) => {
                Some(level.parse().with_context(|| format!("{}: log-level {level:?}", path.display()))?)
            }
            None => None,
        };
        Ok(ServeArgs {
            bind: self.bind.or(file.bind),
            database: self.database.or(file.database),
            origin: self.origin.or(file.origin),
            proxy: self.proxy.or(file.proxy),
            bot_pause: self.bot_pause.or(file.bot_pause),
            bot_threads: self.bot_threads.or(file.bot_threads),
            log: self.log.or(file.log),
            log_level: self.log_level.or(log_level),
            max_sockets: self.max_sockets.or(file.max_sockets),
            max_sockets_per_address: self.max_sockets_per_address.or(file.max_sockets_per_address),
            max_message: self.max_message.or(file.max_message),
            max_messages: self.max_messages.or(file.max_messages),
            max_writes: self.max_writes.or(file.max_writes),
            max_tables: self.max_tables.or(file.max_tables),
            config: self.config,
        })
    }
}

fn read_file(path: &Path) -> anyhow::Result<File> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    toml::from_str(&text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        anyhow::anyhow!("{}, line {line}: {}", path.display(), error.message().replace('\n', " "))
    })
}
