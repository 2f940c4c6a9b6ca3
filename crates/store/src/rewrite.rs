//! Replacing texts at a table. The rows are looked for where it holds nobody up, then all of them are written together.

use std::collections::HashMap;

use rusqlite::{Connection, Result, params};

use crate::append::{Head, head};
use crate::connection::without_remains;
use crate::{Failure, Rewrite};

/// The places of a table's rows, from the last one back to a number.
const PLACES: &str = "
WITH RECURSIVE chain (place, before, number) AS (
    SELECT rows.place, rows.before, rows.number FROM heads JOIN rows USING (place) WHERE table_id = ?1
    UNION ALL
    SELECT rows.place, rows.before, rows.number FROM chain JOIN rows ON rows.place = chain.before
    WHERE chain.number > ?2
)
SELECT number, place FROM chain";

const TEXT: &str = "UPDATE rows SET text = ?2 WHERE place = ?1";
const SUMMARY: &str = "UPDATE tables SET summary = ?2 WHERE table_id = ?1";
const IS_GAME: &str = "SELECT 1 FROM games WHERE table_id = ?1 AND game = ?2";
const GAME_SUMMARY: &str = "UPDATE games SET summary = ?3 WHERE table_id = ?1 AND game = ?2";
const DELETE_CHECKPOINT: &str = "DELETE FROM checkpoints WHERE table_id = ?1";

/// Where the rows to be replaced are.
pub struct Found {
    head: Option<Head>,
    /// By the numbers of the entries.
    places: HashMap<u64, i64>,
}

pub fn find(connection: &Connection, rewrite: &Rewrite) -> Result<Found> {
    // The head is read first: if the table is deleted before its rows are read, it is missing when we write.
    let head = head(connection, &rewrite.table)?;
    let mut places = HashMap::new();
    if let Some(first) = rewrite.entries.iter().map(|(number, _)| *number).min() {
        let mut statement = connection.prepare_cached(PLACES)?;
        let first = i64::try_from(first).unwrap_or(i64::MAX);
        let mut rows = statement.query(params![rewrite.table, first])?;
        while let Some(row) = rows.next()? {
            places.insert(row.get::<_, i64>(0)?.unsigned_abs(), row.get(1)?);
        }
    }
    Ok(Found { head, places })
}

/// Checks everything before it changes anything.
pub fn write(
    connection: &Connection,
    rewrite: &Rewrite,
    found: &Found,
) -> Result<std::result::Result<(), Failure>> {
    let Rewrite { table, entries, summary, games } = rewrite;
    if !is_same_table(head(connection, table)?, found.head) {
        return Ok(Err(Failure::new(format_args!("the table {table:?} was deleted meanwhile"))));
    }
    for (number, _) in entries {
        if !found.places.contains_key(number) {
            return Ok(Err(Failure::new(format_args!("the table {table:?} has no entry {number}"))));
        }
    }
    for (game, _) in games {
        if !connection.prepare_cached(IS_GAME)?.exists(params![table, game])? {
            return Ok(Err(Failure::new(format_args!("the table {table:?} has no finished game {game}"))));
        }
    }
    without_remains(connection, || {
        for (number, text) in entries {
            connection.prepare_cached(TEXT)?.execute(params![found.places[number], text])?;
        }
        if let Some(summary) = summary {
            connection.prepare_cached(SUMMARY)?.execute([table, summary])?;
        }
        for (game, summary) in games {
            connection.prepare_cached(GAME_SUMMARY)?.execute(params![table, game, summary])?;
        }
        connection.prepare_cached(DELETE_CHECKPOINT)?.execute([table])?;
        Ok(Ok(()))
    })
}

/// Whether the places that were found are still the table's. A table only grows, or is deleted as a whole.
fn is_same_table(now: Option<Head>, before: Option<Head>) -> bool {
    match (now, before) {
        (Some(now), Some(before)) => now.opened == before.opened && now.number >= before.number,
        (None, None) => true,
        _ => false,
    }
}
