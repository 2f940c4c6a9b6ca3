//! A plain HTTP connection as hyper reads and writes it. It notes what the connection waits for, because hyper's own
//! timeout does not tell a request that comes slowly from a connection that is kept for the next request.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::connections::Connections;

/// How long a request may take to arrive: its head, and then its body.
pub const HEAD: Duration = Duration::from_secs(10);
pub const BODY: Duration = Duration::from_secs(10);
/// How long a connection is kept for the next request.
pub const IDLE: Duration = Duration::from_secs(75);
/// How long a client may take to read the next part of an answer.
pub const UNREAD: Duration = Duration::from_secs(60);

/// The place of a connection among all of them.
pub struct Place {
    connections: Arc<Connections>,
    id: u64,
    evict: Arc<Notify>,
    progress: Mutex<Progress>,
}

struct Progress {
    stage: Stage,
    /// Since when the client has taken nothing of what is to be sent.
    unread: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Waits for the rest of the head of a request.
    Head(Instant),
    /// Waits for the rest of its body.
    Body,
    Busy,
    /// The answer is complete, but parts of it may wait to be sent.
    Answered,
    /// Waits for another request.
    Idle(Instant),
}

impl Progress {
    fn waits_for_client(&self) -> bool {
        self.unread.is_some() || matches!(self.stage, Stage::Head(_) | Stage::Body | Stage::Idle(_))
    }
}

impl Place {
    pub fn new(connections: Arc<Connections>, id: u64, evict: Arc<Notify>) -> Place {
        let progress = Progress { stage: Stage::Head(Instant::now()), unread: None };
        connections.set_waiting(id, progress.waits_for_client());
        Place { connections, id, evict, progress: Mutex::new(progress) }
    }

    /// When the server gives up; nothing while it is the server that works. The body of a request has its time limit
    /// where it is read, so that the client gets an answer.
    pub fn deadline(&self) -> Option<Instant> {
        self.look(|progress| match progress.stage {
            Stage::Head(since) => Some(since + HEAD),
            Stage::Idle(since) => Some(since + IDLE),
            Stage::Body | Stage::Busy | Stage::Answered => progress.unread.map(|since| since + UNREAD),
        })
    }

    pub fn is_idle(&self) -> bool {
        self.look(|progress| matches!(progress.stage, Stage::Idle(_)))
    }

    /// Whether there is no request to answer.
    pub fn awaits_request(&self) -> bool {
        self.look(|progress| matches!(progress.stage, Stage::Head(_) | Stage::Idle(_)))
    }

    /// Waits until the connection has to make room.
    pub async fn evicted(&self) {
        self.evict.notified().await;
    }

    /// The head of a request is complete.
    pub fn asked(&self) {
        self.change(|progress| progress.stage = Stage::Busy);
    }

    /// The answer is complete.
    pub fn answered(&self) {
        self.change(|progress| progress.stage = Stage::Answered);
    }

    /// Everything is sent.
    pub fn flushed(&self) {
        self.change(|progress| {
            if progress.stage == Stage::Answered {
                progress.stage = Stage::Idle(Instant::now());
            }
        });
    }

    /// Frees the place before the connection ends, since it is a socket now.
    pub fn leave(&self) {
        self.connections.leave(self.id);
    }

    pub fn count_timeout(&self) {
        self.connections.count_timeout();
    }

    fn received(&self) {
        self.change(|progress| {
            if let Stage::Idle(_) = progress.stage {
                progress.stage = Stage::Head(Instant::now());
            }
        });
    }

    fn awaits_body(&self, awaits: bool) {
        self.change(|progress| match (progress.stage, awaits) {
            (Stage::Busy, true) => progress.stage = Stage::Body,
            (Stage::Body, false) => progress.stage = Stage::Busy,
            _ => {}
        });
    }

    fn sent<T>(&self, sent: &Poll<io::Result<T>>) {
        self.change(|progress| match sent {
            Poll::Pending => {
                progress.unread.get_or_insert_with(Instant::now);
            }
            Poll::Ready(_) => progress.unread = None,
        });
    }

    fn look<T>(&self, look: impl FnOnce(&Progress) -> T) -> T {
        look(&self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = progress.waits_for_client();
        change(&mut progress);
        let waits = progress.waits_for_client();
        if waits != waited {
            self.connections.set_waiting(self.id, waits);
        }
    }

    #[cfg(test)]
    pub fn is_evicted(&self) -> bool {
        use futures_util::FutureExt;
        let evicted = self.evict.notified().now_or_never().is_some();
        if evicted {
            self.evict.notify_one();
        }
        evicted
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.leave();
    }
}

/// The connection for hyper.
pub struct Plain {
    io: TokioIo<TcpStream>,
    place: Arc<Place>,
}

impl Plain {
    pub fn new(stream: TcpStream, place: Arc<Place>) -> Plain {
        Plain { io: TokioIo::new(stream), place }
    }

    /// The connection for a socket. It no longer counts as a plain one.
    pub fn into_stream(self) -> TcpStream {
        self.place.leave();
        self.io.into_inner()
    }
}

impl Read for Plain {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.io).poll_read(context, buffer));
        self.place.received();
        Poll::Ready(read)
    }
}

impl Write for Plain {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.io).poll_write(context, bytes);
        self.place.sent(&sent);
        sent
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.io).poll_write_vectored(context, parts);
        self.place.sent(&sent);
        sent
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.io).poll_flush(context));
        // hyper flushes once nothing is left in its own buffer.
        self.place.flushed();
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}

/// The body of a request. It notes when the client keeps the server waiting for it.
pub struct Asked {
    body: Incoming,
    place: Arc<Place>,
}

impl Asked {
    pub fn new(body: Incoming, place: Arc<Place>) -> Asked {
        Asked { body, place }
    }
}

impl hyper::body::Body for Asked {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.place.awaits_body(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.place.awaits_body(false);
    }
}

/// The body of an answer. It notes when hyper has all of it.
pub struct Answer {
    body: Body,
    place: Arc<Place>,
}

impl Answer {
    pub fn new(body: Body, place: Arc<Place>) -> Answer {
        Answer { body, place }
    }
}

impl hyper::body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.place.answered();
    }
}
