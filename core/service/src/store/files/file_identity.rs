//! Detection of an `outbox.db` that was deleted while open. Such a file still accepts writes, which are lost when the
//! process ends, although the user was told that they are stored. Its content is still complete, so the file is put
//! back before the next write. If another process has created a new file, the waiting entries are moved there.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::private_dir::private_file;
use crate::store::files::companion_files::companion_path;
use crate::store::{StoreError, recovery};

/// The identity of a file, independent of its name.
type FileId = (u64, u64);

/// The open file.
#[derive(Debug)]
pub(in crate::store) struct FileIdentity {
    file: PathBuf,
    id: Mutex<Option<FileId>>,
    /// Number of times that another file replaced the open one.
    replaced_count: AtomicI64,
}

impl FileIdentity {
    /// Returns the identity of a file that was just opened.
    pub(in crate::store) fn of_open_file(file: &Path) -> Self {
        Self { file: file.to_owned(), id: Mutex::new(file_id(file)), replaced_count: AtomicI64::new(0) }
    }

    /// Returns whether the file of that name is the open one. On systems without file identities, an open file cannot
    /// be deleted.
    pub(in crate::store) fn is_current(&self) -> bool {
        file_id(&self.file) == *self.id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how often another file replaced the open one.
    pub(in crate::store) fn replaced_count(&self) -> i64 {
        self.replaced_count.load(Ordering::Relaxed)
    }

    /// Copies the content of `db` to the file of that name and opens that instead. `open` opens a file.
    ///
    /// # Errors
    /// The disk fails, or the directory is missing; nothing can be stored until it exists again.
    pub(in crate::store) fn restore_file(
        &self,
        db: &mut Connection,
        open: impl Fn(&Path) -> Result<Connection, StoreError>,
    ) -> Result<(), StoreError> {
        let reopened = if self.file.exists() {
            let reopened = open(&self.file)?;
            recovery::copy_waiting(db, &reopened, &self.file.with_file_name("history.db"))?;
            reopened
        } else {
            let temp_path = companion_path(&self.file, ".building");
            recovery::remove(&temp_path)?;
            private_file(&temp_path)?;
            db.execute("VACUUM INTO ?1", [temp_path.to_string_lossy()])?;
            recovery::install(&self.file, &temp_path)?;
            open(&self.file)?
        };
        detach(db)?;
        *db = reopened;
        *self.id.lock().unwrap_or_else(PoisonError::into_inner) = file_id(&self.file);
        self.replaced_count.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(file = %self.file.display(), "the file was deleted while it was open; it was restored");
        Ok(())
    }
}

/// Detaches from a file without its name; closing it would delete the log of the new file.
pub(in crate::store) fn detach(db: &Connection) -> Result<(), StoreError> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(())
}

#[cfg(unix)]
fn file_id(file: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}

#[cfg(test)]
#[path = "file_identity_tests.rs"]
mod tests;
