//! Writing entries inside a transaction that they share.

use std::collections::HashMap;

use rusqlite::{CachedStatement, Connection, Error, ErrorCode, OptionalExtension, Result, params};

use crate::{Also, Ended, Index, NewEntry, Refused, Status};

const ROW: &str = "INSERT INTO rows (before, number, time, text) VALUES (?1, ?2, ?3, ?4)";

const HEAD: &str = "SELECT opened, number, place FROM heads WHERE table_id = ?1";

const FIRST_HEAD: &str = "INSERT INTO heads (table_id, number, place) VALUES (?1, ?2, ?3)";

const NEXT_HEAD: &str = "UPDATE heads SET number = ?2, place = ?3 WHERE opened = ?1";

const INDEX: &str = "
INSERT INTO tables (table_id, status, public, updated, summary, kind, opener, free)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (table_id) DO UPDATE SET
    status = excluded.status, public = excluded.public, updated = excluded.updated, summary = excluded.summary,
    kind = excluded.kind, opener = excluded.opener, free = excluded.free";

/// The guests of a table are replaced with its line in the index. A table that is over has none.
const STAND: &str = "DELETE FROM seated WHERE table_id = ?1";

/// A guest may be named twice.
const SIT: &str = "INSERT OR IGNORE INTO seated (guest, table_id) VALUES (?1, ?2)";

/// A guest who leaves keeps the trace.
const TRACE: &str = "INSERT OR IGNORE INTO traces (guest, table_id) VALUES (?1, ?2)";

const GAME: &str = "
INSERT INTO games (table_id, game, kind, ended, record, summary) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

const PLAYER: &str = "
INSERT INTO players (guest, ended, table_id, game, seat) VALUES (?1, ?2, ?3, ?4, ?5)";

const CHECKPOINT: &str = "
INSERT INTO checkpoints (table_id, number, text) VALUES (?1, ?2, ?3)
ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, text = excluded.text";

/// The last entry of a table.
#[derive(Clone, Copy)]
pub struct Head {
    /// The key of the table's row among the heads.
    pub opened: i64,
    pub number: i64,
    pub place: i64,
}

pub fn head(connection: &Connection, table: &str) -> Result<Option<Head>> {
    let read =
        |row: &rusqlite::Row<'_>| Ok(Head { opened: row.get(0)?, number: row.get(1)?, place: row.get(2)? });
    connection.prepare_cached(HEAD)?.query_row([table], read).optional()
}

/// The heads that were written last, so that they need not be read for every entry. They are valid until another
/// process writes, which `data_version` shows.
#[derive(Default)]
pub struct Heads {
    known: HashMap<String, Head>,
    version: Option<i64>,
    /// Tables with a refused entry, and the reading of that entry.
    refused: HashMap<String, u64>,
}

/// The most heads to remember. With more, all are forgotten and read again.
const MOST_HEADS: usize = 1 << 16;

impl Heads {
    pub fn forget_all(&mut self) {
        self.known.clear();
    }

    pub fn forget(&mut self, table: &str) {
        self.known.remove(table);
    }

    /// Forgets all heads if another process has written since the last transaction.
    fn freshen(&mut self, transaction: &Connection) -> Result<()> {
        let version = transaction.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?;
        if self.version.replace(version) != Some(version) || self.known.len() > MOST_HEADS {
            self.forget_all();
        }
        Ok(())
    }

    fn of(&self, connection: &Connection, table: &str) -> Result<Option<Head>> {
        match self.known.get(table) {
            Some(head) => Ok(Some(*head)),
            None => head(connection, table),
        }
    }

    /// Whether an entry was meant to follow a refused one.
    fn follows_refused(&mut self, entry: &NewEntry) -> bool {
        let follows = self.refused.get(&entry.table).is_some_and(|refused| entry.reading <= *refused);
        if !follows {
            self.refused.remove(&entry.table);
        }
        follows
    }

    fn keep(&mut self, table: &str, head: Head) {
        match self.known.get_mut(table) {
            Some(known) => *known = head,
            None => drop(self.known.insert(table.to_owned(), head)),
        }
    }
}

/// Writes entries in one transaction. It has begun as a writing one, so nobody else can write before it ends.
pub struct Appending<'a> {
    connection: &'a Connection,
    heads: &'a mut Heads,
    row: CachedStatement<'a>,
    next_head: CachedStatement<'a>,
}

