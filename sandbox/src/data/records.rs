//! Inserts the records of the smaller resource kinds.

use rusqlite::{Connection, Statement, params};

/// One record of a resource kind.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NewRecord<'a> {
    pub(crate) kind: &'a str,
    pub(crate) id: &'a str,
    /// The text that `name` and `search` filters match.
    pub(crate) name: &'a str,
    /// The code that code filters match.
    pub(crate) code: &'a str,
    /// The delegated user who owns the record.
    pub(crate) owner: &'a str,
    pub(crate) body: &'a str,
}

impl<'a> NewRecord<'a> {
    /// Creates a record with only a body; the caller fills in the other fields.
    pub(crate) fn with_body(body: &'a str) -> Self {
        Self { body, ..Self::default() }
    }
}

/// A prepared `INSERT` statement.
#[derive(Debug)]
pub(crate) struct RecordInserter<'a>(Statement<'a>);

impl<'a> RecordInserter<'a> {
    pub(crate) fn new(db: &'a Connection) -> rusqlite::Result<Self> {
        db.prepare("INSERT INTO record (family, id, name, code, owner, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .map(Self)
    }

    pub(crate) fn add(&mut self, record: &NewRecord<'_>) -> rusqlite::Result<()> {
        let name = super::portfolio::search_key(record.name);
        self.0.execute(params![record.kind, record.id, name, record.code, record.owner, record.body])?;
        Ok(())
    }
}
