//! `outbox.db`: the user's changes that the server has not confirmed. Every change is one transaction, on disk before
//! the call returns, followed by a signal to the other processes of the profile. Sending is in `claim`, the user's
//! decisions about waiting rows in `commands`, and undo before sending in `cancel`.

pub(super) mod cancel;
mod claim;
mod clock_adjust;
mod commands;
pub(super) mod discarded;
pub(super) mod entry;
mod in_doubt;
mod lease;
mod restore_blocked;
mod transaction;
mod transition;
mod undo_window;
pub(super) mod watched_ids;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::boot_clock::Anchoring;

use super::cache::rate_limit;
use super::files::file_identity::{self, Standing};
use super::files::identity::{self, Current};
use super::files::open::Look;
use super::files::process_lock::Presence;
use super::files::{open, schema, storage_error};
use super::recovery::{self, Salvaged};
use super::shared::peer_signal::{Bell, Ring};
use super::{NewRow, Row, RowState, Sealed, StoreError};
use crate::model::identity::Identity;
use crate::model::storage_health::Hindrance;
use entry::{self as row, SELECT};
use transaction::Turn;

/// The outbox of pending writes.
#[derive(Debug)]
pub struct Outbox {
    db: Mutex<Connection>,
    me: Mutex<Option<Current>>,
    pub(super) presence: Presence,
    shut: OnceLock<Hindrance>,
    standing: Standing,
    pub(super) turn: Turn,
    pub(super) measure: OnceLock<Measure>,
}

/// The anchor source that identifies the clock of timestamps.
pub(super) struct Measure(pub(super) Anchoring);

impl std::fmt::Debug for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Measure")
    }
}

impl Outbox {
    /// Opens the file in `dir`. A damaged file is quarantined under a name with `stamp`, and its readable rows are
    /// recovered. While another store has it open, nothing is touched.
    pub(super) fn open(
        dir: &Path,
        presence: Presence,
        look: Look,
        stamp: Timestamp,
    ) -> Result<(Self, Option<Salvaged>), StoreError> {
        let file = dir.join("outbox.db");
        recovery::finish(&file)?;
        if !presence.alone() {
            await_file(&file, &presence);
        }
        let history = dir.join("history.db");
        let opened = if is_emptied(&file, &history) {
            Err(StoreError::damaged("the file is empty"))
        } else {
            open::sound(look, || open_sound(&file, look))
        };
        let (db, salvaged) = match opened {
            Err(error) if error.is_damage() && presence.alone() => {
                let salvaged = recovery::salvage(&file, &history, stamp)?;
                (open_sound(&file, Look::default())?, Some(salvaged))
            }
            Err(error) if error.is_damage() => {
                return Err(StoreError::OutboxDamaged {
                    path: file,
                    reason: error.to_string(),
                });
            }
            opened => (opened?, None),
        };
        let outbox = Self {
            db: Mutex::new(db),
            me: Mutex::default(),
            presence,
            shut: OnceLock::new(),
            standing: Standing::of(&file),
            turn: Turn::default(),
            measure: OnceLock::new(),
        };
        Ok((outbox, salvaged))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the connection; restores the file if it was deleted while open.
    pub(super) fn standing(&self) -> Result<MutexGuard<'_, Connection>, StoreError> {
        let mut db = self.lock();
        // Inside a transaction it is too late to check; the next call detects it.
        if db.is_autocommit() && !self.standing.stands() {
            self.standing
                .put_back(&mut db, |file| open_sound(file, Look::default()))?;
        }
        Ok(db)
    }

    /// Rejects all later changes, because they cannot be stored.
    pub(super) fn shut(&self, hindrance: &Hindrance) {
        self.shut.get_or_init(|| hindrance.clone());
    }

    /// Fails if changes cannot be stored.
    pub(super) fn is_open(&self) -> Result<(), StoreError> {
        self.shut
            .get()
            .map_or(Ok(()), |why| Err(StoreError::Hindered(why.clone())))
    }

