//! Deleting what is too old, in steps of a few milliseconds, so that nobody who plays notices. What to delete is looked
//! for where it holds nobody up, and is looked at once more before it goes.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use crate::append::{Heads, head};
use crate::guests::erase;
use crate::{Expired, Expiry, Status};

/// How much a step does at most: rows of entries, tables, guests, free pages.
const ROWS: i64 = 500;
const TABLES: i64 = 20;
/// After so many finished games, whose records are long, a step leaves the other tables to the next one.
const GAMES: usize = 40;
const GUESTS: i64 = 50;
const PAGES: i64 = 64;

/// A table's line in the index is as old as its last entry, or older.
const UNPLAYED_TABLES: &str = "
SELECT table_id FROM tables CROSS JOIN heads USING (table_id) CROSS JOIN rows USING (place)
WHERE status = 'open' AND updated < ?1 AND rows.time < ?1 LIMIT ?2";

const IDLE_TABLES: &str = "
SELECT table_id FROM tables CROSS JOIN heads USING (table_id) CROSS JOIN rows USING (place)
WHERE status IN ('playing', 'over') AND updated < ?1 AND rows.time < ?1
    AND NOT EXISTS (SELECT 1 FROM players WHERE players.table_id = tables.table_id AND keep = 1) LIMIT ?2";

const TABLE: &str = "
SELECT status, rows.time, EXISTS (SELECT 1 FROM players WHERE players.table_id = ?1 AND keep = 1)
FROM tables JOIN heads USING (table_id) JOIN rows USING (place) WHERE table_id = ?1";

const IDLE_GUESTS: &str = "
SELECT id FROM guests WHERE seen < ?1
    AND NOT EXISTS (SELECT 1 FROM seated WHERE seated.guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM players WHERE players.guest = guests.id) LIMIT ?2";

const IS_IDLE_GUEST: &str = "
SELECT 1 FROM guests WHERE id = ?1 AND seen < ?2
    AND NOT EXISTS (SELECT 1 FROM seated WHERE seated.guest = ?1)
    AND NOT EXISTS (SELECT 1 FROM players WHERE players.guest = ?1)";

const ANY_DOOMED: &str = "SELECT place FROM doomed LIMIT 1";
const DOOM: &str = "INSERT INTO doomed (place) VALUES (?1)";
const SPARE: &str = "DELETE FROM doomed WHERE place = ?1";

/// The places of some rows along a chain, and of the row before the last of them.
const CHAIN: &str = "
WITH RECURSIVE chain (place, before, most) AS (
    SELECT place, before, ?2 FROM rows WHERE place = ?1
    UNION ALL
    SELECT rows.place, rows.before, most - 1 FROM chain JOIN rows ON rows.place = chain.before WHERE most > 1
)
SELECT place, before FROM chain";

const DELETE_ROW: &str = "DELETE FROM rows WHERE place = ?1";

const DELETE_HEAD: &str = "DELETE FROM heads WHERE table_id = ?1";
const DELETE_TABLE: &str = "DELETE FROM tables WHERE table_id = ?1";
const DELETE_SEATS: &str = "DELETE FROM seated WHERE table_id = ?1";
const DELETE_TRACES: &str = "DELETE FROM traces WHERE table_id = ?1";
const DELETE_CHECKPOINT: &str = "DELETE FROM checkpoints WHERE table_id = ?1";
const DELETE_GAMES: &str = "DELETE FROM games WHERE table_id = ?1";
const DELETE_PLAYERS: &str = "DELETE FROM players WHERE table_id = ?1";

/// What the next step is.
pub enum Step {
    /// Go on with the rows of deleted tables.
    Rows,
    Tables(Vec<String>),
    Guests(Vec<String>),
    /// Nothing is left to delete: give free pages back to the system.
    Shrink,
}

