//! The formats of the files. A step, once released, never changes; a new format is a new step.
//!
//! Moments are whole microseconds of Unix time. Bodies are the bytes received or to be sent.

use crate::store::files::schema;

/// The step that gives each row of a file a checksum in a column of its own (`sums`). A version that knows none must not
/// write to it.
pub(in crate::store) const SUMS: &str = "-- From here on each row has a checksum, sum.";

/// Each file's steps, the schema that they result in, and its path. A new file is created from the schema, because
/// running all steps took too long.
pub(in crate::store) const SCHEMAS: &[(&[&str], &str, &str)] = &[
    (CACHE, include_str!("schema/cache.sql"), "schema/cache.sql"),
    (OUTBOX, include_str!("schema/outbox.sql"), "schema/outbox.sql"),
    (HISTORY, include_str!("schema/history.sql"), "schema/history.sql"),
    (crate::store::files::schema::STEPS, include_str!("schema/settings.sql"), "schema/settings.sql"),
];

/// Returns the newest schema for the steps of a known file.
pub(in crate::store) fn schema_of(steps: &[&str]) -> Option<&'static str> {
    let schema = SCHEMAS.iter().find(|(known_steps, ..)| *known_steps == steps)?;
    Some(schema.1)
}

/// `cache.db`: server responses. It can be deleted and fetched again, except for observed data.
pub(in crate::store) const CACHE: &[&str] = &["
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
", "
-- A copy of all deals lies beside this file, and makes digests needless.
ALTER TABLE record DROP COLUMN digest;

CREATE TABLE touched (          -- deals written or removed since a copy of all of them was kept
    deal     TEXT    PRIMARY KEY,
    revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
", "
CREATE TABLE sheet (            -- pages of a first reading: their deals lie in history.db, in this entry
    entry      INTEGER PRIMARY KEY,
    deals      INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    pass       INTEGER NOT NULL,
    change     INTEGER NOT NULL
) STRICT;

CREATE TABLE torn (             -- deals of these pages that have a row of their own since, or are no more
    deal TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
", SUMS];

/// `outbox.db`: the user's changes that the server has not confirmed. Never deleted.
pub(in crate::store) const OUTBOX: &[&str] = &[
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
    "
CREATE TABLE born (             -- what temporary ids became, for whoever still knows a record by one
    temporary TEXT    PRIMARY KEY,
    record    TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE identity (         -- who writes: a row leaves under the identity that wrote it, or not at all
    id       INTEGER PRIMARY KEY,
    base_url TEXT    NOT NULL,
    key_id   TEXT    NOT NULL,
    user     TEXT    NOT NULL,  -- the delegated user; empty for none
    entity   TEXT    NOT NULL,  -- the slug in the answer to the token exchange; empty until one came
    used     INTEGER NOT NULL,  -- grows with each use, so that the last one is known
    UNIQUE (base_url, key_id, user, entity)
) STRICT;

-- Without one, a row was written before there were any, and is the owner's whoever that is.
ALTER TABLE outbox ADD COLUMN identity INTEGER REFERENCES identity (id);
",
    "
CREATE TABLE clock (            -- by which clock the moments of this file are told
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    boot TEXT    NOT NULL,      -- which start of the machine
    zero INTEGER NOT NULL       -- what the clock, as it was set, said then
) STRICT;
",
    "
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
) STRICT;
CREATE INDEX dropped_record ON dropped (record, seq);
CREATE INDEX dropped_with ON dropped (gone_with, seq);
",
    SUMS,
];

/// `history.db`: observed changes and the journal of writes. Never deleted, never rebuilt.
pub(in crate::store) const HISTORY: &[&str] = &["
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
    deals    BLOB                          -- with 'seen': the deals as received
) STRICT;
CREATE INDEX entry_deal ON entry (deal, seq) WHERE deal <> '';
CREATE INDEX entry_at ON entry (at);

CREATE TABLE missing (          -- deals that the last clean reading did not show
    deal      TEXT    PRIMARY KEY,
    last_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mark (             -- ends of visits, of clean readings, of pruning
    name TEXT    PRIMARY KEY,
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE point (            -- numbers over time
    series TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (series, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (          -- what became of each try of each write
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    outbox_id  INTEGER NOT NULL,
    idem_key   TEXT    NOT NULL,
    operation  TEXT    NOT NULL,
    record     TEXT    NOT NULL,
    label      TEXT    NOT NULL,
    before     TEXT,                       -- the record, or the fields written, as held before; NULL: not known
    after      TEXT,                       -- the bytes sent; NULL: none
    attempts   INTEGER NOT NULL,
    outcome    TEXT    NOT NULL CHECK (outcome IN ('applied', 'refused', 'conflict', 'later', 'discarded')),
    status     INTEGER,
    request_id TEXT,
    problem    TEXT,
    asked_at   INTEGER NOT NULL,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX journal_record ON journal (record, seq);

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
) STRICT;
", "
-- What was told since, and whether anything was deleted, are asked at each step: neither looks through the pages of a
-- first reading.
CREATE INDEX entry_told ON entry (seq) WHERE kind <> 'seen' OR earliest IS NOT NULL;
CREATE INDEX entry_deleted ON entry (seq) WHERE kind = 'deleted';
", "
-- From here on a page says where in its body each id lies. Pages that are there stay as they are, and are read as such; a
-- version that knows no other form must not meet the new one.
", "
ALTER TABLE journal ADD COLUMN reason TEXT;  -- why the deal entered its status, as the person said; never sent
", "
-- What was taken back or replaced before it left is told too. What an outcome may be is no rule of the file any more: it
-- could only be changed by writing every line anew.
CREATE TABLE told (
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
) STRICT;
INSERT INTO told SELECT * FROM journal ORDER BY seq;
DROP TABLE journal;
ALTER TABLE told RENAME TO journal;
CREATE INDEX journal_record ON journal (record, seq);
", "
-- A write that no answer told of and that was found done is one by whomever: a version that does not know that outcome must
-- not meet it.
CREATE INDEX journal_found ON journal (seq) WHERE outcome = 'found';
", SUMS];

/// The formats. A released step never changes; a new format is a new step.
pub(crate) const STEPS: &[&str] = &[
    "
CREATE TABLE setting (
    name       TEXT    PRIMARY KEY,
    value      TEXT    NOT NULL,
    changed_at INTEGER NOT NULL   -- whole microseconds of Unix time
) STRICT, WITHOUT ROWID;
",
    schema::SUMS,
    "
CREATE TABLE rule_match (       -- deals that match a rule, or did
    rule     TEXT    NOT NULL,  -- the key of the rule; its row with an empty deal says that it is in use
    deal     TEXT    NOT NULL,
    matching INTEGER NOT NULL,
    day      INTEGER NOT NULL,  -- the last day on which it was raised, in days of Unix time; 0: never
    PRIMARY KEY (rule, deal)
) STRICT, WITHOUT ROWID;

CREATE TABLE raised (           -- local notifications
    seq             INTEGER PRIMARY KEY AUTOINCREMENT,
    at              INTEGER NOT NULL,   -- whole microseconds of Unix time
    rule            TEXT    NOT NULL,
    is_subscription INTEGER NOT NULL,
    leaves          INTEGER NOT NULL,
    deal            TEXT    NOT NULL,   -- empty with a summary of several deals
    name            TEXT    NOT NULL,
    count           INTEGER NOT NULL,
    severity        TEXT    NOT NULL,
    notify          INTEGER NOT NULL
) STRICT;
",
    "
CREATE TABLE rule (             -- rules in use
    key      TEXT    PRIMARY KEY,
    day      INTEGER NOT NULL,  -- the last day of use, in days of Unix time
    cache    INTEGER NOT NULL,  -- identity of the cache with the deals that were compared last
    revision INTEGER NOT NULL   -- their revision; an older one changes nothing
) STRICT, WITHOUT ROWID;
INSERT INTO rule SELECT rule, day, 0, 0 FROM rule_match WHERE deal = '';
DELETE FROM rule_match WHERE deal = '';
",
    schema::SUMS,
];
