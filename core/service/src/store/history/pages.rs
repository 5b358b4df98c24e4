//! Pages of first-seen deals, read by the cache, which stores only references. Reads use a consistent state on a
//! connection of their own, so they do not wait for writers.

use std::fs::File;
use std::sync::{MutexGuard, PoisonError};

use jiff::Timestamp;
use rusqlite::{Connection, ErrorCode, OptionalExtension};

use crate::store::StoreError;
use crate::store::files::open;

use super::last_visit::{mark, set_mark};
use super::{History, background_sync};

/// Name of the mark with the token that page references depend on.
const TOKEN: &str = "pages";

/// Access to the pages in the state of its creation.
pub(in crate::store) struct PageReader<'a>(MutexGuard<'a, PageReadState>);

/// The state of reading pages.
#[derive(Debug, Default)]
pub(super) struct PageReadState {
    /// The read connection.
    db: Option<Connection>,
    /// True while writes go directly to the file. Readers and writers would then block each other.
    direct: bool,
    /// The file to be synced during large direct writes.
    sync_file: Option<File>,
}

impl PageReadState {
    /// Returns the initial state. `direct`: the mode in which the file was opened.
    pub(super) fn new(direct: bool) -> Self {
        Self { db: None, direct, sync_file: None }
    }

    /// Returns the file to be synced during writes, if any.
    pub(super) fn sync_file(&self) -> Option<&File> {
        self.sync_file.as_ref()
    }
}

impl History {
    /// Begins to read pages. From now on writes go to the log, so that readers and writers do not block each other.
    pub(in crate::store) fn page_reader(&self) -> Result<PageReader<'_>, StoreError> {
        let mut read_state = self.read_state();
        self.end_direct(&mut read_state)?;
        let db = match read_state.db.take() {
            Some(db) => db,
            None => open::open_reader(&self.file)?,
        };
        db.execute_batch("BEGIN")?;
        read_state.db = Some(db);
        Ok(PageReader(read_state))
    }

    /// Switches to direct writes, if no other process has the file open. Appended data is then written once instead of
    /// first to the log. A crash leaves no partial data in either mode. The mode ends with the next read of a page.
    pub(in crate::store) fn write_direct(&self) -> Result<(), StoreError> {
        let mut read_state = self.read_state();
        read_state.db = None;
        let db = self.lock();
        let result = db.query_row("PRAGMA journal_mode = TRUNCATE", [], |row| row.get::<_, String>(0));
        match result {
            // Another process has the file open; the log works too.
            Err(rusqlite::Error::SqliteFailure(error, _)) if error.code == ErrorCode::DatabaseBusy => {}
            result => read_state.direct = result? == "truncate",
        }
        if read_state.direct && read_state.sync_file.is_none() {
            let file =
                background_sync::open(&self.file).map_err(|error| StoreError::io(&self.file, error))?;
            read_state.sync_file = Some(file);
        }
        Ok(())
    }

    /// Switches back to the log, if no reader has to wait for it.
    pub(in crate::store) fn write_to_log(&self) -> Result<(), StoreError> {
        self.end_direct(&mut self.read_state())
    }

    fn end_direct(&self, read_state: &mut PageReadState) -> Result<(), StoreError> {
        if read_state.direct {
            let db = self.lock();
            // Before the switch to the log, which has a lock while the file is open.
            read_state.sync_file = None;
            db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            read_state.direct = false;
        }
        Ok(())
    }

    /// Closes the read connection.
    pub(super) fn close_reader(&self) {
        self.read_state().db = None;
    }

    pub(super) fn read_state(&self) -> MutexGuard<'_, PageReadState> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the token that changes whenever entries are rewritten.
    pub(in crate::store) fn token(&self) -> Result<i64, StoreError> {
        token(&self.lock())
    }
}

impl PageReader<'_> {
    /// See [`History::token`].
    pub(in crate::store) fn token(&self) -> Result<i64, StoreError> {
        token(self.db()?)
    }

    /// Returns the ids of a page's deals, each between line feeds.
    pub(in crate::store) fn ids(&self, entry: i64) -> Result<String, StoreError> {
        self.load("SELECT ids FROM entry WHERE seq = ?1 AND kind = 'seen'", entry)
    }

    /// Returns the deals of a page, in the encoding of [`super::FirstSeen`].
    pub(in crate::store) fn deals(&self, entry: i64) -> Result<Vec<u8>, StoreError> {
        const DEALS: &str =
            "SELECT CASE WHEN whole(sum, kind, deal, field, before, after, earliest, at, ours, ids, deals)
             THEN deals END FROM entry WHERE seq = ?1 AND kind = 'seen'";
        self.load(DEALS, entry)
    }

    fn db(&self) -> Result<&Connection, StoreError> {
        self.0.db.as_ref().ok_or_else(|| StoreError::damaged("no page is being read"))
    }

    fn load<T: rusqlite::types::FromSql>(&self, sql: &str, entry: i64) -> Result<T, StoreError> {
        let value = self.db()?.prepare_cached(sql)?.query_row([entry], |row| row.get(0)).optional()?;
        value.ok_or_else(|| StoreError::damaged("a page of deals is missing from the history"))
    }
}

impl Drop for PageReader<'_> {
    fn drop(&mut self) {
        // Nothing was written, so nothing can be lost; a broken connection fails at its next use.
        if let Ok(db) = self.db() {
            let _ended = db.execute_batch("ROLLBACK");
        }
    }
}

fn token(db: &Connection) -> Result<i64, StoreError> {
    Ok(mark(db, TOKEN)?.map_or(0, |(token, _)| token))
}

/// Sets a new token, because entries are rewritten or none exist yet.
pub(super) fn renew_token(tx: &Connection) -> Result<(), StoreError> {
    set_mark(tx, TOKEN, crate::host::uuid().as_u64_pair().0.cast_signed(), Timestamp::UNIX_EPOCH)
}

/// Gives a new history its token.
pub(super) fn init_token(db: &Connection) -> Result<(), StoreError> {
    if token(db)? == 0 {
        renew_token(db)?;
    }
    Ok(())
}
