//! Sending of rows under the lease. One store has the lease at a time. A row is sent only by the store that has
//! both the lease and a claim on the row. A store that was suspended for too long finds both expired and stops.

use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use crate::store::files::process_lock::Presence;
use crate::store::{EntryState, Outbox, OutboxEntry, StoreError};

use super::discarded::IS_INTACT;
use super::transition::EntryBeforeChange;
use super::{fetch_entry, lease};

/// The result of requesting the lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseResult {
    /// End of another store's lease; `None` if this store has it.
    pub theirs_until: Option<Timestamp>,
    /// True if rows were revived.
    pub entries_changed: bool,
}

impl Outbox {
    /// Acquires or renews the lease for `term`. If another store has it, returns its end; it ends at once with that
    /// store's process.
    ///
    /// Rows that a store was sending when it ended wait again, in doubt. With `idle`, the same applies to this store's
    /// own rows in state `Sending`. Rows in flight stay claimed for `term`. A sending store renews well before that; a
    /// suspended one does not, so that peers need not wait longer.
    pub fn lease(&self, now: Timestamp, term: Duration, idle: bool) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.lease_and_revive(now, term, idle)?.theirs_until)
    }

    /// Acquires or renews the lease like [`Self::lease`], and also returns whether any row changed.
    pub fn lease_and_revive(
        &self,
        now: Timestamp,
        term: Duration,
        idle: bool,
    ) -> Result<LeaseResult, StoreError> {
        self.check_enabled()?;
        // No signal: a lease has no visible effect for the user.
        let result = self.transaction(|tx| {
            let theirs_until = lease::acquire(tx, &self.presence, now, term)?;
            let mut revived = 0;
            if theirs_until.is_none() {
                revived = revive(tx, &self.presence, now, idle)?;
                renew_claims(tx, &self.presence, now, term)?;
            }
            debug_assert!(theirs_until.is_none_or(|end| end > now), "an ended lease counts");
            Ok((theirs_until, revived))
        });
        let (theirs_until, revived) = self.diagnose(result)?;
        if revived > 0 {
            self.presence.signal_change();
        }
        Ok(LeaseResult { theirs_until, entries_changed: revived > 0 })
    }

    /// Renews the lease and the claims for `term`; returns whether this store had it.
    pub fn renew_lease(&self, now: Timestamp, term: Duration) -> Result<bool, StoreError> {
        self.check_enabled()?;
        let renewed = self.transaction(|tx| {
            let ours = lease::is_ours(tx, &self.presence, now)?;
            if ours {
                let theirs_until = lease::acquire(tx, &self.presence, now, term)?;
                debug_assert_eq!(theirs_until, None, "the lease has two owners");
                renew_claims(tx, &self.presence, now, term)?;
            }
            Ok(ours)
        });
        self.diagnose(renewed)
    }

    /// Returns the lease, if this store has it, and signals waiting processes.
    pub fn yield_lease(&self) -> Result<(), StoreError> {
        self.transact(|tx| lease::release(tx, &self.presence))
    }

    /// Claims a row for sending. `None` if the row is gone, in flight, blocked, another identity's, or behind an
    /// earlier row of its record, or if the lease is lost.
    pub fn claim(
        &self,
        seq: i64,
        now: Timestamp,
        lease: Duration,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            if !lease::is_ours(tx, &self.presence, now)? {
                return Ok(None);
            }
            let until = now.saturating_add(lease).unwrap_or(Timestamp::MAX);
            let before = EntryBeforeChange::read(tx, seq);
            let changed = tx.execute(
                "UPDATE outbox SET state = 'sending', lease_owner = ?2, lease_until = ?3
                 WHERE seq = ?1 AND state IN ('held', 'waiting') AND not_before <= ?4
                 AND (?5 IS NULL OR identity IS NULL OR identity = ?5)
                 AND NOT EXISTS (
                     SELECT 1 FROM outbox ahead WHERE ahead.record = outbox.record AND ahead.seq < outbox.seq
                     AND substr(ahead.operation, 1, instr(ahead.operation, '_'))
                       = substr(outbox.operation, 1, instr(outbox.operation, '_'))
                     AND (ahead.state IN ('held', 'waiting', 'sending') OR ahead.operation = 'deals_create')
                     AND (?5 IS NULL OR ahead.identity IS NULL OR ahead.identity = ?5))",
                params![seq, self.presence.name(), until.as_microsecond(), now.as_microsecond(), identity],
            )?;
            if changed == 0 {
                return Ok(None);
            }
            let claimed = before.after_same_write(identity, EntryState::Sending)?;
            let due = |row: &OutboxEntry| row.not_before <= now && row.locked_by.is_none();
            debug_assert!(claimed.as_ref().is_none_or(due), "{claimed:?}");
            Ok(claimed)
        })
    }

    /// Notes that a row is about to be sent; from now on it counts as sent. Returns `false` if the claim is lost.
    pub fn mark_sent(&self, seq: i64, now: Timestamp, term: Duration) -> Result<bool, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
            let changed = tx.execute(
                "UPDATE outbox SET ever_sent = 1, attempts = attempts + 1, lease_until = ?3
                 WHERE seq = ?1 AND state = 'sending' AND lease_owner = ?2
                 AND (?4 IS NULL OR identity IS NULL OR identity = ?4)",
                params![seq, self.presence.name(), until.as_microsecond(), identity],
            )?;
            debug_assert!(changed == 0 || is_as_sent(tx, seq));
            Ok(changed > 0)
        })
    }

    /// Releases a claimed row that was not sent since attempt number `attempts`. Returns whether it was such a row.
    pub fn release_claim(&self, seq: i64, attempts: u32) -> Result<bool, StoreError> {
        self.transact(|tx| {
            let before = EntryBeforeChange::read(tx, seq);
            let changed = tx.execute(
                "UPDATE outbox SET state = 'waiting', lease_owner = NULL, lease_until = NULL
                 WHERE seq = ?1 AND attempts = ?2 AND state = 'sending' AND lease_owner = ?3",
                params![seq, attempts, self.presence.name()],
            )?;
            if changed > 0 {
                before.check(EntryState::Waiting);
            }
            Ok(changed > 0)
        })
    }

    /// Adds `times` attempts to a sent row.
    pub fn add_attempts(&self, seq: i64, times: usize) -> Result<(), StoreError> {
        if times == 0 {
            return Ok(());
        }
        self.transact(|tx| {
            tx.execute(
                "UPDATE outbox SET attempts = attempts + ?2 WHERE seq = ?1",
                params![seq, i64::try_from(times).unwrap_or(i64::MAX)],
            )?;
            Ok(())
        })
    }

    /// Requeues a row that was not applied, or is in doubt (`doubtful`). `ever_sent` is reset to its earlier value if
    /// the row certainly did not reach the server.
    pub fn requeue(
        &self,
        seq: i64,
        not_before: Timestamp,
        (ever_sent, in_doubt): (bool, bool),
        problem: Option<&str>,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        debug_assert!(ever_sent || !in_doubt, "an unsent write is never in doubt");
        self.return_claimed(seq, EntryState::Waiting, not_before, Some((ever_sent, in_doubt)), problem)
    }

    /// Blocks a row until the user decides.
    pub fn block(
        &self,
        seq: i64,
        state: EntryState,
        at: Timestamp,
        problem: &str,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        debug_assert!(state.is_blocked() && problem.starts_with('{'));
        self.return_claimed(seq, state, at, None, Some(problem))
    }

    /// Updates an open conflict after its deal has changed. Returns the row, if it is still in conflict.
    pub fn update_conflict(&self, seq: i64, problem: &str) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let changed = tx.execute(
                "UPDATE outbox SET last_problem = ?2 WHERE seq = ?1 AND state = 'conflict'",
                params![seq, problem],
            )?;
            if changed == 0 { Ok(None) } else { fetch_entry(tx, seq, identity) }
        })
    }

    fn return_claimed(
        &self,
        seq: i64,
        state: EntryState,
        not_before: Timestamp,
        sent_state: Option<(bool, bool)>,
        problem: Option<&str>,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        self.transact(|tx| {
            let before = EntryBeforeChange::read(tx, seq);
            let changed = tx.execute(
                "UPDATE outbox SET state = ?3, not_before = ?4, ever_sent = coalesce(?5, ever_sent),
                     doubtful = coalesce(?6, doubtful), last_problem = ?7, lease_owner = NULL, lease_until = NULL
                 WHERE seq = ?1 AND state = 'sending' AND lease_owner = ?2",
                params![
                    seq,
                    self.presence.name(),
                    state.name(),
                    not_before.as_microsecond(),
                    sent_state.map(|(ever_sent, _)| ever_sent),
                    sent_state.map(|(_, doubtful)| doubtful),
                    problem
                ],
            )?;
            if changed == 0 {
                Ok(None)
            } else {
                before.after_same_write(identity, state)
            }
        })
    }

    /// Removes an applied row. For a creation, its dependents get the server id `record` in the same transaction, and
    /// the temporary id remains resolvable.
    pub fn remove_confirmed(&self, seq: i64, record: Option<&str>) -> Result<(), StoreError> {
        self.transact(|tx| {
            if let Some(record) = record {
                tx.execute(
                    "INSERT OR REPLACE INTO born (temporary, record)
                     SELECT record, ?2 FROM outbox WHERE seq = ?1 AND record <> ?2",
                    params![seq, record],
                )?;
                tx.execute(
                    "UPDATE outbox SET record = ?2
                     WHERE record = (SELECT record FROM outbox WHERE seq = ?1) AND seq <> ?1",
                    params![seq, record],
                )?;
            }
            tx.execute("DELETE FROM outbox WHERE seq = ?1", [seq])?;
            Ok(())
        })
    }
}

