CREATE TABLE entry (            -- what was observed of deals, in order
    seq      INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     TEXT    NOT NULL CHECK (kind IN ('seen', 'field', 'not_seen', 'seen_again', 'deleted', 'back')),
    deal     TEXT    NOT NULL DEFAULT '',  -- empty with 'seen', which holds many
    field    TEXT    NOT NULL DEFAULT '',
    before   TEXT,                         -- a JSON token; NULL: not sent
    after    TEXT,
    earliest INTEGER,                      -- the last moment it is known to have been otherwise; NULL: never seen so
    at       INTEGER NOT NULL,
    ours     INTEGER NOT NULL DEFAULT 0,
    ids      TEXT,                         -- with 'seen': the ids, each between line feeds
    sum INTEGER, deals BLOB) STRICT;
CREATE INDEX entry_deal ON entry (deal, seq) WHERE deal <> '';
CREATE INDEX entry_at ON entry (at);
CREATE TABLE missing (          -- deals that the last clean reading did not show
    deal      TEXT    PRIMARY KEY,
    last_seen INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE mark (             -- ends of visits, of clean readings, of pruning
    name TEXT    PRIMARY KEY,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE point (            -- numbers over time
    series TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    value  TEXT    NOT NULL, sum INTEGER,
    PRIMARY KEY (series, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE request (          -- the log of requests: never a header, a body, a query
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    method     TEXT    NOT NULL,
    path       TEXT    NOT NULL,
    status     INTEGER,
    fault      TEXT,
    request_id TEXT    NOT NULL,
    attempt    INTEGER NOT NULL,
    took       INTEGER NOT NULL            -- microseconds
, sum INTEGER) STRICT;
CREATE INDEX entry_told ON entry (seq) WHERE kind <> 'seen' OR earliest IS NOT NULL;
CREATE INDEX entry_deleted ON entry (seq) WHERE kind = 'deleted';
CREATE TABLE "journal" (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    outbox_id  INTEGER NOT NULL,
    idem_key   TEXT    NOT NULL,
    operation  TEXT    NOT NULL,
    record     TEXT    NOT NULL,
    label      TEXT    NOT NULL,
    before     TEXT,
    after      TEXT,
    attempts   INTEGER NOT NULL,
    outcome    TEXT    NOT NULL,
    status     INTEGER,
    request_id TEXT,
    problem    TEXT,
    asked_at   INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    reason     TEXT
, sum INTEGER) STRICT;
CREATE INDEX journal_record ON journal (record, seq);
CREATE INDEX journal_found ON journal (seq) WHERE outcome = 'found';
