//! The formats of the two files. A step, once released, never changes; a new format is a new step.
//!
//! Moments are whole microseconds of Unix time. Bodies are the bytes received or to be sent.

/// `cache.db`: what the service said. Can be thrown away and read again, but for what this client observed.
pub(super) const CACHE: &[&str] = &["
CREATE TABLE record (
    kind       TEXT    NOT NULL,
    parent     TEXT    NOT NULL,  -- the record it belongs to (a note's deal), else empty
    id         TEXT    NOT NULL,
    body       TEXT    NOT NULL,  -- exactly as received
    position   INTEGER NOT NULL,  -- its place in the list it came from
    fetched_at INTEGER NOT NULL,
    pass       INTEGER NOT NULL,  -- the reading that wrote this body
    change     INTEGER NOT NULL,  -- the value of the counter when it was written
    PRIMARY KEY (kind, parent, id)
) STRICT;

CREATE TABLE gone (             -- records known to be deleted, so that an older answer can't bring them back
    kind   TEXT    NOT NULL,
    id     TEXT    NOT NULL,
    change INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE single (           -- values that are one of a kind: entity, portfolio summary
    name       TEXT    PRIMARY KEY,
    body       TEXT    NOT NULL,
    fetched_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE stage (            -- the status of each deal as this client observed it
    deal       TEXT    PRIMARY KEY,
    status     TEXT    NOT NULL,
    since      INTEGER NOT NULL,
    bound      TEXT    NOT NULL CHECK (bound IN ('exact', 'interval', 'at_least')),
    earliest   INTEGER NOT NULL,  -- with 'interval': the last moment it was seen in another status
    first_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE first_seen (       -- when this client first saw a record that is not a deal
    kind TEXT    NOT NULL,
    id   TEXT    NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (          -- small numbers: passes, changes, the end of the last complete reading
    name  TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
", "
-- What a list needs of the record, made when it was received, so that showing a hundred thousand does not read every
-- body again. Whoever makes it says what it means; without one the body is read.
ALTER TABLE record ADD COLUMN digest BLOB;
", "
CREATE TABLE lesson (           -- what was learned of the service: routes, rights, codes
    topic TEXT    NOT NULL,
    name  TEXT    NOT NULL,
    body  TEXT    NOT NULL,  -- in a form that is its writer's own
    at    INTEGER NOT NULL,
    PRIMARY KEY (topic, name)
) STRICT, WITHOUT ROWID;
"];

/// `outbox.db`: what a person wrote and the service has not confirmed. Never thrown away.
pub(super) const OUTBOX: &[&str] = &[
    "
CREATE TABLE outbox (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    operation    TEXT    NOT NULL,          -- the contract's name of the operation
    record       TEXT    NOT NULL,          -- the record it changes; temporary for a creation
    body         TEXT    NOT NULL,          -- exactly the bytes that are sent
    idem_key     TEXT    NOT NULL UNIQUE,
    base         TEXT    NOT NULL,          -- the fields as the person saw them
    label        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    not_before   INTEGER NOT NULL,
    state        TEXT    NOT NULL CHECK (state IN ('held', 'waiting', 'sending', 'refused', 'conflict')),
    ever_sent    INTEGER NOT NULL DEFAULT 0,
    doubtful     INTEGER NOT NULL DEFAULT 0,  -- it left once and its outcome is not known
    lease_owner  TEXT,
    lease_until  INTEGER,
    last_problem TEXT                       -- why it is parked, or why the last attempt failed
) STRICT;
CREATE INDEX outbox_record ON outbox (record, seq);

CREATE TABLE lease (            -- one sender at a time, whoever has the window open
    name  TEXT    PRIMARY KEY,
    owner TEXT    NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE gate (             -- no request before this moment (429, ban); outlives a restart
    name  TEXT    PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
",
    "
CREATE TABLE watch (            -- identifiers that a person watches where the service has no list
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    family     TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    origin     TEXT    NOT NULL,  -- 'given' or 'met'
    added_at   INTEGER NOT NULL,
    checked_at INTEGER,
    status     INTEGER,           -- what the service answered for it
    reason     TEXT,
    UNIQUE (family, id)
) STRICT;
",
];
