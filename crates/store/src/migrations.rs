//! The schema of the database, as steps. `user_version` tells how many of them a database has; opening it takes the rest.
//! A released step never changes: add another.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::Failure;

/// Oldest first.
pub const STEPS: &[&str] = &[TABLES, SEATED, HEADS, LOBBY, GUESTS, EXPIRY];

// One row per entry, in the order of writing, each with the place of its table's previous row. So a batch for hundreds
// of tables fills a few pages; ordered by table it would touch a page for each. A table is read rarely, by following the
// chain from its head. Records of games are long and rarely read, so lists of games do not contain them.
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

// The heads of tables in the order of opening. Ordered by id, which is random, the few tables in use would each be on
// another page among all tables ever opened, and every batch would write all these pages.
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

// The guests at tables that are not over, written with their lines in the index. A table older than this step gets its
// guests with its next line, because the database does not read entries.
const SEATED: &str = "
CREATE TABLE seated (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_by_table ON seated (table_id);
";

// What the lobby filters and sorts by. Tables from before have it in their summaries, except for the opener. The index has
// every column that a count looks at, so that it reads no summaries.
const LOBBY: &str = "
ALTER TABLE tables ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN opener TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN free INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET
    kind = coalesce(json_extract(summary, '$.game'), ''),
    free = (SELECT count(*) FROM json_each(summary, '$.chairs') WHERE json_extract(value, '$.kind') = 'empty')
WHERE json_valid(summary);
DROP INDEX unfinished_tables;
CREATE INDEX lobby ON tables (updated, table_id, kind, free, public, status) WHERE public = 1 AND status <> 'over';
CREATE INDEX lobby_by_opener ON tables (opener, public, status) WHERE public = 1 AND status <> 'over';
CREATE INDEX tables_by_status ON tables (status, updated);
";

// A guest is last seen when they were added, as far as an older database knows. Without the indexes by guest, deleting a
// guest would read all tokens and codes.
const GUESTS: &str = "
ALTER TABLE guests ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guests ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0, 1));
UPDATE guests SET seen = added;
CREATE INDEX guests_by_seen ON guests (seen);
CREATE INDEX guests_by_time ON guests (added);
CREATE INDEX tokens_by_guest ON tokens (guest);
CREATE INDEX codes_by_guest ON codes (guest);

CREATE TABLE muted (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guest TEXT NOT NULL,
    other TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (guest, other)
) STRICT;
CREATE INDEX muted_by_other ON muted (other);
";

// Traces are the tables where a guest has ever had a seat. `doomed` has the last places of deleted tables, whose rows are
// still to be deleted. The one row of `health` is written to find out whether writing works.
const EXPIRY: &str = "
ALTER TABLE players ADD COLUMN keep INTEGER NOT NULL DEFAULT 0 CHECK (keep IN (0, 1));
CREATE INDEX players_by_table ON players (table_id, game);
CREATE INDEX kept_games ON players (table_id) WHERE keep = 1;

CREATE TABLE traces (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX traces_by_table ON traces (table_id);
INSERT INTO traces SELECT guest, table_id FROM players UNION SELECT guest, table_id FROM seated;

CREATE TABLE checkpoints (
    table_id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE doomed (
    place INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE health (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    times INTEGER NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
";

/// Takes the missing steps, all or none. If several processes open a database at once, one of them does it.
pub fn migrate(connection: &Connection) -> Result<(), Failure> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let due = &STEPS[version(&transaction)?..];
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

/// How many of the steps a database has, if this program knows all of them.
pub fn version(connection: &Connection) -> Result<usize, Failure> {
    let taken: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if taken as usize <= STEPS.len() {
        return Ok(taken as usize);
    }
    Err(Failure::new(format_args!(
        "the database has version {taken}, but this program only knows versions up to {}; use a newer program",
        STEPS.len()
    )))
}
