//! Somebody who listens to a table. Whoever has something to tell sends it at once: to wake the task of the socket for
//! that would cost more than the sending. What the line does not take waits for that task, up to a number of frames;
//! who reads so slowly that more would have to wait is let go.

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

/// How many frames may wait for a slow reader before he is let go; he can come back and gets what he missed.
const QUEUE: usize = 256;

/// The sending end of a table's socket. Many may speak to it; the task of the socket attends to it.
pub struct Listener {
    /// A number of its own.
    pub key: u64,
    /// The guest, if he has said who he is.
    pub guest: Option<String>,
    /// Counts the frames that are sent.
    frames: Arc<Counter>,
    out: Mutex<Out>,
}

/// Why somebody is told nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// He reads too slowly, or the server stops.
    LetGo,
    /// The line is cut.
    Cut,
}

struct Out {
    /// Nothing after the line was hung up.
    line: Option<OwnedWriteHalf>,
    /// What the line has not taken yet.
    waiting: VecDeque<Bytes>,
    end: Option<End>,
    /// The task of the socket, once it attends.
    task: Option<Waker>,
}

impl Listener {
    /// A listener at the end of a line.
    pub fn new(key: u64, guest: Option<String>, line: OwnedWriteHalf, frames: Arc<Counter>) -> Listener {
        let out = Out { line: Some(line), waiting: VecDeque::new(), end: None, task: None };
        Listener { key, guest, frames, out: Mutex::new(out) }
    }

    /// Tells it something; false if it does not listen any more, or too slowly. After a frame that did not fit it is
    /// told nothing, for there would be a gap.
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

    /// Sends what the protocol of sockets says by itself, also to one who is told nothing more.
    pub fn put(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = self.lock();
        if let Some(taken) = out.send(bytes) {
            out.wait(Bytes::copy_from_slice(&bytes[taken..]));
        }
        if out.end == Some(End::Cut) { Err(ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    /// Tells it nothing more, and has its socket closed.
    pub fn let_go(&self) {
        self.lock().end(End::LetGo);
    }

    /// Sends what waits, whenever the line takes it, until there is nothing more to be told.
    pub async fn attend(&self) -> End {
        poll_fn(|context| {
            let mut out = self.lock();
            out.be_woken(context);
            if out.end.is_none() {
                // What is left is tried again when the line takes it.
                let _ = out.poll_send_waiting(context);
            }
            out.end.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    /// Waits until all is sent that can be.
    pub async fn sent(&self) {
        poll_fn(|context| self.lock().poll_send_waiting(context)).await;
    }

    /// Lets the line end, whoever still holds this.
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
    /// Sends as much as the line takes at once; says how much that was if it was not all.
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

    /// Has something wait if there is room. Who is let go may still be told that, after what is half sent.
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

    /// Ends it; a line that is cut stays so.
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
