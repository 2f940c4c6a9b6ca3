//! Somebody who listens to a table: frames go into a queue of limited length, and who reads too slowly is let go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tokio::sync::mpsc::{self, Receiver, Sender, error::TryRecvError, error::TrySendError};

/// How many frames may wait for a slow reader before he is let go; he can come back and gets what he missed.
const QUEUE: usize = 256;

/// One end of a table's socket.
#[derive(Clone, Debug)]
pub struct Listener {
    /// A number of its own.
    pub key: u64,
    /// The guest, if he has said who he is.
    pub guest: Option<String>,
    frames: Sender<Utf8Bytes>,
    lost: Arc<Lost>,
}

/// Where the frames of a listener arrive.
pub struct Frames {
    arriving: Receiver<Utf8Bytes>,
    lost: Arc<Lost>,
}

/// Whether a frame did not fit into the queue. Nothing may arrive after it, since events are told without gaps.
#[derive(Debug, Default)]
struct Lost {
    is_so: AtomicBool,
    told: Notify,
}

impl Listener {
    /// A listener, and where its frames arrive.
    pub fn new(key: u64, guest: Option<String>) -> (Listener, Frames) {
        let (frames, arriving) = mpsc::channel(QUEUE);
        let lost = Arc::new(Lost::default());
        (Listener { key, guest, frames, lost: lost.clone() }, Frames { arriving, lost })
    }

    /// Tells it something; false if it does not listen any more, or too slowly.
    pub fn tell(&self, frame: Utf8Bytes) -> bool {
        if self.lost.is_so.load(Ordering::Acquire) {
            return false;
        }
        match self.frames.try_send(frame) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.lost.is_so.store(true, Ordering::Release);
                self.lost.told.notify_one();
                false
            }
        }
    }
}

impl Frames {
    /// The next frame; nothing once one was lost. The listener itself may be alive all the while.
    pub async fn recv(&mut self) -> Option<Utf8Bytes> {
        if self.lost.is_so.load(Ordering::Acquire) {
            return None;
        }
        tokio::select! {
            biased;
            frame = self.arriving.recv() => frame,
            () = self.lost.told.notified() => None,
        }
    }

    /// The next frame if one waits.
    pub fn try_recv(&mut self) -> Result<Utf8Bytes, TryRecvError> {
        if self.lost.is_so.load(Ordering::Acquire) {
            return Err(TryRecvError::Disconnected);
        }
        self.arriving.try_recv()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A regression: the socket has a listener of its own, for refusals, and so never learned that it was let go.
    #[tokio::test]
    async fn who_reads_too_slowly_is_let_go_although_the_listener_lives_on() {
        let (listener, mut frames) = Listener::new(1, None);
        assert!((0..QUEUE).all(|_| listener.tell("one of many".into())));
        assert!(frames.recv().await.is_some(), "a full queue is not yet too slow");
        assert!(listener.tell("it fits again".into()));
        assert!(!listener.tell("one too many".into()));
        assert_eq!(frames.recv().await, None);
        assert!(frames.try_recv().is_err());
        assert!(!listener.tell("after a gap".into()));
    }

    #[tokio::test]
    async fn who_waits_is_woken_by_a_frame() {
        let (listener, mut frames) = Listener::new(1, None);
        let waiting = tokio::spawn(async move { frames.recv().await });
        tokio::task::yield_now().await;
        assert!(listener.tell("news".into()));
        assert_eq!(waiting.await.expect("it does not fail"), Some("news".into()));
    }
}
