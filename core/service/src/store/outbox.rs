//! `outbox.db`: the user's changes that the server has not confirmed. Every change is one transaction, on disk before
//! the call returns, followed by a signal to the other processes of the profile. Sending is in `claim`, the user's
//! decisions about waiting rows in `commands`, and undo before sending in `cancel`.

pub(super) mod cancel;
mod claim;
mod commands;
pub(super) mod discarded;
pub(super) mod entry;
mod in_doubt;
mod lease;
mod restore_blocked;
mod transaction;
mod transition;
mod undo_window;
mod wait_limit;
pub(super) mod watched_ids;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::cache::rate_limit;
use super::files::file_identity::{self, FileIdentity};
use super::files::identity::{self, CurrentIdentity};
use super::files::open::OpenCheck;
use super::files::process_lock::Presence;
use super::files::{open, schema, storage_error};
use super::recovery::{self, RecoveredOutbox};
use super::shared::peer_signal::{PeerListener, PeerSignal};
use super::{EntryState, NewOutboxEntry, OutboxEntry, StoreError, UnreadableEntry};
use crate::host;
use crate::model::identity::Identity;
use crate::model::storage_health::StorageFailure;
use entry::{self as row, SELECT};
use transaction::TransactionLock;

/// The outbox of pending writes.
#[derive(Debug)]
pub struct Outbox {
    db: Mutex<Connection>,
    current_identity: Mutex<Option<CurrentIdentity>>,
    pub(super) presence: Presence,
    storage_failure: OnceLock<StorageFailure>,
    file_identity: FileIdentity,
    pub(super) transaction_lock: TransactionLock,
}

impl Outbox {
    /// Opens the file in `dir`. A damaged file is quarantined under a name with `stamp`, and its readable rows are
    /// recovered. While another store has it open, nothing is touched.
    pub(super) fn open(
        dir: &Path,
        presence: Presence,
        open_check: OpenCheck,
        stamp: Timestamp,
    ) -> Result<(Self, Option<RecoveredOutbox>), StoreError> {
        let file = dir.join("outbox.db");
        recovery::finish(&file)?;
        if !presence.was_alone() {
            await_file(&file, &presence);
        }
        let history = dir.join("history.db");
        let opened = if is_emptied(&file, &history) {
            Err(StoreError::damaged("the file is empty"))
        } else {
            open::open_with_retries(open_check, || open_checked(&file, open_check))
        };
        let (db, recovered) = match opened {
            Err(error) if error.is_damage() && presence.was_alone() => {
                let recovered = recovery::recover(&file, &history, stamp)?;
                (open_checked(&file, OpenCheck::default())?, Some(recovered))
            }
            Err(error) if error.is_damage() => {
                return Err(StoreError::OutboxDamaged { path: file, reason: error.to_string() });
            }
            opened => (opened?, None),
        };
        let outbox = Self {
            db: Mutex::new(db),
            current_identity: Mutex::default(),
            presence,
            storage_failure: OnceLock::new(),
            file_identity: FileIdentity::of_open_file(&file),
            transaction_lock: TransactionLock::default(),
        };
        Ok((outbox, recovered))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the connection; restores the file if it was deleted while open.
    pub(super) fn checked_connection(&self) -> Result<MutexGuard<'_, Connection>, StoreError> {
        let mut db = self.lock();
        // Inside a transaction it is too late to check; the next call detects it.
        if db.is_autocommit() && !self.file_identity.is_current() {
            self.file_identity.restore_file(&mut db, |file| open_checked(file, OpenCheck::default()))?;
        }
        Ok(db)
    }

    /// Rejects all later changes, because they cannot be stored.
    pub(super) fn disable(&self, failure: &StorageFailure) {
        self.storage_failure.get_or_init(|| failure.clone());
    }

    /// Fails if changes cannot be stored.
    pub(super) fn check_enabled(&self) -> Result<(), StoreError> {
        self.storage_failure.get().map_or(Ok(()), |failure| Err(StoreError::Unavailable(failure.clone())))
    }