impl<'a> Appending<'a> {
    /// If the transaction is rolled back, the caller must forget the heads.
    pub fn new(transaction: &'a Connection, heads: &'a mut Heads) -> Result<Appending<'a>> {
        heads.freshen(transaction)?;
        let (row, next_head) = (transaction.prepare_cached(ROW)?, transaction.prepare_cached(NEXT_HEAD)?);
        Ok(Appending { connection: transaction, heads, row, next_head })
    }

    /// For work in the same transaction that deletes tables.
    pub fn heads(&mut self) -> &mut Heads {
        self.heads
    }

    /// Writes an entry, or refuses it and leaves no trace. An error concerns the whole transaction.
    pub fn append(&mut self, entry: &NewEntry) -> Result<std::result::Result<(), Refused>> {
        if self.heads.follows_refused(entry) {
            return Ok(Err(Refused::Gap));
        }
        let written = if entry.also.is_empty() { self.row(entry)? } else { self.row_and_more(entry)? };
        if written.is_err() {
            self.heads.refused.insert(entry.table.clone(), entry.reading);
        }
        Ok(written.map(|head| self.heads.keep(&entry.table, head)))
    }

    fn row_and_more(&mut self, entry: &NewEntry) -> Result<std::result::Result<Head, Refused>> {
        let connection = self.connection;
        let written = undoable(connection, || {
            let head = self.row(entry)?;
            if head.is_ok() {
                for also in &entry.also {
                    match also {
                        Also::Index(index) => write_index(connection, entry, index)?,
                        Also::Ended(ended) => write_game(connection, entry, ended)?,
                        Also::Checkpoint(text) => write_checkpoint(connection, entry, text)?,
                    }
                }
            }
            Ok(head)
        })?;
        Ok(written.unwrap_or_else(|error| Err(Refused::Failed(error.to_string()))))
    }

    /// Writes the row of an entry if the table's last entry has the number before it.
    fn row(&mut self, entry: &NewEntry) -> Result<std::result::Result<Head, Refused>> {
        // No table gets as far as numbers that the database cannot hold.
        let Ok(number) = i64::try_from(entry.number) else {
            return Ok(Err(Refused::Gap));
        };
        let head = self.heads.of(self.connection, &entry.table)?;
        let last = head.map_or(0, |head| head.number);
        if number != last + 1 {
            return Ok(Err(if number <= last && number > 0 { Refused::Taken } else { Refused::Gap }));
        }
        let before = head.map(|head| head.place);
        match self.row.execute(params![before, number, entry.time, entry.text]) {
            Ok(_) => {}
            Err(Error::SqliteFailure(failure, _)) if failure.code == ErrorCode::TooBig => {
                return Ok(Err(Refused::Failed(failure.to_string())));
            }
            Err(error) => return Err(error),
        }
        let place = self.connection.last_insert_rowid();
        let opened = match head {
            Some(Head { opened, .. }) => {
                self.next_head.execute(params![opened, number, place])?;
                opened
            }
            None => {
                self.connection.prepare_cached(FIRST_HEAD)?.execute(params![entry.table, number, place])?;
                self.connection.last_insert_rowid()
            }
        };
        Ok(Ok(Head { opened, number, place }))
    }
}

/// Does work inside a savepoint. An inner error has been undone; an outer error concerns the whole transaction.
pub fn undoable<T>(connection: &Connection, work: impl FnOnce() -> Result<T>) -> Result<Result<T>> {
    step(connection, "SAVEPOINT entry")?;
    let done = work();
    match &done {
        Err(error) if !is_its_own(error) => return done.map(Ok),
        Err(_) => step(connection, "ROLLBACK TO entry")?,
        Ok(_) => {}
    }
    step(connection, "RELEASE entry")?;
    Ok(done)
}

fn step(connection: &Connection, sql: &str) -> Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

/// Whether an error concerns only what was to be written. After any other, such as a full disk, the whole transaction may
/// be gone.
fn is_its_own(error: &Error) -> bool {
    match error {
        Error::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::ConstraintViolation | ErrorCode::TooBig)
        }
        Error::ToSqlConversionFailure(_) => true,
        _ => false,
    }
}

fn write_index(connection: &Connection, entry: &NewEntry, index: &Index) -> Result<()> {
    let Index { status, public, kind, opener, free, summary, guests } = index;
    connection.prepare_cached(INDEX)?.execute(params![
        entry.table,
        status,
        public,
        entry.time,
        summary,
        kind,
        opener,
        free
    ])?;
    connection.prepare_cached(STAND)?.execute([&entry.table])?;
    let (mut sit, mut trace) = (connection.prepare_cached(SIT)?, connection.prepare_cached(TRACE)?);
    for guest in guests {
        if *status != Status::Over {
            sit.execute(params![guest, entry.table])?;
        }
        trace.execute(params![guest, entry.table])?;
    }
    Ok(())
}

fn write_game(connection: &Connection, entry: &NewEntry, ended: &Ended) -> Result<()> {
    let Ended { game, kind, record, summary, players } = ended;
    connection.prepare_cached(GAME)?.execute(params![
        entry.table,
        game,
        kind,
        entry.time,
        record,
        summary
    ])?;
    let mut statement = connection.prepare_cached(PLAYER)?;
    for (seat, guest) in players {
        statement.execute(params![guest, entry.time, entry.table, game, seat])?;
    }
    Ok(())
}

fn write_checkpoint(connection: &Connection, entry: &NewEntry, text: &str) -> Result<()> {
    connection.prepare_cached(CHECKPOINT)?.execute(params![entry.table, entry.number as i64, text]).map(drop)
}