/// Returns whether a row is in flight and counts as sent; for assertions only.
fn is_as_sent(tx: &Connection, seq: i64) -> bool {
    let row = fetch_entry(tx, seq, None).ok().flatten();
    row.is_none_or(|row| row.in_doubt() && row.attempts > 0)
}

/// Renews the claims on rows that this store is sending.
fn renew_claims(
    tx: &Connection,
    presence: &Presence,
    now: Timestamp,
    term: Duration,
) -> Result<(), StoreError> {
    let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
    tx.execute(
        "UPDATE outbox SET lease_until = ?2 WHERE state = 'sending' AND lease_owner = ?1",
        params![presence.name(), until.as_microsecond()],
    )?;
    Ok(())
}

/// Requeues rows of a store that ended or lost its lease; returns their number. They are in doubt if they were sent.
fn revive(tx: &Connection, presence: &Presence, now: Timestamp, idle: bool) -> Result<usize, StoreError> {
    let owners: Vec<(String, i64)> = tx
        .prepare_cached(&format!(
            "SELECT DISTINCT lease_owner, lease_until FROM outbox WHERE state = 'sending' AND {IS_INTACT}"
        ))?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut revived = 0;
    for (owner, until) in owners {
        let dead = if owner == presence.name() {
            idle
        } else {
            until <= now.as_microsecond() || !presence.is_alive(&owner)
        };
        if dead {
            const { assert!(EntryState::Sending.may_become(EntryState::Waiting)) };
            revived += tx.execute(
                "UPDATE outbox SET state = 'waiting', doubtful = max(doubtful, ever_sent), not_before = ?3,
                     lease_owner = NULL, lease_until = NULL
                 WHERE state = 'sending' AND lease_owner = ?1 AND lease_until = ?2",
                params![owner, until, now.as_microsecond()],
            )?;
        }
    }
    Ok(revived)
}

#[cfg(test)]
#[path = "claim_tests.rs"]
mod tests;
