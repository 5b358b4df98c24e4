//! `cache.db`: what the service said, byte for byte, and when. If it is damaged it is set aside and made anew.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::history::{History, Observations, Past, Source};
use super::place::{private_file, set_aside};
use super::records::moment;
use super::stage;
use super::touched::{self, Revision};
use super::writing::{Known, Writing, held};
use super::{
    Change, Ids, Kept, Kind, Leaf, Listed, Received, Stage, StoreError, Stored, Swept, connect, schema,
};

/// What the service said. Reading never waits for writing.
#[derive(Debug)]
pub struct Cache {
    pub(super) writer: Mutex<Connection>,
    pub(super) reader: Mutex<Connection>,
    /// Told of every change of a deal before it is taken in. Locked after the writer, never before it.
    history: Arc<History>,
}

/// What the writer may hold in memory, in KiB with a minus, as SQLite wants it.
const WRITER_CACHE: i64 = -8_192;
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
        history: &Arc<History>,
    ) -> Result<(Self, Option<PathBuf>), StoreError> {
        let file = dir.join("cache.db");
        let marker = dir.join(SUSPECT);
        let cut = alone && dir.join("cache.db-wal").metadata().is_ok_and(|wal| wal.len() > 0);
        let opened = match Self::open_file(&file, cut || marker.exists(), history) {
            Ok(cache) => (cache, None),
            Err(error) if error.is_damage() => {
                let aside = set_aside(&file, stamp)?;
                (Self::open_file(&file, false, history)?, Some(aside))
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

    fn open_file(file: &Path, suspect: bool, history: &Arc<History>) -> Result<Self, StoreError> {
        let writer = connect::open(file, schema::CACHE, false)?;
        if suspect && connect::damage(&writer)?.is_some() {
            return Err(StoreError::damaged("found by reading every page"));
        }
        touched::identify(&writer)?;
        // Beside its own columns a deal touches a page of the index anywhere in it.
        writer.pragma_update(None, "cache_size", WRITER_CACHE)?;
        let reader = connect::open(file, schema::CACHE, false)?;
        Ok(Self {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            history: history.clone(),
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
        let records = page.iter().map(Received::incoming).collect();
        let leaf = Leaf { asked, at, records };
        let mut kept = self.save_pages(kind, parent, pass, &[leaf], false)?;
        Ok(kept.pop().unwrap_or_default())
    }

    /// Keeps several pages of a list in one transaction; what became of each record of each page. `fresh`: most are
    /// expected to be new.
    pub fn save_pages(
        &self,
        kind: Kind,
        parent: &str,
        pass: i64,
        pages: &[Leaf<'_>],
        fresh: bool,
    ) -> Result<Vec<Vec<Kept>>, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let known = Known {
            fresh,
            ..self.known(&step, kind)?
        };
        let mut order: Vec<(usize, usize)> = Vec::new();
        for (at, page) in pages.iter().enumerate() {
            order.extend((0..page.records.len()).map(|place| (at, place)));
        }
        if fresh {
            // Neighbours in the index go in together, so that each page of it is written once. What came twice stays
            // in the order it came.
            order.sort_by_key(|(at, place)| pages[*at].records[*place].id);
        }
        let mut all: Vec<Vec<Kept>> = pages
            .iter()
            .map(|page| vec![Kept::Same; page.records.len()])
            .collect();
        let mut seen: Vec<Observations> = pages.iter().map(|page| Observations::at(page.at)).collect();
        let mut touched = Vec::new();
        for (at, place) in order {
            let page = &pages[at];
            let writing = Writing {
                kind,
                parent,
                pass,
                change: page.asked.0,
                at: page.at,
                record: page.records[place],
            };
            let kept = writing.merge(&step, &known, &mut seen[at])?;
            if kind == Kind::Deal && matches!(kept, Kept::New | Kept::Changed) {
                touched.push(writing.record.id);
            }
            all[at][place] = kept;
        }
        touched::note(&step, &touched)?;
        self.history.keep(&seen)?;
        step.commit()?;
        Ok(all)
    }

    /// What is known of the deals before a step, beside their rows.
    fn known<'a>(&'a self, step: &Connection, kind: Kind) -> Result<Known<'a>, StoreError> {
        let deals = kind == Kind::Deal;
        Ok(Known {
            history: &self.history,
            seen_all: counter(step, DEALS_SEEN)?.and_then(moment).filter(|_| deals),
            missing: if deals {
                self.history.missing()?
            } else {
                BTreeMap::new()
            },
            some_deleted: deals && self.history.has_deleted()?,
            gone: gone(step, kind)?,
            fresh: false,
            no_stages: deals
                && step
                    .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM stage)")?
                    .query_row([], |row| row.get(0))?,
        })
    }

    /// Keeps one record that the service has just given on its own. `source`: whether it was read or answers our write.
    pub fn confirm(
        &self,
        kind: Kind,
        parent: &str,
        at: Timestamp,
        record: &Received,
        source: Source<'_>,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let change = bump(&step, CHANGE)?;
        let pass = counter(&step, PASS)?.unwrap_or(0);
        step.prepare_cached("DELETE FROM gone WHERE kind = ?1 AND id = ?2")?
            .execute([kind.name(), &record.id])?;
        let record = record.incoming();
        let before = held(&step, kind, parent, &record)?;
        let known = self.known(&step, kind)?;
        let writing = Writing {
            kind,
            parent,
            pass,
            change,
            at,
            record,
        };
        let mut observed = Observations::at(at);
        writing.observe(&step, before.as_ref(), &known, source, &mut observed)?;
        writing.write(&step)?;
        if kind == Kind::Deal {
            touched::note(&step, &[record.id])?;
        }
        self.history.keep(&[observed])?;
        step.commit()?;
        Ok(())
    }

    /// Takes a record out that is deleted: by our own write (`ours`), or as the service said at `at`.
    pub fn remove(&self, kind: Kind, id: &str, ours: bool, at: Timestamp) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let change = bump(&step, CHANGE)?;
        if kind == Kind::Deal
            && let Some((body, fetched)) = body_of(&step, id)?
        {
            let known = self.known(&step, kind)?;
            let last_seen = known.last_seen(id, fetched);
            let mut observed = Observations::at(at);
            observed.deleted(id, Some(body), last_seen, ours);
            touched::note(&step, &[id])?;
            self.history.keep(&[observed])?;
        }
        step.execute(
            "DELETE FROM record WHERE kind = ?1 AND id = ?2",
            [kind.name(), id],
        )?;
        step.execute("DELETE FROM record WHERE parent = ?1", [id])?;
        step.execute("DELETE FROM stage WHERE deal = ?1", [id])?;
        step.execute(
            "INSERT OR REPLACE INTO gone (kind, id, change) VALUES (?1, ?2, ?3)",
            params![kind.name(), id, change],
        )?;
        step.commit()?;
        Ok(())
    }

    /// Ends a clean reading of a list that took from `span.0` to `span.1` and began when the counter stood at `since`:
    /// what became of the records that were not `seen` in it and not confirmed meanwhile. A deal is taken out only by
    /// the second clean reading that does not show it; until then it is *not seen again*. Other records go at once.
    pub fn sweep(
        &self,
        kind: Kind,
        parent: &str,
        seen: &Ids,
        since: Change,
        span: (Timestamp, Timestamp),
    ) -> Result<Swept, StoreError> {
        let (started, ended) = span;
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut absent = Vec::new();
        // As many as were seen, and none of them came or went meanwhile: looking at each would find none missing.
        let held: i64 = step
            .prepare_cached("SELECT count(*) FROM record WHERE kind = ?1 AND parent = ?2")?
            .query_row([kind.name(), parent], |row| row.get(0))?;
        let undisturbed = counter(&step, CHANGE)?.unwrap_or_default() == since.0;
        if !(undisturbed && usize::try_from(held) == Ok(seen.len())) {
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
        let swept = if kind == Kind::Deal {
            let swept = self.sort_absent(&step, absent, ended)?;
            set_counter(&step, DEALS_SEEN, started.as_microsecond())?;
            let gone: Vec<&str> = swept.gone.iter().map(String::as_str).collect();
            touched::note(&step, &gone)?;
            self.history.read_whole(started)?;
            swept
        } else {
            Swept {
                not_seen: Vec::new(),
                gone: absent,
            }
        };
        for id in &swept.gone {
            step.prepare_cached("DELETE FROM record WHERE kind = ?1 AND parent = ?2 AND id = ?3")?
                .execute([kind.name(), parent, id])?;
        }
        // No answer asked for before this reading began can still come in.
        step.execute(
            "DELETE FROM gone WHERE kind = ?1 AND change < ?2",
            params![kind.name(), since.0],
        )?;
        step.commit()?;
        Ok(swept)
    }

    /// Which of the deals that a clean reading did not show are missed for the first time, and which are gone.
    fn sort_absent(
        &self,
        step: &Connection,
        absent: Vec<String>,
        at: Timestamp,
    ) -> Result<Swept, StoreError> {
        let known = self.known(step, Kind::Deal)?;
        let mut observed = Observations::at(at);
        let mut swept = Swept::default();
        for id in absent {
            let Some((body, fetched)) = body_of(step, &id)? else {
                continue;
            };
            let last_seen = known.last_seen(&id, fetched);
            if known.missing.contains_key(&id) {
                observed.deleted(&id, Some(body), last_seen, false);
                step.prepare_cached("DELETE FROM stage WHERE deal = ?1")?
                    .execute([&id])?;
                swept.gone.push(id);
            } else {
                observed.not_seen(&id, last_seen.unwrap_or(at));
                swept.not_seen.push(id);
            }
        }
        self.history.keep(&[observed])?;
        Ok(swept)
    }

    /// Fills a new cache with what the history knows, so that what is read next is compared with what was.
    pub(super) fn seed(
        &self,
        deals: &BTreeMap<String, Past>,
        whole: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        for (id, deal) in deals {
            step.prepare_cached(
                "INSERT OR IGNORE INTO record (kind, parent, id, body, position, fetched_at, pass, change)
                 VALUES (?1, '', ?2, ?3, 0, ?4, 0, 0)",
            )?
            .execute(params![
                Kind::Deal.name(),
                id,
                deal.body,
                deal.at.as_microsecond()
            ])?;
            if let Some(since) = deal.stage {
                stage::put(&step, id, &deal.body, since)?;
            }
        }
        if let Some(whole) = whole {
            set_counter(&step, DEALS_SEEN, whole.as_microsecond())?;
        }
        let ids: Vec<&str> = deals.keys().map(String::as_str).collect();
        touched::note(&step, &ids)?;
        step.commit()?;
        Ok(())
    }

    /// Whether no deal is held.
    pub fn has_no_deals(&self) -> Result<bool, StoreError> {
        Ok(lock(&self.reader).query_row(
            "SELECT NOT EXISTS (SELECT 1 FROM record WHERE kind = ?1)",
            [Kind::Deal.name()],
            |row| row.get(0),
        )?)
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
            "SELECT r.id, r.body, CASE WHEN r.kind = 'deal' THEN ifnull(s.since, r.fetched_at) END, ifnull(s.bound, 'at_least'), s.earliest
             FROM record r LEFT JOIN stage s ON r.kind = 'deal' AND s.deal = r.id WHERE r.kind = ?1",
        )?;
        let mut rows = all.query([kind.name()])?;
        while let Some(row) = rows.next()? {
            each(Listed {
                id: text(row, 0)?,
                body: text(row, 1)?,
                stage: stage::from_columns(
                    row.get(2)?,
                    row.get_ref(3)?.as_str_or_null().map_err(rusqlite::Error::from)?,
                    row.get(4)?,
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
        let mut one = db.prepare_cached(
            "SELECT ifnull(s.since, r.fetched_at), ifnull(s.bound, 'at_least'), s.earliest
             FROM record r LEFT JOIN stage s ON s.deal = r.id WHERE r.kind = 'deal' AND r.parent = '' AND r.id = ?1",
        )?;
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

    /// Puts what was written where it belongs and gives memory back, after much was written.
    pub fn settle(&self) -> Result<(), StoreError> {
        self.history.settle()?;
        connect::settle(&lock(&self.reader))?;
        connect::settle(&lock(&self.writer))
    }

    /// How far the deals have come. Whoever keeps a copy of them notes it before reading them.
    pub fn revision(&self) -> Result<Revision, StoreError> {
        touched::revision(&lock(&self.reader))
    }

    /// The deals written or removed since `revision`; `None` where they are not known one by one any more, or where
    /// that was another cache.
    pub fn touched_since(&self, revision: Revision) -> Result<Option<Vec<String>>, StoreError> {
        touched::since(&lock(&self.reader), revision)
    }

    /// Says that a copy of the deals as of `revision` is kept: what was touched before need not be told any more.
    pub fn forget_touched(&self, revision: Revision) -> Result<(), StoreError> {
        touched::forget(&lock(&self.writer), revision)
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
    "SELECT r.id, r.body, r.fetched_at, CASE WHEN r.kind = 'deal' THEN ifnull(s.since, r.fetched_at) END,
        ifnull(s.bound, 'at_least'), s.earliest, f.at, r.position FROM record r
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

/// A deal as it is held, and when it came.
fn body_of(db: &Connection, id: &str) -> Result<Option<(String, Option<Timestamp>)>, StoreError> {
    Ok(db
        .prepare_cached("SELECT body, fetched_at FROM record WHERE kind = ?1 AND parent = '' AND id = ?2")?
        .query_row([Kind::Deal.name(), id], |row| {
            Ok((row.get(0)?, moment(row.get(1)?)))
        })
        .optional()?)
}

/// The records known to be deleted, and when the counter said so.
fn gone(db: &Connection, kind: Kind) -> Result<HashMap<String, i64>, StoreError> {
    let mut all = db.prepare_cached("SELECT id, change FROM gone WHERE kind = ?1")?;
    let rows = all.query_map([kind.name()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn counter(db: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT value FROM counter WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()
}

pub(super) fn set_counter(db: &Connection, name: &str, value: i64) -> rusqlite::Result<()> {
    db.execute(
        "INSERT OR REPLACE INTO counter (name, value) VALUES (?1, ?2)",
        params![name, value],
    )?;
    Ok(())
}

pub(super) fn bump(db: &Connection, name: &str) -> rusqlite::Result<i64> {
    db.query_row(
        "INSERT INTO counter (name, value) VALUES (?1, 1)
         ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
        [name],
        |row| row.get(0),
    )
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
