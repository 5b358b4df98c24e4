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
