//! `irori serve`: the table server.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use server::App;
use store::{Journal, Sqlite};
use tokio::net::TcpListener;

use crate::cli;
use crate::settings::{self, LogForm, ServerSettings};

/// Serves until it is told to stop.
pub fn run(settings: ServerSettings) -> anyhow::Result<ExitCode> {
    let settings = match &settings.config {
        Some(file) => cli::settings_with_file(file)?,
        None => settings,
    };
    start_logging(&settings)?;
    let unknown = settings::unknown_variables();
    if !unknown.is_empty() {
        tracing::warn!(
            variables = unknown.join(", "),
            "unknown environment variables; see irori serve --help"
        );
    }
    let journal = open_journal(settings.database.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(&settings, journal))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(settings: &ServerSettings, journal: Arc<dyn Journal>) -> anyhow::Result<()> {
    let bind = settings.bind;
    let listener = TcpListener::bind(bind).await.with_context(|| format!("cannot listen on {bind}"))?;
    let address = listener.local_addr()?;
    let app = App::new(journal, settings.server_config());
    let resumed = app.resume().await.context("the tables cannot be loaded")?;
    if resumed > 0 {
        tracing::info!(tables = resumed, "games resumed");
    }
    let stop = asked_to_stop()?;
    let origin = settings.origin.clone().unwrap_or_else(|| format!("http://{address}"));
    crate::out::print(&format!("Irori is at {origin} (Ctrl-C stops it)\n"))?;
    tracing::info!(%address, "serving");
    app.serve(listener, stop).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM. The signals count from this call on, so that a signal right after the address is printed
/// is not lost.
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
        // Without a handler there is nothing to wait for, and the system ends the process itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn open_journal(database: Option<&str>) -> anyhow::Result<Arc<dyn Journal>> {
    let path = match database {
        None => data_folder()?.join("irori.sqlite"),
        Some(database) => match database.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => PathBuf::from(path),
            Some(("postgres" | "postgresql", _)) => {
                bail!("this version supports SQLite only: --database sqlite:PATH")
            }
            _ => bail!("--database must be sqlite:PATH, not {database:?}"),
        },
    };
    let journal =
        Sqlite::open(&path).with_context(|| format!("the database {} cannot be opened", path.display()))?;
    Ok(Arc::new(journal))
}

/// Where programs of this user keep their data.
fn data_folder() -> anyhow::Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let data =
        data.context("there is no home folder for the database; choose a file with --database sqlite:PATH")?;
    Ok(data.join("irori"))
}

fn start_logging(settings: &ServerSettings) -> anyhow::Result<()> {
    // Colour codes would only clutter a log file.
    let colours =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let logging = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .with_max_level(settings.log_level)
        .with_target(false);
    let started = match settings.log {
        LogForm::Json => logging.json().try_init(),
        LogForm::Text => logging.try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging cannot be started: {error}"))
}
