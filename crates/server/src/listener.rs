//! Somebody who listens to a table: frames go into a queue of limited length, and who reads too slowly is let go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tokio::sync::mpsc::{self, Receiver, Sender};

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
    slow: Arc<Slow>,
}

/// Whether a frame did not fit into the queue, and who waits for that.
#[derive(Debug, Default)]
struct Slow {
    is_so: AtomicBool,
    news: Notify,
}

impl Listener {
    /// A listener, and where its frames arrive.
    pub fn new(key: u64, guest: Option<String>) -> (Listener, Receiver<Utf8Bytes>) {
        let (frames, arriving) = mpsc::channel(QUEUE);
        (Listener { key, guest, frames, slow: Arc::default() }, arriving)
    }

    /// Tells it something; false if it does not listen any more, or too slowly. After a frame that did not fit it is
    /// told nothing, for there would be a gap.
    pub fn tell(&self, frame: Utf8Bytes) -> bool {
        if self.slow.is_so.load(Ordering::Relaxed) {
            return false;
        }
        let told = self.frames.try_send(frame).is_ok();
        if !told {
            self.slow.is_so.store(true, Ordering::Relaxed);
            self.slow.news.notify_one();
        }
        told
    }

    /// Waits until it is known to listen too slowly. Its socket is the one to ask.
    pub async fn is_slow(&self) {
        self.slow.news.notified().await;
    }
}
