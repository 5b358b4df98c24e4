//! Attribution of changes to writes of this device that are in doubt. Such writes wait, were discarded, or were found
//! applied by a sync. A change that matches one may be its effect, but its author is unknown.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::journal_entry::WriteOutcome;
use crate::store::settings::sibling_journals::{TimedWrite, parse_writes};
use crate::store::{History, Outbox, Store, StoreError};

impl Store {
    /// Marks each entry of others that a write in doubt may have caused.
    ///
    /// # Errors
    /// The disk fails.
    pub fn mark_in_doubt(&self, entries: &mut [HistoryEntry]) -> Result<(), StoreError> {
        if entries.iter().all(|entry| entry.is_ours) {
            return Ok(());
        }
        let mut in_doubt = self.outbox().in_doubt_writes()?;
        in_doubt.extend(self.history().found_applied()?);
        if in_doubt.is_empty() {
            return Ok(());
        }
        // Dates set by the server belong to the author of the change.
        let mut dated: BTreeMap<(String, Timestamp), bool> = BTreeMap::new();
        for entry in entries.iter_mut().filter(|entry| !entry.is_ours) {
            entry.maybe_ours = in_doubt.iter().any(|write| write.may_have_caused(entry));
            if !entry.is_stamp() {
                let records = dated.entry((entry.deal.clone(), entry.at)).or_insert(true);
                *records &= entry.maybe_ours;
            }
        }
        for entry in entries.iter_mut().filter(|entry| !entry.is_ours && entry.is_stamp()) {
            entry.maybe_ours |= dated.get(&(entry.deal.clone(), entry.at)).is_some_and(|records| *records);
        }
        Ok(())
    }
}

impl Outbox {
    /// Returns the writes that the server may have applied, except those of a newer version.
    fn in_doubt_writes(&self) -> Result<Vec<TimedWrite>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT operation, record, body, created_at FROM outbox
                 WHERE doubtful <> 0 OR state = 'sending' AND ever_sent <> 0
             UNION ALL SELECT operation, record, body, created_at FROM dropped WHERE doubtful <> 0",
        )?;
        Ok(parse_writes(statement.query([])?)?)
    }
}

impl History {
    /// Returns the writes that were found applied.
    fn found_applied(&self) -> Result<Vec<TimedWrite>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(&format!(
            "SELECT operation, record, coalesce(after, ''), asked_at FROM journal WHERE outcome = '{}'",
            WriteOutcome::FoundApplied.name()
        ))?;
        Ok(parse_writes(statement.query([])?)?)
    }
}

#[cfg(test)]
#[path = "in_doubt_tests.rs"]
mod tests;
