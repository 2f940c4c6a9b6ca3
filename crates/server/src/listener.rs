//! Somebody who listens to a table: frames go into a queue of limited length, and who reads too slowly is let go.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc::{self, Receiver, Sender, error::TrySendError};

/// How many frames may wait for a slow reader before he is let go; he can come back and gets what he missed.
const QUEUE: usize = 256;

/// One end of a table's socket.
#[derive(Clone, Debug)]
pub struct Listener {
    /// A number of its own.
    pub key: u64,
    /// The guest, if he has said who he is.
    pub guest: Option<Arc<str>>,
    frames: Sender<Utf8Bytes>,
}

impl Listener {
    /// A listener, and where its frames arrive.
    pub fn new(key: u64, guest: Option<Arc<str>>) -> (Listener, Receiver<Utf8Bytes>) {
        let (frames, arriving) = mpsc::channel(QUEUE);
        (Listener { key, guest, frames }, arriving)
    }

    /// Tells it something; false if it does not listen any more, or too slowly.
    pub fn tell(&self, frame: Utf8Bytes) -> bool {
        match self.frames.try_send(frame) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Closed(_)) => false,
        }
    }
}
