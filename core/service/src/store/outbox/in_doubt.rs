//! Attribution of changes to writes of this machine that are in doubt. Such writes wait, were discarded, or were found
//! applied by a sync. A change that matches one may be its effect, but its author is unknown.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::journal_entry::WriteOutcome;
use crate::store::cache::types::timestamp_from_micros;
use crate::store::settings::sibling_journals::{MAX_CLOCK_DIFFERENCE, SentWrite};
use crate::store::{History, Outbox, Store, StoreError};

/// A write that the server may have applied.
#[derive(Clone, Debug, PartialEq, Eq)]
struct InDoubtWrite {
    write: SentWrite,
    requested_at: Timestamp,
}

impl InDoubtWrite {
    /// Returns whether a history entry may be the effect of this write. It must match the write and be observed after
    /// it.
    fn may_have_caused(&self, entry: &HistoryEntry) -> bool {
        entry.at >= self.requested_at - MAX_CLOCK_DIFFERENCE
            && entry.not_before.is_some()
            && self.write.explains(entry)
    }
}

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
    fn in_doubt_writes(&self) -> Result<Vec<InDoubtWrite>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT operation, record, body, created_at FROM outbox
                 WHERE doubtful <> 0 OR state = 'sending' AND ever_sent <> 0
             UNION ALL SELECT operation, record, body, created_at FROM dropped WHERE doubtful <> 0",
        )?;
        parse_writes(statement.query([])?)
    }
}

impl History {
    /// Returns the writes that were found applied.
    fn found_applied(&self) -> Result<Vec<InDoubtWrite>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(&format!(
            "SELECT operation, record, coalesce(after, ''), asked_at FROM journal WHERE outcome = '{}'",
            WriteOutcome::FoundApplied.name()
        ))?;
        parse_writes(statement.query([])?)
    }
}

fn parse_writes(mut rows: rusqlite::Rows<'_>) -> Result<Vec<InDoubtWrite>, StoreError> {
    let mut in_doubt = Vec::new();
    while let Some(row) = rows.next()? {
        let operation: String = row.get(0)?;
        if let (Some(operation), Some(requested_at)) =
            (OperationId::by_name(&operation), timestamp_from_micros(row.get(3)?))
        {
            let write = SentWrite { operation, record: row.get(1)?, body: row.get(2)? };
            in_doubt.push(InDoubtWrite { write, requested_at });
        }
    }
    Ok(in_doubt)
}

#[cfg(test)]
#[path = "in_doubt_tests.rs"]
mod tests;
