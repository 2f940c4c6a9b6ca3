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
    pub guest: Option<Arc<str>>,
    frames: Sender<Utf8Bytes>,
    end: Arc<End>,
}

/// Whether nothing more is told, and who waits for that.
#[derive(Debug, Default)]
struct End {
    is_reached: AtomicBool,
    news: Notify,
}

impl Listener {
    /// A listener, and where its frames arrive.
    pub fn new(key: u64, guest: Option<Arc<str>>) -> (Listener, Receiver<Utf8Bytes>) {
        let (frames, arriving) = mpsc::channel(QUEUE);
        (Listener { key, guest, frames, end: Arc::default() }, arriving)
    }

    /// Tells it something; false if it does not listen any more, or too slowly. After a frame that did not fit it is
    /// told nothing, for there would be a gap.
    pub fn tell(&self, frame: Utf8Bytes) -> bool {
        if self.end.is_reached.load(Ordering::Relaxed) {
            return false;
        }
        let told = self.frames.try_send(frame).is_ok();
        if !told {
            self.let_go();
        }
        told
    }

    /// Tells it nothing more, and has its socket closed.
    pub fn let_go(&self) {
        self.end.is_reached.store(true, Ordering::Relaxed);
        self.end.news.notify_one();
    }

    /// Waits until it is let go. Its socket is the one to ask.
    pub async fn is_let_go(&self) {
        self.end.news.notified().await;
    }
}
