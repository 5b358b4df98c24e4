CREATE TABLE setting (
    name       TEXT    PRIMARY KEY,
    value      TEXT    NOT NULL,
    changed_at INTEGER NOT NULL   -- whole microseconds of Unix time
, sum INTEGER) STRICT, WITHOUT ROWID;
