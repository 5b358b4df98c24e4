//! The tables of the service's state, and the identifier that marks a state file.

/// `application_id` of a state file: "Encs".
pub(crate) const APPLICATION_ID: i32 = 0x456e_6373;

/// Version of the tables. A file of another version is rejected, not migrated: its data can be generated again.
pub(crate) const VERSION: i32 = 2;

/// Tables, created before the data is written.
pub(crate) const TABLES: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bearer (digest BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE nonce (key_id TEXT NOT NULL, nonce TEXT NOT NULL, PRIMARY KEY (key_id, nonce)) WITHOUT ROWID;
CREATE TABLE keyed (
  key TEXT PRIMARY KEY, target TEXT NOT NULL, payload BLOB NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE deal (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL, status TEXT NOT NULL, reference TEXT,
  deleted INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
);
CREATE TABLE deal_count (status TEXT PRIMARY KEY, live INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE note (seq INTEGER PRIMARY KEY, id BLOB NOT NULL, deal INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE operation (
  seq INTEGER PRIMARY KEY, id BLOB NOT NULL, name TEXT NOT NULL, statut TEXT NOT NULL, classe_actif TEXT,
  type_investissement TEXT NOT NULL, nominal INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
);
CREATE TABLE record (
  seq INTEGER PRIMARY KEY, family TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL DEFAULT '',
  code TEXT NOT NULL DEFAULT '', owner TEXT NOT NULL DEFAULT '', deleted INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
);
CREATE TABLE user (
  id TEXT PRIMARY KEY, external_id TEXT NOT NULL UNIQUE, approved INTEGER NOT NULL, read_only INTEGER NOT NULL
) WITHOUT ROWID;
";

/// Indexes and counters, created after the data is written because that is several times faster.
pub(crate) const INDEXES: &str = "
CREATE UNIQUE INDEX deal_id ON deal (id);
CREATE INDEX deal_live ON deal (seq) WHERE deleted = 0;
CREATE INDEX deal_status ON deal (status, seq) WHERE deleted = 0;
CREATE UNIQUE INDEX deal_reference ON deal (reference) WHERE reference IS NOT NULL AND deleted = 0;
CREATE UNIQUE INDEX operation_id ON operation (id);
CREATE INDEX note_deal ON note (deal, seq);
CREATE UNIQUE INDEX record_id ON record (family, id);
CREATE INDEX record_list ON record (family, owner, seq) WHERE deleted = 0;
INSERT INTO deal_count SELECT status, COUNT(*) FROM deal WHERE deleted = 0 GROUP BY status;
CREATE TRIGGER deal_added AFTER INSERT ON deal WHEN NEW.deleted = 0 BEGIN
  INSERT INTO deal_count VALUES (NEW.status, 1) ON CONFLICT (status) DO UPDATE SET live = live + 1;
END;
CREATE TRIGGER deal_moved AFTER UPDATE OF status, deleted ON deal BEGIN
  UPDATE deal_count SET live = live - 1 WHERE status = OLD.status AND OLD.deleted = 0;
  INSERT INTO deal_count SELECT NEW.status, 1 WHERE NEW.deleted = 0
    ON CONFLICT (status) DO UPDATE SET live = live + 1;
END;
";
