//! Accepts connections and serves HTTP over them. A client that keeps the server waiting is disconnected, and a
//! connection that finds no room is told so.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep};

use super::address::Source;
use super::connections::Connections;
use super::plain::{Answer, Asked, Place, Plain};
use crate::live::time::now;
use crate::metrics::{Limit, Metrics};

/// The most that is read ahead of one connection; the head of a request must fit.
const BUFFER: usize = 32 * 1024;
/// How long to wait after the system gave no connection, at first and at most.
const BACK_OFF: Duration = Duration::from_millis(50);
const LONGEST_BACK_OFF: Duration = Duration::from_secs(1);
/// A timer that is not in use.
const FAR: Duration = Duration::from_secs(24 * 60 * 60);

/// The answer to a connection for which there is no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 83\r\n\
    Connection: close\r\nRetry-After: 5\r\n\r\n\
    {\"error\":{\"code\":\"full\",\"message\":\"too many connections at once; try again later\"}}";

/// Serves until `until` is done, and then until all requests that were under way are answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
    metrics: Arc<Metrics>,
    until: impl Future<Output = ()>,
) {
    let (stop, stopping) = watch::channel(false);
    let mut until = pin!(until);
    let mut acceptor = Acceptor { listener, back_off: None };
    loop {
        let (stream, peer) = tokio::select! {
            accepted = acceptor.accept(&connections) => accepted,
            () = &mut until => break,
        };
        let source = Source::from(peer.ip());
        if connections.is_full_for(source) {
            metrics.limit(Limit::Connections, format_args!("address {source}"), now());
            // Connections that have just sent their request get a chance to be read, so that they are not taken for
            // waiting ones.
            tokio::task::yield_now().await;
            connections.evicted_ones_closed().await;
        }
        match connections.enter(source) {
            Some(place) => {
                drop(tokio::spawn(converse(stream, peer, place, router.clone(), stopping.clone())));
            }
            None => refuse(stream),
        }
    }
    drop((acceptor, stopping));
    let _ = stop.send(true);
    stop.closed().await;
}

struct Acceptor {
    listener: TcpListener,
    /// How long the last wait took, while the system gives no connections.
    back_off: Option<Duration>,
}

impl Acceptor {
    async fn accept(&mut self, connections: &Connections) -> (TcpStream, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok(accepted) => {
                    self.back_off = None;
                    // A frame is a whole message, so waiting to fill a packet gains nothing.
                    let _ = accepted.0.set_nodelay(true);
                    return accepted;
                }
                Err(error) if is_of_client(&error) => {}
                Err(error) => {
                    if self.back_off.is_none() {
                        tracing::error!(%error, "accept failed");
                    }
                    let wait = self.back_off.map_or(BACK_OFF, |last| (2 * last).min(LONGEST_BACK_OFF));
                    self.back_off = Some(wait);
                    // Most likely there are too many open files.
                    connections.make_room();
                    tokio::time::sleep(wait).await;
                }
            }
        }
    }
}

/// Whether the client gave up before its connection was accepted.
fn is_of_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    )
}

fn refuse(stream: TcpStream) {
    // Tokio would have to wait until it knows that the new connection can be written to.
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(FULL);
    }
}

/// Serves one connection to its end, or until it becomes a socket.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    place: Arc<Place>,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let router = TowerToHyperService::new(router);
    let answer = |request: hyper::Request<Incoming>| {
        place.asked();
        let mut request = request.map(|body| Body::new(Asked::new(body, place.clone())));
        request.extensions_mut().insert(ConnectInfo(peer));
        let (answer, place) = (router.call(request), place.clone());
        async move { Ok::<_, Infallible>(answer.await?.map(|body| Answer::new(body, place))) }
    };
    let connection = http1::Builder::new()
        .max_buf_size(BUFFER)
        // It would end idle connections, too; the deadlines of the place are instead of it.
        .header_read_timeout(None)
        .serve_connection(Plain::new(stream, place.clone()), service_fn(answer))
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut evicted = pin!(place.evicted());
    let mut stop = pin!(stopping.wait_for(|stopping| *stopping));
    let mut timer = pin!(tokio::time::sleep(FAR));
    let mut stops = false;
    poll_fn(|context| {
        if connection.as_mut().poll(context).is_ready() || evicted.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        if !stops && stop.as_mut().poll(context).is_ready() {
            stops = true;
            if place.awaits_request() {
                return Poll::Ready(());
            }
            connection.as_mut().graceful_shutdown();
            if connection.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
        }
        poll_deadline(&place, timer.as_mut(), context)
    })
    .await;
}

/// Is ready when the client has kept the server waiting for too long.
fn poll_deadline(place: &Place, mut timer: std::pin::Pin<&mut Sleep>, context: &mut Context<'_>) -> Poll<()> {
    loop {
        let deadline = place.deadline();
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            if !place.is_idle() {
                place.count_timeout();
            }
            return Poll::Ready(());
        }
        // A timer that rings too early does no harm, and setting it again for every request would cost more.
        if deadline.is_some_and(|deadline| deadline < timer.deadline()) || timer.is_elapsed() {
            timer.as_mut().reset(deadline.unwrap_or_else(|| Instant::now() + FAR));
        }
        std::task::ready!(timer.as_mut().poll(context));
    }
}

#[cfg(test)]
mod tests;
