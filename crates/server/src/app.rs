//! The server as a whole: all tables, and the limits that keep floods out.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use store::Journal;
use table::{Refusal, RefusalCode};
use tokio::net::TcpListener;

use crate::config::Config;
use crate::live::Hall;
use crate::live::time::now;
use crate::metrics::Limit;
use crate::net::connections::{Connections, files_limit, files_open};
use crate::net::{Buckets, Source, accept};

/// When the server stops: how long open requests may take, and then how long sockets may take to close.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long the result of a health check holds.
const HEALTH: Duration = Duration::from_secs(1);

pub struct App {
    pub hall: Arc<Hall>,
    /// Limits requests that write, by address.
    pub writes: Buckets<Source>,
    /// Limits what makes the server replay a game or bring a client up to date, by address.
    pub catch_ups: Buckets<Source>,
    /// Limits opened tables, by guest.
    pub opened: Buckets<String>,
    /// Held while a table for the lobby is opened.
    pub listing: tokio::sync::Mutex<()>,
    /// The connections that are not sockets.
    connections: Arc<Connections>,
    stopping: AtomicBool,
    /// What the last health check found, and when.
    health: tokio::sync::Mutex<Option<(Instant, Result<(), String>)>>,
    sockets: Mutex<HashMap<Source, usize>>,
}

impl App {
    /// A server over a journal.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn new(journal: Arc<dyn Journal>, config: Config) -> Arc<App> {
        Arc::new(App {
            connections: Connections::new(&config),
            hall: Hall::new(journal, config),
            writes: Buckets::default(),
            catch_ups: Buckets::default(),
            opened: Buckets::default(),
            listing: tokio::sync::Mutex::default(),
            stopping: AtomicBool::new(false),
            health: tokio::sync::Mutex::default(),
            sockets: Mutex::default(),
        })
    }

    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.hall.services.journal
    }

    /// Serves until `until` is done, then tells all clients, closes their sockets and closes the journal.
    pub async fn serve(
        self: Arc<App>,
        listener: TcpListener,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let app = self.clone();
        let (stopped, stops) = tokio::sync::oneshot::channel::<()>();
        let stop = async move {
            until.await;
            app.stopping.store(true, Ordering::Relaxed);
            app.hall.say_closing();
            drop(stopped);
        };
        // A client that never ends its request must not keep the server from stopping.
        let patience = async move {
            let _ = stops.await;
            tokio::time::sleep(FAREWELL).await;
        };
        let routes = crate::http::routes(self.clone());
        // A task of its own, so that it takes turns with the connections.
        let (connections, metrics) = (self.connections.clone(), self.hall.services.metrics.clone());
        let mut serving = tokio::spawn(accept::serve(listener, routes, connections, metrics, stop));
        tokio::select! {
            _ = &mut serving => {}
            () = patience => serving.abort(),
        }
        let farewell = async {
            while !self.lock().is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
        if let Err(error) = self.hall.services.journal.close().await {
            tracing::error!(%error, "journal not closed");
        }
        Ok(())
    }

    /// Whether the database can be read and written. However many ask, it is tried once a second.
    pub async fn is_well(&self) -> Result<(), String> {
        if let Some(reason) = self.hall.services.rest.reason() {
            return Err(reason);
        }
        let mut health = self.health.lock().await;
        if let Some((since, found)) = &*health
            && since.elapsed() < HEALTH
        {
            return found.clone();
        }
        let found = self.journal().is_well().await.map_err(|error| error.to_string());
        *health = Some((Instant::now(), found.clone()));
        found
    }

    /// Numbers in the text format of Prometheus.
    pub fn metrics(&self) -> String {
        let mut text = self.hall.services.metrics.text(self.journal().status());
        let connections = &self.connections;
        text.gauge("connections", "Open connections that are not sockets.", connections.open());
        let closed = [
            ("timeout", connections.timeout()),
            ("limit", connections.limit()),
            ("evicted", connections.evicted()),
        ];
        let help = "Connections closed for a reason other than their end.";
        text.labelled("connections_closed_total", "counter", help, "reason", closed);
        text.gauge("files_open", "Open files of the process.", files_open());
        text.gauge("files_limit", "How many files the process may open.", files_limit());
        text.0
    }

    /// Loads the tables with a game in progress, and returns how many there are.
    pub async fn resume(&self) -> Result<usize, Refusal> {
        self.hall.resume().await
    }

    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Whether an address may have a client brought up to date, or a game replayed, once more.
    pub fn may_catch_up(&self, source: Source) -> Result<(), Refusal> {
        // Everybody behind one address may reconnect at once, as after a restart.
        let burst = self.hall.services.config.limits.sockets_per_address as f64;
        if self.catch_ups.take(source, burst, burst / 40.0) {
            return Ok(());
        }
        self.hall.services.metrics.limit(Limit::CatchUp, format_args!("address {source}"), now());
        Err(Refusal::new(RefusalCode::TooFast, "too many connections from your address; wait a little"))
    }

    /// Counts one more socket from an address.
    pub fn enter(self: &Arc<App>, source: Source) -> Result<Entered, Refusal> {
        if self.is_stopping() {
            return Err(Refusal::unavailable());
        }
        let limits = &self.hall.services.config.limits;
        let hit =
            || self.hall.services.metrics.limit(Limit::Sockets, format_args!("address {source}"), now());
        let mut sockets = self.lock();
        if sockets.values().sum::<usize>() >= self.connections.most_sockets() {
            hit();
            return Err(Refusal::new(RefusalCode::Full, "the server is full; try again later"));
        }
        let count = sockets.get(&source).copied().unwrap_or_default();
        if count >= limits.sockets_per_address {
            hit();
            return Err(Refusal::new(
                RefusalCode::TooMany,
                "too many sockets from your address; close one first",
            ));
        }
        sockets.insert(source, count + 1);
        drop(sockets);
        Ok(Entered { app: self.clone(), source })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Source, usize>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A counted socket. Dropping it frees its place.
pub struct Entered {
    app: Arc<App>,
    source: Source,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut sockets = self.app.lock();
        if let Some(count) = sockets.get_mut(&self.source) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.source);
            }
        }
    }
}
