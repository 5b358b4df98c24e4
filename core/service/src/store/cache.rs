//! `cache.db`: the server's responses, byte for byte, with their times. A damaged file is quarantined and recreated.

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

pub use bulk_insert::FirstSync;

use super::files::open::OpenCheck;
use super::files::private_dir::{private_file, quarantine, rename_newer};
use super::files::{open, schema};
use super::history::History;
use super::{RecordKind, StoreError, WriteSeq};
use changes_since::Revision;
use page_refs::{IndexCache, PageRefs};
use types::timestamp_from_micros;

/// The cache of server responses. Reads never wait for writes.
#[derive(Debug)]
pub struct Cache {
    pub(super) writer: Mutex<Connection>,
    pub(super) reader: Mutex<Connection>,
    /// Every change of a deal is recorded here before the cache stores it. Locked after the writer, never before it.
    history: Arc<History>,
    /// Positions of deals that have no row, computed on first use.
    page_index: IndexCache,
}

/// SQLite page cache of the writer: negative values are KiB.
const WRITER_CACHE: i64 = -8_192;
/// Marker file that says that the cache was found damaged while in use.
const SUSPECT_MARKER: &str = "cache.suspect";
/// Name of the counter for [`WriteSeq`].
const WRITE_SEQ: &str = "change";
/// Name of the counter of sync passes.
const SYNC_PASS: &str = "pass";
/// Name of the counter for the start of the last consistent pass over all deals, in microseconds.
const LAST_CONSISTENT_PASS: &str = "deals_seen";
/// Name of the counter for the end of the last complete full sync, in microseconds.
pub const DEALS_COMPLETE: &str = "deals_complete";

/// Sync time of the deals that were lost with a history file, in microseconds.
const DEALS_LOST: &str = "deals_lost";

/// SQL for the body of a record `r` with a valid checksum; otherwise the query fails as damaged.
pub(super) const INTACT_BODY: &str = "CASE WHEN whole(r.sum, r.kind, r.parent, r.id, r.body, r.position, r.fetched_at, r.pass, \
     r.change) THEN r.body END";

pub(super) fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // A connection is never left broken: dropping an unfinished transaction rolls it back.
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The new name of an unusable cache that was replaced.
pub(super) enum ReplacedCache {
    /// The file was damaged.
    Damaged(PathBuf),
    /// A newer version wrote the file.
    Newer(PathBuf),
}

