//! The undo windows of scheduled writes.

use jiff::Timestamp;
use rusqlite::{Params, params};

use crate::store::{EntryState, Outbox, OutboxEntry, StoreError};

use super::fetch_entry;

impl Outbox {
    /// Shortens the undo windows of a record's unsent rows to `until`. A later write behind them must not wait longer
    /// than its own window. Returns the changed rows.
    pub fn shorten_undo_windows(
        &self,
        record: &str,
        until: Timestamp,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.update_scheduled(
            "UPDATE outbox SET not_before = ?2 WHERE record = ?1 AND state = 'held' AND not_before > ?2
             RETURNING seq",
            params![record, until.as_microsecond()],
        )
    }

    /// Extends the open undo windows to `until`, because the user looks at the undo offer. Returns the changed rows.
    pub fn extend_undo_windows(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.update_scheduled(
            "UPDATE outbox SET not_before = ?2 WHERE state = 'held' AND not_before > ?1 AND not_before < ?2
             RETURNING seq",
            params![now.as_microsecond(), until.as_microsecond()],
        )
    }

    /// Restarts the undo windows of this identity that an earlier run left open: all end at `until`, because the user
    /// sees their undo offers together. Returns their number.
    pub fn restart_undo_windows(&self, until: Timestamp) -> Result<usize, StoreError> {
        let identity = self.identity_id();
        let statement = "UPDATE outbox SET not_before = ?2
             WHERE state = 'held' AND (?1 IS NULL OR identity IS NULL OR identity = ?1)";
        self.transact(|tx| Ok(tx.execute(statement, params![identity, until.as_microsecond()])?))
    }

    /// Marks rows whose undo window has ended as waiting, so it does not restart. Returns their number.
    pub fn end_undo_windows(&self, now: Timestamp) -> Result<usize, StoreError> {
        const { assert!(EntryState::Scheduled.may_become(EntryState::Waiting)) };
        self.execute("UPDATE outbox SET state = 'waiting' WHERE state = 'held' AND not_before <= ?1", now)
    }

    /// Makes those of the rows that are scheduled ready to be sent now; returns their number. The caller names its own:
    /// the user of another process may still undo the others.
    pub fn close_undo_windows(&self, rows: &[i64], now: Timestamp) -> Result<usize, StoreError> {
        const { assert!(EntryState::Scheduled.may_become(EntryState::Waiting)) };
        let statement =
            "UPDATE outbox SET state = 'waiting', not_before = ?1 WHERE seq = ?2 AND state = 'held'";
        self.transact(|tx| {
            let mut update = tx.prepare_cached(statement)?;
            let closed = rows.iter().map(|seq| Ok(update.execute(params![now.as_microsecond(), seq])?));
            closed.sum()
        })
    }

    /// Makes rows in their retry delay ready to be sent now.
    pub fn retry_now(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.execute("UPDATE outbox SET not_before = ?1 WHERE state = 'waiting' AND not_before > ?1", now)
    }

    /// Runs a statement with one time; returns the number of changed rows.
    fn execute(&self, statement: &str, now: Timestamp) -> Result<usize, StoreError> {
        self.transact(|tx| Ok(tx.execute(statement, [now.as_microsecond()])?))
    }

    /// Returns the rows changed by a statement, without those that this version cannot read.
    fn update_scheduled(&self, statement: &str, params: impl Params) -> Result<Vec<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let mut update = tx.prepare_cached(statement)?;
            let seqs = update.query_map(params, |row| row.get(0))?;
            let seqs = seqs.collect::<Result<Vec<i64>, _>>()?;
            let rows = seqs.into_iter().map(|seq| match fetch_entry(tx, seq, identity) {
                Err(StoreError::Unreadable(_)) => Ok(None),
                row => row,
            });
            let rows: Vec<OutboxEntry> = rows.filter_map(Result::transpose).collect::<Result<_, _>>()?;
            debug_assert!(rows.iter().all(|row| row.state == EntryState::Scheduled), "{rows:?}");
            Ok(rows)
        })
    }
}

#[cfg(test)]
#[path = "undo_window_tests.rs"]
mod tests;
