//! A complete check of an open store.

use rusqlite::Connection;

use super::{open, schema, sums};
use crate::model::storage_health::DbFile;
use crate::store::cache::lock;
use crate::store::{Store, StoreError};

/// The result of checking a file of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminedFile {
    /// The file.
    pub part: DbFile,
    /// The first damage found, if any.
    pub damage: Option<String>,
    /// Number of damaged pending writes; they are stored and never sent.
    pub damaged_writes: u64,
    /// True if the file was not checked, because it is larger than requested.
    pub skipped: bool,
}

impl ExaminedFile {
    /// Returns whether the whole file was checked and is intact.
    pub fn is_intact(&self) -> bool {
        self.damage.is_none() && self.damaged_writes == 0 && !self.skipped
    }
}

impl Store {
    /// Checks every file of at most `max_size` bytes, with its indices and row checksums.
    ///
    /// # Errors
    /// The disk fails.
    pub fn examine(&self, max_size: u64) -> Result<Vec<ExaminedFile>, StoreError> {
        DbFile::ALL
            .into_iter()
            .map(|part| {
                let length = self.dir.join(part.file_name()).metadata().map_or(0, |metadata| metadata.len());
                if length > max_size {
                    return Ok(ExaminedFile { part, damage: None, damaged_writes: 0, skipped: true });
                }
                match part {
                    DbFile::Outbox => examine(part, &self.outbox.lock(), schema::OUTBOX),
                    DbFile::History => examine(part, &self.history.lock(), schema::HISTORY),
                    DbFile::Settings => {
                        self.settings.read(|db| examine(part, db, crate::store::files::schema::STEPS))
                    }
                    DbFile::Cache => examine(part, &lock(&self.cache.writer), schema::CACHE),
                }
            })
            .collect()
    }
}

fn examine(part: DbFile, db: &Connection, steps: &[&str]) -> Result<ExaminedFile, StoreError> {
    let damage = match open::find_damage(db, steps) {
        Err(error) if error.is_damage() => Some(error.to_string()),
        checked => checked?,
    };
    let writes = match sums::count_damaged(db) {
        Ok(broken) => broken.into_iter().find(|(table, _)| table == sums::OUTBOX).map_or(0, |(_, rows)| rows),
        Err(error) if error.is_damage() => 0,
        Err(error) => return Err(error),
    };
    Ok(ExaminedFile { part, damage, damaged_writes: writes, skipped: false })
}
