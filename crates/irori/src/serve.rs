//! `irori serve`: the table server.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use server::App;
use store::{Journal, Sqlite};
use tokio::net::TcpListener;

use crate::admin_file::{self, AdminFile};
use crate::cli;
use crate::database;
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
    raise_file_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    {
        let _context = runtime.enter();
        survive_file_size_limit()?;
    }
    let database = database::path(settings.database.as_deref())?;
    let journal = Sqlite::open(&database)
        .with_context(|| format!("the database {} cannot be opened", database.display()))?;
    if Sqlite::exposed(&database) {
        tracing::warn!(
            database = %database.display(),
            "other users can read the database; give the file mode 600 and its folder mode 700"
        );
    }
    runtime.block_on(serve(&settings, &database, Arc::new(journal)))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(settings: &ServerSettings, database: &Path, journal: Arc<dyn Journal>) -> anyhow::Result<()> {
    let bind = settings.bind;
    let listener = TcpListener::bind(bind).await.with_context(|| format!("cannot listen on {bind}"))?;
    let address = listener.local_addr()?;
    let key = admin_file::new_key()?;
    let app = App::new(journal, settings.server_config(key.clone()));
    let resumed = app.resume().await.context("the tables cannot be loaded")?;
    if resumed > 0 {
        tracing::info!(tables = resumed, "games resumed");
    }
    let stop = asked_to_stop()?;
    let _admin_file = write_admin_file(database, address, &key);
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

/// Next to the database, where only the operator can read it. A server that cannot write it still serves.
fn write_admin_file(database: &Path, address: SocketAddr, key: &str) -> Option<AdminFile> {
    match AdminFile::write(database, address, key) {
        Ok(file) => Some(file),
        Err(error) => {
            tracing::warn!(%error, "admin file cannot be written; irori admin will not find this server");
            None
        }
    }
}

/// Many systems allow far more open files than they give a process at first.
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current == limit.maximum {
        return;
    }
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::debug!(%error, "limit of open files stays as it is");
    }
}

#[cfg(not(unix))]
fn raise_file_limit() {}

/// A file that reaches `ulimit -f` is a write that failed, like a full disk. By default the signal ends the process.
/// Once Tokio has caught a signal, it is caught for good.
#[cfg(unix)]
fn survive_file_size_limit() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
}

#[cfg(not(unix))]
fn survive_file_size_limit() -> std::io::Result<()> {
    Ok(())
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
