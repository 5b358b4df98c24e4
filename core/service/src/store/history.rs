//! `history.db`: what this client observed, which no server can send again. The file is therefore never rebuilt and
//! never deleted. It is separate from `cache.db`, which may be discarded at any time. It is also separate from
//! `outbox.db`, which stays small enough for a complete check at every start.
//!
//! Sequence numbers of entries only grow. A first-seen entry has all deals of a page; a change is a row per field.
//! Observations are written here before the cache stores them, and an existing change is not written again. A crash in
//! between therefore loses and duplicates nothing. Replaying the entries yields the cached deals, which is how a
//! discarded cache is refilled.

mod append;
mod as_of;
mod attribution;
mod background_sync;
mod diff;
mod entry;
mod first_seen_page;
pub(crate) mod journal;
mod last_visit;
mod page_stream;
mod pages;
mod prune;
mod read;
mod replay;
mod series;
mod tombstones;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, TransactionBehavior};

pub(super) use diff::Observations;
pub use diff::RecordOrigin;
pub(super) use first_seen_page::{FirstSeen, FirstSeenPage};
pub(super) use pages::PageReader;
pub use replay::{OmittedStatus, PastDeal};

use super::files::open::OpenCheck;
use super::files::private_dir::quarantine;
use super::files::quarantine_marks::QuarantineResult;
use super::files::{open, schema};
use super::{StoreError, recovery};

/// Observed changes and the journal of own writes.
#[derive(Debug)]
pub struct History {
    db: Mutex<Connection>,
    /// For [`PageReader`]. Locked after a connection of the cache, never before it.
    reader: Mutex<pages::PageReadState>,
    file: PathBuf,
}

/// The version of the history; it changes with every new or changed entry and ended visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryVersion {
    /// Number of the newest entry; 0 if there is none.
    pub latest: i64,
    /// Number of times that any process changed existing entries.
    pub amended: i64,
    /// The newest entry of the last visit, if there was one.
    pub visit: Option<i64>,
}

impl History {
    /// Merges the log into the file and frees memory.
    pub(super) fn checkpoint(&self) -> Result<(), StoreError> {
        open::checkpoint(&self.lock())?;
        // The next read of pages opens it again.
        self.close_reader();
        Ok(())
    }

    /// Opens the history in `dir`. A damaged file is renamed, never deleted, and replaced with what can be recovered.
    /// The second value is its new name, the number of recovered rows, and that of further rows known to be lost.
    pub(super) fn open(
        dir: &Path,
        open_check: OpenCheck,
        stamp: Timestamp,
    ) -> Result<(Self, Option<QuarantineResult>), StoreError> {
        let file = dir.join("history.db");
        let logged = dir.join("history.db-wal").metadata().is_ok_and(|wal| wal.len() > 0);
        // Opening an empty file would delete its log with the data.
        let opened = if open_check.full && logged && open::is_empty(&file) {
            Err(StoreError::damaged("the file is empty"))
        } else {
            open::open_with_retries(open_check, || Self::open_file(&file, open_check))
        };
        match opened {
            Ok(history) => Ok((history, None)),
            Err(error) if error.is_damage() => {
                let quarantined = quarantine(&file, stamp)?;
                // A failed recovery must not prevent a start with a new file.
                let saved = recovery::recover_history(&quarantined, &file, stamp).unwrap_or_else(|error| {
                    tracing::warn!(%error, "failed to recover a damaged history");
                    (0, 0)
                });
                Ok((Self::open_file(&file, OpenCheck::default())?, Some((quarantined, saved))))
            }
            Err(error) => Err(error),
        }
    }

    fn open_file(file: &Path, open_check: OpenCheck) -> Result<Self, StoreError> {
        // The first data of a new file is a full sync, which is written directly to the file.
        let made = open::CreateOptions {
            page_size: Some(recovery::PAGE_SIZE),
            direct: true,
            init: pages::init_token,
        };
        let open::OpenedFile { db, is_new: new } = open::open_or_create(file, schema::HISTORY, true, &made)?;
        if !new {
            open::run_requested_check(&db, schema::HISTORY, open_check)?;
        }
        Ok(Self {
            db: Mutex::new(db),
            file: file.to_owned(),
            reader: Mutex::new(pages::PageReadState::new(new)),
        })
    }

    /// Prepares the file for a new opening. Closing this connection must neither merge nor delete the log, because
    /// another file may have the name by then.
    pub(super) fn detach(&self) -> Result<(), StoreError> {
        self.close_reader();
        self.lock().set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(())
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        // Dropping an unfinished transaction rolls it back.
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn transact<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut db = self.lock();
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = work(&tx)?;
        tx.commit()?;
        Ok(result)
    }

    /// Returns the version of the history.
    pub fn version(&self) -> Result<HistoryVersion, StoreError> {
        Ok(HistoryVersion {
            latest: self.latest()?,
            amended: self.amended()?,
            visit: self.visit()?.map(|visit| visit.seq),
        })
    }
}

#[cfg(test)]
#[path = "history/history_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "history/first_seen_tests.rs"]
mod first_seen_tests;

#[cfg(test)]
#[path = "history/read_tests.rs"]
mod read_tests;

#[cfg(test)]
#[path = "history/side_data_tests.rs"]
mod side_data_tests;

#[cfg(test)]
#[path = "history/truth_tests.rs"]
mod truth;

#[cfg(test)]
#[path = "history/world_tests.rs"]
mod world;
