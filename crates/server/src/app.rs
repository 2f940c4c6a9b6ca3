//! The server as a whole: the hall and what keeps floods out. It is served by whoever hands it a listener.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::serve::ListenerExt;
use store::Journal;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::config::Config;
use crate::hall::Hall;
use crate::limit::Buckets;
use crate::refusal::Refusal;

/// How long requests and then sockets have to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// The server.
pub struct App {
    /// All tables.
    pub hall: Arc<Hall>,
    /// Changes when the server is about to stop.
    pub stopping: watch::Receiver<bool>,
    /// Requests that write, by address.
    pub writes: Buckets<IpAddr>,
    /// Tables opened, by guest.
    pub opened: Buckets<String>,
    stop: watch::Sender<bool>,
    sockets: Mutex<HashMap<IpAddr, usize>>,
}

impl App {
    /// A server over a journal.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn new(journal: Arc<dyn Journal>, config: Config) -> Arc<App> {
        let (stop, stopping) = watch::channel(false);
        Arc::new(App {
            hall: Hall::new(journal, config),
            stopping,
            writes: Buckets::default(),
            opened: Buckets::default(),
            stop,
            sockets: Mutex::default(),
        })
    }

    /// Serves until `until` is done; then says goodbye to everybody and writes what is left to write.
    pub async fn serve(
        self: Arc<App>,
        listener: TcpListener,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let app = self.clone();
        let (stopped, stops) = tokio::sync::oneshot::channel::<()>();
        let stop = async move {
            until.await;
            app.hall.say_closing();
            let _ = app.stop.send(true);
            drop(stopped);
        };
        // Somebody who never ends his request must not keep the server from stopping.
        let patience = async move {
            let _ = stops.await;
            tokio::time::sleep(FAREWELL).await;
        };
        // A frame is a whole message: nothing is gained by waiting for more.
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

    /// Brings back the tables on which a game is under way, and says how many.
    pub async fn resume(&self) -> Result<usize, Refusal> {
        self.hall.resume().await
    }

    /// Lets one more socket in from an address.
    pub fn entered(&self, address: IpAddr) -> Result<(), Refusal> {
        let limits = &self.hall.config.limits;
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if sockets.values().sum::<usize>() >= limits.sockets {
            return Err(Refusal::new("full", "the house is full; try again later"));
        }
        let count = sockets.entry(address).or_default();
        if *count >= limits.sockets_per_address {
            return Err(Refusal::new("too-many", "too many sockets from your address"));
        }
        *count += 1;
        Ok(())
    }

    /// A socket from an address was closed.
    pub fn left(&self, address: IpAddr) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&address);
            }
        }
    }
}