impl Cache {
    /// Opens the cache in `dir`. An unusable file is renamed and replaced, and returned as the second value.
    pub(super) fn open(
        dir: &Path,
        alone: bool,
        open_check: OpenCheck,
        stamp: Timestamp,
        history: &Arc<History>,
    ) -> Result<(Self, Option<ReplacedCache>), StoreError> {
        let file = dir.join("cache.db");
        let marker = dir.join(SUSPECT_MARKER);
        let opened = match open::open_with_retries(open_check, || Self::open_file(&file, open_check, history))
        {
            Ok(cache) => (cache, None),
            Err(error) if error.is_damage() => {
                let quarantined = quarantine(&file, stamp)?;
                (
                    Self::open_file(&file, OpenCheck::default(), history)?,
                    Some(ReplacedCache::Damaged(quarantined)),
                )
            }
            // The cache can be fetched again, and the newer version recreates its own.
            Err(StoreError::Newer { .. }) if alone => {
                let quarantined = rename_newer(&file)?;
                (
                    Self::open_file(&file, OpenCheck::default(), history)?,
                    Some(ReplacedCache::Newer(quarantined)),
                )
            }
            Err(error) => return Err(error),
        };
        match std::fs::remove_file(&marker) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(&marker, error)),
            _ => Ok(opened),
        }
    }

    /// Requests a page-by-page check of the file at the next opening.
    pub(super) fn mark_suspect(dir: &Path) -> Result<(), StoreError> {
        private_file(&dir.join(SUSPECT_MARKER))
    }

    /// Returns whether a check is requested.
    pub(super) fn is_suspect(dir: &Path) -> bool {
        dir.join(SUSPECT_MARKER).exists()
    }

    /// Prepares the file for a new opening. Closing this connection must neither merge nor delete the log, because
    /// another file may have the name by then.
    pub(super) fn detach(&self) -> Result<(), StoreError> {
        for connection in [&self.writer, &self.reader] {
            lock(connection).set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        }
        Ok(())
    }

    fn open_file(file: &Path, open_check: OpenCheck, history: &Arc<History>) -> Result<Self, StoreError> {
        let made =
            open::CreateOptions { page_size: None, direct: false, init: changes_since::assign_identity };
        let open::OpenedFile { db: writer, is_new: new } =
            open::open_or_create(file, schema::CACHE, false, &made)?;
        if !new {
            open::run_requested_check(&writer, schema::CACHE, open_check)?;
        }
        // A deal also touches index pages at random positions, so the writer needs a cache.
        writer.pragma_update(None, "cache_size", WRITER_CACHE)?;
        let reader = open::open_reader(file)?;
        Ok(Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            history: history.clone(),
            page_index: IndexCache::default(),
        })
    }

    /// Returns the current change number, to be noted before a request is sent.
    pub fn write_seq(&self) -> Result<WriteSeq, StoreError> {
        Ok(WriteSeq(counter(&lock(&self.reader), WRITE_SEQ)?.unwrap_or(0)))
    }

    /// Returns a number that differs after another process wrote to the cache.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        Ok(lock(&self.writer).pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Begins a sync pass of a list and returns its number.
    pub fn begin_pass(&self) -> Result<i64, StoreError> {
        Ok(bump(&lock(&self.writer), SYNC_PASS)?)
    }

    /// Stores a single value under a name.
    pub fn put_single(&self, name: &str, body: &str, at: Timestamp) -> Result<(), StoreError> {
        lock(&self.writer).execute(
            "INSERT OR REPLACE INTO single (name, body, fetched_at) VALUES (?1, ?2, ?3)",
            params![name, body, at.as_microsecond()],
        )?;
        Ok(())
    }

    /// Merges the log into the file and frees memory, after large writes.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.page_index.clear();
        self.history.checkpoint()?;
        open::checkpoint(&lock(&self.reader))?;
        open::checkpoint(&lock(&self.writer))
    }

    /// Returns the revision of the deals. Note it before reading deals for a copy.
    pub fn revision(&self) -> Result<Revision, StoreError> {
        changes_since::revision(&lock(&self.reader))
    }

    /// Returns the deals written or removed since `revision`. `None` if individual changes are no longer known, or the
    /// revision is of another cache.
    pub fn touched_since(&self, revision: Revision) -> Result<Option<Vec<String>>, StoreError> {
        changes_since::since(&lock(&self.reader), revision)
    }

    /// Drops the changes up to `revision`, because a copy of the deals contains them.
    pub fn forget_touched(&self, revision: Revision) -> Result<(), StoreError> {
        changes_since::forget(&lock(&self.writer), revision)
    }

    /// Returns a counter.
    pub fn counter(&self, name: &str) -> Result<Option<i64>, StoreError> {
        Ok(counter(&lock(&self.reader), name)?)
    }

    /// Stores a counter.
    pub fn set_counter(&self, name: &str, value: i64) -> Result<(), StoreError> {
        Ok(set_counter(&lock(&self.writer), name, value)?)
    }
}

pub(crate) fn timestamp_at(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    let value: i64 = row.get(column)?;
    timestamp_from_micros(value).ok_or(rusqlite::Error::IntegralValueOutOfRange(column, value))
}

/// Returns the body of a cached deal, and when it was received.
fn body_of(
    db: &Connection,
    id: &str,
    page_refs: &PageRefs<'_>,
) -> Result<Option<(String, Option<Timestamp>)>, StoreError> {
    if let Some(position) = page_refs.find(id)? {
        return page_refs.read(position, |deal, page_ref, _| {
            (deal.id == id).then(|| (deal.body.to_owned(), Some(page_ref.received_at)))
        });
    }
    Ok(db
        .prepare_cached(&format!(
            "SELECT {INTACT_BODY}, r.fetched_at FROM record r WHERE r.kind = ?1 AND r.parent = '' AND r.id = ?2"
        ))?
        .query_row([RecordKind::Deal.name(), id], |row| {
            Ok((row.get(0)?, timestamp_from_micros(row.get(1)?)))
        })
        .optional()?)
}

pub(super) fn counter(db: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT value FROM counter WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()
}

pub(super) fn set_counter(db: &Connection, name: &str, value: i64) -> rusqlite::Result<()> {
    db.execute("INSERT OR REPLACE INTO counter (name, value) VALUES (?1, ?2)", params![name, value])?;
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
