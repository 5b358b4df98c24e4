//! `outbox.db`: what a person wrote and the service has not confirmed. Every change is one transaction, on disk before
//! the call returns, and rings at the other windows of the profile. How a row is sent is in
//! `sending`, what a person does with one that waits in `deciding`, how one is taken back in `withdraw`.

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
use super::{Identity, NewRow, Row, RowState, Sealed, StoreError};
use crate::model::storage_health::Hindrance;
use entry::{self as row, SELECT};
use transaction::Turn;

/// The writes that wait.
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

/// Says by which clock moments are told.
pub(super) struct Measure(pub(super) Anchoring);

impl std::fmt::Debug for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Measure")
    }
}

impl Outbox {
    /// Opens the file in `dir`. A damaged one is set aside, and what can be read of it, row by row, is kept; `stamp`
    /// names the old file. While another store has it open nothing is touched.
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

    /// The file, put back if it was deleted since it was opened.
    pub(super) fn standing(&self) -> Result<MutexGuard<'_, Connection>, StoreError> {
        let mut db = self.lock();
        // Within a step it is too late to look: the next one finds it.
        if db.is_autocommit() && !self.standing.stands() {
            self.standing
                .put_back(&mut db, |file| open_sound(file, Look::default()))?;
        }
        Ok(db)
    }

    /// Refuses every change from here on: it could not be kept.
    pub(super) fn shut(&self, hindrance: &Hindrance) {
        self.shut.get_or_init(|| hindrance.clone());
    }

    /// Refuses where changes can't be kept.
    pub(super) fn is_open(&self) -> Result<(), StoreError> {
        self.shut
            .get()
            .map_or(Ok(()), |why| Err(StoreError::Hindered(why.clone())))
    }

    /// Says of a failure to change the file whether the disk keeps it from being written.
    pub(super) fn told<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        done.map_err(|error| storage_error::diagnose(self.presence.store(), error))
    }

    /// Changes the file in one transaction, then tells the other windows.
    pub(super) fn step<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.is_open()?;
        self.within(work)
    }

    /// The same for what this program needs to know itself, whether it can be kept or not. Within several steps it is one
    /// of them.
    fn within<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.turn.is_mine() {
            let mut db = self.lock();
            let step = db.savepoint()?;
            let done = work(&step)?;
            step.commit()?;
            return Ok(done);
        }
        let done = {
            let _turn = self.turn.wait();
            self.told(self.transaction(work))?
        };
        self.presence.ring();
        Ok(done)
    }

    /// A step of its own, of which nobody is told.
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

    /// The number of the identity in use.
    pub(super) fn me(&self) -> Option<i64> {
        self.identity().as_ref().map(|current| current.id)
    }

    /// Whether another program has this outbox open now.
    pub fn in_company(&self) -> bool {
        self.presence.in_company()
    }

    pub(super) fn ring(&self) {
        self.presence.ring();
    }

    /// Tells the other programs on the profile that the service answers.
    pub fn tell_that_it_answers(&self) {
        self.presence.say(Ring::Answers);
    }

    /// Tells the other programs on the profile that the service does not answer any more.
    pub fn tell_that_it_is_silent(&self) {
        self.presence.say(Ring::Silent);
    }

    /// Where this store hears that another one has changed something.
    pub fn bell(&self) -> &Bell {
        self.presence.bell()
    }

    /// Says who writes from here on; `entity` may be empty. Rows that another identity wrote are locked.
    pub fn write_as(&self, who: &Identity) -> Result<(), StoreError> {
        let mut me = self.identity();
        *me = Some(self.told(self.transaction(|step| identity::enter(step, who)))?);
        Ok(())
    }

    /// The slug of the entity that the identity in use is of, where that is known.
    pub fn entity(&self) -> Option<String> {
        let entity = self.identity().as_ref()?.identity.entity.clone();
        Some(entity).filter(|entity| !entity.is_empty())
    }

    /// Learns the slug of the entity the key acts for. Whether it is another one than the one in use.
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

    /// Keeps new writes, all or none; the rows they became. A record that is known by a temporary id gets its own.
    pub fn enqueue(&self, rows: &[NewRow]) -> Result<Vec<Row>, StoreError> {
        let me = self.me();
        self.step(|step| rows.iter().map(|row| insert(step, row, me)).collect())
    }

    /// Has the next write get a number above `seq` and above all that are known here: a number is never that of two writes.
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

    /// Every row that this version can read, oldest first.
    pub fn rows(&self) -> Result<Vec<Row>, StoreError> {
        Ok(self.all()?.0)
    }

    /// Every row, oldest first: those that this version can read, and those that it keeps as they are.
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

    /// One row.
    pub fn get(&self, seq: i64) -> Result<Option<Row>, StoreError> {
        let me = self.me();
        one(&self.lock(), seq, me)
    }

    /// A number that differs from the one before if another store wrote to the outbox in between.
    pub fn version(&self) -> Result<i64, StoreError> {
        let db = self.standing()?;
        let version: i64 = db.pragma_query_value(None, "data_version", |row| row.get(0))?;
        // Another file counts anew.
        Ok(version + (self.standing.turned() << 32))
    }

    /// What a temporary id became, if the service has created the record.
    pub fn born(&self, temporary: &str) -> Result<Option<String>, StoreError> {
        born(&self.lock(), temporary)
    }

    /// Until when no request may be sent, if that was asked for.
    pub fn gate(&self) -> Result<Option<Timestamp>, StoreError> {
        rate_limit::read(&self.lock())
    }

    /// Keeps the moment before which no request may be sent; `None` opens the gate.
    pub fn set_gate(&self, until: Option<Timestamp>) -> Result<(), StoreError> {
        self.within(|step| rate_limit::write(step, until))
    }
}

/// Whether a file that held something is there and holds nothing: the history is made after it, and never before.
fn is_emptied(file: &Path, history: &Path) -> bool {
    open::is_empty(file) && history.metadata().is_ok_and(|found| found.len() > 0)
}

impl Drop for Outbox {
    fn drop(&mut self) {
        if !self.standing.stands() {
            // Should it fail, closing the file does what it always does.
            let _left = file_identity::leave(&self.lock());
        }
    }
}

/// Where others have the file open and it is gone, they are rung, and put it back; one that is being made is there as soon.
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

/// A moment as the file holds it.
fn as_kept(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// The row numbered `seq`, if this version can read it.
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