    /// Converts a failure that is caused by unavailable storage.
    pub(super) fn diagnose<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        result.map_err(|error| storage_error::diagnose(self.presence.store(), error))
    }

    /// Runs `work` in a transaction, then signals the other processes.
    pub(super) fn transact<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.check_enabled()?;
        self.transact_always(work)
    }

    /// Does the same even if the outbox is shut, for this process's own state. Inside a transaction, it is a part of
    /// that.
    fn transact_always<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.transaction_lock.is_current_thread() {
            let mut db = self.lock();
            let tx = db.savepoint()?;
            let result = work(&tx)?;
            tx.commit()?;
            debug_assert!(!db.is_autocommit(), "a step of a group ended the group");
            return Ok(result);
        }
        let result = {
            let _turn = self.transaction_lock.acquire();
            self.diagnose(self.transaction(work))?
        };
        self.presence.signal_change();
        Ok(result)
    }

    /// Runs `work` in a transaction of its own, without a signal.
    pub(super) fn transaction<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut db = self.checked_connection()?;
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = work(&tx)?;
        tx.commit()?;
        Ok(result)
    }

    fn lock_identity(&self) -> MutexGuard<'_, Option<CurrentIdentity>> {
        self.current_identity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the identity in use.
    pub(super) fn identity_id(&self) -> Option<i64> {
        self.lock_identity().as_ref().map(|current| current.id)
    }

    /// Returns whether another process has this outbox open.
    pub fn has_peers(&self) -> bool {
        self.presence.has_peers()
    }

    pub(super) fn signal_peers(&self) {
        self.presence.signal_change();
    }

    /// Signals to the other processes on the profile that the server answers.
    pub fn signal_up(&self) {
        self.presence.signal(PeerSignal::ServerUp);
    }

    /// Signals to the other processes on the profile that the server no longer answers.
    pub fn signal_down(&self) {
        self.presence.signal(PeerSignal::ServerDown);
    }

    /// Returns the endpoint on which this store receives signals.
    pub fn peer_listener(&self) -> &PeerListener {
        self.presence.listener()
    }

    /// Sets the identity of later writes; `entity` may be empty. Rows of another identity are locked.
    pub fn set_identity(&self, author: &Identity) -> Result<(), StoreError> {
        let mut current_identity = self.lock_identity();
        *current_identity = Some(self.diagnose(self.transaction(|tx| identity::find_or_insert(tx, author)))?);
        Ok(())
    }

    /// Returns the entity slug of the identity in use, if known.
    pub fn entity(&self) -> Option<String> {
        let entity = self.lock_identity().as_ref()?.identity.entity.clone();
        Some(entity).filter(|entity| !entity.is_empty())
    }

    /// Stores the slug of the key's entity; returns whether it differs from the one in use.
    pub fn set_entity(&self, slug: &str) -> Result<bool, StoreError> {
        let mut current_identity = self.lock_identity();
        let Some(current) =
            current_identity.as_ref().filter(|current_identity| current_identity.identity.entity != slug)
        else {
            return Ok(false);
        };
        let updated = self.transact_always(|tx| identity::set_entity(tx, current, slug))?;
        let differs = updated.id != current.id;
        *current_identity = Some(updated);
        Ok(differs)
    }

    /// Stores new writes, all or none, and returns their rows. A temporary record id is replaced by the server's, if
    /// known.
    pub fn enqueue(&self, rows: &[NewOutboxEntry]) -> Result<Vec<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        let stored: Vec<OutboxEntry> =
            self.transact(|tx| rows.iter().map(|row| insert(tx, row, identity)).collect())?;
        // The number gives the order of sending, so it must be that of the requests.
        debug_assert!(stored.is_sorted_by(|one, next| one.seq < next.seq));
        Ok(stored)
    }

    /// Makes the next sequence number higher than `seq` and all known ones. Two writes never have the same number.
    pub(super) fn raise_sequence(&self, seq: i64) -> Result<(), StoreError> {
        self.transact(|tx| {
            let last_discarded: i64 =
                tx.query_row("SELECT coalesce(max(seq), 0) FROM dropped", [], |row| row.get(0))?;
            let before: Option<i64> = tx
                .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'", [], |row| row.get(0))
                .optional()?;
            tx.execute("DELETE FROM sqlite_sequence WHERE name = 'outbox'", [])?;
            tx.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?1)",
                [seq.max(last_discarded).max(before.unwrap_or_default())],
            )?;
            Ok(())
        })
    }

    /// Returns every row that this version can read, oldest first.
    pub fn entries(&self) -> Result<Vec<OutboxEntry>, StoreError> {
        Ok(self.all_entries()?.0)
    }

    /// Returns every row, oldest first: readable ones, and those only preserved.
    pub fn all_entries(&self) -> Result<(Vec<OutboxEntry>, Vec<UnreadableEntry>), StoreError> {
        let identity = self.identity_id();
        let db = self.checked_connection()?;
        let mut statement = db.prepare_cached(&format!("{SELECT} ORDER BY o.seq"))?;
        let mut rows = statement.query([])?;
        let (mut entries, mut unreadable) = (Vec::new(), Vec::new());
        while let Some(row) = rows.next()? {
            match row::parse(row, identity, entries.last()) {
                Ok(row) => entries.push(row),
                Err(error) => unreadable.push(row::parse_unreadable(row, &error)?),
            }
        }
        Ok((entries, unreadable))
    }

    /// Returns one row.
    pub fn get(&self, seq: i64) -> Result<Option<OutboxEntry>, StoreError> {
        let identity = self.identity_id();
        fetch_entry(&self.lock(), seq, identity)
    }

    /// Returns a number that differs after another store wrote to the outbox.
    pub fn version(&self) -> Result<i64, StoreError> {
        let db = self.checked_connection()?;
        let version: i64 = db.pragma_query_value(None, "data_version", |row| row.get(0))?;
        // Another file starts its count again.
        Ok(version + (self.file_identity.replaced_count() << 32))
    }

    /// Returns the server's id for a temporary id, if the record was created.
    pub fn resolve_temp_id(&self, temporary: &str) -> Result<Option<String>, StoreError> {
        resolve_temp_id(&self.lock(), temporary)
    }

    /// Returns the end of the rate limit, if there is one.
    pub fn rate_limit(&self) -> Result<Option<Timestamp>, StoreError> {
        rate_limit::read(&self.lock())
    }

    /// Stores the end of the rate limit; `None` ends it.
    pub fn set_rate_limit(&self, until: Option<Timestamp>) -> Result<(), StoreError> {
        self.transact_always(|tx| rate_limit::write(tx, until))
    }
}

