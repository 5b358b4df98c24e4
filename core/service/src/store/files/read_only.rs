//! Read-only stores. If a store cannot be written, it is copied to a temporary directory while the program runs. There,
//! the data can be shown and refreshed. The user's changes are refused, because they could not be stored.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags};

use super::{open, private_dir, storage_error};
use crate::model::storage_health::{DbFile, StorageFailure};
use crate::store::files::companion_files::companion_path;
use crate::store::{Store, StoreError, encryption};
use crate::temp_artifacts::{self, TempArtifact};

/// File name of the column snapshot.
const COLUMNS: &str = "deals.columns";

impl Store {
    /// Opens the store in `dir`, read-only if necessary; [`Store::storage_failure`] returns the reason.
    ///
    /// # Errors
    /// Those of [`Store::open`]; [`StoreError::Unavailable`] if a copy does not fit anywhere either.
    pub fn open_or_read(dir: &Path, stamp: Timestamp) -> Result<Self, StoreError> {
        match Self::open(dir, stamp) {
            Err(StoreError::Unavailable(failure)) => Self::open_copy(dir, failure, stamp),
            opened => opened,
        }
    }

    fn open_copy(dir: &Path, failure: StorageFailure, stamp: Timestamp) -> Result<Self, StoreError> {
        private_dir::refuse_special_parts(dir)?;
        for copied in copy_dirs() {
            private_dir::check_same_owner(dir, copied.path())?;
            let to = copied.path().join("store");
            if let Err(error) = copy_files(dir, &to) {
                tracing::debug!(%error, "failed to copy the store to a temporary directory");
                continue;
            }
            let mut store = match Self::open(&to, stamp) {
                Err(StoreError::Unavailable(next_failure)) => {
                    tracing::debug!(%next_failure, "failed to open the copy of the store");
                    continue;
                }
                opened => opened?,
            };
            store.outbox.disable(&failure);
            store.settings.disable(&failure);
            store.storage_failure = Some(failure);
            store.copy_dir = Some(copied);
            return Ok(store);
        }
        Err(StoreError::Unavailable(failure))
    }

    /// Returns the reason why this store is read-only, if it is.
    pub fn storage_failure(&self) -> Option<&StorageFailure> {
        self.storage_failure.as_ref()
    }

    /// Tests whether the directory of this store is writable now.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], or another failure of the disk.
    pub fn check_writable(&self) -> Result<(), StoreError> {
        let dir = self.storage_failure.as_ref().map_or(&self.dir, |failure| &failure.dir);
        storage_error::check_writable(dir).map_err(|error| storage_error::diagnose(dir, error))
    }

    /// Converts a failure that is caused by unavailable storage.
    #[must_use]
    pub fn diagnose(&self, error: StoreError) -> StoreError {
        match &self.storage_failure {
            Some(failure) if !error.is_damage() => StoreError::Unavailable(failure.clone()),
            _ => storage_error::diagnose(&self.dir, error),
        }
    }
}

/// Returns directories for a copy, private and temporary. They are removed with the store, or at the next start.
fn copy_dirs() -> impl Iterator<Item = TempArtifact> {
    temp_artifacts::temp_roots().filter_map(|root| {
        TempArtifact::create_in(&root)
            .map_err(|error| tracing::debug!(%error, "failed to create a directory for a copy of the store"))
            .ok()
    })
}

pub(in crate::store) fn copy_files(from: &Path, to: &Path) -> Result<(), StoreError> {
    private_dir::prepare(to)?;
    encryption::copy_mark(from, to)?;
    for part in DbFile::ALL {
        let (from, to) = (from.join(part.file_name()), to.join(part.file_name()));
        if !from.exists() {
            continue;
        }
        // Recovery runs on the copy.
        if open::is_empty(&from) {
            for suffix in ["", "-wal"] {
                let [from, to] = [&from, &to].map(|path| companion_path(path, suffix));
                if from.exists() {
                    copy_bytes(&from, &to)?;
                }
            }
            continue;
        }
        match copy_database(&from, &to) {
            Err(error) if error.is_damage() => copy_bytes(&from, &to)?,
            result => result?,
        }
    }
    let columns = from.join(COLUMNS);
    if columns.exists() {
        copy_bytes(&columns, &to.join(COLUMNS))?;
    }
    Ok(())
}

/// Copies a consistent state of a database, including its log.
fn copy_database(from: &Path, to: &Path) -> Result<(), StoreError> {
    let has_log = fs::metadata(companion_path(from, "-wal")).is_ok_and(|log| log.len() > 0);
    // Without a log the file is complete, and needs no companions, which could not be created.
    let uri_options = if has_log { "mode=ro" } else { "mode=ro&immutable=1" };
    let escaped: String = from
        .to_string_lossy()
        .chars()
        .map(|letter| match letter {
            '%' => "%25".to_owned(),
            '?' => "%3f".to_owned(),
            '#' => "%23".to_owned(),
            error => error.to_string(),
        })
        .collect();
    let db = Connection::open_with_flags(
        format!("file:{escaped}?{uri_options}"),
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    encryption::apply_key(&db, from)?;
    private_dir::private_file(to)?;
    db.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}

fn copy_bytes(from: &Path, to: &Path) -> Result<(), StoreError> {
    // A partial file of an earlier attempt is replaced.
    private_dir::private_file(to)?;
    fs::copy(from, to).map(|_| ()).map_err(|error| StoreError::io(from, error))
}

#[cfg(test)]
#[path = "read_only_tests.rs"]
mod tests;
