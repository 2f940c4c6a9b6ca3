//! Writing one entry inside a transaction that it shares with others.

use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, Result, params};

use crate::{Also, Ended, Entry, Index, Refused, Status};

/// A row follows the last one of its table, if that has the number before it. That is true whoever else writes,
/// since the whole is one transaction.
const ROW: &str = "
INSERT INTO rows (before, number, time, text)
SELECT place, ?2, ?3, ?4 FROM heads WHERE table_id = ?1 AND number = ?2 - 1";

const HEAD: &str = "UPDATE heads SET number = ?2, place = ?3 WHERE table_id = ?1";

/// The first row of a table follows none.
const FIRST_ROW: &str = "
INSERT INTO rows (before, number, time, text)
SELECT NULL, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM heads WHERE table_id = ?1)";

const FIRST_HEAD: &str = "INSERT INTO heads (table_id, number, place) VALUES (?1, ?2, ?3)";

const LAST: &str = "SELECT number FROM heads WHERE table_id = ?1";

const INDEX: &str = "
INSERT INTO tables (table_id, status, public, updated, summary) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (table_id) DO UPDATE SET
    status = excluded.status, public = excluded.public, updated = excluded.updated, summary = excluded.summary";

/// Who sits at a table is written anew with its line in the index; at one that is over nobody is looked for.
const STAND: &str = "DELETE FROM seated WHERE table_id = ?1";

/// Who is named twice sits there all the same.
const SIT: &str = "INSERT OR IGNORE INTO seated (guest, table_id) VALUES (?1, ?2)";

const GAME: &str = "
INSERT INTO games (table_id, game, kind, ended, record, summary) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

const PLAYER: &str = "
INSERT INTO players (guest, ended, table_id, game, seat) VALUES (?1, ?2, ?3, ?4, ?5)";

/// Writes the entry, or refuses it and leaves no trace of it. An error is one that concerns the whole transaction.
pub fn append(connection: &Connection, entry: &Entry) -> Result<std::result::Result<(), Refused>> {
    if entry.also.is_empty() {
        return row(connection, entry);
    }
    let written = undoable(connection, || {
        if let Err(refused) = row(connection, entry)? {
            return Ok(Err(refused));
        }
        for also in &entry.also {
            match also {
                Also::Index(index) => write_index(connection, entry, index)?,
                Also::Ended(ended) => write_game(connection, entry, ended)?,
            }
        }
        Ok(Ok(()))
    })?;
    Ok(written.unwrap_or_else(|error| Err(Refused::Failed(error.to_string()))))
}

/// Does something that can be undone by itself. The inner error is its own and undone; the outer one concerns the
/// whole transaction.
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

/// Whether an error is about what was to be written, so that others need not suffer. After any other (a full disk, a
/// failing one) the transaction may be gone altogether.
fn is_its_own(error: &Error) -> bool {
    match error {
        Error::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::ConstraintViolation | ErrorCode::TooBig)
        }
        Error::ToSqlConversionFailure(_) => true,
        _ => false,
    }
}

fn row(connection: &Connection, entry: &Entry) -> Result<std::result::Result<(), Refused>> {
    // Nobody gets as far as numbers that the database cannot hold.
    let Ok(number) = i64::try_from(entry.number) else {
        return Ok(Err(Refused::Gap));
    };
    let (row, head) = if number == 1 { (FIRST_ROW, FIRST_HEAD) } else { (ROW, HEAD) };
    let inserted =
        connection.prepare_cached(row)?.execute(params![entry.table, number, entry.time, entry.text]);
    match inserted {
        Ok(0) => {
            let last = connection.prepare_cached(LAST)?.query_row([&entry.table], |row| row.get::<_, i64>(0));
            let last = last.optional()?.unwrap_or(0);
            Ok(Err(if number <= last && number > 0 { Refused::Taken } else { Refused::Gap }))
        }
        Ok(_) => {
            let place = connection.last_insert_rowid();
            connection.prepare_cached(head)?.execute(params![entry.table, number, place])?;
            Ok(Ok(()))
        }
        Err(Error::SqliteFailure(failure, _)) if failure.code == ErrorCode::TooBig => {
            Ok(Err(Refused::Failed(failure.to_string())))
        }
        Err(error) => Err(error),
    }
}

fn write_index(connection: &Connection, entry: &Entry, index: &Index) -> Result<()> {
    connection.prepare_cached(INDEX)?.execute(params![
        entry.table,
        index.status,
        index.public,
        entry.time,
        index.summary
    ])?;
    connection.prepare_cached(STAND)?.execute([&entry.table])?;
    if index.status != Status::Over {
        let mut statement = connection.prepare_cached(SIT)?;
        for guest in &index.guests {
            statement.execute(params![guest, entry.table])?;
        }
    }
    Ok(())
}

fn write_game(connection: &Connection, entry: &Entry, ended: &Ended) -> Result<()> {
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