    /// Converts a failure that is caused by unavailable storage.
    pub(super) fn told<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        done.map_err(|error| storage_error::diagnose(self.presence.store(), error))
    }

    /// Runs `work` in a transaction, then signals the other processes.
    pub(super) fn step<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.is_open()?;
        self.within(work)
    }

    /// Does the same even if the outbox is shut, for this process's own state. Inside a transaction, it is a part of
    /// that.
    fn within<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.turn.is_mine() {
            let mut db = self.lock();
            let step = db.savepoint()?;
            let done = work(&step)?;
            step.commit()?;
            debug_assert!(!db.is_autocommit(), "a step of a group ended the group");
            return Ok(done);
        }
        let done = {
            let _turn = self.turn.wait();
            self.told(self.transaction(work))?
        };
        self.presence.ring();
        Ok(done)
    }

    /// Runs `work` in a transaction of its own, without a signal.
    pub(super) fn transaction<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut db = self.standing()?;
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&step)?;
        step.commit()?;
        Ok(done)
    }

    fn identity(&self) -> MutexGuard<'_, Option<Current>> {
        self.me.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of the identity in use.
    pub(super) fn me(&self) -> Option<i64> {
        self.identity().as_ref().map(|current| current.id)
    }

    /// Returns whether another process has this outbox open.
    pub fn in_company(&self) -> bool {
        self.presence.in_company()
    }

    pub(super) fn ring(&self) {
        self.presence.ring();
    }

    /// Signals to the other processes on the profile that the server answers.
    pub fn tell_that_it_answers(&self) {
        self.presence.say(Ring::Answers);
    }

    /// Signals to the other processes on the profile that the server no longer answers.
    pub fn tell_that_it_is_silent(&self) {
        self.presence.say(Ring::Silent);
    }

    /// Returns the endpoint on which this store receives signals.
    pub fn bell(&self) -> &Bell {
        self.presence.bell()
    }

    /// Sets the identity of later writes; `entity` may be empty. Rows of another identity are locked.
    pub fn write_as(&self, who: &Identity) -> Result<(), StoreError> {
        let mut me = self.identity();
        *me = Some(self.told(self.transaction(|step| identity::enter(step, who)))?);
        Ok(())
    }

    /// Returns the entity slug of the identity in use, if known.
    pub fn entity(&self) -> Option<String> {
        let entity = self.identity().as_ref()?.identity.entity.clone();
        Some(entity).filter(|entity| !entity.is_empty())
    }

    /// Stores the slug of the key's entity; returns whether it differs from the one in use.
    pub fn learn_entity(&self, slug: &str) -> Result<bool, StoreError> {
        let mut me = self.identity();
        let Some(current) = me.as_ref().filter(|me| me.identity.entity != slug) else {
            return Ok(false);
        };
        let learned = self.within(|step| identity::learn(step, current, slug))?;
        let other = learned.id != current.id;
        *me = Some(learned);
        Ok(other)
    }

    /// Stores new writes, all or none, and returns their rows. A temporary record id is replaced by the server's, if
    /// known.
    pub fn enqueue(&self, rows: &[NewRow]) -> Result<Vec<Row>, StoreError> {
        let me = self.me();
        let kept: Vec<Row> = self.step(|step| rows.iter().map(|row| insert(step, row, me)).collect())?;
        // The number gives the order of sending, so it must be that of the requests.
        debug_assert!(kept.is_sorted_by(|one, next| one.seq < next.seq));
        Ok(kept)
    }

    /// Makes the next sequence number higher than `seq` and all known ones. Two writes never have the same number.
    pub(super) fn number_above(&self, seq: i64) -> Result<(), StoreError> {
        self.step(|step| {
            let dropped: i64 =
                step.query_row("SELECT coalesce(max(seq), 0) FROM dropped", [], |row| row.get(0))?;
            let before: Option<i64> = step
                .query_row(
                    "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'",
                    [],
                    |row| row.get(0),
                )
                .optional()?;
            step.execute("DELETE FROM sqlite_sequence WHERE name = 'outbox'", [])?;
            step.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?1)",
                [seq.max(dropped).max(before.unwrap_or_default())],
            )?;
            Ok(())
        })
    }

    /// Returns every row that this version can read, oldest first.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        Ok(self.all()?.0)
    }

    /// Returns every row, oldest first: readable ones, and those only preserved.
    pub fn all(&self) -> Result<(Vec<Row>, Vec<Sealed>), StoreError> {
        let me = self.me();
        let db = self.standing()?;
        let mut all = db.prepare_cached(&format!("{SELECT} ORDER BY o.seq"))?;
        let mut rows = all.query([])?;
        let (mut read, mut sealed) = (Vec::new(), Vec::new());
        while let Some(row) = rows.next()? {
            match row::read(row, me, read.last()) {
                Ok(row) => read.push(row),
                Err(error) => sealed.push(row::sealed(row, &error)?),
            }
        }
        Ok((read, sealed))
    }

    /// Returns one row.
    pub fn get(&self, seq: i64) -> Result<Option<Row>, StoreError> {
        let me = self.me();
        one(&self.lock(), seq, me)
    }

    /// Returns a number that differs after another store wrote to the outbox.
    pub fn version(&self) -> Result<i64, StoreError> {
        let db = self.standing()?;
        let version: i64 = db.pragma_query_value(None, "data_version", |row| row.get(0))?;
        // Another file starts its count again.
        Ok(version + (self.standing.turned() << 32))
    }

    /// Returns the server's id for a temporary id, if the record was created.
    pub fn born(&self, temporary: &str) -> Result<Option<String>, StoreError> {
        born(&self.lock(), temporary)
    }

    /// Returns the end of the rate limit, if there is one.
    pub fn gate(&self) -> Result<Option<Timestamp>, StoreError> {
        rate_limit::read(&self.lock())
    }

    /// Stores the end of the rate limit; `None` ends it.
    pub fn set_gate(&self, until: Option<Timestamp>) -> Result<(), StoreError> {
        self.within(|step| rate_limit::write(step, until))
    }
}

