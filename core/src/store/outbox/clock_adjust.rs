//! The moments of the outbox when the clock is set. They are told by the clock on the wall; beside them stands by which
//! ([`Anchor`]), so that whoever looks first after it was set moves them along: what was to wait nine seconds waits nine
//! seconds, and a turn to send is neither taken early nor kept for a day. What was told before the machine was started
//! the last time cannot be moved along; it is bounded by the longest wait it may mean.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::boot_clock::{Anchor, Anchoring};
use crate::store::cache::types::moment;
use crate::store::{Outbox, StoreError};

use super::Measure;

/// No hold and no wait after a failure is longer: of several writes held one after the other, for the first.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_mins(5);
/// No turn to send is longer without a sign of life.
const LONGEST_TURN: SignedDuration = SignedDuration::from_mins(1);
/// Longest pause of the service's that is believed.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(24);

impl Outbox {
    /// From here on `source` says by which clock moments are told. Without it the clock is taken for one that is never set.
    pub fn keep_time_by(&self, source: Anchoring) {
        self.measure.get_or_init(|| Measure(source));
    }

    /// Moves the moments along with a clock that was set. Whether it was.
    ///
    /// # Errors
    /// The file cannot be written: the moments stay as they are told.
    pub fn reclock(&self, now: Timestamp) -> Result<bool, StoreError> {
        self.is_open()?;
        let moved = {
            let mut db = self.lock();
            let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let moved = self.follow_clock(&step, now)?;
            step.commit()?;
            moved
        };
        if moved {
            self.presence.ring();
        }
        Ok(moved)
    }

    /// The same as part of a step that compares moments with `now`.
    pub(in crate::store) fn follow_clock(
        &self,
        step: &Connection,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let Some(measure) = self.measure.get() else {
            return Ok(false);
        };
        let anchor = (measure.0)();
        let by = match known(step)? {
            Some(before) => {
                let by = anchor.set_since(&before);
                if by == Some(SignedDuration::ZERO) {
                    return Ok(false);
                }
                if let Some(by) = by {
                    shift(step, by, before.zero)?;
                }
                by
            }
            None => None,
        };
        if by.is_none() {
            bound(step, now)?;
        }
        step.execute(
            "INSERT OR REPLACE INTO clock (one, boot, zero) VALUES (1, ?1, ?2)",
            params![&*anchor.boot, anchor.zero.as_microsecond()],
        )?;
        Ok(by.is_some())
    }
}

fn known(db: &Connection) -> Result<Option<Anchor>, StoreError> {
    let found: Option<(String, i64)> = db
        .query_row("SELECT boot, zero FROM clock", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    Ok(found.and_then(|(boot, zero)| {
        Some(Anchor {
            boot: boot.into(),
            zero: moment(zero)?,
        })
    }))
}

/// Moves what was told since `zero`, when the machine started by the clock as it was; what is older was told by another.
fn shift(step: &Connection, by: SignedDuration, zero: Timestamp) -> Result<(), StoreError> {
    let (by, zero) = (micros(by), zero.as_microsecond());
    step.execute(
        "UPDATE outbox SET
             not_before = CASE WHEN not_before >= ?2 THEN not_before + ?1 ELSE not_before END,
             created_at = CASE WHEN created_at >= ?2 THEN created_at + ?1 ELSE created_at END,
             lease_until = CASE WHEN lease_until >= ?2 THEN lease_until + ?1 ELSE lease_until END",
        [by, zero],
    )?;
    step.execute(
        "UPDATE lease SET until = until + ?1 WHERE until >= ?2",
        [by, zero],
    )?;
    step.execute("UPDATE gate SET until = until + ?1 WHERE until >= ?2", [by, zero])?;
    Ok(())
}

/// Takes back what lies further ahead than anything may.
fn bound(step: &Connection, now: Timestamp) -> Result<(), StoreError> {
    let ahead = |span: SignedDuration| {
        now.saturating_add(span)
            .unwrap_or(Timestamp::MAX)
            .as_microsecond()
    };
    let now = now.as_microsecond();
    step.execute(
        "UPDATE outbox SET not_before = ?1 WHERE state = 'waiting' AND not_before > ?2",
        [now, ahead(LONGEST_WAIT)],
    )?;
    // Held ones keep their distance from each other: a change of many deals stays paced.
    let first: Option<i64> = step.query_row(
        "SELECT min(not_before) FROM outbox WHERE state = 'held'",
        [],
        |row| row.get(0),
    )?;
    if let Some(first) = first.filter(|first| *first > ahead(LONGEST_WAIT)) {
        step.execute(
            "UPDATE outbox SET not_before = not_before - ?1 WHERE state = 'held'",
            [first - now],
        )?;
    }
    step.execute("UPDATE outbox SET created_at = ?1 WHERE created_at > ?1", [now])?;
    step.execute(
        "UPDATE outbox SET lease_until = ?1 WHERE lease_until > ?1",
        [ahead(LONGEST_TURN)],
    )?;
    step.execute(
        "UPDATE lease SET until = ?1 WHERE until > ?1",
        [ahead(LONGEST_TURN)],
    )?;
    step.execute(
        "UPDATE gate SET until = ?1 WHERE until > ?1",
        [ahead(LONGEST_PAUSE)],
    )?;
    Ok(())
}

fn micros(span: SignedDuration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(if span.is_negative() { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
#[path = "clock_adjust_tests.rs"]
mod tests;
