//! The recent past of a table, so that a client that reconnects gets what it missed without a look into the journal: the
//! latest frames as they were sent, and the latest entries after a checkpoint, from which all other frames can be made.

use std::collections::VecDeque;
use std::sync::Arc;

use table::frame::{News, write_quiet};
use table::{Checkpoint, Entry, Refusal, Table, Time};

use crate::net::Frame;

/// How many frames of each viewer are kept.
const FRAMES: usize = 8;
/// How many entries lie between two checkpoints. Up to twice as many are kept.
pub const SPAN: usize = 256;

pub struct History {
    checkpoint: Arc<Checkpoint>,
    /// What came after the checkpoint.
    entries: VecDeque<Past>,
    /// A later checkpoint, and how many of the entries lie before it.
    later: Option<(Arc<Checkpoint>, usize)>,
    frames: VecDeque<Sent>,
    bytes: usize,
}

/// An entry and its time.
pub type Past = (Time, Arc<Entry>);

/// The frames of a durable entry, for each viewer that had one made.
pub struct Sent {
    pub number: u64,
    pub time: Time,
    /// Whether seats may have changed hands, so that a guest may have been another viewer before.
    pub seated: bool,
    /// The guest who spoke, if the entry is a chat message.
    pub speaker: Option<String>,
    pub frames: Vec<(Option<u8>, Frame)>,
}

/// Entries to replay, outside the table's lock.
pub struct Missed {
    checkpoint: Arc<Checkpoint>,
    entries: Vec<Past>,
}

impl History {
    /// The history of a table that was `checkpoint` and has had these entries since.
    pub fn new(checkpoint: Checkpoint, entries: VecDeque<Past>) -> History {
        History { checkpoint: Arc::new(checkpoint), entries, later: None, frames: VecDeque::new(), bytes: 0 }
    }

    /// Adds an entry that the table has just applied.
    pub fn push(&mut self, table: &Table, entry: Arc<Entry>) {
        self.entries.push_back((table.time, entry));
        let since = self.entries.len() - self.later.as_ref().map_or(0, |(_, before)| *before);
        if since < SPAN {
            return;
        }
        if let Some((later, before)) = self.later.take() {
            self.checkpoint = later;
            self.entries.drain(..before);
        }
        self.later = Some((Arc::new(table.checkpoint()), self.entries.len()));
    }

    /// Keeps the frames of an entry that is durable.
    pub fn sent(&mut self, sent: Sent) {
        let size = |sent: &Sent| sent.frames.iter().map(|(_, frame)| frame.bytes().len()).sum::<usize>();
        self.bytes += size(&sent);
        self.frames.push_back(sent);
        if self.frames.len() > FRAMES
            && let Some(first) = self.frames.pop_front()
        {
            self.bytes -= size(&first);
        }
    }

    /// The size of the kept frames.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The frames after `since` up to `number` as they were sent to a viewer, if all of them are kept.
    pub fn frames(
        &self,
        since: u64,
        number: u64,
        viewer: Option<u8>,
        muted: &[String],
    ) -> Option<Vec<Frame>> {
        let missed = usize::try_from(number.checked_sub(since)?).ok()?;
        let start = self.frames.len().checked_sub(missed)?;
        let kept = self.frames.range(start..);
        if missed > 0 && self.frames.back()?.number != number {
            return None;
        }
        kept.map(|sent| {
            if sent.speaker.as_ref().is_some_and(|speaker| muted.contains(speaker)) {
                return quiet(sent.number, sent.time).ok();
            }
            let of_viewer = sent.frames.iter().find(|(of, _)| *of == viewer && !sent.seated);
            of_viewer.map(|(_, frame)| frame.clone())
        })
        .collect()
    }

    /// What is needed to make the frames after `since` again; nothing if that is too long ago.
    pub fn missed(&self, since: u64) -> Option<Missed> {
        (since >= self.checkpoint.number).then(|| Missed {
            checkpoint: self.checkpoint.clone(),
            entries: self.entries.iter().cloned().collect(),
        })
    }
}

impl Missed {
    /// The frames after `since` for a guest, the same as they were sent at the time.
    pub fn replay(
        &self,
        id: &str,
        since: u64,
        guest: Option<&str>,
        muted: &[String],
    ) -> Result<Vec<Frame>, Refusal> {
        let mut table = Table::restore(id, &self.checkpoint)?;
        let mut frames = Vec::new();
        for (time, entry) in &self.entries {
            let change = table.apply(*time, entry)?;
            if table.number > since {
                let mut news = News::new(&table, entry, &change)?;
                frames.push(if news.is_muted(muted) {
                    quiet(table.number, table.time)?
                } else {
                    Frame::write(|out| news.write(table.viewer(guest), out))?
                });
            }
        }
        Ok(frames)
    }
}

pub fn quiet(number: u64, time: Time) -> Result<Frame, Refusal> {
    Frame::write(|out| write_quiet(number, time, out))
}
