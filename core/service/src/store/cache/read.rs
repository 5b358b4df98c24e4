//! Reads of the cache, which combine rows with deals in history pages.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    Cache, DEALS_COMPLETE, DEALS_LOST, INTACT_BODY, LAST_CONSISTENT_PASS, counter, lock, timestamp_at,
};
use crate::model::history::status_since::StatusChangeTime;
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
            let tx = db.unchecked_transaction()?;
            if let Some(page_refs) = PageRefs::for_reader(&tx, &self.history, &self.page_index)? {
                return work(&tx, &page_refs);
            }
        }
        Err(StoreError::damaged("history.db does not match cache.db"))
    }

    /// Returns the start of the last consistent pass over all deals, if any.
    pub fn last_consistent_pass(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(counter(&lock(&self.reader), LAST_CONSISTENT_PASS)?.and_then(timestamp_from_micros))
    }

    /// Returns the time of the last full sync by any process. `None` if there was none, or its deals are lost.
    pub fn last_full_sync(&self) -> Result<Option<Timestamp>, StoreError> {
        last_full_sync(&lock(&self.reader))
    }

    /// Returns when the deals lost with a history file were last synced. `None` if none were lost, or a full sync has
    /// replaced them.
    pub fn deals_lost(&self) -> Result<Option<Timestamp>, StoreError> {
        let db = lock(&self.reader);
        if last_full_sync(&db)?.is_some() {
            return Ok(None);
        }
        Ok(counter(&db, DEALS_LOST)?.and_then(timestamp_from_micros))
    }

    /// Returns whether the cache has no deals.
    pub fn has_no_deals(&self) -> Result<bool, StoreError> {
        self.read(has_no_deals)
    }

    /// Calls `visit` for every record of a kind, in list order.
    pub fn for_each(
        &self,
        kind: RecordKind,
        parent: &str,
        mut visit: impl FnMut(CachedRecord),
    ) -> Result<(), StoreError> {
        // The table sorts deals itself; sorting a hundred thousand bodies here would be wasted.
        let order = if kind == RecordKind::Deal { "" } else { " ORDER BY r.position" };
        let rows_of = format!(
            "SELECT r.id, {INTACT_BODY}, {CACHED_COLUMNS} WHERE r.kind = ?1 AND r.parent = ?2{order}"
        );
        self.read(|tx, page_refs| {
            if kind == RecordKind::Deal {
                let status_times = load_status_times(tx, page_refs)?;
                page_refs.for_each(|deal, page_ref, position| {
                    visit(CachedRecord {
                        id: deal.id.to_owned(),
                        body: deal.body.to_owned(),
                        fetched_at: page_ref.received_at,
                        position,
                        status_since: Some(status_times.time_of(deal.id, page_ref.received_at)),
                        first_seen: None,
                    });
                    Ok(())
                })?;
            }
            let mut statement = tx.prepare_cached(&rows_of)?;
            let mut rows = statement.query([kind.name(), parent])?;
            while let Some(row) = rows.next()? {
                visit(cached_record(row)?);
            }
            Ok(())
        })
    }

    /// Calls `visit` for every record of a kind with its list fields, in any order.
    pub fn for_each_listed(
        &self,
        kind: RecordKind,
        mut visit: impl FnMut(ListedRecord<'_>),
    ) -> Result<(), StoreError> {
        self.read(|tx, page_refs| {
            if kind == RecordKind::Deal {
                let status_times = load_status_times(tx, page_refs)?;
                page_refs.for_each(|deal, page_ref, _| {
                    visit(ListedRecord {
                        id: deal.id,
                        body: deal.body,
                        status_since: Some(status_times.time_of(deal.id, page_ref.received_at)),
                    });
                    Ok(())
                })?;
            }
            let mut statement = tx.prepare_cached(&format!(
                "SELECT r.id, {INTACT_BODY}, CASE WHEN r.kind = 'deal' THEN ifnull(s.since, r.fetched_at) END, ifnull(s.bound, 'at_least'), s.earliest
                 FROM record r LEFT JOIN stage s ON r.kind = 'deal' AND s.deal = r.id WHERE r.kind = ?1",
            ))?;
            let mut rows = statement.query([kind.name()])?;
            while let Some(row) = rows.next()? {
                visit(ListedRecord {
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

    /// Calls `visit` with id, list position and arrival time of every deal, in any order. Callers can then sort deals
    /// without reading their bodies.
    pub fn for_each_position(&self, mut visit: impl FnMut(&str, i64, Timestamp)) -> Result<(), StoreError> {
        self.read(|tx, page_refs| {
            page_refs
                .for_each_position(|id, page_ref, position| visit(id, position, page_ref.received_at))?;
            let mut statement = tx.prepare_cached(
                "SELECT id, position, fetched_at FROM record WHERE kind = 'deal' AND parent = ''",
            )?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(text(row, 0)?, row.get(1)?, timestamp_at(row, 2)?);
            }
            Ok(())
        })
    }

    /// Returns a record, if cached.
    pub fn get(&self, kind: RecordKind, parent: &str, id: &str) -> Result<Option<CachedRecord>, StoreError> {
        self.read(|tx, page_refs| {
            let row = tx
                .prepare_cached(&format!(
                    "SELECT r.id, {INTACT_BODY}, {CACHED_COLUMNS} WHERE r.kind = ?1 AND r.parent = ?2 AND r.id = ?3"
                ))?
                .query_row([kind.name(), parent, id], cached_record)
                .optional()?;
            if row.is_some() || kind != RecordKind::Deal {
                return Ok(row);
            }
            let Some(deal_position) = page_refs.find(id)? else {
                return Ok(None);
            };
            let observed = status_since::of_deal(tx, id)?;
            let deal = page_refs.read(deal_position, |deal, page_ref, position| CachedRecord {
                id: deal.id.to_owned(),
                body: deal.body.to_owned(),
                fetched_at: page_ref.received_at,
                position,
                status_since: Some(observed.unwrap_or(StatusChangeTime::AtLeast(page_ref.received_at))),
                first_seen: None,
            })?;
            Ok(Some(deal).filter(|deal| deal.id == id))
        })
    }

    /// Calls `visit` with the bodies of those `ids` that are cached, in any order. The first argument is the position in
    /// `ids`. A page with several of them is read once.
    pub fn for_each_body(
        &self,
        kind: RecordKind,
        ids: &[&str],
        mut visit: impl FnMut(usize, &str),
    ) -> Result<(), StoreError> {
        self.read(|tx, page_refs| {
            let mut statement = tx.prepare_cached(&format!(
                "SELECT {INTACT_BODY} FROM record r WHERE r.kind = ?1 AND r.parent = '' AND r.id = ?2"
            ))?;
            let mut in_pages: Vec<(DealPosition, usize)> = Vec::new();
            for (nth, id) in ids.iter().enumerate() {
                let mut rows = statement.query([kind.name(), id])?;
                if let Some(row) = rows.next()? {
                    visit(nth, text(row, 0)?);
                } else if kind == RecordKind::Deal {
                    in_pages.extend(page_refs.find(id)?.map(|position| (position, nth)));
                }
            }
            in_pages.sort_unstable();
            for (position, nth) in in_pages {
                page_refs.read(position, |deal, _, _| {
                    if ids.get(nth) == Some(&deal.id) {
                        visit(nth, deal.body);
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
        let ids: Vec<&str> = deals.collect();
        self.read(|tx, page_refs| {
            let mut fetched_at = tx.prepare_cached(
                "SELECT fetched_at FROM record WHERE kind = 'deal' AND parent = '' AND id = ?1",
            )?;
            let all = ids.iter().map(|deal| {
                let received_at = match page_refs.find(deal)? {
                    Some(position) => page_refs.received_at(position)?,
                    None => fetched_at.query_row([deal], |row| timestamp_at(row, 0)).optional()?,
                };
                let Some(received_at) = received_at else {
                    return Ok(None);
                };
                Ok(Some(status_since::of_deal(tx, deal)?.unwrap_or(StatusChangeTime::AtLeast(received_at))))
            });
            all.collect()
        })
    }

    /// Returns a single value, and when it was received.
    pub fn single(&self, name: &str) -> Result<Option<(String, Timestamp)>, StoreError> {
        let value = lock(&self.reader)
            .query_row(
                "SELECT CASE WHEN whole(sum, name, body, fetched_at) THEN body END, fetched_at FROM single WHERE name = ?1",
                params![name],
                |row| Ok((row.get(0)?, timestamp_at(row, 1)?)),
            )
            .optional()?;
        Ok(value)
    }
}

/// Returns the later of the last consistent pass and the last complete full sync.
pub(super) fn last_full_sync(db: &Connection) -> Result<Option<Timestamp>, StoreError> {
    let last_consistent = counter(db, LAST_CONSISTENT_PASS)?.and_then(timestamp_from_micros);
    Ok(last_consistent.max(counter(db, DEALS_COMPLETE)?.and_then(timestamp_from_micros)))
}

pub(super) fn has_no_deals(tx: &Connection, page_refs: &PageRefs<'_>) -> Result<bool, StoreError> {
    let no_rows: bool = tx
        .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM record WHERE kind = ?1)")?
        .query_row([RecordKind::Deal.name()], |row| row.get(0))?;
    Ok(no_rows && page_refs.count()? == 0)
}

/// Stage times observed for deals in pages.
struct StatusTimes(HashMap<String, StatusChangeTime>);

impl StatusTimes {
    fn time_of(&self, deal: &str, received_at: Timestamp) -> StatusChangeTime {
        let observed = if self.0.is_empty() { None } else { self.0.get(deal).copied() };
        observed.unwrap_or(StatusChangeTime::AtLeast(received_at))
    }
}

fn load_status_times(tx: &Connection, page_refs: &PageRefs<'_>) -> Result<StatusTimes, StoreError> {
    let mut times_by_deal = HashMap::new();
    if page_refs.has_any() {
        let mut all = tx.prepare_cached("SELECT deal, since, bound, earliest FROM stage")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let bound = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
            if let Some(change_time) = status_since::from_columns(row.get(1)?, Some(bound), row.get(3)?) {
                times_by_deal.insert(row.get(0)?, change_time);
            }
        }
    }
    Ok(StatusTimes(times_by_deal))
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
