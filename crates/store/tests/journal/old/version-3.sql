-- A database as version 3 left it, before retention and muting: a table in the lobby, one in play, one that is over.
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

CREATE TABLE seated (
    guest TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_by_table ON seated (table_id);

ALTER TABLE heads RENAME TO heads_by_id;
CREATE TABLE heads (
    opened INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL
) STRICT;
INSERT INTO heads (table_id, number, place) SELECT table_id, number, place FROM heads_by_id ORDER BY place;
DROP TABLE heads_by_id;

INSERT INTO rows VALUES
    (1, NULL, 1, 1000, 'lobby 1'),
    (2, NULL, 1, 2000, 'play 1'),
    (3, NULL, 1, 3000, 'over 1'),
    (4, 2, 2, 4000, 'play 2'),
    (5, 3, 2, 5000, 'over 2'),
    (6, NULL, 1, 6000, 'odd 1');
INSERT INTO heads VALUES (1, 'lobby', 1, 1), (2, 'play', 2, 4), (3, 'over', 2, 5), (4, 'odd', 1, 6);
INSERT INTO tables VALUES
    ('lobby', 'open', 1, 1000, '{"id":"lobby","game":"koi-koi","chairs":[{"kind":"person","name":"Ann"},{"kind":"empty"}]}'),
    ('play', 'playing', 1, 2000, '{"id":"play","game":"iroha","chairs":[{"kind":"person","name":"Bob"},{"kind":"bot"}]}'),
    ('over', 'over', 0, 5000, '{"id":"over","game":"irono","chairs":[{"kind":"person","name":"Ann"},{"kind":"bot"}]}'),
    ('odd', 'open', 1, 6000, 'not JSON');
INSERT INTO games VALUES ('over', 1, 'irono', 5000, 'record', '{}');
INSERT INTO players VALUES ('ann', 5000, 'over', 1, 0);
INSERT INTO seated VALUES ('ann', 'lobby'), ('bob', 'play');
INSERT INTO guests VALUES ('ann', 'Ann', 500), ('bob', 'Bob', 600);
INSERT INTO tokens VALUES (zeroblob(32), 'ann', 500);
INSERT INTO codes VALUES (zeroblob(32), 'ann', 700);
PRAGMA user_version = 3;
