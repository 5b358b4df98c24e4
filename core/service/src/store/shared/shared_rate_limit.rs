//! The rate limit of a key, in a file of its own. Every process with the key reads it before sending.
//!
//! It belongs to the key and not to a profile: two delegated users of a key share its limit, and deleting a profile
//! must not lift it. The only row has the end of the pause. After that, one process may probe; the row is deleted once
//! the server has answered. The file is created at the first rejection. If the clock was set back, the pause counts
//! from now.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use crate::store::cache::types::timestamp_from_micros;
use crate::store::files::{open, private_dir};
use crate::store::{StoreError, profile_dir};

/// Maximum accepted pause, counted from the rejection.
const MAX_PAUSE: SignedDuration = SignedDuration::from_hours(24);

const STEPS: &[&str] = &[
    "
CREATE TABLE gate (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    noted       INTEGER NOT NULL,   -- when it was closed, by this device's clock
    until       INTEGER NOT NULL,   -- no request before
    probe_owner TEXT,               -- who tries whether it is open
    probe_until INTEGER             -- and how long nobody else does
) STRICT;
",
    "
-- By which clock these moments are told: which start of the machine, and what the clock said then.
ALTER TABLE gate ADD COLUMN boot TEXT;
ALTER TABLE gate ADD COLUMN zero INTEGER;
",
];

/// The shared state of a key's rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimitState {
    /// Sending is allowed.
    Open,
    /// Sending is not allowed before this time.
    Closed(Timestamp),
    /// The pause has ended, but no request has been answered since.
    Unconfirmed,
}

/// The shared rate limit of a key.
#[derive(Debug)]
pub struct SharedRateLimit {
    file: PathBuf,
    owner: String,
    db: Mutex<Option<Connection>>,
}

