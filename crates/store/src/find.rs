//! Reading what was appended.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use crate::{Listed, Lobby, LobbyQuery, LobbySort, Status, StoredCheckpoint, StoredEntry, StoredGame};

/// Follows the chain of a table's rows back from the last one.
const ROWS: &str = "
WITH RECURSIVE chain (before, number, time, text) AS (
    SELECT rows.before, rows.number, rows.time, rows.text FROM heads JOIN rows USING (place) WHERE table_id = ?1
    UNION ALL
    SELECT rows.before, rows.number, rows.time, rows.text FROM chain JOIN rows ON rows.place = chain.before
    WHERE chain.number - 1 > ?2
)
SELECT number, time, text FROM chain WHERE number > ?2 ORDER BY number";

const CHECKPOINT: &str = "SELECT number, text FROM checkpoints WHERE table_id = ?1";

const LISTED_BY: &str = "
SELECT count(*) FROM tables WHERE public = 1 AND status <> 'over' AND opener = ?1";

const PLAYING: &str = "SELECT table_id FROM tables WHERE status = 'playing'";

const UNFINISHED: &str = "
SELECT table_id, status, public, updated, summary, opener, heads.number
FROM tables CROSS JOIN heads USING (table_id)
WHERE status IN ('open', 'playing') ORDER BY updated DESC, table_id DESC LIMIT ?1 OFFSET ?2";

/// The time of a table's last row tells when something happened last, so a move need not write it twice.
const SEATED: &str = "
SELECT table_id FROM seated JOIN heads USING (table_id) JOIN rows USING (place)
WHERE guest = ?1 ORDER BY rows.time DESC, table_id LIMIT ?2";

const TRACES: &str = "SELECT table_id FROM traces WHERE guest = ?1";

const RECORD: &str = "SELECT record FROM games WHERE table_id = ?1 AND game = ?2";

const GAMES_AT: &str = "SELECT game, summary FROM games WHERE table_id = ?1 ORDER BY game";

/// The subquery finds the time of the page's last game; the page is everything since.
const PAST: &str = "
SELECT table_id, game, kind, ended, summary, seat, keep FROM players JOIN games USING (table_id, game, ended)
WHERE guest = ?1 AND ended < ?2 AND ended >= coalesce((
    SELECT ended FROM players WHERE guest = ?1 AND ended < ?2 ORDER BY ended DESC LIMIT 1 OFFSET ?3 - 1
), ?4)
ORDER BY ended DESC, table_id, game, seat";

const KEEP: &str = "UPDATE players SET keep = ?4 WHERE guest = ?1 AND table_id = ?2 AND game = ?3";

pub fn entries(connection: &Connection, table: &str, after: u64) -> Result<Vec<StoredEntry>> {
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    connection
        .prepare_cached(ROWS)?
        .query_map(params![table, after], |row| {
            Ok(StoredEntry { number: count(row, 0)?, time: row.get(1)?, text: row.get(2)? })
        })?
        .collect()
}

pub fn checkpoint(connection: &Connection, table: &str) -> Result<Option<StoredCheckpoint>> {
    let read = |row: &Row<'_>| Ok(StoredCheckpoint { number: count(row, 0)?, text: row.get(1)? });
    connection.prepare_cached(CHECKPOINT)?.query_row([table], read).optional()
}

/// Page and total are of the same moment.
pub fn lobby(connection: &Connection, query: &LobbyQuery) -> Result<Lobby> {
    let moment = connection.unchecked_transaction()?;
    let [count_them, list_them] = lobby_statements(query);
    let kind = &query.kind;
    let total = moment.prepare_cached(&count_them)?.query_row(params![kind], |row| count(row, 0))?;
    let tables = moment
        .prepare_cached(&list_them)?
        .query_map(params![kind, limit(query.most), limit(query.skip)], listed)?
        .collect::<Result<_>>()?;
    Ok(Lobby { tables, total })
}

/// How to count the tables of a query, and how to list a page of them. The kind is the first parameter.
pub fn lobby_statements(query: &LobbyQuery) -> [String; 2] {
    let kind = if query.kind.is_some() { "kind = ?1" } else { "?1 IS NULL" };
    let free = if query.free { "free > 0" } else { "true" };
    let order = match query.sort {
        LobbySort::Newest => "updated DESC, table_id DESC",
        LobbySort::Oldest => "updated, table_id",
        LobbySort::Free => "free = 0, free, updated DESC, table_id DESC",
    };
    let those = format!("WHERE public = 1 AND status <> 'over' AND {kind} AND {free}");
    [
        format!("SELECT count(*) FROM tables INDEXED BY lobby {those}"),
        format!(
            "SELECT table_id, status, public, updated, summary, opener, heads.number
             FROM tables INDEXED BY lobby CROSS JOIN heads USING (table_id)
             {those} ORDER BY {order} LIMIT ?2 OFFSET ?3"
        ),
    ]
}

pub fn listed_by(connection: &Connection, opener: &str) -> Result<u64> {
    connection.prepare_cached(LISTED_BY)?.query_row([opener], |row| count(row, 0))
}

pub fn playing(connection: &Connection) -> Result<Vec<String>> {
    connection.prepare_cached(PLAYING)?.query_map([], |row| row.get(0))?.collect()
}

pub fn unfinished(connection: &Connection, skip: usize, most: usize) -> Result<Vec<Listed>> {
    connection.prepare_cached(UNFINISHED)?.query_map(params![limit(most), limit(skip)], listed)?.collect()
}

pub fn tables_of(connection: &Connection, guest: &str, most: usize) -> Result<Vec<String>> {
    connection.prepare_cached(SEATED)?.query_map(params![guest, limit(most)], |row| row.get(0))?.collect()
}

pub fn traces_of(connection: &Connection, guest: &str) -> Result<Vec<String>> {
    connection.prepare_cached(TRACES)?.query_map([guest], |row| row.get(0))?.collect()
}

pub fn record(connection: &Connection, table: &str, game: u32) -> Result<Option<String>> {
    connection.prepare_cached(RECORD)?.query_row(params![table, game], |row| row.get(0)).optional()
}

pub fn games_at(connection: &Connection, table: &str) -> Result<Vec<(u32, String)>> {
    connection.prepare_cached(GAMES_AT)?.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
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
                keep: row.get(6)?,
            })
        })?
        .collect()
}

/// Returns whether the guest has such a game.
pub fn keep_game(connection: &Connection, guest: &str, table: &str, game: u32, keep: bool) -> Result<bool> {
    Ok(connection.prepare_cached(KEEP)?.execute(params![guest, table, game, keep])? > 0)
}

fn listed(row: &Row<'_>) -> Result<Listed> {
    Ok(Listed {
        table: row.get(0)?,
        status: row.get(1)?,
        public: row.get(2)?,
        updated: row.get(3)?,
        summary: row.get(4)?,
        opener: row.get(5)?,
        entries: count(row, 6)?,
    })
}

/// Negative numbers are never written.
fn count(row: &Row<'_>, column: usize) -> Result<u64> {
    Ok(row.get::<_, i64>(column)?.unsigned_abs())
}

/// SQLite takes a negative limit as no limit.
pub fn limit(most: usize) -> i64 {
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
