//! Journal lines that are not on disk yet.

use crate::store::NewJournalEntry;
use std::collections::BTreeMap;

/// Outcomes that wait for the disk.
#[derive(Debug, Default)]
pub(crate) struct PendingJournal {
    /// Journal entries, oldest first.
    pub(crate) lines: Vec<NewJournalEntry<'static>>,
    /// Completed writes by sequence number, with the id of a created deal.
    pub(crate) completed: BTreeMap<i64, Option<String>>,
}

impl PendingJournal {
    /// Returns whether a journal entry of a write is waiting.
    pub(crate) fn has_entry_of(&self, seq: i64) -> bool {
        self.lines.iter().any(|line| line.entry.seq == seq)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::OperationId;
    use crate::model::history::journal_entry::WriteOutcome;
    use crate::store::{NewOutboxEntry, Store};

    #[test]
    fn waiting_line_is_found_by_its_write() {
        let dir = tempfile::tempdir().unwrap();
        let now = Timestamp::UNIX_EPOCH;
        let store = Store::open(dir.path(), now).unwrap();
        let rows = [OperationId::DealsCreate, OperationId::DealsUpdate].map(|operation| NewOutboxEntry {
            operation,
            record: "d".into(),
            body: "{}".into(),
            key: uuid::Uuid::new_v4().into(),
            base: "{}".into(),
            label: String::new(),
            created_at: now,
            not_before: now,
            scheduled: false,
        });
        let rows = store.outbox().enqueue(&rows).unwrap();
        let mut waiting = PendingJournal::default();
        assert!(!waiting.has_entry_of(rows[0].seq));
        waiting.lines.push(NewJournalEntry::new(&rows[0], WriteOutcome::Applied, now).into_owned());
        assert!(waiting.has_entry_of(rows[0].seq) && !waiting.has_entry_of(rows[1].seq));
    }
}