/// Returns whether an existing file lost its content. The history is created after it, so a history with content proves
/// that.
fn is_emptied(file: &Path, history: &Path) -> bool {
    open::is_empty(file) && history.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

impl Drop for Outbox {
    fn drop(&mut self) {
        if !self.file_identity.is_current() {
            // If this fails, closing the file behaves as usual.
            let _left = file_identity::detach(&self.lock());
        }
    }
}

/// Waits for a missing file that other processes have open. They are signalled and restore it; a file being created
/// appears as fast.
fn await_file(file: &Path, presence: &Presence) {
    /// In tenths of a second.
    const MAX_WAIT: u8 = 20;
    for _ in 0..MAX_WAIT {
        if file.exists() || !presence.has_peers() {
            return;
        }
        presence.signal_change();
        host::sleep(Duration::from_millis(100));
    }
}

fn open_checked(file: &Path, open_check: OpenCheck) -> Result<Connection, StoreError> {
    let filled = open::is_filled(file);
    let db = open::open(file, schema::OUTBOX, true)?;
    if filled {
        open::run_requested_check(&db, schema::OUTBOX, open_check)?;
    }
    Ok(db)
}

pub(super) fn insert(
    tx: &Connection,
    entry: &NewOutboxEntry,
    identity: Option<i64>,
) -> Result<OutboxEntry, StoreError> {
    let state = if entry.scheduled { EntryState::Scheduled } else { EntryState::Waiting };
    debug_assert!(entry.is_sound(), "{entry:?}");
    let server_id = resolve_temp_id(tx, &entry.record)?;
    let seq = tx
        .prepare_cached(
            "INSERT INTO outbox
                 (operation, record, body, idem_key, base, label, created_at, not_before, state, identity, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
                 row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, 0, 0, NULL, NULL, NULL, ?10))",
        )?
        .insert(params![
            entry.operation.name(),
            server_id.as_ref().unwrap_or(&entry.record),
            entry.body,
            entry.key.as_str(),
            entry.base,
            entry.label,
            entry.created_at.as_microsecond(),
            entry.not_before.as_microsecond(),
            state.name(),
            identity
        ])?;
    Ok(OutboxEntry {
        seq,
        operation: entry.operation,
        record: server_id.unwrap_or_else(|| entry.record.clone()),
        body: entry.body.clone(),
        key: entry.key.clone(),
        base: entry.base.clone(),
        label: entry.label.clone(),
        created_at: round_to_micros(entry.created_at),
        attempts: 0,
        not_before: round_to_micros(entry.not_before),
        state,
        ever_sent: false,
        outcome_unknown: false,
        last_problem: None,
        locked_by: None,
    })
}

/// Rounds a timestamp to the file's precision.
fn round_to_micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// Returns row `seq`, if this version can read it.
pub(super) fn fetch_entry(
    db: &Connection,
    seq: i64,
    identity: Option<i64>,
) -> Result<Option<OutboxEntry>, StoreError> {
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE o.seq = ?1"))?;
    let mut rows = statement.query([seq])?;
    rows.next()?.map(|row| row::parse(row, identity, None)).transpose()
}

fn resolve_temp_id(db: &Connection, temporary: &str) -> Result<Option<String>, StoreError> {
    Ok(db
        .prepare_cached("SELECT record FROM born WHERE temporary = ?1")?
        .query_row([temporary], |row| row.get(0))
        .optional()?)
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
pub(super) mod tests;

#[cfg(test)]
#[path = "outbox_sealed_tests.rs"]
mod sealed_tests;
