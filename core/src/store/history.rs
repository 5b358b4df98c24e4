//! `history.db`: what this client observed, which nobody can tell it again. The service sends no history, so this file
//! is never rebuilt and never thrown away: it is neither in `cache.db`, which may be discarded at any time, nor in
//! `outbox.db`, which stays small enough to be checked whole at every start.
//!
//! Entries have numbers that only grow. A first sight holds every deal of a page at once; a change is one row per field.
//! What is observed is written here before the cache takes it in, and a change that is written already is not written
//! again: a crash between the two loses nothing and doubles nothing. Replaying the entries gives the deals as the cache
//! holds them, which is how a discarded cache is filled again.

mod append;
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

pub use diff::Source;
pub(super) use diff::{Missing, Observations};
pub(super) use first_seen_page::Sighted;
pub(super) use pages::PageReader;
pub use replay::{LeftOut, Past};

use super::files::open::Look;
use super::files::private_dir::set_aside;
use super::files::{open, schema};
use super::{SetAsideRows, StoreError, recovery};

/// What this client observed, and what it wrote.
#[derive(Debug)]
pub struct History {
    db: Mutex<Connection>,
    /// For [`PageReader`]. Locked after a connection of the cache, never before it.
    reader: Mutex<pages::Reading>,
    file: PathBuf,
}

/// How far the history has come: it differs from the one before if an entry was written or changed, or a visit ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version {
    /// The number of the newest entry; 0 where there is none.
    pub latest: i64,
    /// How often some were changed after they were written, by whomever.
    pub amended: i64,
    /// The newest entry of the last visit, if there was one.
    pub visit: Option<i64>,
}

impl History {
    /// Puts what was written where it belongs and gives memory back.
    pub(super) fn settle(&self) -> Result<(), StoreError> {
        open::settle(&self.lock())?;
        // Whoever reads pages again opens it again.
        self.stop_reading();
        Ok(())
    }

    /// Opens the history in `dir`. A damaged one is renamed, never deleted, and another begins with what can be read of it;
    /// the name it got, how much was saved and how much more is known to be lost is the second value.
    pub(super) fn open(
        dir: &Path,
        look: Look,
        stamp: Timestamp,
    ) -> Result<(Self, Option<SetAsideRows>), StoreError> {
        let file = dir.join("history.db");
        let logged = dir
            .join("history.db-wal")
            .metadata()
            .is_ok_and(|wal| wal.len() > 0);
        // Its log would be thrown away with what it holds.
        let opened = if look.whole && logged && open::is_empty(&file) {
            Err(StoreError::damaged("the file is empty"))
        } else {
            open::sound(look, || Self::open_file(&file, look))
        };
        match opened {
            Ok(history) => Ok((history, None)),
            Err(error) if error.is_damage() => {
                let aside = set_aside(&file, stamp)?;
                // What stops this must not keep the program from beginning anew.
                let saved = recovery::history(&aside, &file, stamp).unwrap_or_else(|error| {
                    tracing::warn!(%error, "nothing could be saved of a damaged history");
                    (0, 0)
                });
                Ok((Self::open_file(&file, Look::default())?, Some((aside, saved))))
            }
            Err(error) => Err(error),
        }
    }

    fn open_file(file: &Path, look: Look) -> Result<Self, StoreError> {
        // The first that a new one gets is a reading of everything, which goes straight into it.
        let made = open::Made {
            page: Some(recovery::PAGE),
            straight: true,
            begin: pages::begin,
        };
        let open::Opened { db, new } = open::open_or_make(file, schema::HISTORY, true, &made)?;
        if !new {
            open::check_whole(&db, schema::HISTORY, look)?;
        }
        Ok(Self {
            db: Mutex::new(db),
            file: file.to_owned(),
            reader: Mutex::new(pages::Reading::begin(new)),
        })
    }

    /// Gives the file up to whoever opens it next: its log is neither moved into it nor taken away when this is closed, for
    /// another file may have its name then.
    pub(super) fn abandon(&self) -> Result<(), StoreError> {
        self.stop_reading();
        self.lock()
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(())
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        // An unfinished transaction rolls back when it is dropped.
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn step<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut db = self.lock();
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&step)?;
        step.commit()?;
        Ok(done)
    }

    /// How far it has come.
    pub fn version(&self) -> Result<Version, StoreError> {
        Ok(Version {
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
#[path = "history/sight_tests.rs"]
mod sights;

#[cfg(test)]
#[path = "history/beside_tests.rs"]
mod beside;

#[cfg(test)]
#[path = "history/truth_tests.rs"]
mod truth;

#[cfg(test)]
#[path = "history/world_tests.rs"]
mod world;
