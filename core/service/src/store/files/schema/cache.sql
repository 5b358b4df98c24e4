CREATE TABLE record (
    kind       TEXT    NOT NULL,
    parent     TEXT    NOT NULL,  -- the record it belongs to (a note's deal), else empty
    id         TEXT    NOT NULL,
    body       TEXT    NOT NULL,  -- exactly as received
    position   INTEGER NOT NULL,  -- its place in the list it came from
    fetched_at INTEGER NOT NULL,
    pass       INTEGER NOT NULL,  -- the reading that wrote this body
    change     INTEGER NOT NULL, sum INTEGER,  -- the value of the counter when it was written
    PRIMARY KEY (kind, parent, id)
) STRICT;
CREATE TABLE gone (             -- records known to be deleted, so that an older answer can't bring them back
    kind   TEXT    NOT NULL,
    id     TEXT    NOT NULL,
    change INTEGER NOT NULL, sum INTEGER,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE single (           -- values that are one of a kind: entity, portfolio summary
    name       TEXT    PRIMARY KEY,
    body       TEXT    NOT NULL,
    fetched_at INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE stage (            -- the status of each deal as this client observed it
    deal       TEXT    PRIMARY KEY,
    status     TEXT    NOT NULL,
    since      INTEGER NOT NULL,
    bound      TEXT    NOT NULL CHECK (bound IN ('exact', 'interval', 'at_least')),
    earliest   INTEGER NOT NULL,  -- with 'interval': the last moment it was seen in another status
    first_seen INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE first_seen (       -- when this client first saw a record that is not a deal
    kind TEXT    NOT NULL,
    id   TEXT    NOT NULL,
    at   INTEGER NOT NULL, sum INTEGER,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE counter (          -- small numbers: passes, changes, the end of the last complete reading
    name  TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE lesson (           -- what was learned of the service: routes, rights, codes
    topic TEXT    NOT NULL,
    name  TEXT    NOT NULL,
    body  TEXT    NOT NULL,  -- in a form that is its writer's own
    at    INTEGER NOT NULL, sum INTEGER,
    PRIMARY KEY (topic, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE touched (          -- deals written or removed since a copy of all of them was kept
    deal     TEXT    PRIMARY KEY,
    revision INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE sheet (            -- pages of a first reading: their deals lie in history.db, in this entry
    entry      INTEGER PRIMARY KEY,
    deals      INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    pass       INTEGER NOT NULL,
    change     INTEGER NOT NULL
, sum INTEGER) STRICT;
CREATE TABLE torn (             -- deals of these pages that have a row of their own since, or are no more
    deal TEXT PRIMARY KEY
, sum INTEGER) STRICT, WITHOUT ROWID;
