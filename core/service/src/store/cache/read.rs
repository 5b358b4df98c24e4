//! Reads of the cache, which combine rows with deals in history pages.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Cache, DEALS_COMPLETE, DEALS_LOST, INTACT_BODY, LAST_CONSISTENT_PASS, counter, lock, timestamp_at,
};
use crate::model::history::stage::StatusChangeTime;
use crate::store::cache::page_refs::{DealPosition, PageRefs};
use crate::store::cache::status_since;
use crate::store::cache::types::timestamp_from_micros;
use crate::store::{CachedRecord, ListedRecord, RecordKind, StoreError};

/// Maximum number of retries if the history is rewritten meanwhile.
const MAX_TRIES: usize = 8;

impl Cache {
    /// Runs `work` in a read transaction, on one consistent state.
    pub(super) fn read<T>(
        &self,
        mut work: impl FnMut(&Connection, &PageRefs<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let db = lock(&self.reader);
        for _ in 0..MAX_TRIES {
            let step = db.unchecked_transaction()?;
            if let Some(sheets) = PageRefs::for_reader(&step, &self.history, &self.page_index)? {
                return work(&step, &sheets);
            }
        }
        Err(StoreError::damaged(
            "the history is not the one the cache stands on",
        ))
    }

    /// Returns the start of the last consistent pass over all deals, if any.
    pub fn last_consistent_pass(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(counter(&lock(&self.reader), LAST_CONSISTENT_PASS)?.and_then(timestamp_from_micros))
    }

    /// Returns the time of the last full sync by any process. `None` if there was none, or its deals are lost.
    pub fn last_full_sync(&self) -> Result<Option<Timestamp>, StoreError> {
        read_whole(&lock(&self.reader))
    }

    /// Returns when the deals lost with a history file were last synced. `None` if none were lost, or a full sync has
    /// replaced them.
    pub fn deals_lost(&self) -> Result<Option<Timestamp>, StoreError> {
        let db = lock(&self.reader);
        if read_whole(&db)?.is_some() {
            return Ok(None);
        }
        Ok(counter(&db, DEALS_LOST)?.and_then(timestamp_from_micros))
    }

    /// Returns whether the cache has no deals.
    pub fn has_no_deals(&self) -> Result<bool, StoreError> {
        self.read(has_no_deals)
    }

    /// Calls `each` for every record of a kind, in list order.
    pub fn for_each(
        &self,
        kind: RecordKind,
        parent: &str,
        mut each: impl FnMut(CachedRecord),
    ) -> Result<(), StoreError> {
        // The table sorts deals itself; sorting a hundred thousand bodies here would be wasted.
        let order = if kind == RecordKind::Deal {
            ""
        } else {
            " ORDER BY r.position"
        };
        let rows_of = format!(
            "SELECT r.id, {INTACT_BODY}, {CACHED_COLUMNS} WHERE r.kind = ?1 AND r.parent = ?2{order}"
        );
        self.read(|step, sheets| {
            if kind == RecordKind::Deal {
                let stages = load_status_times(step, sheets)?;
                sheets.for_each(|deal, sheet, position| {
                    each(CachedRecord {
                        id: deal.id.to_owned(),
                        body: deal.body.to_owned(),
                        fetched_at: sheet.received_at,
                        position,
                        status_since: Some(stages.time_of(deal.id, sheet.received_at)),
                        first_seen: None,
                    });
                    Ok(())
                })?;
            }
            let mut all = step.prepare_cached(&rows_of)?;
            let mut rows = all.query([kind.name(), parent])?;
            while let Some(row) = rows.next()? {
                each(cached_record(row)?);
            }
            Ok(())
        })
    }

    /// Calls `each` for every record of a kind with its list fields, in any order.
    pub fn for_each_listed(
        &self,
        kind: RecordKind,
        mut each: impl FnMut(ListedRecord<'_>),
    ) -> Result<(), StoreError> {
        self.read(|step, sheets| {
            if kind == RecordKind::Deal {
                let stages = load_status_times(step, sheets)?;
                sheets.for_each(|deal, sheet, _| {
                    each(ListedRecord {
                        id: deal.id,
                        body: deal.body,
                        status_since: Some(stages.time_of(deal.id, sheet.received_at)),
                    });
                    Ok(())
                })?;
            }
            let mut all = step.prepare_cached(&format!(
                "SELECT r.id, {INTACT_BODY}, CASE WHEN r.kind = 'deal' THEN ifnull(s.since, r.fetched_at) END, ifnull(s.bound, 'at_least'), s.earliest
                 FROM record r LEFT JOIN stage s ON r.kind = 'deal' AND s.deal = r.id WHERE r.kind = ?1",
            ))?;
            let mut rows = all.query([kind.name()])?;
            while let Some(row) = rows.next()? {
                each(ListedRecord {
                    id: text(row, 0)?,
                    body: text(row, 1)?,
                    status_since: status_since::from_columns(
                        row.get(2)?,
                        row.get_ref(3)?.as_str_or_null().map_err(rusqlite::Error::from)?,
                        row.get(4)?,
                    ),
                });
            }
            Ok(())
        })
    }

    /// Calls `each` with id, list position and arrival time of every deal, in any order. Callers can then sort deals
    /// without reading their bodies.
    pub fn for_each_position(&self, mut each: impl FnMut(&str, i64, Timestamp)) -> Result<(), StoreError> {
        self.read(|step, sheets| {
            sheets.for_each_position(|id, sheet, position| each(id, position, sheet.received_at))?;
            let mut all = step.prepare_cached(
                "SELECT id, position, fetched_at FROM record WHERE kind = 'deal' AND parent = ''",
            )?;
            let mut rows = all.query([])?;
            while let Some(row) = rows.next()? {
                each(text(row, 0)?, row.get(1)?, timestamp_at(row, 2)?);
            }
            Ok(())
        })
    }

    /// Returns a record, if cached.
    pub fn get(&self, kind: RecordKind, parent: &str, id: &str) -> Result<Option<CachedRecord>, StoreError> {
        self.read(|step, sheets| {
            let row = step
                .prepare_cached(&format!(
                    "SELECT r.id, {INTACT_BODY}, {CACHED_COLUMNS} WHERE r.kind = ?1 AND r.parent = ?2 AND r.id = ?3"
                ))?
                .query_row([kind.name(), parent, id], cached_record)
                .optional()?;
            if row.is_some() || kind != RecordKind::Deal {
                return Ok(row);
            }
            let Some(place) = sheets.find(id)? else {
                return Ok(None);
            };
            let observed = status_since::of_deal(step, id)?;
            let deal = sheets.read(place, |deal, sheet, position| CachedRecord {
                id: deal.id.to_owned(),
                body: deal.body.to_owned(),
                fetched_at: sheet.received_at,
                position,
                status_since: Some(observed.unwrap_or(StatusChangeTime::AtLeast(sheet.received_at))),
                first_seen: None,
            })?;
            Ok(Some(deal).filter(|deal| deal.id == id))
        })
    }

    /// Calls `each` with the bodies of those `ids` that are cached, in any order. The first argument is the position in
    /// `ids`. A page with several of them is read once.
    pub fn for_each_body(
        &self,
        kind: RecordKind,
        ids: &[&str],
        mut each: impl FnMut(usize, &str),
    ) -> Result<(), StoreError> {
        self.read(|step, sheets| {
            let mut one = step.prepare_cached(&format!(
                "SELECT {INTACT_BODY} FROM record r WHERE r.kind = ?1 AND r.parent = '' AND r.id = ?2"
            ))?;
            let mut lying: Vec<(DealPosition, usize)> = Vec::new();
            for (nth, id) in ids.iter().enumerate() {
                let mut rows = one.query([kind.name(), id])?;
                if let Some(row) = rows.next()? {
                    each(nth, text(row, 0)?);
                } else if kind == RecordKind::Deal {
                    lying.extend(sheets.find(id)?.map(|place| (place, nth)));
                }
            }
            lying.sort_unstable();
            for (place, nth) in lying {
                sheets.read(place, |deal, _, _| {
                    if ids.get(nth) == Some(&deal.id) {
                        each(nth, deal.body);
                    }
                })?;
            }
            Ok(())
        })
    }

    /// Returns the observed stage times of deals, in the order of the request.
    pub fn status_times<'a>(
        &self,
        deals: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Option<StatusChangeTime>>, StoreError> {
        let asked: Vec<&str> = deals.collect();
        self.read(|step, sheets| {
            let mut one = step.prepare_cached(
                "SELECT fetched_at FROM record WHERE kind = 'deal' AND parent = '' AND id = ?1",
            )?;
            let all = asked.iter().map(|deal| {
                let came = match sheets.find(deal)? {
                    Some(place) => sheets.received_at(place)?,
                    None => one.query_row([deal], |row| timestamp_at(row, 0)).optional()?,
                };
                let Some(came) = came else { return Ok(None) };
                Ok(Some(
                    status_since::of_deal(step, deal)?.unwrap_or(StatusChangeTime::AtLeast(came)),
                ))
            });
            all.collect()
        })
    }

    /// Returns a single value, and when it was received.
    pub fn single(&self, name: &str) -> Result<Option<(String, Timestamp)>, StoreError> {
        let found = lock(&self.reader)
            .query_row(
                "SELECT CASE WHEN whole(sum, name, body, fetched_at) THEN body END, fetched_at FROM single WHERE name = ?1",
                params![name],
                |row| Ok((row.get(0)?, timestamp_at(row, 1)?)),
            )
            .optional()?;
        Ok(found)
    }
}

/// Returns the later of the last consistent pass and the last complete full sync.
pub(super) fn read_whole(db: &Connection) -> Result<Option<Timestamp>, StoreError> {
    let clean = counter(db, LAST_CONSISTENT_PASS)?.and_then(timestamp_from_micros);
    Ok(clean.max(counter(db, DEALS_COMPLETE)?.and_then(timestamp_from_micros)))
}

pub(super) fn has_no_deals(step: &Connection, sheets: &PageRefs<'_>) -> Result<bool, StoreError> {
    let no_rows: bool = step
        .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM record WHERE kind = ?1)")?
        .query_row([RecordKind::Deal.name()], |row| row.get(0))?;
    Ok(no_rows && sheets.count()? == 0)
}

/// Stage times observed for deals in pages.
struct StatusTimes(HashMap<String, StatusChangeTime>);

impl StatusTimes {
    fn time_of(&self, deal: &str, came: Timestamp) -> StatusChangeTime {
        let observed = if self.0.is_empty() {
            None
        } else {
            self.0.get(deal).copied()
        };
        observed.unwrap_or(StatusChangeTime::AtLeast(came))
    }
}

fn load_status_times(step: &Connection, sheets: &PageRefs<'_>) -> Result<StatusTimes, StoreError> {
    let mut known = HashMap::new();
    if sheets.has_any() {
        let mut all = step.prepare_cached("SELECT deal, since, bound, earliest FROM stage")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let bound = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
            if let Some(stage) = status_since::from_columns(row.get(1)?, Some(bound), row.get(3)?) {
                known.insert(row.get(0)?, stage);
            }
        }
    }
    Ok(StatusTimes(known))
}

const CACHED_COLUMNS: &str = "r.fetched_at, CASE WHEN r.kind = 'deal' THEN ifnull(s.since, r.fetched_at) END,
        ifnull(s.bound, 'at_least'), s.earliest, f.at, r.position FROM record r
    LEFT JOIN stage s ON r.kind = 'deal' AND s.deal = r.id
    LEFT JOIN first_seen f ON f.kind = r.kind AND f.id = r.id";

fn text<'a>(row: &'a Row<'_>, column: usize) -> rusqlite::Result<&'a str> {
    Ok(row.get_ref(column)?.as_str()?)
}

fn cached_record(row: &Row<'_>) -> rusqlite::Result<CachedRecord> {
    let bound: Option<String> = row.get(4)?;
    Ok(CachedRecord {
        id: row.get(0)?,
        body: row.get(1)?,
        fetched_at: timestamp_at(row, 2)?,
        status_since: status_since::from_columns(row.get(3)?, bound.as_deref(), row.get(5)?),
        first_seen: row.get::<_, Option<i64>>(6)?.and_then(timestamp_from_micros),
        position: row.get(7)?,
    })
}
