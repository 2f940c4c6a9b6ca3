//! Tables loaded from the journal: from the last checkpoint if there is one that can be read, and from the first entry
//! otherwise.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use store::{Journal, StoredCheckpoint, StoredEntry};
use table::protocol::{TableInfo, TablePhase};
use table::{Checkpoint, Entry, Refusal, RefusalCode, Table, Time};

use super::history::{History, SPAN};
use crate::metrics::Metrics;

/// A table as the journal has it.
pub struct Loaded {
    pub table: Table,
    pub history: History,
    /// The number of the last checkpoint in the journal.
    pub kept: u64,
}

/// Loads a table. Rows are read on the journal's threads and replayed on one of the runtime's.
pub async fn table(journal: &Arc<dyn Journal>, id: &str, metrics: &Metrics) -> Result<Loaded, Refusal> {
    let start = Instant::now();
    let failed = |error: store::Failure| {
        tracing::error!(table = id, %error, "journal read failed");
        Refusal::unavailable()
    };
    let checkpoint = journal.checkpoint(id).await.map_err(failed)?;
    let after = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.number);
    let entries = journal.entries(id, after).await.map_err(failed)?;
    let name = id.to_owned();
    let folded = blocking(move || fold(&name, checkpoint.as_ref(), &entries)).await?;
    let loaded = match folded {
        Ok(loaded) => loaded,
        // A checkpoint is only a shortcut. The entries are the truth.
        Err(_) if after > 0 => {
            tracing::warn!(table = id, "checkpoint unreadable");
            let entries = journal.entries(id, 0).await.map_err(failed)?;
            let name = id.to_owned();
            blocking(move || fold(&name, None, &entries)).await??
        }
        Err(refusal) => return Err(refusal),
    };
    metrics.loads.add(1);
    metrics.load_micros.add(start.elapsed().as_micros() as i64);
    Ok(loaded)
}

fn fold(id: &str, checkpoint: Option<&StoredCheckpoint>, entries: &[StoredEntry]) -> Result<Loaded, Refusal> {
    let mut later = entries;
    let mut table = match checkpoint {
        Some(stored) => {
            let kept: Checkpoint = serde_json::from_str(&stored.text).map_err(|_| Refusal::unavailable())?;
            Table::restore(id, &kept)?
        }
        None => {
            let (first, rest) = entries.split_first().ok_or_else(no_table)?;
            later = rest;
            Table::open(id, first.time, &read(id, first)?)?
        }
    };
    let mut base = table.checkpoint();
    let mut recent = VecDeque::new();
    let old = later.len().saturating_sub(SPAN);
    for (at, stored) in later.iter().enumerate() {
        if at == old {
            base = table.checkpoint();
        }
        let entry = Arc::new(read(id, stored)?);
        table.apply(stored.time, &entry).inspect_err(|refusal| {
            tracing::error!(table = id, number = stored.number, code = %refusal.code, "journal entry impossible");
        })?;
        if at >= old {
            recent.push_back((stored.time, entry));
        }
    }
    let kept = checkpoint.map_or(0, |checkpoint| checkpoint.number);
    Ok(Loaded { table, history: History::new(base, recent), kept })
}

/// A table as it was when that game ended.
pub async fn table_after(journal: &Arc<dyn Journal>, id: &str, game: u32) -> Result<TableInfo, Refusal> {
    let entries = entries(journal, id).await?;
    let id = id.to_owned();
    blocking(move || {
        let is_over = |table: &Table| table.phase == TablePhase::Over && table.games == game;
        let ((time, first), later) = entries.split_first().ok_or_else(no_table)?;
        let mut table = Table::open(&id, *time, first)?;
        for (time, entry) in later {
            if is_over(&table) {
                break;
            }
            table.apply(*time, entry)?;
        }
        if is_over(&table) { Ok(table.info()) } else { Err(no_record()) }
    })
    .await?
}

/// All entries of a table that are durable.
pub async fn entries(journal: &Arc<dyn Journal>, id: &str) -> Result<Vec<(Time, Entry)>, Refusal> {
    let stored = journal.entries(id, 0).await.map_err(|error| {
        tracing::error!(table = id, %error, "journal read failed");
        Refusal::unavailable()
    })?;
    stored.iter().map(|stored| Ok((stored.time, read(id, stored)?))).collect()
}

fn read(id: &str, stored: &StoredEntry) -> Result<Entry, Refusal> {
    serde_json::from_str(&stored.text).map_err(|error| {
        tracing::error!(table = id, number = stored.number, %error, "journal entry unreadable");
        Refusal::unavailable()
    })
}

/// Runs work that takes long on a thread of its own.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::unavailable())
}

pub fn no_table() -> Refusal {
    Refusal::new(RefusalCode::NoTable, "there is no such table; the link may be incomplete")
}

pub fn no_record() -> Refusal {
    Refusal::new(RefusalCode::NoRecord, "there is no such game, or it is not over yet")
}
