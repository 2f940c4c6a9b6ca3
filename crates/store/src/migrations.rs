//! The shape of the database and how it came to be. A database says in `user_version` how many of these steps it has
//! taken; opening it takes the rest. A step that has been released is never changed: another is added.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::Failure;

/// All steps, the oldest first.
const STEPS: &[&str] = &[TABLES, SEATED, HEADS];

// Rows of all tables are kept in the order in which they were written, each with the place of the one before it at
// its table. So a batch that touches hundreds of tables fills a few pages, where an order by table would touch a page
// for each; a table is read seldom, and then by following the chain from its head. The records of games are long and
// seldom read, so they stay out of what lists games.
const TABLES: &str = "
CREATE TABLE rows (
    place INTEGER PRIMARY KEY,
    before INTEGER,
    number INTEGER NOT NULL,
    time INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE heads (
    table_id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    table_id TEXT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'over')),
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    updated INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX unfinished_tables ON tables (public, updated) WHERE status <> 'over';

CREATE TABLE games (
    table_id TEXT NOT NULL,
    game INTEGER NOT NULL,
    kind TEXT NOT NULL,
    ended INTEGER NOT NULL,
    record TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (table_id, game)
) STRICT;

CREATE TABLE players (
    guest TEXT NOT NULL,
    ended INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (guest, ended, table_id, game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    added INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    token BLOB NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id),
    added INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE codes (
    code BLOB NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL REFERENCES guests (id),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_expiry ON codes (expires);
";

// The heads of tables in the order in which these were opened. By their ids, which are random, those few that are
// played at would lie on a page each among all that were ever opened, and every batch would write all these pages.
const HEADS: &str = "
ALTER TABLE heads RENAME TO heads_by_id;
CREATE TABLE heads (
    opened INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL
) STRICT;
INSERT INTO heads (table_id, number, place) SELECT table_id, number, place FROM heads_by_id ORDER BY place;
DROP TABLE heads_by_id;
";

// Who sits at tables that are not over, written with their lines in the index. Of a table that is older than this it
// is known from its next line on: the rows that tell it are not for the database to read.
const SEATED: &str = "
CREATE TABLE seated (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_by_table ON seated (table_id);
";

/// Takes the steps that the database has not taken yet, all or none. Of several processes that open a database at
/// once, one takes them and the others find them taken.
pub fn migrate(connection: &Connection) -> Result<(), Failure> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let taken: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let Some(due) = STEPS.get(taken as usize..) else {
        return Err(Failure::new(format_args!(
            "the database has version {taken} and is newer than this program, which knows {}",
            STEPS.len()
        )));
    };
    if due.is_empty() {
        return Ok(());
    }
    for step in due {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", STEPS.len() as i64)?;
    transaction.commit()?;
    Ok(())
}
