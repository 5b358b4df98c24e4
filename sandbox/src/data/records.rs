//! Writing the records of the smaller families.

use rusqlite::{Connection, Statement, params};

/// One record of a family.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Record<'a> {
    pub(crate) family: &'a str,
    pub(crate) id: &'a str,
    /// What `name` and `search` look at.
    pub(crate) name: &'a str,
    /// What filters on a code look at.
    pub(crate) code: &'a str,
    /// The delegated user it belongs to.
    pub(crate) owner: &'a str,
    pub(crate) body: &'a str,
}

impl<'a> Record<'a> {
    /// A record with nothing but a body, to be filled in.
    pub(crate) fn of(body: &'a str) -> Self {
        Self {
            body,
            ..Self::default()
        }
    }
}

/// A prepared insertion.
#[derive(Debug)]
pub(crate) struct Records<'a>(Statement<'a>);

impl<'a> Records<'a> {
    pub(crate) fn new(db: &'a Connection) -> rusqlite::Result<Self> {
        db.prepare("INSERT INTO record (family, id, name, code, owner, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .map(Self)
    }

    pub(crate) fn add(&mut self, record: &Record<'_>) -> rusqlite::Result<()> {
        let name = super::portfolio::search_key(record.name);
        self.0.execute(params![
            record.family,
            record.id,
            name,
            record.code,
            record.owner,
            record.body
        ])?;
        Ok(())
    }
}
