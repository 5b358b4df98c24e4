//! `outbox.db`: what a person wrote and the service has not confirmed. Every change is one transaction, on disk before
//! the call returns; a row is sent only by the store that holds both the lease and the row.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use crate::contract::ids::IdempotencyKey;

use super::presence::Presence;
use super::row::{self, COLUMNS};
use super::{NewRow, Row, RowState, StoreError, connect, gate, lease, schema};

/// The writes that wait.
#[derive(Debug)]
pub struct Outbox {
    db: Mutex<Connection>,
    presence: Presence,
}

impl Outbox {
    pub(super) fn open(dir: &Path, presence: Presence) -> Result<Self, StoreError> {
        let file = dir.join("outbox.db");
        let refused = |reason: String| StoreError::OutboxDamaged {
            path: file.clone(),
            reason,
        };
        let db = connect::open(&file, schema::OUTBOX).map_err(|error| {
            if error.is_damage() {
                refused(error.to_string())
            } else {
                error
            }
        })?;
        // Small enough to be checked whole each time: these rows exist nowhere else.
        match connect::damage(&db) {
            Ok(None) => Ok(Self {
                db: Mutex::new(db),
                presence,
            }),
            Ok(Some(reason)) => Err(refused(reason)),
            Err(error) if error.is_damage() => Err(refused(error.to_string())),
            Err(error) => Err(error),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn step<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut db = self.lock();
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&step)?;
        step.commit()?;
        Ok(done)
    }

    /// Keeps new writes, all or none; the rows they became.
    pub fn enqueue(&self, rows: &[NewRow]) -> Result<Vec<Row>, StoreError> {
        self.step(|step| rows.iter().map(|row| insert(step, row)).collect())
    }

