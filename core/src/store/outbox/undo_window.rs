//! How long writes are held before they leave, so that they can be taken back.

use jiff::Timestamp;
use rusqlite::{Connection, Params, params};

use crate::store::{Outbox, Row, StoreError};

use super::one;

impl Outbox {
    /// Shortens the holds of a record's unsent rows to `until`: a later write that waits behind them must not wait longer
    /// than its own hold. The rows that leave sooner.
    pub fn shorten_holds(&self, record: &str, until: Timestamp) -> Result<Vec<Row>, StoreError> {
        let me = self.me();
        self.step(|step| {
            changed(
                step,
                "UPDATE outbox SET not_before = ?2 WHERE record = ?1 AND state = 'held' AND not_before > ?2
                 RETURNING seq",
                params![record, until.as_microsecond()],
                me,
            )
        })
    }

    /// Lengthens the holds that still run to `until`, for whoever is looking at the way back; the rows that are held
    /// longer.
    pub fn prolong_holds(&self, now: Timestamp, until: Timestamp) -> Result<Vec<Row>, StoreError> {
        let me = self.me();
        self.step(|step| {
            changed(
                step,
                "UPDATE outbox SET not_before = ?2 WHERE state = 'held' AND not_before > ?1 AND not_before < ?2
                 RETURNING seq",
                params![now.as_microsecond(), until.as_microsecond()],
                me,
            )
        })
    }

    /// Begins the holds of this identity's held rows anew where an earlier run ended during them: the first of them leaves
    /// at `until`, and the others as much later as they were to. How many are held so.
    pub fn hold_again(&self, until: Timestamp) -> Result<usize, StoreError> {
        let me = self.me();
        self.step(|step| {
            let mine = "state = 'held' AND (?1 IS NULL OR identity IS NULL OR identity = ?1)";
            let first: Option<i64> = step.query_row(
                &format!("SELECT min(not_before) FROM outbox WHERE {mine}"),
                [me],
                |row| row.get(0),
            )?;
            let Some(first) = first else { return Ok(0) };
            let later = until.as_microsecond() - first;
            Ok(step.execute(
                &format!("UPDATE outbox SET not_before = not_before + ?2 WHERE {mine}"),
                params![me, later],
            )?)
        })
    }

    /// Lets rows whose hold has ended wait like any other: their hold need not begin anew. How many there were.
    pub fn end_holds(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.step(|step| {
            Ok(step.execute(
                "UPDATE outbox SET state = 'waiting' WHERE state = 'held' AND not_before <= ?1",
                [now.as_microsecond()],
            )?)
        })
    }

    /// Makes every held row ready to be sent now; how many there were.
    pub fn release_holds(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.step(|step| {
            Ok(step.execute(
                "UPDATE outbox SET state = 'waiting', not_before = ?1 WHERE state = 'held'",
                [now.as_microsecond()],
            )?)
        })
    }

    /// Makes rows that wait out a failure ready to be sent now.
    pub fn hurry(&self, now: Timestamp) -> Result<usize, StoreError> {
        self.step(|step| {
            Ok(step.execute(
                "UPDATE outbox SET not_before = ?1 WHERE state = 'waiting' AND not_before > ?1",
                [now.as_microsecond()],
            )?)
        })
    }
}

/// The rows that a statement changes, as they are then; those that this version cannot read are left out.
fn changed(
    step: &Connection,
    statement: &str,
    given: impl Params,
    me: Option<i64>,
) -> Result<Vec<Row>, StoreError> {
    let mut update = step.prepare_cached(statement)?;
    let seqs = update.query_map(given, |row| row.get(0))?;
    let seqs = seqs.collect::<Result<Vec<i64>, _>>()?;
    let rows = seqs.into_iter().map(|seq| match one(step, seq, me) {
        Err(StoreError::Unreadable(_)) => Ok(None),
        row => row,
    });
    rows.filter_map(Result::transpose).collect()
}
