//! The sending end of a socket. Frames are queued under a table's lock and sent when that is released, by the thread that
//! released it: waking the socket's task would cost more than the write. What the connection does not take waits for that
//! task, up to a number of frames; a client that reads more slowly than that is disconnected.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::net::tcp::OwnedWriteHalf;
use tokio_tungstenite::tungstenite::Bytes;

use super::Source;
use super::wire::Frame;
use crate::live::Mutes;
use crate::metrics::Metrics;

/// How many frames are handed to the system at once.
const AT_ONCE: usize = 16;

/// The sending end of a table's socket. Many threads may send; the socket's task sends what had to wait.
pub struct Listener {
    pub key: u64,
    /// Where the client connects from.
    pub source: Source,
    who: Option<Who>,
    metrics: Arc<Metrics>,
    out: Mutex<Out>,
}

/// The guest behind a socket.
pub struct Who {
    pub guest: String,
    pub mutes: Arc<Mutes>,
}

/// Why a listener gets nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    LetGo(LetGo),
    /// The connection is gone.
    Cut,
}

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetGo {
    /// The client reads too slowly.
    Slow,
    /// The server stops.
    Stopping,
    /// The guest's tokens are no longer good.
    SignedOut,
    /// The table is gone.
    Deleted,
    /// The socket has come to its end for another reason.
    Over,
}

struct Out {
    /// Nothing after `hang_up`.
    line: Option<OwnedWriteHalf>,
    /// What the connection has not taken yet.
    waiting: VecDeque<Bytes>,
    end: Option<End>,
    /// The socket's task, once it runs `attend`.
    task: Option<Waker>,
}

impl Listener {
    /// How many frames may wait for a slow client before it is disconnected. It can reconnect and gets what it missed.
    pub const QUEUE: usize = 256;

    pub fn new(
        key: u64,
        source: Source,
        who: Option<Who>,
        line: OwnedWriteHalf,
        metrics: Arc<Metrics>,
    ) -> Listener {
        let out = Out { line: Some(line), waiting: VecDeque::new(), end: None, task: None };
        Listener { key, source, who, metrics, out: Mutex::new(out) }
    }

    /// The guest's id; nothing for a spectator without a token.
    pub fn guest(&self) -> Option<&str> {
        self.who.as_ref().map(|who| who.guest.as_str())
    }

    /// The guests that the guest has muted.
    pub fn muted(&self) -> Arc<[String]> {
        self.who.as_ref().map(|who| who.mutes.get()).unwrap_or_default()
    }

    /// Queues a frame and sends nothing yet. After a frame that did not fit nothing more is taken, because there would be
    /// a gap.
    pub fn push(&self, frame: &Frame) {
        let mut out = self.lock();
        if out.end.is_none() {
            out.push(frame.shared());
            self.metrics.frames.add(1);
            self.metrics.frame_bytes.add(frame.bytes().len() as i64);
        }
    }

    /// Sends what is queued, as far as the connection takes it.
    pub fn flush(&self) {
        let mut out = self.lock();
        out.flush();
        if !out.waiting.is_empty() {
            out.wake();
        }
    }

    /// Sends a frame; false if the client is gone or too slow.
    pub fn tell(&self, frame: &Frame) -> bool {
        self.push(frame);
        self.flush();
        self.lock().end.is_none()
    }

    /// Sends what the WebSocket protocol itself needs, even after the last frame.
    pub fn put(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = self.lock();
        out.push(Bytes::copy_from_slice(bytes));
        out.flush();
        if !out.waiting.is_empty() {
            out.wake();
        }
        if out.end == Some(End::Cut) { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    /// Sends nothing more, and has the socket closed.
    pub fn let_go(&self, why: LetGo) {
        self.lock().end(End::LetGo(why));
    }

    /// Sends what waits whenever the connection takes it, until the listener ends.
    pub async fn attend(&self) -> End {
        poll_fn(|context| {
            let mut out = self.lock();
            out.be_woken(context);
            if out.end.is_none() {
                // What is left is tried again when the connection takes it.
                let _ = out.poll_send_waiting(context);
            }
            out.end.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    /// Waits until everything is sent that can be.
    pub async fn sent(&self) {
        poll_fn(|context| self.lock().poll_send_waiting(context)).await;
    }

    /// Ends the connection, whoever still holds this listener.
    pub fn hang_up(&self) {
        let mut out = self.lock();
        out.end(End::Cut);
        out.waiting.clear();
        out.line = None;
    }

    fn lock(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Out {
    /// Queues bytes if there is room. A client that is let go may still get the close message after a half-sent frame.
    fn push(&mut self, bytes: Bytes) {
        if self.waiting.len() >= Listener::QUEUE && self.end.is_none() {
            self.waiting.truncate(1);
            self.end(End::LetGo(LetGo::Slow));
        } else {
            self.waiting.push_back(bytes);
        }
    }

    /// Sends as much as the connection takes at once.
    fn flush(&mut self) {
        while let (Some(line), false) = (&self.line, self.waiting.is_empty()) {
            match write(line, &self.waiting) {
                Ok(taken) => self.taken(taken),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => {
                    self.end(End::Cut);
                    self.waiting.clear();
                }
            }
        }
    }

    /// Forgets bytes that were sent.
    fn taken(&mut self, mut taken: usize) {
        while let Some(first) = self.waiting.front_mut() {
            if taken < first.len() {
                drop(first.split_to(taken));
                return;
            }
            taken -= first.len();
            self.waiting.pop_front();
        }
    }

    fn poll_send_waiting(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            self.flush();
            let (Some(line), false) = (&self.line, self.waiting.is_empty()) else { return Poll::Ready(()) };
            if ready!(line.as_ref().poll_write_ready(context)).is_err() {
                self.end(End::Cut);
                self.waiting.clear();
            }
        }
    }

    /// Ends the listener. A connection that is gone stays so, and the first reason counts.
    fn end(&mut self, end: End) {
        if self.end.is_none() || (end == End::Cut && self.end != Some(End::Cut)) {
            self.end = Some(end);
            self.wake();
        }
    }

    fn be_woken(&mut self, context: &Context<'_>) {
        if !self.task.as_ref().is_some_and(|task| task.will_wake(context.waker())) {
            self.task = Some(context.waker().clone());
        }
    }

    fn wake(&self) {
        if let Some(task) = &self.task {
            task.wake_by_ref();
        }
    }
}

fn write(line: &OwnedWriteHalf, waiting: &VecDeque<Bytes>) -> io::Result<usize> {
    match waiting.front() {
        Some(only) if waiting.len() == 1 => line.try_write(only),
        _ => {
            let mut slices = [IoSlice::new(&[]); AT_ONCE];
            let count = waiting.len().min(AT_ONCE);
            for (slice, bytes) in slices.iter_mut().zip(waiting) {
                *slice = IoSlice::new(bytes);
            }
            line.try_write_vectored(&slices[..count])
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("key", &self.key).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