pub fn find(connection: &Connection, expiry: &Expiry) -> Result<Step> {
    if connection.prepare_cached(ANY_DOOMED)?.exists([])? {
        return Ok(Step::Rows);
    }
    let some = |query: &str, before: i64, most: i64| -> Result<Vec<String>> {
        connection.prepare_cached(query)?.query_map([before, most], |row| row.get(0))?.collect()
    };
    let mut tables = some(UNPLAYED_TABLES, expiry.unplayed, TABLES)?;
    if let (true, Some(idle)) = (tables.is_empty(), expiry.idle) {
        tables = some(IDLE_TABLES, idle, TABLES)?;
    }
    if !tables.is_empty() {
        return Ok(Step::Tables(tables));
    }
    let guests = expiry.idle.map_or(Ok(Vec::new()), |idle| some(IDLE_GUESTS, idle, GUESTS))?;
    Ok(if guests.is_empty() { Step::Shrink } else { Step::Guests(guests) })
}

pub fn take(connection: &Connection, heads: &mut Heads, expiry: &Expiry, step: Step) -> Result<Expired> {
    let mut expired = Expired { more: true, ..Expired::default() };
    match step {
        Step::Rows => delete_rows(connection)?,
        Step::Tables(tables) => {
            let mut games = 0;
            for table in tables {
                if games < GAMES && is_expired(connection, &table, expiry)? {
                    games += delete_table(connection, heads, &table)?;
                    expired.tables += 1;
                }
            }
        }
        Step::Guests(guests) => {
            for guest in guests {
                if connection.prepare_cached(IS_IDLE_GUEST)?.exists(params![guest, expiry.idle])? {
                    erase(connection, &guest)?;
                    expired.guests += 1;
                }
            }
        }
        Step::Shrink => expired.more = shrink(connection)?,
    }
    Ok(expired)
}

fn is_expired(connection: &Connection, table: &str, expiry: &Expiry) -> Result<bool> {
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let found: Option<(Status, i64, bool)> =
        connection.prepare_cached(TABLE)?.query_row([table], read).optional()?;
    Ok(found.is_some_and(|(status, last, kept)| match status {
        Status::Open => last < expiry.unplayed,
        Status::Playing | Status::Over => !kept && expiry.idle.is_some_and(|idle| last < idle),
    }))
}

/// Returns how many games it had. The rows of a table with thousands of entries go later, step by step.
fn delete_table(connection: &Connection, heads: &mut Heads, table: &str) -> Result<usize> {
    if let Some(head) = head(connection, table)? {
        connection.prepare_cached(DOOM)?.execute([head.place])?;
    }
    for everything in
        [DELETE_HEAD, DELETE_TABLE, DELETE_SEATS, DELETE_TRACES, DELETE_CHECKPOINT, DELETE_PLAYERS]
    {
        connection.prepare_cached(everything)?.execute([table])?;
    }
    heads.forget(table);
    connection.prepare_cached(DELETE_GAMES)?.execute([table])
}

fn delete_rows(connection: &Connection) -> Result<()> {
    let mut left = ROWS;
    while left > 0 {
        let doomed = connection.prepare_cached(ANY_DOOMED)?.query_row([], |row| row.get(0)).optional()?;
        let Some(last): Option<i64> = doomed else { return Ok(()) };
        let chain: Vec<(i64, Option<i64>)> = connection
            .prepare_cached(CHAIN)?
            .query_map([last, left], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_>>()?;
        let mut delete = connection.prepare_cached(DELETE_ROW)?;
        for (place, _) in &chain {
            delete.execute([place])?;
        }
        connection.prepare_cached(SPARE)?.execute([last])?;
        if let Some((_, Some(before))) = chain.last() {
            connection.prepare_cached(DOOM)?.execute([before])?;
        }
        left -= (chain.len() as i64).max(1);
    }
    Ok(())
}

/// Returns whether free pages are left. A file that was not made for it does not shrink; new entries fill it again.
fn shrink(connection: &Connection) -> Result<bool> {
    const IN_STEPS: i64 = 2;
    let pragma = |name: &str| -> Result<i64> { connection.pragma_query_value(None, name, |row| row.get(0)) };
    if pragma("auto_vacuum")? != IN_STEPS || pragma("freelist_count")? == 0 {
        return Ok(false);
    }
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
    // Each row stands for a page.
    let mut pages = statement.query([])?;
    while pages.next()?.is_some() {}
    Ok(pragma("freelist_count")? > 0)
}
