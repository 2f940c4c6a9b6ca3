//! Tables loaded from the journal.

use store::{Journal, StoredEntry};

use crate::clock::Time;
use crate::entry::Entry;
use crate::protocol::{TableInfo, TablePhase};
use crate::refusal::{Refusal, RefusalCode};
use crate::table::Table;

/// The table that a journal leads to.
pub fn table(journal: &dyn Journal, id: &str) -> Result<Table, Refusal> {
    table_until(journal, id, |_| false)
}

/// A table as it was when that game ended.
pub fn table_after(journal: &dyn Journal, id: &str, game: u32) -> Result<TableInfo, Refusal> {
    let is_over = |table: &Table| table.phase == TablePhase::Over && table.games == game;
    let table = table_until(journal, id, is_over)?;
    if !is_over(&table) {
        return Err(no_record());
    }
    Ok(table.info())
}

/// All entries of a table that are durable.
pub fn entries(journal: &dyn Journal, id: &str) -> Result<Vec<(Time, Entry)>, Refusal> {
    let stored = journal.entries(id, 0).map_err(|error| {
        tracing::error!(table = id, %error, "journal read failed");
        Refusal::unavailable()
    })?;
    stored.iter().map(|stored| read(id, stored)).collect()
}

fn table_until(journal: &dyn Journal, id: &str, is_far: impl Fn(&Table) -> bool) -> Result<Table, Refusal> {
    let entries = entries(journal, id)?;
    let Some(((time, first), later)) = entries.split_first() else { return Err(no_table()) };
    let mut table = Table::open(id, *time, first)?;
    for (time, entry) in later {
        if is_far(&table) {
            break;
        }
        table.apply(*time, entry)?;
    }
    Ok(table)
}

fn read(id: &str, stored: &StoredEntry) -> Result<(Time, Entry), Refusal> {
    let entry = serde_json::from_str(&stored.text).map_err(|error| {
        tracing::error!(table = id, number = stored.number, %error, "journal entry unreadable");
        Refusal::unavailable()
    })?;
    Ok((stored.time, entry))
}

pub fn no_table() -> Refusal {
    Refusal::new(RefusalCode::NoTable, "there is no such table; the link may be incomplete")
}

pub fn no_record() -> Refusal {
    Refusal::new(RefusalCode::NoRecord, "there is no such game, or it is not over yet")
}
