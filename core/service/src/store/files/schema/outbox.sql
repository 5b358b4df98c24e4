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
, identity INTEGER REFERENCES identity (id), sum INTEGER) STRICT;
CREATE INDEX outbox_record ON outbox (record, seq);
CREATE TABLE lease (            -- one sender at a time, whoever has the window open
    name  TEXT    PRIMARY KEY,
    owner TEXT    NOT NULL,
    until INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE gate (             -- no request before this moment (429, ban); outlives a restart
    name  TEXT    PRIMARY KEY,
    until INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE watch (            -- identifiers that a person watches where the service has no list
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    family     TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    origin     TEXT    NOT NULL,  -- 'given' or 'met'
    added_at   INTEGER NOT NULL,
    checked_at INTEGER,
    status     INTEGER,           -- what the service answered for it
    reason     TEXT, sum INTEGER,
    UNIQUE (family, id)
) STRICT;
CREATE TABLE born (             -- what temporary ids became, for whoever still knows a record by one
    temporary TEXT    PRIMARY KEY,
    record    TEXT    NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE identity (         -- who writes: a row leaves under the identity that wrote it, or not at all
    id       INTEGER PRIMARY KEY,
    base_url TEXT    NOT NULL,
    key_id   TEXT    NOT NULL,
    user     TEXT    NOT NULL,  -- the delegated user; empty for none
    entity   TEXT    NOT NULL,  -- the slug in the answer to the token exchange; empty until one came
    used     INTEGER NOT NULL, sum INTEGER,  -- grows with each use, so that the last one is known
    UNIQUE (base_url, key_id, user, entity)
) STRICT;
CREATE TABLE clock (            -- by which clock the moments of this file are told
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    boot TEXT    NOT NULL,      -- which start of the machine
    zero INTEGER NOT NULL       -- what the clock, as it was set, said then
, sum INTEGER) STRICT;
CREATE TABLE dropped (          -- writes given up or taken back, as they stood, so that they can be taken up again
    seq          INTEGER PRIMARY KEY,
    gone_with    INTEGER NOT NULL,          -- the write it was dropped with; its own number if with none
    operation    TEXT    NOT NULL,
    record       TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    idem_key     TEXT    NOT NULL,
    base         TEXT    NOT NULL,
    label        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    attempts     INTEGER NOT NULL,
    not_before   INTEGER NOT NULL,
    state        TEXT    NOT NULL,
    ever_sent    INTEGER NOT NULL,
    doubtful     INTEGER NOT NULL,
    last_problem TEXT,
    identity     INTEGER REFERENCES identity (id)
, sum INTEGER) STRICT;
CREATE INDEX dropped_record ON dropped (record, seq);
CREATE INDEX dropped_with ON dropped (gone_with, seq);
