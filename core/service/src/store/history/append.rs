//! Writing of observations in a transaction. Existing entries are not written again, and effects of our own writes get
//! the date of the write.

use std::thread;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};
use serde_json::value::RawValue;

use super::History;
use super::attribution::claim;
use super::background_sync::BackgroundSync;
use super::diff::{NewHistoryEntry, Observations, OwnField};
use super::entry::kind;
use super::first_seen_page::{FirstSeen, FirstSeenPage};
use super::last_visit::{mark_amended, set_pass};
use crate::contract::json::json_eq::is_same_value;
use crate::store::cache::types::CachedRecord;
use crate::store::{IncomingRecord, StoreError};

/// Number of deals per row when taken over from the cache.
const DEALS_PER_ROW: usize = 500;

impl History {
    /// Writes observations, all or nothing.
    pub(in crate::store) fn append(&self, all: &[Observations<'_>]) -> Result<(), StoreError> {
        self.append_numbered(all).map(|_| ())
    }

    /// Writes observations; returns for each the entry number of its deals of unknown age.
    pub(in crate::store) fn append_numbered(
        &self,
        all: &[Observations<'_>],
    ) -> Result<Vec<Option<i64>>, StoreError> {
        if all.iter().all(Observations::is_empty) {
            return Ok(vec![None; all.len()]);
        }
        self.transact(|tx| {
            let (mut entries, mut amended) = (Vec::with_capacity(all.len()), false);
            let mut buffers = FirstSeenPage::default();
            for observations in all {
                let result = write(tx, observations, &mut buffers)?;
                amended |= result.amended;
                entries.push(result.undated_entry);
            }
            if amended {
                mark_amended(tx)?;
            }
            debug_assert_eq!(entries.len(), all.len());
            Ok(entries)
        })
    }

    /// Writes the pages of deals of unknown age that `write_pages` supplies, all or nothing. Pages written directly to
    /// the file are synced to disk in the background.
    pub(in crate::store) fn append_pages(
        &self,
        write_pages: impl FnOnce(&mut HistoryPages<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // Locked, so that the journal mode does not change.
        let read_state = self.read_state();
        thread::scope(|scope| {
            let background_sync = read_state.sync_file().map(|file| BackgroundSync::start(scope, file));
            self.transact(|tx| {
                write_pages(&mut HistoryPages {
                    step: tx,
                    buffers: FirstSeenPage::default(),
                    background_sync,
                })
            })
        })
    }

    /// Starts the history with deals that were cached before, as of `now`.
    pub(in crate::store) fn adopt(
        &self,
        deals: &[CachedRecord],
        last_pass: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.transact(|tx| {
            for page in deals.chunks(DEALS_PER_ROW) {
                let deals = page.iter().map(|deal| FirstSeen {
                    id: &deal.id,
                    body: &deal.body,
                    status_since: deal.status_since,
                });
                FirstSeenPage::from_deals(deals).insert(tx, None, (None, now, false))?;
            }
            last_pass.map_or(Ok(()), |last_pass| set_pass(tx, last_pass))
        })
    }
}

/// A writer of single pages within a transaction.
pub(in crate::store) struct HistoryPages<'a> {
    step: &'a Transaction<'a>,
    buffers: FirstSeenPage,
    background_sync: Option<BackgroundSync>,
}

impl HistoryPages<'_> {
    /// Writes a page; returns the number of its entry.
    pub(in crate::store) fn write(
        &mut self,
        at: Timestamp,
        page: &[IncomingRecord<'_>],
    ) -> Result<i64, StoreError> {
        let entry = self.buffers.write(self.step, at, page)?;
        if let Some(flush) = &mut self.background_sync {
            flush.add_written(self.buffers.ids.len() + self.buffers.deals.len());
        }
        Ok(entry)
    }
}

/// The result of writing a page or a response.
struct AppendResult {
    /// Entry number of the first-seen deals of unknown age.
    undated_entry: Option<i64>,
    /// True if existing entries were changed.
    amended: bool,
}

fn write(
    tx: &Transaction<'_>,
    observations: &Observations<'_>,
    buffers: &mut FirstSeenPage,
) -> Result<AppendResult, StoreError> {
    let mut plain = observations.page.map(|page| buffers.write(tx, observations.at, page)).transpose()?;
    for ((earliest, ours), first_seen) in &observations.first_seen {
        let entry = first_seen.insert(tx, None, (*earliest, observations.at, *ours))?;
        if earliest.is_none() && !ours {
            plain = Some(entry);
        }
    }
    let mut amended = false;
    // Claims come before changes, which the response may contain.
    for claimed in &observations.own_deals {
        amended |= claim(tx, claimed, observations.at)?;
    }
    for row in &observations.rows {
        if !is_known(tx, row)? {
            insert(tx, row, observations.at)?;
        }
        update_missing(tx, row, observations.at)?;
    }
    for dated in &observations.own_fields {
        amended |= assign_change(tx, dated)?;
    }
    Ok(AppendResult { undated_entry: plain, amended })
}

/// Returns whether an entry already exists. It does if an earlier run ended before the cache was written.
fn is_known(tx: &Transaction<'_>, row: &NewHistoryEntry) -> Result<bool, StoreError> {
    let statement: Option<(String, Option<String>)> = tx
        .prepare_cached(
            "SELECT kind, after FROM entry WHERE deal = ?1 AND (field = ?2 OR kind <> 'field')
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([&row.deal, &row.field], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((kind, after)) = statement else {
        return Ok(false);
    };
    let token = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    Ok(kind == row.kind
        && (row.kind != kind::FIELD || is_same_value(token(&after).as_deref(), token(&row.after).as_deref())))
}

fn insert(tx: &Transaction<'_>, entry: &NewHistoryEntry, at: Timestamp) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO entry (kind, deal, field, before, after, earliest, at, ours)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        entry.kind,
        entry.deal,
        entry.field,
        entry.before,
        entry.after,
        // A clock that was set back must not reverse an interval.
        entry.earliest.map(|earliest| earliest.min(at).as_microsecond()),
        at.as_microsecond(),
        entry.ours
    ])?;
    Ok(())
}

fn update_missing(tx: &Transaction<'_>, entry: &NewHistoryEntry, at: Timestamp) -> Result<(), StoreError> {
    match entry.kind {
        kind::NOT_SEEN => {
            tx.prepare_cached("INSERT OR IGNORE INTO missing (deal, last_seen) VALUES (?1, ?2)")?
                .execute(params![entry.deal, entry.earliest.unwrap_or(at).as_microsecond()])?;
        }
        kind::SEEN_AGAIN | kind::DELETED | kind::BACK => {
            tx.prepare_cached("DELETE FROM missing WHERE deal = ?1")?.execute([&entry.deal])?;
        }
        _ => {}
    }
    Ok(())
}

/// Assigns a change to our write, if a sync showed it before the response arrived. A change from before the request
/// belongs to another user. Returns whether an entry was changed.
fn assign_change(tx: &Transaction<'_>, dated: &OwnField) -> Result<bool, StoreError> {
    let statement: Option<(i64, i64, bool, Option<String>)> = tx
        .prepare_cached(
            "SELECT seq, at, ours, after FROM entry WHERE deal = ?1 AND kind = 'field' AND field = ?2
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([&dated.deal, &dated.field], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    let Some((seq, at, false, after)) = statement else {
        return Ok(false);
    };
    let after = after.and_then(|text| RawValue::from_string(text).ok());
    let ours =
        at >= dated.requested_at.as_microsecond() && is_same_value(after.as_deref(), dated.value.as_deref());
    if ours {
        tx.prepare_cached("UPDATE entry SET earliest = at, ours = 1 WHERE seq = ?1")?.execute([seq])?;
    }
    Ok(ours)
}
