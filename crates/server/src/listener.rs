//! The sending end of a socket. A sender writes to the connection at once, because waking the socket's task would cost
//! more than the write. What the connection does not take waits for that task, up to a number of frames; a client that
//! reads more slowly than that is disconnected.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use tokio::net::tcp::OwnedWriteHalf;
use tokio_tungstenite::tungstenite::Bytes;

use crate::counters::Counter;
use crate::wire::Frame;

/// How many frames may wait for a slow client before it is disconnected. It can reconnect and gets what it missed.
const QUEUE: usize = 256;

/// The sending end of a table's socket. Many threads may send; the socket's task sends what had to wait.
pub struct Listener {
    pub key: u64,
    /// The guest; nothing for a spectator without a token.
    pub guest: Option<String>,
    frames: Arc<Counter>,
    out: Mutex<Out>,
}

/// Why a listener gets nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It reads too slowly, or the server stops.
    LetGo,
    /// The connection is gone.
    Cut,
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
    pub fn new(key: u64, guest: Option<String>, line: OwnedWriteHalf, frames: Arc<Counter>) -> Listener {
        let out = Out { line: Some(line), waiting: VecDeque::new(), end: None, task: None };
        Listener { key, guest, frames, out: Mutex::new(out) }
    }

    /// Sends a frame; false if the client is gone or too slow. After a frame that did not fit nothing more is sent,
    /// because there would be a gap.
    pub fn tell(&self, frame: &Frame) -> bool {
        let mut out = self.lock();
        if out.end.is_some() {
            return false;
        }
        if let Some(taken) = out.send(frame.bytes()) {
            out.wait(frame.after(taken));
        }
        let told = out.end.is_none();
        if told {
            self.frames.add(1);
        }
        told
    }

    /// Sends what the WebSocket protocol itself needs, even after the last frame.
    pub fn put(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = self.lock();
        if let Some(taken) = out.send(bytes) {
            out.wait(Bytes::copy_from_slice(&bytes[taken..]));
        }
        if out.end == Some(End::Cut) { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    /// Sends nothing more, and has the socket closed.
    pub fn let_go(&self) {
        self.lock().end(End::LetGo);
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
    /// Sends as much as the connection takes at once; returns how much that was if it was not all.
    fn send(&mut self, bytes: &[u8]) -> Option<usize> {
        let taken = match &self.line {
            Some(line) if self.waiting.is_empty() => line.try_write(bytes),
            _ => Err(ErrorKind::WouldBlock.into()),
        };
        match taken {
            Ok(taken) => Some(taken).filter(|&taken| taken < bytes.len()),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Some(0),
            Err(_) => {
                self.end(End::Cut);
                None
            }
        }
    }

    /// Queues the rest if there is room. A client that is let go may still get the close message after a half-sent
    /// frame.
    fn wait(&mut self, bytes: Bytes) {
        if self.waiting.len() >= QUEUE && self.end.is_none() {
            self.waiting.truncate(1);
            self.end(End::LetGo);
        } else {
            self.waiting.push_back(bytes);
            if self.waiting.len() == 1 {
                self.wake();
            }
        }
    }

    fn poll_send_waiting(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while let (Some(line), Some(first)) = (&self.line, self.waiting.front_mut()) {
            let result = match line.try_write(first) {
                Ok(taken) => {
                    drop(first.split_to(taken));
                    if first.is_empty() {
                        self.waiting.pop_front();
                    }
                    Ok(())
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    ready!(line.as_ref().poll_write_ready(context))
                }
                Err(error) => Err(error),
            };
            if result.is_err() {
                self.end(End::Cut);
                self.waiting.clear();
            }
        }
        Poll::Ready(())
    }

    /// Ends the listener. A connection that is gone stays so.
    fn end(&mut self, end: End) {
        if self.end != Some(End::Cut) {
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

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("key", &self.key).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
