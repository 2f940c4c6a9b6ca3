//! Reading what was appended.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Result, params};

use crate::{Listed, Only, Status, StoredEntry, StoredGame};

/// Follows the chain of a table's rows back from the last one.
const ROWS: &str = "
WITH RECURSIVE chain (before, number, time, text) AS (
    SELECT rows.before, rows.number, rows.time, rows.text FROM heads JOIN rows USING (place) WHERE table_id = ?1
    UNION ALL
    SELECT rows.before, rows.number, rows.time, rows.text FROM chain JOIN rows ON rows.place = chain.before
    WHERE chain.number - 1 > ?2
)
SELECT number, time, text FROM chain WHERE number > ?2 ORDER BY number";

const PUBLIC: &str = "
SELECT table_id, status, public, updated, summary FROM tables
WHERE public = 1 AND status <> 'over' ORDER BY updated DESC, table_id LIMIT ?1";

const UNFINISHED: &str = "
SELECT table_id, status, public, updated, summary FROM tables
WHERE status <> 'over' ORDER BY updated DESC, table_id LIMIT ?1";

/// The time of a table's last row tells when something happened last, so a move need not write it twice.
const SEATED: &str = "
SELECT table_id FROM seated JOIN heads USING (table_id) JOIN rows USING (place)
WHERE guest = ?1 ORDER BY rows.time DESC, table_id LIMIT ?2";

const RECORD: &str = "SELECT record FROM games WHERE table_id = ?1 AND game = ?2";

/// The subquery finds the time of the page's last game; the page is everything since.
const PAST: &str = "
SELECT table_id, game, kind, ended, summary, seat FROM players JOIN games USING (table_id, game, ended)
WHERE guest = ?1 AND ended < ?2 AND ended >= coalesce((
    SELECT ended FROM players WHERE guest = ?1 AND ended < ?2 ORDER BY ended DESC LIMIT 1 OFFSET ?3 - 1
), ?4)
ORDER BY ended DESC, table_id, game, seat";

pub fn entries(connection: &Connection, table: &str, after: u64) -> Result<Vec<StoredEntry>> {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    connection
        .prepare_cached(ROWS)?
        .query_map(params![table, after], |row| {
            // Negative numbers are never written.
            let number = row.get::<_, i64>(0)?.unsigned_abs();
            Ok(StoredEntry { number, time: row.get(1)?, text: row.get(2)? })
        })?
        .collect()
}

pub fn listed(connection: &Connection, only: Only, most: usize) -> Result<Vec<Listed>> {
    let query = match only {
        Only::Public => PUBLIC,
        Only::Unfinished => UNFINISHED,
    };
    connection
        .prepare_cached(query)?
        .query_map(params![limit(most)], |row| {
            Ok(Listed {
                table: row.get(0)?,
                status: row.get(1)?,
                public: row.get(2)?,
                updated: row.get(3)?,
                summary: row.get(4)?,
            })
        })?
        .collect()
}

pub fn tables_of(connection: &Connection, guest: &str, most: usize) -> Result<Vec<String>> {
    connection.prepare_cached(SEATED)?.query_map(params![guest, limit(most)], |row| row.get(0))?.collect()
}

pub fn record(connection: &Connection, table: &str, game: u32) -> Result<Option<String>> {
    connection.prepare_cached(RECORD)?.query_row(params![table, game], |row| row.get(0)).optional()
}

pub fn past_games(
    connection: &Connection,
    guest: &str,
    before: Option<i64>,
    most: usize,
) -> Result<Vec<StoredGame>> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let before = before.unwrap_or(i64::MAX);
    connection
        .prepare_cached(PAST)?
        .query_map(params![guest, before, limit(most), i64::MIN], |row| {
            Ok(StoredGame {
                table: row.get(0)?,
                game: row.get(1)?,
                kind: row.get(2)?,
                ended: row.get(3)?,
                summary: row.get(4)?,
                seat: row.get(5)?,
            })
        })?
        .collect()
}

/// SQLite takes a negative limit as no limit.
fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

// Text, so that people can read the database without this program.
impl ToSql for Status {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        let name = match self {
            Status::Open => "open",
            Status::Playing => "playing",
            Status::Over => "over",
        };
        Ok(name.into())
    }
}

impl FromSql for Status {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Status> {
        match value.as_str()? {
            "open" => Ok(Status::Open),
            "playing" => Ok(Status::Playing),
            "over" => Ok(Status::Over),
            other => Err(FromSqlError::Other(format!("unknown status {other:?}").into())),
        }
    }
}
