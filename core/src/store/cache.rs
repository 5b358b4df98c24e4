//! `cache.db`: what the service said, byte for byte, and when. If it is damaged it is set aside and made anew.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::place::private_file;
use super::records::moment;
use super::stage::{self, Seen};
use super::writing::{Writing, earliest, held};
use super::{Change, Kept, Kind, Listed, Received, Stage, StoreError, Stored, connect, schema};

/// What the service said. Reading never waits for writing.
#[derive(Debug)]
pub struct Cache {
    pub(super) writer: Mutex<Connection>,
    pub(super) reader: Mutex<Connection>,
}

/// The file whose presence says that the cache met damage while it was in use.
const SUSPECT: &str = "cache.suspect";
/// The counter of [`Change`].
const CHANGE: &str = "change";
/// The counter of readings.
const PASS: &str = "pass";
/// The start of the last clean reading of all deals, in microseconds.
const DEALS_SEEN: &str = "deals_seen";

pub(super) fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // A connection is never left in a broken state: an unfinished transaction rolls back when it is dropped.
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cache {
    /// Opens the cache in `dir`. A damaged one is renamed and replaced; the name it got is the second value. All pages
    /// are checked only if a former run met damage, or after an unclean end, which a log left behind by nobody
    /// (`alone`) tells.
    pub(super) fn open(
        dir: &Path,
        alone: bool,
        stamp: Timestamp,
    ) -> Result<(Self, Option<PathBuf>), StoreError> {
        let file = dir.join("cache.db");
        let marker = dir.join(SUSPECT);
        let cut = alone && dir.join("cache.db-wal").metadata().is_ok_and(|wal| wal.len() > 0);
        let opened = match Self::open_file(&file, cut || marker.exists()) {
            Ok(cache) => (cache, None),
            Err(error) if error.is_damage() => {
                let aside = set_aside(&file, stamp)?;
                (Self::open_file(&file, false)?, Some(aside))
            }
            Err(error) => return Err(error),
        };
        match std::fs::remove_file(&marker) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(&marker, error)),
            _ => Ok(opened),
        }
    }

    /// Has the file checked, page by page, when it is opened next.
    pub(super) fn suspect(dir: &Path) -> Result<(), StoreError> {
        private_file(&dir.join(SUSPECT))
    }

    fn open_file(file: &Path, suspect: bool) -> Result<Self, StoreError> {
        let writer = connect::open(file, schema::CACHE)?;
        if suspect && connect::damage(&writer)?.is_some() {
            return Err(damaged());
        }
        let reader = connect::open(file, schema::CACHE)?;
        Ok(Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
        })
    }

    /// The counter of changes now, to be noted before a request is sent.
    pub fn change(&self) -> Result<Change, StoreError> {
        Ok(Change(counter(&lock(&self.reader), CHANGE)?.unwrap_or(0)))
    }

    /// A number that differs from the one before if another process wrote to the cache in between.
    pub fn foreign(&self) -> Result<i64, StoreError> {
        Ok(lock(&self.writer).pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Begins a reading of a list: its number.
    pub fn begin_pass(&self) -> Result<i64, StoreError> {
        Ok(bump(&lock(&self.writer), PASS)?)
    }

    /// Keeps one page of a list, in one transaction; what became of each record. `asked` was noted before the page was
    /// asked for.
    pub fn save_page(
        &self,
        kind: Kind,
        parent: &str,
        pass: i64,
        asked: Change,
        at: Timestamp,
        page: &[Received],
    ) -> Result<Vec<Kept>, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let seen_all = counter(&step, DEALS_SEEN)?.and_then(moment);
        let mut kept = Vec::with_capacity(page.len());
        for record in page {
            let writing = Writing {
                kind,
                parent,
                pass,
                change: asked.0,
                at,
                record,
            };
            kept.push(writing.merge(&step, seen_all)?);
        }
        step.commit()?;
        Ok(kept)
    }

    /// Keeps one record that the service has just given on its own. `ours`: it is the answer to our own write,
    /// which set its status.
    pub fn confirm(
        &self,
        kind: Kind,
        parent: &str,
        at: Timestamp,
        record: &Received,
        ours: bool,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let change = bump(&step, CHANGE)?;
        let pass = counter(&step, PASS)?.unwrap_or(0);
        step.prepare_cached("DELETE FROM gone WHERE kind = ?1 AND id = ?2")?
            .execute([kind.name(), &record.id])?;
        let before = held(&step, kind, parent, record)?;
        let seen_all = counter(&step, DEALS_SEEN)?.and_then(moment);
        let writing = Writing {
            kind,
            parent,
            pass,
            change,
            at,
            record,
        };
        writing.write(&step)?;
        let seen = if ours {
            Seen::Set
        } else {
            Seen::Read(earliest(before.as_ref(), seen_all))
        };
        writing.observe(&step, seen)?;
        step.commit()?;
        Ok(())
    }

    /// Takes a record out that the service says is deleted.
    pub fn remove(&self, kind: Kind, id: &str) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let change = bump(&step, CHANGE)?;
        step.execute(
            "DELETE FROM record WHERE kind = ?1 AND id = ?2",
            [kind.name(), id],
        )?;
        step.execute("DELETE FROM record WHERE parent = ?1", [id])?;
        step.execute(
            "INSERT OR REPLACE INTO gone (kind, id, change) VALUES (?1, ?2, ?3)",
            params![kind.name(), id, change],
        )?;
        step.commit()?;
        Ok(())
    }

    /// Ends a clean reading of a list that began at `started`, when the counter stood at `since`: records that were
    /// not `seen` in it are taken out, unless they were confirmed meanwhile. Returns their ids.
    pub fn sweep(
        &self,
        kind: Kind,
        parent: &str,
        seen: &HashSet<Box<str>>,
        since: Change,
        started: Timestamp,
    ) -> Result<Vec<String>, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut absent = Vec::new();
        {
            let mut ids = step
                .prepare_cached("SELECT id FROM record WHERE kind = ?1 AND parent = ?2 AND change <= ?3")?;
            let mut rows = ids.query(params![kind.name(), parent, since.0])?;
            while let Some(row) = rows.next()? {
                let id = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
                if !seen.contains(id) {
                    absent.push(id.to_owned());
                }
            }
        }
        for id in &absent {
            step.prepare_cached("DELETE FROM record WHERE kind = ?1 AND parent = ?2 AND id = ?3")?
                .execute([kind.name(), parent, id])?;
        }
        if kind == Kind::Deal {
            set_counter(&step, DEALS_SEEN, started.as_microsecond())?;
        }
        // No answer asked for before this reading began can still come in.
        step.execute(
            "DELETE FROM gone WHERE kind = ?1 AND change < ?2",
            params![kind.name(), since.0],
        )?;
        step.commit()?;
        Ok(absent)
    }

    /// When the last reading of the whole list of deals began; `None` where there was none yet.
    pub fn deals_read(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(counter(&lock(&self.reader), DEALS_SEEN)?.and_then(moment))
    }

    /// Hands every record of a kind to `each`, in the order of its list.
    pub fn each(&self, kind: Kind, parent: &str, mut each: impl FnMut(Stored)) -> Result<(), StoreError> {
        let db = lock(&self.reader);
        // Deals are sorted by whoever shows them; sorting a hundred thousand bodies here would be for nothing.
        let order = if kind == Kind::Deal {
            ""
        } else {
            " ORDER BY r.position"
        };
        let mut all = db.prepare_cached(&format!("{STORED} WHERE r.kind = ?1 AND r.parent = ?2{order}"))?;
        let mut rows = all.query([kind.name(), parent])?;
        while let Some(row) = rows.next()? {
            each(stored(row)?);
        }
        Ok(())
    }

    /// Hands every record of a kind to `each` as a list needs it, in no particular order.
    pub fn list(&self, kind: Kind, mut each: impl FnMut(Listed<'_>)) -> Result<(), StoreError> {
        let db = lock(&self.reader);
        let mut all = db.prepare_cached(
            "SELECT r.id, r.digest, CASE WHEN r.digest IS NULL THEN r.body ELSE '' END, s.since, s.bound, s.earliest
             FROM record r LEFT JOIN stage s ON r.kind = 'deal' AND s.deal = r.id WHERE r.kind = ?1",
        )?;
        let mut rows = all.query([kind.name()])?;
        while let Some(row) = rows.next()? {
            each(Listed {
                id: text(row, 0)?,
                digest: row
                    .get_ref(1)?
                    .as_blob_or_null()
                    .map_err(rusqlite::Error::from)?
                    .unwrap_or_default(),
                body: text(row, 2)?,
                stage: stage::from_columns(
                    row.get(3)?,
                    row.get_ref(4)?.as_str_or_null().map_err(rusqlite::Error::from)?,
                    row.get(5)?,
                ),
            });
        }
        Ok(())
    }

    /// One record, if it is held.
    pub fn get(&self, kind: Kind, parent: &str, id: &str) -> Result<Option<Stored>, StoreError> {
        let db = lock(&self.reader);
        let mut one = db.prepare_cached(&format!(
            "{STORED} WHERE r.kind = ?1 AND r.parent = ?2 AND r.id = ?3"
        ))?;
        Ok(one.query_row([kind.name(), parent, id], stored).optional()?)
    }

    /// Since when deals have their status, as observed; in the order asked.
    pub fn stages<'a>(&self, deals: impl Iterator<Item = &'a str>) -> Result<Vec<Option<Stage>>, StoreError> {
        let db = lock(&self.reader);
        let mut one = db.prepare_cached("SELECT since, bound, earliest FROM stage WHERE deal = ?1")?;
        deals
            .map(|deal| {
                let read = |row: &Row<'_>| {
                    let bound: Option<String> = row.get(1)?;
                    Ok(stage::from_columns(row.get(0)?, bound.as_deref(), row.get(2)?))
                };
                Ok(one.query_row([deal], read).optional()?.flatten())
            })
            .collect()
    }

    /// Keeps a value that is one of a kind.
    pub fn put_single(&self, name: &str, body: &str, at: Timestamp) -> Result<(), StoreError> {
        lock(&self.writer).execute(
            "INSERT OR REPLACE INTO single (name, body, fetched_at) VALUES (?1, ?2, ?3)",
            params![name, body, at.as_microsecond()],
        )?;
        Ok(())
    }

    /// A value that is one of a kind, and when it was received.
    pub fn single(&self, name: &str) -> Result<Option<(String, Timestamp)>, StoreError> {
        let found = lock(&self.reader)
            .query_row(
                "SELECT body, fetched_at FROM single WHERE name = ?1",
                [name],
                |row| Ok((row.get(0)?, at(row, 1)?)),
            )
            .optional()?;
        Ok(found)
    }

    /// A small number kept under a name.
    pub fn counter(&self, name: &str) -> Result<Option<i64>, StoreError> {
        Ok(counter(&lock(&self.reader), name)?)
    }

    /// Keeps a small number under a name.
    pub fn set_counter(&self, name: &str, value: i64) -> Result<(), StoreError> {
        Ok(set_counter(&lock(&self.writer), name, value)?)
    }
}