    /// Every row, oldest first.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached(&format!("SELECT {COLUMNS} FROM outbox ORDER BY seq"))?;
        let mut rows = all.query([])?;
        let mut read = Vec::new();
        while let Some(row) = rows.next()? {
            read.push(row::read(row)?);
        }
        Ok(read)
    }

    /// One row.
    pub fn get(&self, seq: i64) -> Result<Option<Row>, StoreError> {
        one(&self.lock(), seq)
    }

    /// A number that differs from the one before if another store wrote to the outbox in between.
    pub fn version(&self) -> Result<i64, StoreError> {
        Ok(self
            .lock()
            .pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Replaces what an unsent row will send, under another key, as it is another write. `None` if it has left meanwhile.
    pub fn rewrite(
        &self,
        seq: i64,
        body: &str,
        base: &str,
        key: &IdempotencyKey,
        not_before: Timestamp,
        held: bool,
    ) -> Result<Option<Row>, StoreError> {
        self.step(|step| {
            let state = if held { RowState::Held } else { RowState::Waiting };
            let changed = step.execute(
                "UPDATE outbox SET body = ?2, base = ?3, not_before = ?4, state = ?5, idem_key = ?6
                 WHERE seq = ?1 AND ever_sent = 0 AND state IN ('held', 'waiting')",
                params![
                    seq,
                    body,
                    base,
                    not_before.as_microsecond(),
                    state.name(),
                    key.as_str()
                ],
            )?;
            if changed == 0 { Ok(None) } else { one(step, seq) }
        })
    }

    /// Shortens the holds of a record's unsent rows to `until`: a later write that waits behind them must not wait longer
    /// than its own hold.
    pub fn shorten_holds(&self, record: &str, until: Timestamp) -> Result<usize, StoreError> {
        Ok(self.lock().execute(
            "UPDATE outbox SET not_before = ?2 WHERE record = ?1 AND state = 'held' AND not_before > ?2",
            params![record, until.as_microsecond()],
        )?)
    }

    /// Drops rows that have not left and are not leaving, or are parked; the numbers of those that were dropped.
    pub fn discard(&self, rows: &[i64], even_sent: bool) -> Result<Vec<i64>, StoreError> {
        self.step(|step| {
            let mut dropped = Vec::new();
            for seq in rows {
                let changed = step
                    .prepare_cached(
                        "DELETE FROM outbox WHERE seq = ?1 AND state <> 'sending'
                         AND (ever_sent = 0 OR ?2 OR state IN ('refused', 'conflict'))",
                    )?
                    .execute(params![seq, even_sent])?;
                if changed > 0 {
                    dropped.push(*seq);
                }
            }
            Ok(dropped)
        })
    }

    /// Makes rows ready to be sent now, whether they were held, waiting or parked. A new `base` and a new `key` are for
    /// a conflict that the person decided: the same bytes, but another logical write.
    pub fn release(
        &self,
        seq: i64,
        now: Timestamp,
        anew: Option<(&str, &IdempotencyKey)>,
    ) -> Result<Option<Row>, StoreError> {
        self.step(|step| {
            let changed = step.execute(
                "UPDATE outbox SET state = 'waiting', not_before = ?2 WHERE seq = ?1 AND state <> 'sending'",
                params![seq, now.as_microsecond()],
            )?;
            if changed == 0 {
                return Ok(None);
            }
            if let Some((base, key)) = anew {
                step.execute(
                    "UPDATE outbox SET base = ?2, idem_key = ?3, doubtful = 0, created_at = ?4, last_problem = NULL
                     WHERE seq = ?1",
                    params![seq, base, key.as_str(), now.as_microsecond()],
                )?;
            }
            one(step, seq)
        })
    }

    /// Makes every held row ready to be sent now; how many there were.
    pub fn release_holds(&self, now: Timestamp) -> Result<usize, StoreError> {
        Ok(self.lock().execute(
            "UPDATE outbox SET state = 'waiting', not_before = ?1 WHERE state = 'held'",
            [now.as_microsecond()],
        )?)
    }

    /// Makes rows that wait out a failure ready to be sent now.
    pub fn hurry(&self, now: Timestamp) -> Result<usize, StoreError> {
        Ok(self.lock().execute(
            "UPDATE outbox SET not_before = ?1 WHERE state = 'waiting' AND not_before > ?1",
            [now.as_microsecond()],
        )?)
    }

    /// Takes, or keeps, the right to send for this store, for `term`. The moment until which another store has it, if
    /// one has: not longer than that store lives.
    ///
    /// Rows that a store was sending when it went away wait again, in doubt; so do this store's own, if it says that it
    /// is sending nothing (`idle`).
    pub fn lease(&self, now: Timestamp, term: Duration, idle: bool) -> Result<Option<Timestamp>, StoreError> {
        self.step(|step| {
            let taken = lease::take(step, &self.presence, now, term)?;
            if taken.is_none() {
                revive(step, &self.presence, now, idle)?;
            }
            Ok(taken)
        })
    }

    /// Gives the right to send back, if this store has it.
    pub fn yield_lease(&self) -> Result<(), StoreError> {
        lease::give_back(&self.lock(), &self.presence)
    }

    /// Takes one row to send it. `None` if it can't be had: gone, being sent, parked, or the lease is lost.
    pub fn claim(&self, seq: i64, now: Timestamp, term: Duration) -> Result<Option<Row>, StoreError> {
        self.step(|step| {
            if !lease::is_ours(step, &self.presence, now)? {
                return Ok(None);
            }
            let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
            let changed = step.execute(
                "UPDATE outbox SET state = 'sending', lease_owner = ?2, lease_until = ?3
                 WHERE seq = ?1 AND state IN ('held', 'waiting') AND not_before <= ?4",
                params![
                    seq,
                    self.presence.name(),
                    until.as_microsecond(),
                    now.as_microsecond()
                ],
            )?;
            if changed == 0 { Ok(None) } else { one(step, seq) }
        })
    }

    /// Notes that a row is about to leave; from here on it counts as sent. `false` if it is no longer ours to send.
    pub fn leaving(&self, seq: i64, now: Timestamp, term: Duration) -> Result<bool, StoreError> {
        self.step(|step| {
            let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
            let changed = step.execute(
                "UPDATE outbox SET ever_sent = 1, attempts = attempts + 1, lease_until = ?3
                 WHERE seq = ?1 AND state = 'sending' AND lease_owner = ?2",
                params![seq, self.presence.name(), until.as_microsecond()],
            )?;
            Ok(changed > 0)
        })
    }

    /// Puts a row back that was not applied, or whose outcome is not known (`doubtful`). `ever_sent` is taken back to
    /// what it was where the row is known not to have reached the service.
    pub fn requeue(
        &self,
        seq: i64,
        not_before: Timestamp,
        (ever_sent, doubtful): (bool, bool),
        problem: Option<&str>,
    ) -> Result<Option<Row>, StoreError> {
        self.back(
            seq,
            RowState::Waiting,
            not_before,
            Some((ever_sent, doubtful)),
            problem,
        )
    }

    /// Parks a row until a person decides.
    pub fn park(
        &self,
        seq: i64,
        state: RowState,
        at: Timestamp,
        problem: &str,
    ) -> Result<Option<Row>, StoreError> {
        self.back(seq, state, at, None, Some(problem))
    }

    fn back(
        &self,
        seq: i64,
        state: RowState,
        not_before: Timestamp,
        sent: Option<(bool, bool)>,
        problem: Option<&str>,
    ) -> Result<Option<Row>, StoreError> {
        self.step(|step| {
            let changed = step.execute(
                "UPDATE outbox SET state = ?3, not_before = ?4, ever_sent = coalesce(?5, ever_sent),
                     doubtful = coalesce(?6, doubtful), last_problem = ?7, lease_owner = NULL, lease_until = NULL
                 WHERE seq = ?1 AND state = 'sending' AND lease_owner = ?2",
                params![
                    seq,
                    self.presence.name(),
                    state.name(),
                    not_before.as_microsecond(),
                    sent.map(|(ever_sent, _)| ever_sent),
                    sent.map(|(_, doubtful)| doubtful),
                    problem
                ],
            )?;
            if changed == 0 { Ok(None) } else { one(step, seq) }
        })
    }

    /// Drops a row that the service has applied. A creation's dependents get the `record` it became, in the same step.
    pub fn confirmed(&self, seq: i64, record: Option<&str>) -> Result<(), StoreError> {
        self.step(|step| {
            if let Some(record) = record {
                step.execute(
                    "UPDATE outbox SET record = ?2
                     WHERE record = (SELECT record FROM outbox WHERE seq = ?1) AND seq <> ?1",
                    params![seq, record],
                )?;
            }
            step.execute("DELETE FROM outbox WHERE seq = ?1", [seq])?;
            Ok(())
        })
    }

    /// Until when no request may be sent, if that was asked for.
    pub fn gate(&self) -> Result<Option<Timestamp>, StoreError> {
        gate::read(&self.lock())
    }

    /// Keeps the moment before which no request may be sent; `None` opens the gate.
    pub fn set_gate(&self, until: Option<Timestamp>) -> Result<(), StoreError> {
        gate::write(&self.lock(), until)
    }
}

fn insert(step: &Transaction<'_>, row: &NewRow) -> Result<Row, StoreError> {
    let state = if row.held {
        RowState::Held
    } else {
        RowState::Waiting
    };
    let seq = step
        .prepare_cached(
            "INSERT INTO outbox (operation, record, body, idem_key, base, label, created_at, not_before, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .insert(params![
            row.operation.name(),
            row.record,
            row.body,
            row.key.as_str(),
            row.base,
            row.label,
            row.created_at.as_microsecond(),
            row.not_before.as_microsecond(),
            state.name()
        ])?;
    one(step, seq)?.ok_or_else(|| StoreError::Unreadable(format!("outbox row {seq}: lost")))
}

fn one(db: &Connection, seq: i64) -> Result<Option<Row>, StoreError> {
    let mut one = db.prepare_cached(&format!("SELECT {COLUMNS} FROM outbox WHERE seq = ?1"))?;
    let mut rows = one.query([seq])?;
    rows.next()?.map(row::read).transpose()
}

/// Rows that a store was sending when it died or lost its lease: they wait again, in doubt if they had left.
fn revive(step: &Transaction<'_>, presence: &Presence, now: Timestamp, idle: bool) -> Result<(), StoreError> {
    let owners: Vec<(String, i64)> = step
        .prepare_cached("SELECT DISTINCT lease_owner, lease_until FROM outbox WHERE state = 'sending'")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (owner, until) in owners {
        let dead = if owner == presence.name() {
            idle
        } else {
            until <= now.as_microsecond() || !presence.is_here(&owner)
        };
        if dead {
            step.execute(
                "UPDATE outbox SET state = 'waiting', doubtful = max(doubtful, ever_sent), not_before = ?3,
                     lease_owner = NULL, lease_until = NULL
                 WHERE state = 'sending' AND lease_owner = ?1 AND lease_until = ?2",
                params![owner, until, now.as_microsecond()],
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
mod tests;
