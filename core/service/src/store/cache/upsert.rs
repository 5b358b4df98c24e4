//! Storage of list pages, single records and deletions. Changes are recorded in the history first, then in the cache.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};

use super::bulk_insert::{FirstSync, page_ref};
use super::{Cache, LAST_CONSISTENT_PASS, SYNC_PASS, WRITE_SEQ, body_of, bump, counter, lock};
use crate::store::cache::changes_since;
use crate::store::cache::page_refs::{self, PageRef, PageRefs};
use crate::store::cache::record_upsert::{RecordUpsert, UpsertContext, replaced_record};
use crate::store::cache::types::timestamp_from_micros;
use crate::store::history::{Observations, RecordOrigin};
use crate::store::{CachePage, ReceivedRecord, RecordKind, StoreError, UpsertOutcome, WriteSeq};

impl Cache {
    /// Stores a page of a list in one transaction and returns each record's result. `asked` was noted before the
    /// request.
    pub fn save_page(
        &self,
        kind: RecordKind,
        parent: &str,
        pass: i64,
        asked: WriteSeq,
        at: Timestamp,
        page: &[ReceivedRecord],
    ) -> Result<Vec<UpsertOutcome>, StoreError> {
        let records = page.iter().map(ReceivedRecord::as_incoming).collect();
        let leaf = CachePage {
            request_seq: asked,
            received_at: at,
            records,
            repeats: false,
        };
        let mut kept = self.save_pages(kind, parent, pass, &[leaf], &mut FirstSync::ordinary())?;
        Ok(kept.pop().unwrap_or_default())
    }

