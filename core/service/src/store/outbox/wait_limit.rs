//! Limits of the outbox's timestamps. They use the wall clock, so a clock set back would lengthen every wait by the
//! difference. No wait is longer than possible: a write that seems created in the future begins its wait again.

use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;

use crate::store::{Outbox, StoreError};

/// Maximum undo window or retry delay. Of several scheduled writes, it limits the first.
const MAX_WAIT: SignedDuration = SignedDuration::from_mins(5);
/// Maximum duration of a lease without renewal.
const MAX_LEASE: SignedDuration = SignedDuration::from_mins(1);
/// Maximum rate limit that is accepted.
const MAX_RATE_LIMIT: SignedDuration = SignedDuration::from_hours(24);

impl Outbox {
    /// Limits timestamps that are further ahead than possible.
    ///
    /// # Errors
    /// The file cannot be written; the timestamps stay unchanged.
    pub fn limit_waits(&self, now: Timestamp) -> Result<(), StoreError> {
        self.check_enabled()?;
        let has_changed = self.transaction(|tx| {
            let before = tx.total_changes();
            limit_waits(tx, now)?;
            Ok(tx.total_changes() != before)
        });
        if self.diagnose(has_changed)? {
            self.presence.signal_change();
        }
        Ok(())
    }
}

fn limit_waits(tx: &Connection, now: Timestamp) -> Result<(), StoreError> {
    let limit = |span: SignedDuration| now.saturating_add(span).unwrap_or(Timestamp::MAX).as_microsecond();
    let now = now.as_microsecond();
    tx.execute(
        "UPDATE outbox SET not_before = not_before - (created_at - ?1), created_at = ?1 WHERE created_at > ?1",
        [now],
    )?;
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
    tx.execute("UPDATE outbox SET lease_until = ?1 WHERE lease_until > ?1", [limit(MAX_LEASE)])?;
    tx.execute("UPDATE lease SET until = ?1 WHERE until > ?1", [limit(MAX_LEASE)])?;
    tx.execute("UPDATE gate SET until = ?1 WHERE until > ?1", [limit(MAX_RATE_LIMIT)])?;
    Ok(())
}

#[cfg(test)]
#[path = "wait_limit_tests.rs"]
mod tests;
