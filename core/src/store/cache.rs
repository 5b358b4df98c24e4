//! `cache.db`: what the service said, byte for byte, and when. If it is damaged it is set aside and made anew.

mod bulk_insert;
pub(super) mod changes_since;
pub(super) mod discovery_cache;
mod page_refs;
pub(super) mod rate_limit;
mod read;
mod rebuild;
mod record_upsert;
pub(crate) mod status_since;
mod sweep;
pub(crate) mod types;
mod upsert;
pub(super) mod write_seq;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, Row, params};

pub use bulk_insert::FirstReading;

use super::files::open::Look;
use super::files::private_dir::{private_file, rename_newer, set_aside};
use super::files::{open, schema};
use super::history::History;
use super::{Change, Kind, StoreError};
use changes_since::{self as touched, Revision};
use page_refs::{Found, Sheets};
use types::moment;

/// What the service said. Reading never waits for writing.
#[derive(Debug)]
pub struct Cache {
    pub(super) writer: Mutex<Connection>,
    pub(super) reader: Mutex<Connection>,
    /// Told of every change of a deal before it is taken in. Locked after the writer, never before it.
    history: Arc<History>,
    /// Where the deals lie that have no row, once somebody has asked.
    found: Found,
}

/// What the writer may hold in memory, in KiB with a minus, as SQLite wants it.
const WRITER_CACHE: i64 = -8_192;
/// The file whose presence says that the cache met damage while it was in use.
const SUSPECT: &str = "cache.suspect";
/// The counter of [`Change`].
const CHANGE: &str = "change";
/// The counter of readings.
const PASS: &str = "pass";
/// The start of the last clean reading of all deals, in microseconds.
const DEALS_SEEN: &str = "deals_seen";
/// The counter under which the end of the last complete reading of all deals is kept, in microseconds.
pub const DEALS_COMPLETE: &str = "deals_complete";

/// When the deals were last read that went with a history that was lost, in microseconds.
const DEALS_LOST: &str = "deals_lost";

/// The body of a record called `r`, if that is as it was written; else reading it fails as damage does.
pub(super) const BODY: &str = "CASE WHEN whole(r.sum, r.kind, r.parent, r.id, r.body, r.position, r.fetched_at, r.pass, \
     r.change) THEN r.body END";

pub(super) fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // A connection is never left in a broken state: an unfinished transaction rolls back when it is dropped.
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A cache that could not be used and made room for a new one, under the name it got.
pub(super) enum Replaced {
    /// It was damaged.
    Damaged(PathBuf),
    /// A newer version wrote it.
    Newer(PathBuf),
}

