//! Attribution of changes to writes of this machine that are in doubt. Such writes wait, were discarded, or were found
//! applied by a sync. A change that matches one may be its effect, but its author is unknown.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::model::history::history_entry::Entry;
use crate::model::history::journal_entry::Outcome;
use crate::store::cache::types::moment;
use crate::store::settings::sibling_journals::{APART, Sent};
use crate::store::{History, Outbox, Store, StoreError};

/// A write that the server may have applied.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Doubted {
    sent: Sent,
    asked: Timestamp,
}

impl Doubted {
    /// Returns whether a history entry may be the effect of this write. It must match the write and be observed after
    /// it.
    fn may_have_made(&self, entry: &Entry) -> bool {
        entry.at >= self.asked - APART && entry.after.is_some() && self.sent.leads_to(entry)
    }
}

impl Store {
    /// Marks each entry of others that a write in doubt may have caused.
    ///
    /// # Errors
    /// The disk fails.
    pub fn note_doubted(&self, entries: &mut [Entry]) -> Result<(), StoreError> {
        if entries.iter().all(|entry| entry.ours) {
            return Ok(());
        }
        let mut doubted = self.outbox().doubted()?;
        doubted.extend(self.history().found()?);
        if doubted.is_empty() {
            return Ok(());
        }
        // Dates set by the server belong to the author of the change.
        let mut dated: BTreeMap<(String, Timestamp), bool> = BTreeMap::new();
        for entry in entries.iter_mut().filter(|entry| !entry.ours) {
            entry.perhaps = doubted.iter().any(|write| write.may_have_made(entry));
            if !entry.is_stamp() {
                let all = dated.entry((entry.deal.clone(), entry.at)).or_insert(true);
                *all &= entry.perhaps;
            }
        }
        for entry in entries.iter_mut().filter(|entry| !entry.ours && entry.is_stamp()) {
            entry.perhaps |= dated.get(&(entry.deal.clone(), entry.at)).is_some_and(|all| *all);
        }
        Ok(())
    }
}

impl Outbox {
    /// Returns the writes that the server may have applied, except those of a newer version.
    fn doubted(&self) -> Result<Vec<Doubted>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached(
            "SELECT operation, record, body, created_at FROM outbox
                 WHERE doubtful <> 0 OR state = 'sending' AND ever_sent <> 0
             UNION ALL SELECT operation, record, body, created_at FROM dropped WHERE doubtful <> 0",
        )?;
        writes(all.query([])?)
    }
}

impl History {
    /// Returns the writes that were found applied.
    fn found(&self) -> Result<Vec<Doubted>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached(&format!(
            "SELECT operation, record, coalesce(after, ''), asked_at FROM journal WHERE outcome = '{}'",
            Outcome::Found.name()
        ))?;
        writes(all.query([])?)
    }
}

fn writes(mut rows: rusqlite::Rows<'_>) -> Result<Vec<Doubted>, StoreError> {
    let mut doubted = Vec::new();
    while let Some(row) = rows.next()? {
        let operation: String = row.get(0)?;
        if let (Some(operation), Some(asked)) = (OperationId::by_name(&operation), moment(row.get(3)?)) {
            let sent = Sent {
                operation,
                record: row.get(1)?,
                body: row.get(2)?,
            };
            doubted.push(Doubted { sent, asked });
        }
    }
    Ok(doubted)
}

#[cfg(test)]
#[path = "in_doubt_tests.rs"]
mod tests;
