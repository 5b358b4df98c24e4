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
use super::first_seen_page::{self, FirstSeen};
use super::last_visit::{mark_amended, set_pass};
use super::page_stream::{PageBuffers, write_first_seen};
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
        self.transact(|step| {
            let (mut entries, mut amended) = (Vec::with_capacity(all.len()), false);
            let mut straight = PageBuffers::default();
            for seen in all {
                let written = write(step, seen, &mut straight)?;
                amended |= written.amended;
                entries.push(written.undated_entry);
            }
            if amended {
                mark_amended(step)?;
            }
            debug_assert_eq!(entries.len(), all.len());
            Ok(entries)
        })
    }

    /// Writes the pages of deals of unknown age that `each` supplies, all or nothing. Pages written directly to the
    /// file are synced to disk in the background.
    pub(in crate::store) fn append_pages(
        &self,
        each: impl FnOnce(&mut HistoryPages<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // Locked, so that the journal mode does not change.
        let reading = self.read_state();
        thread::scope(|scope| {
            let flush = reading.sync_file().map(|file| BackgroundSync::start(scope, file));
            self.transact(|step| {
                each(&mut HistoryPages {
                    step,
                    buffers: PageBuffers::default(),
                    background_sync: flush,
                })
            })
        })
    }

    /// Starts the history with deals that were cached before, as of `now`.
    pub(in crate::store) fn adopt(
        &self,
        deals: &[CachedRecord],
        whole: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.transact(|step| {
            for page in deals.chunks(DEALS_PER_ROW) {
                let (mut ids, mut bytes) = (String::from("\n"), Vec::new());
                for deal in page {
                    ids.push_str(&deal.id);
                    ids.push('\n');
                    let (id, body, stage) = (&*deal.id, &*deal.body, deal.status_since);
                    first_seen_page::append(
                        &mut bytes,
                        &FirstSeen {
                            id,
                            body,
                            status_since: stage,
                        },
                    );
                }
                step.prepare_cached("INSERT INTO entry (kind, at, ids, deals) VALUES (?1, ?2, ?3, ?4)")?
                    .execute(params![kind::SEEN, now.as_microsecond(), ids, bytes])?;
            }
            whole.map_or(Ok(()), |whole| set_pass(step, whole))
        })
    }
}

/// A writer of single pages within a transaction.
pub(in crate::store) struct HistoryPages<'a> {
    step: &'a Transaction<'a>,
    buffers: PageBuffers,
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
            flush.add_written(self.buffers.size());
        }
        Ok(entry)
    }
}

/// The result of writing a page or an answer.
struct AppendResult {
    /// Entry number of the first-seen deals of unknown age.
    undated_entry: Option<i64>,
    /// True if existing entries were changed.
    amended: bool,
}

fn write(
    step: &Transaction<'_>,
    seen: &Observations<'_>,
    straight: &mut PageBuffers,
) -> Result<AppendResult, StoreError> {
    let mut plain = seen
        .page
        .map(|page| straight.write(step, seen.at, page))
        .transpose()?;
    for ((earliest, ours), sight) in &seen.first_seen {
        let entry = write_first_seen(step, (*earliest, seen.at, *ours), &sight.ids, &sight.deals)?;
        if earliest.is_none() && !ours {
            plain = Some(entry);
        }
    }
    let mut amended = false;
    // Claims come before changes, which the answer may contain.
    for claimed in &seen.own_deals {
        amended |= claim(step, claimed, seen.at)?;
    }
    for row in &seen.rows {
        if !is_known(step, row)? {
            insert(step, row, seen.at)?;
        }
        update_missing(step, row, seen.at)?;
    }
    for dated in &seen.own_fields {
        amended |= assign_change(step, dated)?;
    }
    Ok(AppendResult {
        undated_entry: plain,
        amended,
    })
}

/// Returns whether an entry already exists. It does if an earlier run ended before the cache was written.
fn is_known(step: &Transaction<'_>, row: &NewHistoryEntry) -> Result<bool, StoreError> {
    let last: Option<(String, Option<String>)> = step
        .prepare_cached(
            "SELECT kind, after FROM entry WHERE deal = ?1 AND (field = ?2 OR kind <> 'field')
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([&row.deal, &row.field], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((kind, after)) = last else {
        return Ok(false);
    };
    let token = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    Ok(kind == row.kind
        && (row.kind != kind::FIELD || is_same_value(token(&after).as_deref(), token(&row.after).as_deref())))
}

fn insert(step: &Transaction<'_>, row: &NewHistoryEntry, at: Timestamp) -> Result<(), StoreError> {
    step.prepare_cached(
        "INSERT INTO entry (kind, deal, field, before, after, earliest, at, ours)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        row.kind,
        row.deal,
        row.field,
        row.before,
        row.after,
        // A clock that was set back must not reverse an interval.
        row.earliest.map(|earliest| earliest.min(at).as_microsecond()),
        at.as_microsecond(),
        row.ours
    ])?;
    Ok(())
}

fn update_missing(step: &Transaction<'_>, row: &NewHistoryEntry, at: Timestamp) -> Result<(), StoreError> {
    match row.kind {
        kind::NOT_SEEN => {
            step.prepare_cached("INSERT OR IGNORE INTO missing (deal, last_seen) VALUES (?1, ?2)")?
                .execute(params![row.deal, row.earliest.unwrap_or(at).as_microsecond()])?;
        }
        kind::SEEN_AGAIN | kind::DELETED | kind::BACK => {
            step.prepare_cached("DELETE FROM missing WHERE deal = ?1")?
                .execute([&row.deal])?;
        }
        _ => {}
    }
    Ok(())
}

/// Assigns a change to our write, if a sync showed it before the answer arrived. A change from before the request
/// belongs to another user. Returns whether an entry was changed.
fn assign_change(step: &Transaction<'_>, dated: &OwnField) -> Result<bool, StoreError> {
    let last: Option<(i64, i64, bool, Option<String>)> = step
        .prepare_cached(
            "SELECT seq, at, ours, after FROM entry WHERE deal = ?1 AND kind = 'field' AND field = ?2
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([&dated.deal, &dated.field], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    let Some((seq, at, false, after)) = last else {
        return Ok(false);
    };
    let after = after.and_then(|text| RawValue::from_string(text).ok());
    let ours =
        at >= dated.requested_at.as_microsecond() && is_same_value(after.as_deref(), dated.value.as_deref());
    if ours {
        step.prepare_cached("UPDATE entry SET earliest = at, ours = 1 WHERE seq = ?1")?
            .execute([seq])?;
    }
    Ok(ours)
}
