//! How long writes are held before they leave, so that they can be taken back.

use jiff::Timestamp;
use rusqlite::params;

use super::{Outbox, StoreError};

impl Outbox {
    /// Shortens the holds of a record's unsent rows to `until`: a later write that waits behind them must not wait longer
    /// than its own hold.
    pub fn shorten_holds(&self, record: &str, until: Timestamp) -> Result<usize, StoreError> {
        self.step(|step| {
            Ok(step.execute(
                "UPDATE outbox SET not_before = ?2 WHERE record = ?1 AND state = 'held' AND not_before > ?2",
                params![record, until.as_microsecond()],
            )?)
        })
    }

    /// Lengthens the holds that still run to `until`, for whoever is looking at the way back.
    pub fn prolong_holds(&self, now: Timestamp, until: Timestamp) -> Result<usize, StoreError> {
        self.step(|step| {
            Ok(step.execute(
                "UPDATE outbox SET not_before = ?2 WHERE state = 'held' AND not_before > ?1 AND not_before < ?2",
                params![now.as_microsecond(), until.as_microsecond()],
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