const STORED: &str =
    "SELECT r.id, r.body, r.fetched_at, s.since, s.bound, s.earliest, f.at, r.position FROM record r
    LEFT JOIN stage s ON r.kind = 'deal' AND s.deal = r.id
    LEFT JOIN first_seen f ON f.kind = r.kind AND f.id = r.id";

fn text<'a>(row: &'a Row<'_>, column: usize) -> rusqlite::Result<&'a str> {
    Ok(row.get_ref(column)?.as_str()?)
}

pub(super) fn at(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    let value: i64 = row.get(column)?;
    moment(value).ok_or(rusqlite::Error::IntegralValueOutOfRange(column, value))
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    let bound: Option<String> = row.get(4)?;
    Ok(Stored {
        id: row.get(0)?,
        body: row.get(1)?,
        fetched_at: at(row, 2)?,
        stage: stage::from_columns(row.get(3)?, bound.as_deref(), row.get(5)?),
        first_seen: row.get::<_, Option<i64>>(6)?.and_then(moment),
        position: row.get(7)?,
    })
}

fn counter(db: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT value FROM counter WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()
}

fn set_counter(db: &Connection, name: &str, value: i64) -> rusqlite::Result<()> {
    db.execute(
        "INSERT OR REPLACE INTO counter (name, value) VALUES (?1, ?2)",
        params![name, value],
    )?;
    Ok(())
}

fn bump(db: &Connection, name: &str) -> rusqlite::Result<i64> {
    db.query_row(
        "INSERT INTO counter (name, value) VALUES (?1, 1)
         ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
        [name],
        |row| row.get(0),
    )
}

fn damaged() -> StoreError {
    StoreError::Sql(rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT),
        None,
    ))
}

/// Renames a damaged file and its companions; the new name of the file itself.
fn set_aside(file: &Path, stamp: Timestamp) -> Result<PathBuf, StoreError> {
    let renamed = |suffix: &str| {
        let mut from = file.as_os_str().to_owned();
        from.push(suffix);
        let mut to = file.as_os_str().to_owned();
        to.push(format!(".damaged-{}{suffix}", stamp.as_second()));
        (PathBuf::from(from), PathBuf::from(to))
    };
    for suffix in ["-wal", "-shm", ""] {
        let (from, to) = renamed(suffix);
        match std::fs::rename(&from, to) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::io(&from, error));
            }
            _ => {}
        }
    }
    Ok(renamed("").1)
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