/// Returns whether an existing file lost its content. The history is created after it, so a history with content proves
/// that.
fn is_emptied(file: &Path, history: &Path) -> bool {
    open::is_empty(file) && history.metadata().is_ok_and(|found| found.len() > 0)
}

impl Drop for Outbox {
    fn drop(&mut self) {
        if !self.standing.stands() {
            // If this fails, closing the file behaves as usual.
            let _left = file_identity::leave(&self.lock());
        }
    }
}

/// Waits for a missing file that other processes have open. They are signalled and restore it; a file being created
/// appears as fast.
fn await_file(file: &Path, presence: &Presence) {
    /// In tenths of a second.
    const PATIENCE: u8 = 20;
    for _ in 0..PATIENCE {
        if file.exists() || !presence.in_company() {
            return;
        }
        presence.ring();
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn open_sound(file: &Path, look: Look) -> Result<Connection, StoreError> {
    let filled = open::is_filled(file);
    let db = open::open(file, schema::OUTBOX, true)?;
    if filled {
        open::check_whole(&db, schema::OUTBOX, look)?;
    }
    Ok(db)
}

pub(super) fn insert(step: &Connection, row: &NewRow, me: Option<i64>) -> Result<Row, StoreError> {
    let state = if row.held {
        RowState::Held
    } else {
        RowState::Waiting
    };
    debug_assert!(row.is_sound(), "{row:?}");
    let born = born(step, &row.record)?;
    let seq = step
        .prepare_cached(
            "INSERT INTO outbox
                 (operation, record, body, idem_key, base, label, created_at, not_before, state, identity, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
                 row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9, 0, 0, NULL, NULL, NULL, ?10))",
        )?
        .insert(params![
            row.operation.name(),
            born.as_ref().unwrap_or(&row.record),
            row.body,
            row.key.as_str(),
            row.base,
            row.label,
            row.created_at.as_microsecond(),
            row.not_before.as_microsecond(),
            state.name(),
            me
        ])?;
    Ok(Row {
        seq,
        operation: row.operation,
        record: born.unwrap_or_else(|| row.record.clone()),
        body: row.body.clone(),
        key: row.key.clone(),
        base: row.base.clone(),
        label: row.label.clone(),
        created_at: as_kept(row.created_at),
        attempts: 0,
        not_before: as_kept(row.not_before),
        state,
        ever_sent: false,
        doubtful: false,
        last_problem: None,
        locked: None,
    })
}

/// Rounds a timestamp to the file's precision.
fn as_kept(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// Returns row `seq`, if this version can read it.
pub(super) fn one(db: &Connection, seq: i64, me: Option<i64>) -> Result<Option<Row>, StoreError> {
    let mut one = db.prepare_cached(&format!("{SELECT} WHERE o.seq = ?1"))?;
    let mut rows = one.query([seq])?;
    rows.next()?.map(|row| row::read(row, me, None)).transpose()
}

fn born(db: &Connection, temporary: &str) -> Result<Option<String>, StoreError> {
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
