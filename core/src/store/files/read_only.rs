//! A store that can be read and not written. What it holds is copied to a place of its own for as long as the program
//! runs: there it can be shown and brought up to date, and goes when the program ends. What a person writes is refused,
//! because it could not be kept.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags};

use crate::model::storage_health::{Hindrance, Part};
use crate::store::recovery::beside;
use crate::store::{Store, StoreError};
use crate::temp_artifacts::{self, Unfinished};

use super::{open, private_dir, storage_error};

/// The file beside the databases that holds the columns of the deals.
const COLUMNS: &str = "deals.columns";

impl Store {
    /// Opens the store in `dir`, if need be only to be read: [`Store::hindrance`] says why.
    ///
    /// # Errors
    /// Those of [`Store::open`]; a store that cannot be written and finds no room for a copy either is
    /// [`StoreError::Hindered`].
    pub fn open_or_read(dir: &Path, stamp: Timestamp) -> Result<Self, StoreError> {
        match Self::open(dir, stamp) {
            Err(StoreError::Hindered(hindrance)) => Self::copy(dir, hindrance, stamp),
            opened => opened,
        }
    }

    fn copy(dir: &Path, hindrance: Hindrance, stamp: Timestamp) -> Result<Self, StoreError> {
        private_dir::refuse_odd_parts(dir)?;
        for copied in places() {
            private_dir::check_same_owner(dir, copied.path())?;
            let to = copied.path().join("store");
            if let Err(error) = fill(dir, &to) {
                tracing::debug!(%error, "no room for a copy of the store here");
                continue;
            }
            let mut store = match Self::open(&to, stamp) {
                Err(StoreError::Hindered(why)) => {
                    tracing::debug!(%why, "a copy of the store cannot be used here");
                    continue;
                }
                opened => opened?,
            };
            store.outbox.shut(&hindrance);
            store.settings.shut(&hindrance);
            store.hindrance = Some(hindrance);
            store.copied = Some(copied);
            return Ok(store);
        }
        Err(StoreError::Hindered(hindrance))
    }

    /// Why this store keeps nothing, if it only reads.
    pub fn hindrance(&self) -> Option<&Hindrance> {
        self.hindrance.as_ref()
    }

    /// Whether something can be kept in the directory of this store now, found out by doing it.
    ///
    /// # Errors
    /// [`StoreError::Hindered`], or another failure of the disk.
    pub fn has_room(&self) -> Result<(), StoreError> {
        let dir = self.hindrance.as_ref().map_or(&self.dir, |why| &why.dir);
        storage_error::room(dir).map_err(|error| storage_error::diagnose(dir, error))
    }

    /// Says of a failure of this store whether something keeps it from writing.
    #[must_use]
    pub fn diagnose(&self, error: StoreError) -> StoreError {
        match &self.hindrance {
            Some(hindrance) if !error.is_damage() => StoreError::Hindered(hindrance.clone()),
            _ => storage_error::diagnose(&self.dir, error),
        }
    }
}

/// Where a copy may find room. Each is for us alone, and goes with the store, or with the next start.
fn places() -> impl Iterator<Item = Unfinished> {
    temp_artifacts::places().filter_map(|place| {
        Unfinished::in_place(&place)
            .map_err(|error| tracing::debug!(%error, "no place for a copy of the store"))
            .ok()
    })
}

fn fill(from: &Path, to: &Path) -> Result<(), StoreError> {
    private_dir::prepare(to)?;
    for part in Part::ALL {
        let (from, to) = (from.join(part.file()), to.join(part.file()));
        if !from.exists() {
            continue;
        }
        // What can be saved of it is saved from the copy.
        if open::is_empty(&from) {
            for suffix in ["", "-wal"] {
                let [from, to] = [&from, &to].map(|path| beside(path, suffix));
                if from.exists() {
                    copy_bytes(&from, &to)?;
                }
            }
            continue;
        }
        match copy_whole(&from, &to) {
            Err(error) if error.is_damage() => copy_bytes(&from, &to)?,
            copied => copied?,
        }
    }
    let columns = from.join(COLUMNS);
    if columns.exists() {
        copy_bytes(&columns, &to.join(COLUMNS))?;
    }
    Ok(())
}

/// Copies a database as one moment shows it, with what lies in its log.
fn copy_whole(from: &Path, to: &Path) -> Result<(), StoreError> {
    let logged = fs::metadata(beside(from, "-wal")).is_ok_and(|log| log.len() > 0);
    // Without a log the file is whole, and needs none of the companions that could not be made.
    let how = if logged { "mode=ro" } else { "mode=ro&immutable=1" };
    let escaped: String = from
        .to_string_lossy()
        .chars()
        .map(|letter| match letter {
            '%' => "%25".to_owned(),
            '?' => "%3f".to_owned(),
            '#' => "%23".to_owned(),
            other => other.to_string(),
        })
        .collect();
    let db = Connection::open_with_flags(
        format!("file:{escaped}?{how}"),
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    private_dir::private_file(to)?;
    db.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}

fn copy_bytes(from: &Path, to: &Path) -> Result<(), StoreError> {
    // What an attempt left behind is replaced.
    private_dir::private_file(to)?;
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| StoreError::io(from, error))
}

#[cfg(test)]
#[path = "read_only_tests.rs"]
mod tests;
