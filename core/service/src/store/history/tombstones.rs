//! Absent deals: those missing from the last consistent pass, and deleted ones.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::OptionalExtension;

use super::History;
use super::entry::kind;
use super::read::observed_at;
use crate::store::StoreError;

impl History {
    /// Returns the deals missing from the last consistent pass, with the time when each was last seen.
    pub fn missing(&self) -> Result<BTreeMap<String, Timestamp>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached("SELECT deal, last_seen FROM missing")?;
        let missing = all.query_and_then([], |row| Ok((row.get(0)?, observed_at(row, 1)?)))?;
        missing.collect()
    }

    /// Returns whether a deal is known to have been deleted.
    pub(in crate::store) fn was_deleted(&self, id: &str) -> Result<bool, StoreError> {
        let db = self.lock();
        let last: Option<String> = db
            .prepare_cached("SELECT kind FROM entry WHERE deal = ?1 ORDER BY seq DESC LIMIT 1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        Ok(last.as_deref() == Some(kind::DELETED))
    }

    /// Returns whether any deal is known to have been deleted. If none is, single deals need no check.
    pub(in crate::store) fn has_deletions(&self) -> Result<bool, StoreError> {
        Ok(self
            .lock()
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM entry INDEXED BY entry_deleted WHERE kind = 'deleted')",
            )?
            .query_row([], |row| row.get(0))?)
    }
}
