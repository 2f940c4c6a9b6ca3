//! The server as a whole: all tables, and the limits that keep floods out.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::serve::ListenerExt;
use store::Journal;
use tokio::net::TcpListener;

use crate::config::Config;
use crate::hall::Hall;
use crate::limit::Buckets;
use crate::refusal::{Refusal, RefusalCode};

/// When the server stops: how long open requests may take, and then how long sockets may take to close.
const FAREWELL: Duration = Duration::from_secs(5);

pub struct App {
    pub hall: Arc<Hall>,
    /// Limits requests that write, by address.
    pub writes: Buckets<IpAddr>,
    /// Limits opened tables, by guest.
    pub opened: Buckets<String>,
    stopping: AtomicBool,
    sockets: Mutex<HashMap<IpAddr, usize>>,
}

impl App {
    /// A server over a journal.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn new(journal: Arc<dyn Journal>, config: Config) -> Arc<App> {
        Arc::new(App {
            hall: Hall::new(journal, config),
            writes: Buckets::default(),
            opened: Buckets::default(),
            stopping: AtomicBool::new(false),
            sockets: Mutex::default(),
        })
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
        // A frame is a whole message, so waiting to fill a packet gains nothing.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let service = crate::http::routes(self.clone()).into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            served = axum::serve(listener, service).with_graceful_shutdown(stop).into_future() => served?,
            () = patience => {}
        }
        let farewell = async {
            while self.hall.counters.sockets.get() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, farewell).await;
        let journal = self.hall.journal.clone();
        let _ = tokio::task::spawn_blocking(move || journal.close()).await;
        Ok(())
    }

    /// Loads the tables with a game in progress, and returns how many there are.
    pub async fn resume(&self) -> Result<usize, Refusal> {
        self.hall.resume().await
    }

    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Counts one more socket from an address.
    pub fn enter(self: &Arc<App>, address: IpAddr) -> Result<Entered, Refusal> {
        if self.is_stopping() {
            return Err(Refusal::unavailable());
        }
        let limits = &self.hall.config.limits;
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if sockets.values().sum::<usize>() >= limits.sockets {
            return Err(Refusal::new(RefusalCode::Full, "the server is full; try again later"));
        }
        let count = sockets.entry(address).or_default();
        if *count >= limits.sockets_per_address {
            return Err(Refusal::new(
                RefusalCode::TooMany,
                "too many sockets from your address; close one first",
            ));
        }
        *count += 1;
        Ok(Entered { app: self.clone(), address })
    }
}

/// A counted socket. Dropping it frees its place.
pub struct Entered {
    app: Arc<App>,
    address: IpAddr,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut sockets = self.app.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.address);
            }
        }
    }
}