    /// Stores several pages of a list in one transaction. Returns the result of each record of each page. While `first`
    /// is valid, pages of deals become page references. A page that repeats a deal then begins another transaction,
    /// because the earlier reference must be stored first.
    pub fn save_pages(
        &self,
        kind: RecordKind,
        parent: &str,
        pass: i64,
        pages: &[CachePage<'_>],
        first: &mut FirstSync,
    ) -> Result<Vec<Vec<UpsertOutcome>>, StoreError> {
        let mut kept = Vec::with_capacity(pages.len());
        let together = !first.is_active();
        for step in pages.chunk_by(|_, next| together || !next.repeats) {
            kept.extend(self.save_in_transaction(kind, parent, pass, step, first)?);
        }
        debug_assert_eq!(kept.len(), pages.len());
        Ok(kept)
    }

    fn save_in_transaction(
        &self,
        kind: RecordKind,
        parent: &str,
        pass: i64,
        pages: &[CachePage<'_>],
        first: &mut FirstSync,
    ) -> Result<Vec<Vec<UpsertOutcome>>, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known = self.upsert_context(&step, kind)?;
        first.check(&step, kind, &known)?;
        let whole = |page: &CachePage<'_>| first.is_active() && !page.repeats;
        let (mut all, mut seen, mut touched) = (Vec::new(), Vec::new(), Vec::new());
        for page in pages {
            if whole(page) {
                all.push(vec![UpsertOutcome::New; page.records.len()]);
                seen.push(Observations::first_page(page.received_at, &page.records));
                touched.extend(page.records.iter().map(|record| record.id));
            } else {
                all.push(vec![UpsertOutcome::Unchanged; page.records.len()]);
                seen.push(Observations::new(page.received_at));
            }
        }
        for (at, place) in storage_order(pages, whole, &known.page_refs)? {
            let page = &pages[at];
            let record = page.records[place];
            let writing = RecordUpsert {
                kind,
                parent,
                pass,
                write_seq: page.request_seq.0,
                at: page.received_at,
                record,
            };
            let kept = writing.merge(&step, &known, &mut seen[at])?;
            if kind == RecordKind::Deal && matches!(kept, UpsertOutcome::New | UpsertOutcome::Changed) {
                touched.push(record.id);
            }
            all[at][place] = kept;
        }
        drop(known);
        changes_since::record_deals(&step, &touched)?;
        let entries = self.history.append_numbered(&seen)?;
        debug_assert_eq!(entries.len(), pages.len(), "each page has its entry");
        if first.is_active() {
            let new = pages.iter().zip(entries).filter(|(page, _)| !page.repeats);
            let new: Vec<PageRef> = new
                .filter_map(|(page, entry)| page_ref(page, entry?, pass))
                .collect();
            page_refs::add(&step, self.history.token()?, &new)?;
            first.note_write(&step)?;
        }
        step.commit()?;
        debug_assert_eq!(all.len(), pages.len());
        Ok(all)
    }

    /// Collects facts about the deals before a transaction, besides their rows.
    pub(super) fn upsert_context<'a>(
        &'a self,
        step: &'a Connection,
        kind: RecordKind,
    ) -> Result<UpsertContext<'a>, StoreError> {
        let deals = kind == RecordKind::Deal;
        Ok(UpsertContext {
            history: &self.history,
            last_consistent_pass: counter(step, LAST_CONSISTENT_PASS)?
                .and_then(timestamp_from_micros)
                .filter(|_| deals),
            missing: if deals {
                self.history.missing()?
            } else {
                BTreeMap::new()
            },
            any_deleted: deals && self.history.has_deletions()?,
            deleted: deleted_records(step, kind)?,
            no_status_times: deals
                && step
                    .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM stage)")?
                    .query_row([], |row| row.get(0))?,
            page_refs: if deals {
                PageRefs::for_writer(step, &self.history, &self.page_index)?
            } else {
                PageRefs::none(step)
            },
        })
    }

    /// Stores a record that the server sent singly and returns the result. `source` tells whether it was fetched or
    /// answers a write. A fetched record may be older than the answer to our own write, which arrived first.
    pub fn confirm(
        &self,
        kind: RecordKind,
        parent: &str,
        at: Timestamp,
        record: &ReceivedRecord,
        source: RecordOrigin<'_>,
    ) -> Result<UpsertOutcome, StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let record = record.as_incoming();
        let known = self.upsert_context(&step, kind)?;
        let before = replaced_record(&step, kind, parent, &record, &known.page_refs)?;
        let confirmed = before.as_ref().map(|held| held.write_seq);
        let newest = confirmed.max(known.deleted.get(record.id).copied());
        if let RecordOrigin::Fetched { asked } = source
            && newest.is_some_and(|newest| newest > asked.0)
        {
            return Ok(UpsertOutcome::Outdated);
        }
        let kept = match &before {
            None => UpsertOutcome::New,
            Some(held) if held.old_body.is_none() => UpsertOutcome::Unchanged,
            Some(_) => UpsertOutcome::Changed,
        };
        let change = bump(&step, WRITE_SEQ)?;
        let pass = counter(&step, SYNC_PASS)?.unwrap_or(0);
        step.prepare_cached("DELETE FROM gone WHERE kind = ?1 AND id = ?2")?
            .execute([kind.name(), record.id])?;
        let writing = RecordUpsert {
            kind,
            parent,
            pass,
            write_seq: change,
            at,
            record,
        };
        let mut observed = Observations::new(at);
        writing.observe(&step, before.as_ref(), &known, source, &mut observed)?;
        writing.write(&step, &known.page_refs)?;
        drop(known);
        if kind == RecordKind::Deal {
            changes_since::record_deals(&step, &[record.id])?;
        }
        self.history.append(&[observed])?;
        step.commit()?;
        Ok(kept)
    }

    /// Removes a deleted record: by our own write (`ours`), or as observed at `at`.
    pub fn remove(&self, kind: RecordKind, id: &str, ours: bool, at: Timestamp) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let change = bump(&step, WRITE_SEQ)?;
        let known = self.upsert_context(&step, kind)?;
        if kind == RecordKind::Deal
            && let Some((body, fetched)) = body_of(&step, id, &known.page_refs)?
        {
            let last_seen = known.last_seen(id, fetched);
            let mut observed = Observations::new(at);
            observed.add_deleted(id, Some(body), last_seen, ours);
            changes_since::record_deals(&step, &[id])?;
            self.history.append(&[observed])?;
            known.page_refs.supersede(id)?;
        }
        drop(known);
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
}

/// Returns the storage order of records in pages not stored `whole`. Records of the same history page come together, so
/// it is read once. Repeated records keep their order.
fn storage_order(
    pages: &[CachePage<'_>],
    whole: impl Fn(&CachePage<'_>) -> bool,
    sheets: &PageRefs<'_>,
) -> Result<Vec<(usize, usize)>, StoreError> {
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (at, page) in pages.iter().enumerate().filter(|(_, page)| !whole(page)) {
        order.extend((0..page.records.len()).map(|place| (at, place)));
    }
    if sheets.has_any() && !order.is_empty() {
        let mut placed = Vec::with_capacity(order.len());
        for (at, place) in order {
            placed.push((sheets.find(pages[at].records[place].id)?, (at, place)));
        }
        placed.sort_by_key(|(lies, _)| *lies);
        order = placed.into_iter().map(|(_, place)| place).collect();
    }
    Ok(order)
}

/// Returns the deleted records with their change numbers.
fn deleted_records(db: &Connection, kind: RecordKind) -> Result<HashMap<String, i64>, StoreError> {
    let mut all = db.prepare_cached("SELECT id, change FROM gone WHERE kind = ?1")?;
    let rows = all.query_map([kind.name()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