impl SharedRateLimit {
    /// Returns the rate limit of a key at a server, without opening the file.
    pub fn new(data_dir: &Path, base_url: &str, key_id: &str) -> Self {
        let name = profile_dir(Path::new(""), base_url, key_id, None);
        let name = name.file_name().unwrap_or_default();
        Self {
            file: data_dir.join("gates").join(name).with_added_extension("db"),
            owner: crate::host::uuid().simple().to_string(),
            db: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Connection>> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` on the file, opened on first use. `None` if it is missing and `make` is false.
    fn with_db<T>(
        &self,
        make: bool,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut slot = self.lock();
        if slot.is_none() {
            if !make && !self.file.exists() {
                return Ok(None);
            }
            if let Some(dir) = self.file.parent() {
                private_dir::prepare(dir)?;
            }
            *slot = Some(open::open(&self.file, STEPS, false)?);
        }
        slot.as_mut().map(work).transpose()
    }

    /// Returns the state at `now`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn state(&self, now: Timestamp) -> Result<RateLimitState, StoreError> {
        let state = self.with_db(false, |db| {
            let Some((noted, until)) = read_row(db)? else {
                return Ok(RateLimitState::Open);
            };
            // If the clock was set back since, the whole pause counts from now, and no process is probing.
            // An earlier version may have stored a longer pause than accepted.
            let remaining = until.duration_since(noted).clamp(SignedDuration::ZERO, MAX_PAUSE);
            let started_at = now.min(noted);
            let ends = started_at + remaining;
            if (started_at, ends) != (noted, until) {
                db.execute(
                    "UPDATE gate SET noted = ?1, until = ?2, probe_owner = NULL, probe_until = NULL",
                    params![started_at.as_microsecond(), ends.as_microsecond()],
                )?;
            }
            Ok(if now < ends { RateLimitState::Closed(ends) } else { RateLimitState::Unconfirmed })
        })?;
        Ok(state.unwrap_or(RateLimitState::Open))
    }

    /// Starts a pause until `until`; a later stored end remains.
    ///
    /// # Errors
    /// The file cannot be written: the pause ends with this process.
    pub fn start_pause(&self, now: Timestamp, until: Timestamp) -> Result<(), StoreError> {
        self.with_db(true, |db| {
            db.execute(
                "INSERT INTO gate (one, noted, until) VALUES (1, ?1, ?2) ON CONFLICT (one) DO UPDATE
                 SET noted = excluded.noted, until = max(until, excluded.until), probe_owner = NULL, probe_until = NULL",
                params![now.as_microsecond(), until.as_microsecond()],
            )?;
            Ok(())
        })
        .map(|_| ())
    }

    /// Claims the right to probe until `term`; returns whether this process has it. Another call extends it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn claim_probe(&self, now: Timestamp, term: Timestamp) -> Result<bool, StoreError> {
        let claimed = self.with_db(false, |db| {
            let tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let updated = tx.execute(
                "UPDATE gate SET probe_owner = ?1, probe_until = ?2
                 WHERE until <= ?3 AND (probe_until IS NULL OR probe_until <= ?3 OR probe_owner = ?1)",
                params![self.owner, term.as_microsecond(), now.as_microsecond()],
            )?;
            let is_removed = read_row(&tx)?.is_none();
            tx.commit()?;
            Ok(updated > 0 || is_removed)
        })?;
        Ok(claimed.unwrap_or(true))
    }

    /// Ends the pause on the user's request: one process may probe now.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn end_pause(&self, now: Timestamp) -> Result<(), StoreError> {
        self.with_db(false, |db| {
            db.execute(
                "UPDATE gate SET noted = ?1, until = ?1, probe_owner = NULL, probe_until = NULL",
                [now.as_microsecond()],
            )?;
            Ok(())
        })
        .map(|_| ())
    }

    /// Opens the rate limit after a response, unless a new pause has begun meanwhile.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open_after_response(&self, now: Timestamp) -> Result<(), StoreError> {
        self.with_db(false, |db| {
            db.execute("DELETE FROM gate WHERE until <= ?1", [now.as_microsecond()])?;
            Ok(())
        })
        .map(|_| ())
    }
}

fn read_row(db: &Connection) -> Result<Option<(Timestamp, Timestamp)>, StoreError> {
    let times: Option<(i64, i64)> =
        db.query_row("SELECT noted, until FROM gate", [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    Ok(times.and_then(|(noted, until)| Some((timestamp_from_micros(noted)?, timestamp_from_micros(until)?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn test_limit(dir: &Path) -> SharedRateLimit {
        SharedRateLimit::new(dir, "https://api.example.com/v1", "k-1")
    }

    #[test]
    fn shared_rate_limit_creates_no_file_before_a_429() {
        let dir = tempfile::tempdir().unwrap();
        let limit = test_limit(dir.path());
        assert_eq!(limit.state(at(0)).unwrap(), RateLimitState::Open);
        assert!(limit.claim_probe(at(0), at(9)).unwrap());
        limit.open_after_response(at(0)).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn pause_is_shared_only_by_processes_of_its_key() {
        let dir = tempfile::tempdir().unwrap();
        let (mine, other) = (test_limit(dir.path()), test_limit(dir.path()));
        mine.start_pause(at(0), at(60)).unwrap();
        mine.start_pause(at(1), at(30)).unwrap();
        assert_eq!(other.state(at(2)).unwrap(), RateLimitState::Closed(at(60)));
        let stranger = SharedRateLimit::new(dir.path(), "https://api.example.com/v1", "k-2");
        assert_eq!(stranger.state(at(2)).unwrap(), RateLimitState::Open);
    }

    #[test]
    fn single_process_probes_and_its_success_opens_for_all() {
        let dir = tempfile::tempdir().unwrap();
        let (mine, other) = (test_limit(dir.path()), test_limit(dir.path()));
        mine.start_pause(at(0), at(10)).unwrap();
        assert!(!mine.claim_probe(at(9), at(20)).unwrap(), "not before its time");
        assert_eq!(other.state(at(10)).unwrap(), RateLimitState::Unconfirmed);
        assert!(mine.claim_probe(at(10), at(25)).unwrap() && mine.claim_probe(at(11), at(26)).unwrap());
        assert!(!other.claim_probe(at(12), at(27)).unwrap());
        assert!(other.claim_probe(at(26), at(40)).unwrap(), "a program that died does not hold it for ever");
        other.open_after_response(at(27)).unwrap();
        assert_eq!(mine.state(at(27)).unwrap(), RateLimitState::Open);
        assert!(mine.claim_probe(at(27), at(40)).unwrap());
    }

    #[test]
    fn excessive_pause_is_capped_at_a_day_and_liftable() {
        let dir = tempfile::tempdir().unwrap();
        let limit = test_limit(dir.path());
        limit.end_pause(at(0)).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        limit.start_pause(at(0), at(365 * 86_400)).unwrap();
        assert_eq!(limit.state(at(1)).unwrap(), RateLimitState::Closed(at(86_400)));
        assert_eq!(limit.state(at(86_400)).unwrap(), RateLimitState::Unconfirmed);
        limit.start_pause(at(0), at(600)).unwrap();
        limit.end_pause(at(5)).unwrap();
        assert_eq!(limit.state(at(5)).unwrap(), RateLimitState::Unconfirmed);
        assert!(limit.claim_probe(at(5), at(20)).unwrap());
    }

    #[test]
    fn response_during_a_pause_does_not_end_it() {
        let dir = tempfile::tempdir().unwrap();
        let limit = test_limit(dir.path());
        limit.start_pause(at(0), at(10)).unwrap();
        limit.open_after_response(at(5)).unwrap();
        assert_eq!(limit.state(at(5)).unwrap(), RateLimitState::Closed(at(10)));
    }

    #[test]
    fn clock_set_back_never_makes_a_pause_longer() {
        let dir = tempfile::tempdir().unwrap();
        let (limit, other) = (test_limit(dir.path()), test_limit(dir.path()));
        limit.start_pause(at(0), at(10)).unwrap();
        assert!(limit.claim_probe(at(10), at(25)).unwrap());
        let look = |second| limit.state(at(second)).unwrap();
        assert_eq!(look(-3_600), RateLimitState::Closed(at(-3_590)));
        assert_eq!(look(-3_589), RateLimitState::Unconfirmed);
        assert!(other.claim_probe(at(-3_589), at(-3_574)).unwrap(), "the earlier probe blocks no process");
    }
}
