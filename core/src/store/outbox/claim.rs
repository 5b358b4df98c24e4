//! Sending a row: the right to send is one store's at a time, and a row is sent only by the store that holds both that
//! right and the row. A store that slept past its time finds both gone, and does nothing more.

use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use crate::store::files::process_lock::Presence;
use crate::store::{Outbox, Row, RowState, StoreError};

use super::discarded::AS_WRITTEN;
use super::{lease, one};

/// What came of asking for the right to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Until when another store has it; `None` if it is this store's now.
    pub theirs_until: Option<Timestamp>,
    /// Whether rows were revived, or moved along with a clock that was set.
    pub rows_changed: bool,
}

impl Outbox {
    /// Takes, or keeps, the right to send for this store, for `term`. The moment until which another store has it, if
    /// one has: not longer than that store lives.
    ///
    /// Rows that a store was sending when it went away wait again, in doubt; so do this store's own, if it says that it
    /// is sending nothing (`idle`). What it is sending stays its own for `term` too: whoever sends asks again well before
    /// the end of it, and one that was stopped does not, so that nobody waits for it longer than that.
    pub fn lease(&self, now: Timestamp, term: Duration, idle: bool) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.lease_telling(now, term, idle)?.theirs_until)
    }

    /// The same, telling whether any row is another one than before because of it.
    pub fn lease_telling(&self, now: Timestamp, term: Duration, idle: bool) -> Result<Lease, StoreError> {
        self.is_open()?;
        // Nobody else needs to look: a lease shows in nothing that a person sees.
        let taken = self.transaction(|step| {
            let before = step.total_changes();
            self.follow_clock(step, now)?;
            let reclocked = step.total_changes() != before;
            let theirs_until = lease::take(step, &self.presence, now, term)?;
            let mut revived = 0;
            if theirs_until.is_none() {
                revived = revive(step, &self.presence, now, idle)?;
                keep_own(step, &self.presence, now, term)?;
            }
            Ok((theirs_until, reclocked, revived))
        });
        let (theirs_until, reclocked, revived) = self.told(taken)?;
        if revived > 0 {
            self.presence.ring();
        }
        Ok(Lease {
            theirs_until,
            rows_changed: reclocked || revived > 0,
        })
    }

    /// Keeps the right to send for another `term`, with what is being sent, if this store has it. Whether it had.
    pub fn prolong_lease(&self, now: Timestamp, term: Duration) -> Result<bool, StoreError> {
        self.is_open()?;
        let prolonged = self.transaction(|step| {
            self.follow_clock(step, now)?;
            let ours = lease::is_ours(step, &self.presence, now)?;
            if ours {
                lease::take(step, &self.presence, now, term)?;
                keep_own(step, &self.presence, now, term)?;
            }
            Ok(ours)
        });
        self.told(prolonged)
    }

    /// Gives the right to send back, if this store has it, and tells those who wait for it.
    pub fn yield_lease(&self) -> Result<(), StoreError> {
        self.step(|step| lease::give_back(step, &self.presence))
    }

    /// Takes one row to send it. `None` if it can't be had: gone, being sent, parked, another identity's, behind an
    /// earlier row of its record, or the lease is lost.
    pub fn claim(&self, seq: i64, now: Timestamp, term: Duration) -> Result<Option<Row>, StoreError> {
        let me = self.me();
        self.step(|step| {
            self.follow_clock(step, now)?;
            if !lease::is_ours(step, &self.presence, now)? {
                return Ok(None);
            }
            let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
            let changed = step.execute(
                "UPDATE outbox SET state = 'sending', lease_owner = ?2, lease_until = ?3
                 WHERE seq = ?1 AND state IN ('held', 'waiting') AND not_before <= ?4
                 AND (?5 IS NULL OR identity IS NULL OR identity = ?5)
                 AND NOT EXISTS (
                     SELECT 1 FROM outbox ahead WHERE ahead.record = outbox.record AND ahead.seq < outbox.seq
                     AND substr(ahead.operation, 1, instr(ahead.operation, '_'))
                       = substr(outbox.operation, 1, instr(outbox.operation, '_'))
                     AND (ahead.state IN ('held', 'waiting', 'sending') OR ahead.operation = 'deals_create')
                     AND (?5 IS NULL OR ahead.identity IS NULL OR ahead.identity = ?5))",
                params![
                    seq,
                    self.presence.name(),
                    until.as_microsecond(),
                    now.as_microsecond(),
                    me
                ],
            )?;
            if changed == 0 {
                Ok(None)
            } else {
                one(step, seq, me)
            }
        })
    }

    /// Notes that a row is about to leave; from here on it counts as sent. `false` if it is no longer ours to send.
    pub fn leaving(&self, seq: i64, now: Timestamp, term: Duration) -> Result<bool, StoreError> {
        let me = self.me();
        self.step(|step| {
            self.follow_clock(step, now)?;
            let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
            let changed = step.execute(
                "UPDATE outbox SET ever_sent = 1, attempts = attempts + 1, lease_until = ?3
                 WHERE seq = ?1 AND state = 'sending' AND lease_owner = ?2
                 AND (?4 IS NULL OR identity IS NULL OR identity = ?4)",
                params![seq, self.presence.name(), until.as_microsecond(), me],
            )?;
            Ok(changed > 0)
        })
    }

    /// Puts a row back that this store is about to send and that has not left since it had been sent `attempts` times.
    /// Whether it was so.
    pub fn stop(&self, seq: i64, attempts: u32) -> Result<bool, StoreError> {
        self.step(|step| {
            let changed = step.execute(
                "UPDATE outbox SET state = 'waiting', lease_owner = NULL, lease_until = NULL
                 WHERE seq = ?1 AND attempts = ?2 AND state = 'sending' AND lease_owner = ?3",
                params![seq, attempts, self.presence.name()],
            )?;
            Ok(changed > 0)
        })
    }

    /// Notes that a row that left went out `times` times more.
    pub fn sent_again(&self, seq: i64, times: usize) -> Result<(), StoreError> {
        if times == 0 {
            return Ok(());
        }
        self.step(|step| {
            step.execute(
                "UPDATE outbox SET attempts = attempts + ?2 WHERE seq = ?1",
                params![seq, i64::try_from(times).unwrap_or(i64::MAX)],
            )?;
            Ok(())
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

    /// Tells a conflict that stands otherwise: its deal has changed since. The row, if it stands.
    pub fn retell(&self, seq: i64, problem: &str) -> Result<Option<Row>, StoreError> {
        let me = self.me();
        self.step(|step| {
            let changed = step.execute(
                "UPDATE outbox SET last_problem = ?2 WHERE seq = ?1 AND state = 'conflict'",
                params![seq, problem],
            )?;
            if changed == 0 {
                Ok(None)
            } else {
                one(step, seq, me)
            }
        })
    }

    fn back(
        &self,
        seq: i64,
        state: RowState,
        not_before: Timestamp,
        sent: Option<(bool, bool)>,
        problem: Option<&str>,
    ) -> Result<Option<Row>, StoreError> {
        let me = self.me();
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
            if changed == 0 { Ok(None) } else { one(step, seq, me) }
        })
    }

    /// Drops a row that the service has applied. A creation's dependents get the `record` it became, in the same step,
    /// and whoever still knows it by its temporary id will find it.
    pub fn confirmed(&self, seq: i64, record: Option<&str>) -> Result<(), StoreError> {
        self.step(|step| {
            if let Some(record) = record {
                step.execute(
                    "INSERT OR REPLACE INTO born (temporary, record)
                     SELECT record, ?2 FROM outbox WHERE seq = ?1 AND record <> ?2",
                    params![seq, record],
                )?;
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
}

/// Keeps what this store is sending its own for another `term`.
fn keep_own(
    step: &Connection,
    presence: &Presence,
    now: Timestamp,
    term: Duration,
) -> Result<(), StoreError> {
    let until = now.saturating_add(term).unwrap_or(Timestamp::MAX);
    step.execute(
        "UPDATE outbox SET lease_until = ?2 WHERE state = 'sending' AND lease_owner = ?1",
        params![presence.name(), until.as_microsecond()],
    )?;
    Ok(())
}

/// Rows that a store was sending when it died or lost its lease: they wait again, in doubt if they had left. How many.
fn revive(step: &Connection, presence: &Presence, now: Timestamp, idle: bool) -> Result<usize, StoreError> {
    let owners: Vec<(String, i64)> = step
        .prepare_cached(&format!(
            "SELECT DISTINCT lease_owner, lease_until FROM outbox WHERE state = 'sending' AND {AS_WRITTEN}"
        ))?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let mut revived = 0;
    for (owner, until) in owners {
        let dead = if owner == presence.name() {
            idle
        } else {
            until <= now.as_microsecond() || !presence.is_here(&owner)
        };
        if dead {
            revived += step.execute(
                "UPDATE outbox SET state = 'waiting', doubtful = max(doubtful, ever_sent), not_before = ?3,
                     lease_owner = NULL, lease_until = NULL
                 WHERE state = 'sending' AND lease_owner = ?1 AND lease_until = ?2",
                params![owner, until, now.as_microsecond()],
            )?;
        }
    }
    Ok(revived)
}
