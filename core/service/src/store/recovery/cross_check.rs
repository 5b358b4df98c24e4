//! Evidence about writes from other tables, for a damaged outbox. According to the journal, completed writes must not
//! return, and attempted writes that waited must be counted. Discarded and cancelled writes stay discarded, unless they
//! were restored since.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use rusqlite::OpenFlags;
use rusqlite::types::Value;

use crate::model::history::journal_entry::WriteOutcome;
use crate::store::files::open;
use crate::store::{StoreError, encryption};

use super::record_format::{DISCARDED, OUTBOX, Shape};
use super::{KEY, SEQ};

/// The evidence about each write.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    /// By key: the last outcome in the journal, and the sequence number.
    journal: HashMap<String, (i64, Option<WriteOutcome>)>,
    /// By sequence number, which stays when the key changes: its earliest sending time when it was dropped.
    discarded: HashMap<i64, i64>,
}

impl Evidence {
    /// Reads the journal in `history`. An unreadable journal gives no evidence; the error is reported when the file is
    /// opened.
    pub(super) fn collect(history: &Path, discarded: &BTreeMap<i64, Vec<Value>>) -> Self {
        let waiting_until = |(seq, row): (&i64, &Vec<Value>)| Some((*seq, not_before(row, &DISCARDED)?));
        Self {
            journal: Self::read(history).unwrap_or_default(),
            discarded: discarded.iter().filter_map(waiting_until).collect(),
        }
    }

    fn read(history: &Path) -> Result<HashMap<String, (i64, Option<WriteOutcome>)>, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if open::is_empty(history) {
            return Ok(HashMap::new());
        }
        let db = encryption::connect_with(history, flags)?;
        let mut statement = db.prepare("SELECT idem_key, outbox_id, outcome FROM journal ORDER BY seq")?;
        let mut rows = statement.query([])?;
        let mut last = HashMap::new();
        while let Some(row) = rows.next()? {
            let outcome: String = row.get(2)?;
            last.insert(row.get(0)?, (row.get(1)?, WriteOutcome::by_name(&outcome)));
        }
        Ok(last)
    }

    /// Returns whether the write of this row is completed: applied, discarded or cancelled.
    pub(super) fn is_completed(&self, row: &[Value]) -> bool {
        let has_ended = match row.get(KEY) {
            Some(Value::Text(key)) => self.journal.get(key),
            _ => None,
        };
        // A restored write has a later sending time than when it was dropped.
        let discarded_at = seq(row).and_then(|seq| self.discarded.get(&seq));
        // A replaced write continues under another key.
        has_ended.is_some_and(|(_, outcome)| is_final(*outcome) || *outcome == Some(WriteOutcome::Replaced))
            || discarded_at.is_some_and(|at| not_before(row, &OUTBOX).is_none_or(|row| row <= *at))
    }

    /// Counts the writes that are neither in `rows` nor completed. It includes those `known_seqs`, and those that were
    /// attempted and left waiting.
    pub(super) fn count_missing(
        &self,
        known_seqs: impl IntoIterator<Item = i64>,
        rows: &BTreeMap<i64, Vec<Value>>,
    ) -> usize {
        let mut completed: HashMap<i64, bool> = HashMap::new();
        let mut rejected: HashSet<i64> = HashSet::new();
        for (seq, outcome) in self.journal.values() {
            // The journal does not tell whether a rejected write is blocked or was discarded. It is not counted,
            // because it may not have waited.
            if *outcome == Some(WriteOutcome::Rejected) {
                rejected.insert(*seq);
            }
            // A resolved conflict has a new key and the same number.
            let completed = completed.entry(*seq).or_insert(false);
            *completed |= is_final(*outcome);
        }
        completed.extend(self.discarded.keys().map(|seq| (*seq, true)));
        let waiting = completed
            .iter()
            .filter(|(seq, completed)| !**completed && !rejected.contains(*seq))
            .map(|(seq, _)| *seq);
        let mut missing: Vec<i64> = known_seqs
            .into_iter()
            .filter(|seq| !completed.get(seq).copied().unwrap_or_default())
            .chain(waiting)
            .filter(|seq| !rows.contains_key(seq))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing.len()
    }
}

fn is_final(outcome: Option<WriteOutcome>) -> bool {
    matches!(
        outcome,
        Some(
            WriteOutcome::Applied
                | WriteOutcome::FoundApplied
                | WriteOutcome::Discarded
                | WriteOutcome::Cancelled
        )
    )
}

fn not_before(row: &[Value], shape: &Shape) -> Option<i64> {
    match row.get(shape.not_before) {
        Some(Value::Integer(at)) => Some(*at),
        _ => None,
    }
}

/// Returns the sequence number of a row.
pub(super) fn seq(row: &[Value]) -> Option<i64> {
    match row.get(SEQ) {
        Some(Value::Integer(seq)) => Some(*seq),
        _ => None,
    }
}