impl Cache {
    /// Opens the cache in `dir`. One that cannot be used is renamed and replaced; which is the second value.
    pub(super) fn open(
        dir: &Path,
        alone: bool,
        look: Look,
        stamp: Timestamp,
        history: &Arc<History>,
    ) -> Result<(Self, Option<Replaced>), StoreError> {
        let file = dir.join("cache.db");
        let marker = dir.join(SUSPECT);
        let opened = match open::sound(look, || Self::open_file(&file, look, history)) {
            Ok(cache) => (cache, None),
            Err(error) if error.is_damage() => {
                let aside = set_aside(&file, stamp)?;
                (
                    Self::open_file(&file, Look::default(), history)?,
                    Some(Replaced::Damaged(aside)),
                )
            }
            // It can be read again, and that version makes its own anew.
            Err(StoreError::Newer { .. }) if alone => {
                let aside = rename_newer(&file)?;
                (
                    Self::open_file(&file, Look::default(), history)?,
                    Some(Replaced::Newer(aside)),
                )
            }
            Err(error) => return Err(error),
        };
        match std::fs::remove_file(&marker) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(&marker, error)),
            _ => Ok(opened),
        }
    }

    /// Has the file checked, page by page, when it is opened next.
    pub(super) fn suspect(dir: &Path) -> Result<(), StoreError> {
        private_file(&dir.join(SUSPECT))
    }

    /// Whether it is to be.
    pub(super) fn is_suspect(dir: &Path) -> bool {
        dir.join(SUSPECT).exists()
    }

    /// Gives the file up to whoever opens it next: its log is neither moved into it nor taken away when this is closed, for
    /// another file may have its name then.
    pub(super) fn abandon(&self) -> Result<(), StoreError> {
        for connection in [&self.writer, &self.reader] {
            lock(connection).set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        }
        Ok(())
    }

    fn open_file(file: &Path, look: Look, history: &Arc<History>) -> Result<Self, StoreError> {
        let made = open::Made {
            page: None,
            straight: false,
            begin: touched::identify,
        };
        let open::Opened { db: writer, new } = open::open_or_make(file, schema::CACHE, false, &made)?;
        if !new {
            open::check_whole(&writer, schema::CACHE, look)?;
        }
        // Beside its own columns a deal touches a page of the index anywhere in it.
        writer.pragma_update(None, "cache_size", WRITER_CACHE)?;
        let reader = open::open_reader(file)?;
        Ok(Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            history: history.clone(),
            found: Found::default(),
        })
    }

    /// The counter of changes now, to be noted before a request is sent.
    pub fn change(&self) -> Result<Change, StoreError> {
        Ok(Change(counter(&lock(&self.reader), CHANGE)?.unwrap_or(0)))
    }

    /// A number that differs from the one before if another process wrote to the cache in between.
    pub fn foreign(&self) -> Result<i64, StoreError> {
        Ok(lock(&self.writer).pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Begins a reading of a list: its number.
    pub fn begin_pass(&self) -> Result<i64, StoreError> {
        Ok(bump(&lock(&self.writer), PASS)?)
    }
    /// Keeps a value that is one of a kind.
    pub fn put_single(&self, name: &str, body: &str, at: Timestamp) -> Result<(), StoreError> {
        lock(&self.writer).execute(
            "INSERT OR REPLACE INTO single (name, body, fetched_at) VALUES (?1, ?2, ?3)",
            params![name, body, at.as_microsecond()],
        )?;
        Ok(())
    }

    /// Puts what was written where it belongs and gives memory back, after much was written.
    pub fn settle(&self) -> Result<(), StoreError> {
        self.found.forget();
        self.history.settle()?;
        open::settle(&lock(&self.reader))?;
        open::settle(&lock(&self.writer))
    }

    /// How far the deals have come. Whoever keeps a copy of them notes it before reading them.
    pub fn revision(&self) -> Result<Revision, StoreError> {
        touched::revision(&lock(&self.reader))
    }

    /// The deals written or removed since `revision`; `None` where they are not known one by one any more, or where
    /// that was another cache.
    pub fn touched_since(&self, revision: Revision) -> Result<Option<Vec<String>>, StoreError> {
        touched::since(&lock(&self.reader), revision)
    }

    /// Says that a copy of the deals as of `revision` is kept: what was touched before need not be told any more.
    pub fn forget_touched(&self, revision: Revision) -> Result<(), StoreError> {
        touched::forget(&lock(&self.writer), revision)
    }

    /// A small number kept under a name.
    pub fn counter(&self, name: &str) -> Result<Option<i64>, StoreError> {
        Ok(counter(&lock(&self.reader), name)?)
    }

    /// Keeps a small number under a name.
    pub fn set_counter(&self, name: &str, value: i64) -> Result<(), StoreError> {
        Ok(set_counter(&lock(&self.writer), name, value)?)
    }
}

pub(crate) fn at(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    let value: i64 = row.get(column)?;
    moment(value).ok_or(rusqlite::Error::IntegralValueOutOfRange(column, value))
}

/// A deal as it is held, and when it came.
fn body_of(
    db: &Connection,
    id: &str,
    sheets: &Sheets<'_>,
) -> Result<Option<(String, Option<Timestamp>)>, StoreError> {
    if let Some(place) = sheets.find(id)? {
        return sheets.read(place, |deal, sheet, _| {
            (deal.id == id).then(|| (deal.body.to_owned(), Some(sheet.at)))
        });
    }
    Ok(db
        .prepare_cached(&format!(
            "SELECT {BODY}, r.fetched_at FROM record r WHERE r.kind = ?1 AND r.parent = '' AND r.id = ?2"
        ))?
        .query_row([Kind::Deal.name(), id], |row| {
            Ok((row.get(0)?, moment(row.get(1)?)))
        })
        .optional()?)
}

pub(super) fn counter(db: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT value FROM counter WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()
}

pub(super) fn set_counter(db: &Connection, name: &str, value: i64) -> rusqlite::Result<()> {
    db.execute(
        "INSERT OR REPLACE INTO counter (name, value) VALUES (?1, ?2)",
        params![name, value],
    )?;
    Ok(())
}

pub(super) fn bump(db: &Connection, name: &str) -> rusqlite::Result<i64> {
    db.query_row(
        "INSERT INTO counter (name, value) VALUES (?1, 1)
         ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
        [name],
        |row| row.get(0),
    )
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
