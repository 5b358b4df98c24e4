//! The pages of deals at first sight, for the cache, which does not hold them a second time. They are read as one moment
//! shows them, on a connection of their own, so that nobody waits for whoever writes.

use std::fs::File;
use std::sync::{MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::store::StoreError;
use crate::store::files::open;

use super::{History, background_sync};

/// The mark that says of which entries somebody else may hold the numbers.
const TOKEN: &str = "pages";

/// The pages as they were when this was made.
pub(in crate::store) struct PageReader<'a>(MutexGuard<'a, Reading>);

/// How pages are read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Where they are read.
    db: Option<Connection>,
    /// Whether what is written goes straight into the file, where whoever reads would be in the way of whoever writes.
    straight: bool,
    /// The file, to be flushed while much is written straight into it.
    flushed: Option<File>,
}

impl Reading {
    /// Nobody reads yet. `straight`: how the file was opened.
    pub(super) fn begin(straight: bool) -> Self {
        Self {
            db: None,
            straight,
            flushed: None,
        }
    }

    /// What is to be flushed while it is written, if anything is.
    pub(super) fn flushed(&self) -> Option<&File> {
        self.flushed.as_ref()
    }
}

impl History {
    /// Begins to read pages. From now on what is written goes into the log, so that neither waits for the other.
    pub(in crate::store) fn pages(&self) -> Result<PageReader<'_>, StoreError> {
        let mut reading = self.reading();
        self.leave_straight(&mut reading)?;
        let db = match reading.db.take() {
            Some(db) => db,
            None => open::open_reader(&self.file)?,
        };
        db.execute_batch("BEGIN")?;
        reading.db = Some(db);
        Ok(PageReader(reading))
    }

    /// Has what is written from now on go straight into the file, if nobody else has it open: much that is added to a
    /// file is then written once, not into the log first. A crash leaves nothing half done either way. It ends when
    /// somebody asks for a page.
    pub(in crate::store) fn write_straight(&self) -> Result<(), StoreError> {
        let mut reading = self.reading();
        reading.db = None;
        let db = self.lock();
        let asked = db.query_row("PRAGMA journal_mode = TRUNCATE", [], |row| {
            row.get::<_, String>(0)
        });
        match asked {
            // Somebody else has it open; the log does as well.
            Err(rusqlite::Error::SqliteFailure(error, _)) if error.code == ErrorCode::DatabaseBusy => {}
            asked => reading.straight = asked? == "truncate",
        }
        if reading.straight && reading.flushed.is_none() {
            let file =
                background_sync::open(&self.file).map_err(|error| StoreError::io(&self.file, error))?;
            reading.flushed = Some(file);
        }
        Ok(())
    }

    /// Has what is written go into the log again, where nobody who reads waits for it.
    pub(in crate::store) fn write_ahead(&self) -> Result<(), StoreError> {
        self.leave_straight(&mut self.reading())
    }

    fn leave_straight(&self, reading: &mut Reading) -> Result<(), StoreError> {
        if reading.straight {
            let db = self.lock();
            // Before the log begins: with it a lock is held for as long as the file is open.
            reading.flushed = None;
            db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            reading.straight = false;
        }
        Ok(())
    }

    /// Closes what pages were read with.
    pub(super) fn stop_reading(&self) {
        self.reading().db = None;
    }

    pub(super) fn reading(&self) -> MutexGuard<'_, Reading> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number that another takes the place of when entries are rewritten.
    pub(in crate::store) fn token(&self) -> Result<i64, StoreError> {
        token(&self.lock())
    }
}

impl PageReader<'_> {
    /// See [`History::token`].
    pub(in crate::store) fn token(&self) -> Result<i64, StoreError> {
        token(self.db()?)
    }

    /// The ids of the deals of a page, each between line feeds.
    pub(in crate::store) fn ids(&self, entry: i64) -> Result<String, StoreError> {
        self.part("SELECT ids FROM entry WHERE seq = ?1 AND kind = 'seen'", entry)
    }

    /// The deals of a page, as [`super::Sighted`] reads them.
    pub(in crate::store) fn deals(&self, entry: i64) -> Result<Vec<u8>, StoreError> {
        const DEALS: &str =
            "SELECT CASE WHEN whole(sum, kind, deal, field, before, after, earliest, at, ours, ids, deals)
             THEN deals END FROM entry WHERE seq = ?1 AND kind = 'seen'";
        self.part(DEALS, entry)
    }

    fn db(&self) -> Result<&Connection, StoreError> {
        self.0
            .db
            .as_ref()
            .ok_or_else(|| StoreError::damaged("no page is being read"))
    }

    fn part<T: rusqlite::types::FromSql>(&self, sql: &str, entry: i64) -> Result<T, StoreError> {
        let found = self
            .db()?
            .prepare_cached(sql)?
            .query_row([entry], |row| row.get(0))
            .optional()?;
        found.ok_or_else(|| StoreError::damaged("a page of deals is missing from the history"))
    }
}

impl Drop for PageReader<'_> {
    fn drop(&mut self) {
        // Nothing was written, so there is nothing to lose; a connection that fails here fails at its next use.
        if let Ok(db) = self.db() {
            let _ended = db.execute_batch("ROLLBACK");
        }
    }
}

fn token(db: &Connection) -> Result<i64, StoreError> {
    let token = db
        .prepare_cached("SELECT seq FROM mark WHERE name = ?1")?
        .query_row([TOKEN], |row| row.get(0))
        .optional()?;
    Ok(token.unwrap_or_default())
}

/// Takes another token: entries are rewritten, or there are none yet.
pub(super) fn renew(step: &Connection) -> Result<(), StoreError> {
    let token = uuid::Uuid::new_v4().as_u64_pair().0.cast_signed();
    step.execute(
        "INSERT OR REPLACE INTO mark (name, seq, at) VALUES (?1, ?2, 0)",
        params![TOKEN, token],
    )?;
    Ok(())
}

/// Gives a new history its token.
pub(super) fn begin(db: &Connection) -> Result<(), StoreError> {
    if token(db)? == 0 {
        renew(db)?;
    }
    Ok(())
}
