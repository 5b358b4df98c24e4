//! Detection of an `outbox.db` that was deleted while open. Such a file still accepts writes, which are lost when the
//! process ends, although the user was told that they are stored. Its content is still complete, so the file is put
//! back before the next write. If another process has created a new file, the waiting entries are moved there.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::private_dir::private_file;
use crate::store::files::companion_files::beside;
use crate::store::{StoreError, recovery};

/// The identity of a file, independent of its name.
type Id = (u64, u64);

/// The open file.
#[derive(Debug)]
pub(in crate::store) struct Standing {
    file: PathBuf,
    open: Mutex<Option<Id>>,
    /// Number of times that another file replaced the open one.
    turned: AtomicI64,
}

impl Standing {
    /// Returns the identity of a file that was just opened.
    pub(in crate::store) fn of(file: &Path) -> Self {
        Self {
            file: file.to_owned(),
            open: Mutex::new(id(file)),
            turned: AtomicI64::new(0),
        }
    }

    /// Returns whether the file of that name is the open one. On systems without file identities, an open file cannot
    /// be deleted.
    pub(in crate::store) fn stands(&self) -> bool {
        id(&self.file) == *self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how often another file replaced the open one.
    pub(in crate::store) fn turned(&self) -> i64 {
        self.turned.load(Ordering::Relaxed)
    }

    /// Copies the content of `db` to the file of that name and opens that instead. `open` opens a file.
    ///
    /// # Errors
    /// The disk fails, or the directory is missing; nothing can be stored until it exists again.
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
        tracing::warn!(file = %self.file.display(), "the file was deleted while it was open; it was restored");
        Ok(())
    }
}

/// Detaches from a file without its name; closing it would delete the log of the new file.
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
