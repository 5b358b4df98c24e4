//! Adjustment of the outbox's timestamps when the system clock is set. Timestamps use the wall clock, and an [`Anchor`]
//! stored with them identifies it. The first process that detects a set clock shifts them. Delays then keep their
//! length, and a lease is neither taken early nor kept for a day. Timestamps from before the last boot cannot be
//! shifted; they are limited to the longest possible delay.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::boot_clock::{Anchor, AnchorReader};
use crate::store::cache::types::timestamp_from_micros;
use crate::store::{Outbox, StoreError};

use super::AnchorSource;

/// Maximum undo window or retry delay. Of several scheduled writes, it limits the first.
const MAX_WAIT: SignedDuration = SignedDuration::from_mins(5);
/// Maximum duration of a lease without renewal.
const MAX_LEASE: SignedDuration = SignedDuration::from_mins(1);
/// Maximum rate limit that is accepted.
const MAX_RATE_LIMIT: SignedDuration = SignedDuration::from_hours(24);

impl Outbox {
    /// Sets the anchor source. Without one, the clock is assumed never to be set.
    pub fn set_anchor_source(&self, source: AnchorReader) {
        self.anchor_source.get_or_init(|| AnchorSource(source));
    }

    /// Shifts the timestamps if the clock was set, and returns whether it was.
    ///
    /// # Errors
    /// The file cannot be written; the timestamps stay unchanged.
    pub fn adjust_clock(&self, now: Timestamp) -> Result<bool, StoreError> {
        self.check_enabled()?;
        let moved = {
            let mut db = self.lock();
            let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let moved = self.follow_clock(&step, now)?;
            step.commit()?;
            moved
        };
        if moved {
            self.presence.signal_change();
        }
        Ok(moved)
    }

    /// Does the same inside a transaction that compares timestamps with `now`.
    pub(in crate::store) fn follow_clock(
        &self,
        step: &Connection,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let Some(measure) = self.anchor_source.get() else {
            return Ok(false);
        };
        let anchor = (measure.0)();
        let by = match stored_anchor(step)? {
            Some(before) => {
                let by = anchor.set_since(&before);
                if by == Some(SignedDuration::ZERO) {
                    return Ok(false);
                }
                if let Some(by) = by {
                    shift(step, by, before.booted_at)?;
                }
                by
            }
            None => None,
        };
        if by.is_none() {
            cap_timestamps(step, now)?;
        }
        step.execute(
            "INSERT OR REPLACE INTO clock (one, boot, zero) VALUES (1, ?1, ?2)",
            params![&*anchor.boot_id, anchor.booted_at.as_microsecond()],
        )?;
        Ok(by.is_some())
    }
}

fn stored_anchor(db: &Connection) -> Result<Option<Anchor>, StoreError> {
    let found: Option<(String, i64)> = db
        .query_row("SELECT boot, zero FROM clock", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    Ok(found.and_then(|(boot, zero)| {
        Some(Anchor {
            boot_id: boot.into(),
            booted_at: timestamp_from_micros(zero)?,
        })
    }))
}

/// Shifts timestamps since `zero`, the boot time by the old clock. Older ones belong to another clock.
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

/// Limits timestamps that are further ahead than possible.
fn cap_timestamps(step: &Connection, now: Timestamp) -> Result<(), StoreError> {
    let ahead = |span: SignedDuration| {
        now.saturating_add(span)
            .unwrap_or(Timestamp::MAX)
            .as_microsecond()
    };
    let now = now.as_microsecond();
    step.execute(
        "UPDATE outbox SET not_before = ?1 WHERE state = 'waiting' AND not_before > ?2",
        [now, ahead(MAX_WAIT)],
    )?;
    // Scheduled rows keep their distances, so a bulk change stays paced.
    let first: Option<i64> = step.query_row(
        "SELECT min(not_before) FROM outbox WHERE state = 'held'",
        [],
        |row| row.get(0),
    )?;
    if let Some(first) = first.filter(|first| *first > ahead(MAX_WAIT)) {
        step.execute(
            "UPDATE outbox SET not_before = not_before - ?1 WHERE state = 'held'",
            [first - now],
        )?;
    }
    step.execute("UPDATE outbox SET created_at = ?1 WHERE created_at > ?1", [now])?;
    step.execute(
        "UPDATE outbox SET lease_until = ?1 WHERE lease_until > ?1",
        [ahead(MAX_LEASE)],
    )?;
    step.execute("UPDATE lease SET until = ?1 WHERE until > ?1", [ahead(MAX_LEASE)])?;
    step.execute(
        "UPDATE gate SET until = ?1 WHERE until > ?1",
        [ahead(MAX_RATE_LIMIT)],
    )?;
    Ok(())
}

fn micros(span: SignedDuration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(if span.is_negative() { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
#[path = "clock_adjust_tests.rs"]
mod tests;
