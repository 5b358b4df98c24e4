CREATE TABLE setting (
    name       TEXT    PRIMARY KEY,
    value      TEXT    NOT NULL,
    changed_at INTEGER NOT NULL   -- whole microseconds of Unix time
, sum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE rule_match (       -- deals that match a rule, or did
    rule     TEXT    NOT NULL,  -- the key of the rule; its row with an empty deal says that it is in use
    deal     TEXT    NOT NULL,
    matching INTEGER NOT NULL,
    day      INTEGER NOT NULL, sum INTEGER,  -- the last day on which it was raised, in days of Unix time; 0: never
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
, sum INTEGER) STRICT;
CREATE TABLE rule (             -- rules in use
    key      TEXT    PRIMARY KEY,
    day      INTEGER NOT NULL,  -- the last day of use, in days of Unix time
    cache    INTEGER NOT NULL,  -- identity of the cache with the deals that were compared last
    revision INTEGER NOT NULL   -- their revision; an older one changes nothing
, sum INTEGER) STRICT, WITHOUT ROWID;
