//! Somebody who listens to a table: frames go into a queue of limited length, and who reads too slowly is let go.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::ws::Utf8Bytes;

/// How many frames may wait for a slow reader before he is let go; he can come back and gets what he missed.
const QUEUE: usize = 256;

/// One end of a table's socket. Many may speak to it, and one task, that of the socket, listens.
#[derive(Debug)]
pub struct Listener {
    /// A number of its own.
    pub key: u64,
    /// The guest, if he has said who he is.
    pub guest: Option<String>,
    queue: Mutex<Queue>,
}

/// What waits to be sent.
#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Utf8Bytes>,
    /// Whether nothing more is told.
    is_let_go: bool,
    /// The task of the socket, while it waits for any of this.
    waits: Option<Waker>,
}

impl Listener {
    /// A listener.
    pub fn new(key: u64, guest: Option<String>) -> Listener {
        Listener { key, guest, queue: Mutex::default() }
    }

    /// Tells it something; false if it does not listen any more, or too slowly. After a frame that did not fit it is
    /// told nothing, for there would be a gap.
    pub fn tell(&self, frame: Utf8Bytes) -> bool {
        let mut queue = self.lock();
        if queue.is_let_go {
            return false;
        }
        let fits = queue.frames.len() < QUEUE;
        if fits {
            queue.frames.push_back(frame);
        } else {
            queue.is_let_go = true;
        }
        wake(queue);
        fits
    }

    /// Tells it nothing more, and has its socket closed.
    pub fn let_go(&self) {
        let mut queue = self.lock();
        queue.is_let_go = true;
        wake(queue);
    }

    /// Waits for the next frame; nothing when it is let go, whatever waits.
    pub async fn next(&self) -> Option<Utf8Bytes> {
        poll_fn(|context| {
            self.poll(
                context,
                |queue| if queue.is_let_go { Some(None) } else { queue.frames.pop_front().map(Some) },
            )
        })
        .await
    }

    /// The next frame, if one waits.
    pub fn waiting(&self) -> Option<Utf8Bytes> {
        self.lock().frames.pop_front()
    }

    /// Waits until it is let go.
    pub async fn is_let_go(&self) {
        poll_fn(|context| self.poll(context, |queue| queue.is_let_go.then_some(()))).await;
    }

    fn poll<T>(&self, context: &Context<'_>, look: impl FnOnce(&mut Queue) -> Option<T>) -> Poll<T> {
        let mut queue = self.lock();
        match look(&mut queue) {
            Some(found) => Poll::Ready(found),
            None => {
                queue.waits = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the task of the socket, which finds the queue unlocked.
fn wake(mut queue: MutexGuard<'_, Queue>) {
    let waits = queue.waits.take();
    drop(queue);
    if let Some(waits) = waits {
        waits.wake();
    }
}
