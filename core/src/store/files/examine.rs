//! Reading all of an open store to see whether it is as it was written.

use rusqlite::Connection;

use crate::model::storage_health::Part;
use crate::store::cache::lock;
use crate::store::{Store, StoreError, settings};

use super::{open, schema, sums};

/// The finding of reading one file of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The file.
    pub part: Part,
    /// The first thing that is wrong with it, if anything is.
    pub damage: Option<String>,
    /// The number of damaged writes that wait: they are kept, and never sent.
    pub writes: u64,
    /// Set where it was not read, because it is larger than was asked for.
    pub skipped: bool,
}

impl Examined {
    /// Says that all of it was read and is as it was written.
    pub fn is_good(&self) -> bool {
        self.damage.is_none() && self.writes == 0 && !self.skipped
    }
}

impl Store {
    /// Reads every file of at most `most` bytes, its indices and the checksum of each row.
    ///
    /// # Errors
    /// The disk fails.
    pub fn examine(&self, most: u64) -> Result<Vec<Examined>, StoreError> {
        Part::ALL
            .into_iter()
            .map(|part| {
                let length = self
                    .dir
                    .join(part.file())
                    .metadata()
                    .map_or(0, |found| found.len());
                if length > most {
                    return Ok(Examined {
                        part,
                        damage: None,
                        writes: 0,
                        skipped: true,
                    });
                }
                match part {
                    Part::Outbox => examine(part, &self.outbox.lock(), schema::OUTBOX),
                    Part::History => examine(part, &self.history.lock(), schema::HISTORY),
                    Part::Settings => self.settings.read(|db| examine(part, db, settings::STEPS)),
                    Part::Cache => examine(part, &lock(&self.cache.writer), schema::CACHE),
                }
            })
            .collect()
    }
}

fn examine(part: Part, db: &Connection, steps: &[&str]) -> Result<Examined, StoreError> {
    let damage = match open::damage(db, steps) {
        Err(error) if error.is_damage() => Some(error.to_string()),
        looked => looked?,
    };
    let writes = match sums::broken(db) {
        Ok(broken) => broken
            .into_iter()
            .find(|(table, _)| table == sums::OUTBOX)
            .map_or(0, |(_, rows)| rows),
        Err(error) if error.is_damage() => 0,
        Err(error) => return Err(error),
    };
    Ok(Examined {
        part,
        damage,
        writes,
        skipped: false,
    })
}
