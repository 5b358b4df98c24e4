//! Writes of this machine that left and of which no answer ever said what became of them: they wait, were given up, or were
//! found done by a reading. What they would have led to may be their doing; nobody, neither this machine nor anybody else,
//! is known to have made it.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::contract::OperationId;
use crate::model::history_entry::Entry;
use crate::model::journal_entry::Outcome;
use crate::store::cache::types::moment;
use crate::store::settings::sibling_journals::{APART, Sent};
use crate::store::{History, Outbox, Store, StoreError};

/// A write that the service may have applied.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Doubted {
    sent: Sent,
    asked: Timestamp,
}

impl Doubted {
    /// Whether an entry of the history may tell of this write: it was observed since, and is what the write would have led to.
    fn may_have_made(&self, entry: &Entry) -> bool {
        entry.at >= self.asked - APART && entry.after.is_some() && self.sent.leads_to(entry)
    }
}

impl Store {
    /// Notes of each entry that others are told to have made whether a write of this machine may have: one whose outcome is
    /// not known, and that would have led to it.
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
        // The service's own dates of a change are whose the change is.
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
    /// The writes that the service may have applied. What a newer version wrote is its own to tell.
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
    /// The writes that were found done.
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
