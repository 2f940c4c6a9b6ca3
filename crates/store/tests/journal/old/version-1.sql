-- A database as the first version of the program left it.
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

INSERT INTO rows VALUES
    (1, NULL, 1, 1001, 'b 1'),
    (2, NULL, 1, 1001, 'a 1'),
    (3, 1, 2, 1002, 'b 2');
INSERT INTO heads VALUES ('a', 1, 2), ('b', 2, 3);
PRAGMA user_version = 1;
