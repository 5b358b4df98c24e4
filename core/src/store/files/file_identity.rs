//! Whether `outbox.db` is still the file that was opened. One that is deleted beneath a running program can be written to as
//! if nothing were amiss, and goes with the program: what a person was told is kept would be lost. The open file still has
//! all of it, so it is put back before anything else is kept. Where another program has made a new file meanwhile, what
//! waits goes into that.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::store::StoreError;
use crate::store::recovery::{self, beside};

use super::private_dir::private_file;

/// What tells a file from another one of the same name.
type Id = (u64, u64);

/// The file that is open.
#[derive(Debug)]
pub(in crate::store) struct Standing {
    file: PathBuf,
    open: Mutex<Option<Id>>,
    /// How often another one was opened in its place.
    turned: AtomicI64,
}

impl Standing {
    /// Of a file that has just been opened.
    pub(in crate::store) fn of(file: &Path) -> Self {
        Self {
            file: file.to_owned(),
            open: Mutex::new(id(file)),
            turned: AtomicI64::new(0),
        }
    }

    /// Whether the file of that name is the one that is open. Where a system does not tell files apart an open one cannot be
    /// deleted.
    pub(in crate::store) fn stands(&self) -> bool {
        id(&self.file) == *self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often another file was opened in the place of the first.
    pub(in crate::store) fn turned(&self) -> i64 {
        self.turned.load(Ordering::Relaxed)
    }

    /// Puts all that is open in `db` into the file of that name, and opens this instead. `open` opens one.
    ///
    /// # Errors
    /// The disk fails, or the directory is gone: nothing can be kept until it is there again.
    pub(in crate::store) fn put_back(
        &self,
        db: &mut Connection,
        open: impl Fn(&Path) -> Result<Connection, StoreError>,
    ) -> Result<(), StoreError> {
        let other = if self.file.exists() {
            let other = open(&self.file)?;
            recovery::bring(db, &other, &self.file.with_file_name("history.db"))?;
            other
        } else {
            let building = beside(&self.file, ".building");
            recovery::remove(&building)?;
            private_file(&building)?;
            db.execute("VACUUM INTO ?1", [building.to_string_lossy()])?;
            recovery::ready(&self.file, &building)?;
            open(&self.file)?
        };
        leave(db)?;
        *db = other;
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = id(&self.file);
        self.turned.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(file = %self.file.display(), "the file was deleted while it was open; it has been put back");
        Ok(())
    }
}

/// Lets go of a file that is no longer the one of its name: closing it would delete the log of the one that is.
pub(in crate::store) fn leave(db: &Connection) -> Result<(), StoreError> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(())
}

#[cfg(unix)]
fn id(file: &Path) -> Option<Id> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(file).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn id(_: &Path) -> Option<Id> {
    None
}

#[cfg(test)]
#[path = "file_identity_tests.rs"]
mod tests;
