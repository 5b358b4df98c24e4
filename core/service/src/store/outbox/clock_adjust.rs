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
        let adjusted = {
            let mut db = self.lock();
            let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let adjusted = self.follow_clock(&tx, now)?;
            tx.commit()?;
            adjusted
        };
        if adjusted {
            self.presence.signal_change();
        }
        Ok(adjusted)
    }

    /// Does the same inside a transaction that compares timestamps with `now`.
    pub(in crate::store) fn follow_clock(&self, tx: &Connection, now: Timestamp) -> Result<bool, StoreError> {
        let Some(anchor_source) = self.anchor_source.get() else {
            return Ok(false);
        };
        let anchor = (anchor_source.0)();
        let by = match stored_anchor(tx)? {
            Some(before) => {
                let by = anchor.set_since(&before);
                if by == Some(SignedDuration::ZERO) {
                    return Ok(false);
                }
                if let Some(by) = by {
                    shift(tx, by, before.booted_at)?;
                }
                by
            }
            None => None,
        };
        if by.is_none() {
            cap_timestamps(tx, now)?;
        }
        tx.execute(
            "INSERT OR REPLACE INTO clock (one, boot, zero) VALUES (1, ?1, ?2)",
            params![&*anchor.boot_id, anchor.booted_at.as_microsecond()],
        )?;
        Ok(by.is_some())
    }
}

fn stored_anchor(db: &Connection) -> Result<Option<Anchor>, StoreError> {
    let stored: Option<(String, i64)> =
        db.query_row("SELECT boot, zero FROM clock", [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    Ok(stored.and_then(|(boot, zero)| {
        Some(Anchor { boot_id: boot.into(), booted_at: timestamp_from_micros(zero)? })
    }))
}

/// Shifts timestamps since `zero`, the boot time by the old clock. Older ones belong to another clock.
fn shift(tx: &Connection, by: SignedDuration, zero: Timestamp) -> Result<(), StoreError> {
    let (by, zero) = (micros(by), zero.as_microsecond());
    tx.execute(
        "UPDATE outbox SET
             not_before = CASE WHEN not_before >= ?2 THEN not_before + ?1 ELSE not_before END,
             created_at = CASE WHEN created_at >= ?2 THEN created_at + ?1 ELSE created_at END,
             lease_until = CASE WHEN lease_until >= ?2 THEN lease_until + ?1 ELSE lease_until END",
        [by, zero],
    )?;
    tx.execute("UPDATE lease SET until = until + ?1 WHERE until >= ?2", [by, zero])?;
    tx.execute("UPDATE gate SET until = until + ?1 WHERE until >= ?2", [by, zero])?;
    Ok(())
}

/// Limits timestamps that are further ahead than possible.
fn cap_timestamps(tx: &Connection, now: Timestamp) -> Result<(), StoreError> {
    let limit = |span: SignedDuration| now.saturating_add(span).unwrap_or(Timestamp::MAX).as_microsecond();
    let now = now.as_microsecond();
    tx.execute(
        "UPDATE outbox SET not_before = ?1 WHERE state = 'waiting' AND not_before > ?2",
        [now, limit(MAX_WAIT)],
    )?;
    // Scheduled rows keep their distances, so a bulk change stays paced.
    let first: Option<i64> =
        tx.query_row("SELECT min(not_before) FROM outbox WHERE state = 'held'", [], |row| row.get(0))?;
    if let Some(first) = first.filter(|first| *first > limit(MAX_WAIT)) {
        tx.execute("UPDATE outbox SET not_before = not_before - ?1 WHERE state = 'held'", [first - now])?;
    }
    tx.execute("UPDATE outbox SET created_at = ?1 WHERE created_at > ?1", [now])?;
    tx.execute("UPDATE outbox SET lease_until = ?1 WHERE lease_until > ?1", [limit(MAX_LEASE)])?;
    tx.execute("UPDATE lease SET until = ?1 WHERE until > ?1", [limit(MAX_LEASE)])?;
    tx.execute("UPDATE gate SET until = ?1 WHERE until > ?1", [limit(MAX_RATE_LIMIT)])?;
    Ok(())
}

fn micros(span: SignedDuration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(if span.is_negative() { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
#[path = "clock_adjust_tests.rs"]
mod tests;
