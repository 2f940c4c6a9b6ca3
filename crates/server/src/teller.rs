//! Tells listeners what has become durable. The journal's thread hands rows over here, one batch after another: the
//! many sockets of a batch are woken on the threads that serve them, and the journal goes on writing.

use std::sync::{Arc, Weak};

use store::Refused;
use tokio::sync::mpsc::{self, UnboundedSender};

use crate::hall::Hall;
use crate::live::{Live, Told};

/// Where rows are handed over.
#[derive(Clone)]
pub struct Teller(UnboundedSender<Written>);

struct Written {
    live: Arc<Live>,
    told: Told,
    written: Result<(), Refused>,
}

impl Teller {
    /// Starts to tell, in the order in which rows are handed over, for as long as the hall is there.
    ///
    /// # Panics
    /// Outside a Tokio runtime.
    pub fn start(hall: Weak<Hall>) -> Teller {
        let (teller, mut rows) = mpsc::unbounded_channel::<Written>();
        tokio::spawn(async move {
            while let Some(Written { live, told, written }) = rows.recv().await {
                let Some(hall) = hall.upgrade() else { return };
                live.written(&hall, told, written);
            }
        });
        Teller(teller)
    }

    /// Hands over a row that is durable or was refused.
    pub(crate) fn tell(&self, live: Arc<Live>, told: Told, written: Result<(), Refused>) {
        // Nobody is left to be told when the hall is gone.
        let _ = self.0.send(Written { live, told, written });
    }
}
