//! Storage of list pages, single records and deletions. Changes are recorded in the history first, then in the cache.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};

use super::bulk_insert::{FirstSync, page_ref};
use super::{Cache, LAST_CONSISTENT_PASS, SYNC_PASS, WRITE_SEQ, body_of, bump, counter, lock};
use crate::contract::record::Record;
use crate::store::cache::changes_since;
use crate::store::cache::page_refs::{self, PageRef, PageRefs};
use crate::store::cache::record_upsert::{RecordUpsert, UpsertContext, replaced_record};
use crate::store::cache::types::timestamp_from_micros;
use crate::store::history::{Observations, RecordOrigin};
use crate::store::{CachePage, ReceivedRecord, RecordKind, StoreError, UpsertOutcome, WriteSeq};

impl Cache {
    /// Stores a page of a list in one transaction and returns each record's result. `request_seq` was noted before the
    /// request.
    pub fn save_page(
        &self,
        kind: RecordKind,
        parent: &str,
        pass: i64,
        request_seq: WriteSeq,
        at: Timestamp,
        page: &[ReceivedRecord],
    ) -> Result<Vec<UpsertOutcome>, StoreError> {
        let records = page.iter().map(ReceivedRecord::as_incoming).collect();
        let cache_page = CachePage { request_seq, received_at: at, records, repeats: false };
        let mut outcomes = self.save_pages(kind, parent, pass, &[cache_page], &mut FirstSync::ordinary())?;
        Ok(outcomes.pop().unwrap_or_default())
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
        let mut outcomes = Vec::with_capacity(pages.len());
        let together = !first.is_active();
        for batch in pages.chunk_by(|_, next| together || !next.repeats) {
            outcomes.extend(self.save_in_transaction(kind, parent, pass, batch, first)?);
        }
        debug_assert_eq!(outcomes.len(), pages.len());
        Ok(outcomes)
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
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let context = self.upsert_context(&tx, kind)?;
        first.check(&tx, kind, &context)?;
        let stored_whole = |page: &CachePage<'_>| first.is_active() && !page.repeats;
        let (mut all, mut observations, mut touched) = (Vec::new(), Vec::new(), Vec::new());
        for page in pages {
            if stored_whole(page) {
                all.push(vec![UpsertOutcome::New; page.records.len()]);
                observations.push(Observations::first_page(page.received_at, &page.records));
                touched.extend(page.records.iter().map(|record| record.id));
            } else {
                all.push(vec![UpsertOutcome::Unchanged; page.records.len()]);
                observations.push(Observations::new(page.received_at));
            }
        }
        for (at, position) in storage_order(pages, stored_whole, &context.page_refs)? {
            let page = &pages[at];
            let record = page.records[position];
            let upsert = RecordUpsert {
                kind,
                parent,
                pass,
                write_seq: page.request_seq.0,
                at: page.received_at,
                record,
            };
            let outcome = upsert.merge(&tx, &context, &mut observations[at])?;
            if kind == RecordKind::Deal && matches!(outcome, UpsertOutcome::New | UpsertOutcome::Changed) {
                touched.push(record.id);
            }
            all[at][position] = outcome;
        }
        drop(context);
        changes_since::record_deals(&tx, &touched)?;
        let entries = self.history.append_numbered(&observations)?;
        debug_assert_eq!(entries.len(), pages.len(), "each page has its entry");
        if first.is_active() {
            let new = pages.iter().zip(entries).filter(|(page, _)| !page.repeats);
            let new: Vec<PageRef> = new.filter_map(|(page, entry)| page_ref(page, entry?, pass)).collect();
            page_refs::add(&tx, self.history.token()?, &new)?;
            first.note_write(&tx)?;
        }
        tx.commit()?;
        debug_assert_eq!(all.len(), pages.len());
        Ok(all)
    }

    /// Collects facts about the deals before a transaction, besides their rows.
    pub(super) fn upsert_context<'a>(
        &'a self,
        tx: &'a Connection,
        kind: RecordKind,
    ) -> Result<UpsertContext<'a>, StoreError> {
        let deals = kind == RecordKind::Deal;
        Ok(UpsertContext {
            history: &self.history,
            last_consistent_pass: counter(tx, LAST_CONSISTENT_PASS)?
                .and_then(timestamp_from_micros)
                .filter(|_| deals),
            missing: if deals { self.history.missing()? } else { BTreeMap::new() },
            any_deleted: deals && self.history.has_deletions()?,
            deleted: deleted_records(tx, kind)?,
            no_status_times: deals
                && tx
                    .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM stage)")?
                    .query_row([], |row| row.get(0))?,
            page_refs: if deals {
                PageRefs::for_writer(tx, &self.history, &self.page_index)?
            } else {
                PageRefs::none(tx)
            },
        })
    }

    /// Stores a record that the server sent singly and returns the result. `source` tells whether it was fetched or
    /// answers a write. A fetched record may be older than the response to our own write, which arrived first.
    pub fn confirm(
        &self,
        kind: RecordKind,
        parent: &str,
        at: Timestamp,
        record: &ReceivedRecord,
        source: RecordOrigin<'_>,
    ) -> Result<UpsertOutcome, StoreError> {
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let record = record.as_incoming();
        let context = self.upsert_context(&tx, kind)?;
        let before = replaced_record(&tx, kind, parent, &record, &context.page_refs)?;
        let confirmed = before.as_ref().map(|replaced| replaced.write_seq);
        let newest = confirmed.max(context.deleted.get(record.id).copied());
        if let RecordOrigin::Fetched { request_seq } = source
            && newest.is_some_and(|newest| newest > request_seq.0)
        {
            return Ok(UpsertOutcome::Outdated);
        }
        let outcome = match &before {
            None => UpsertOutcome::New,
            Some(replaced) if replaced.old_body.is_none() => UpsertOutcome::Unchanged,
            Some(_) => UpsertOutcome::Changed,
        };
        let change = bump(&tx, WRITE_SEQ)?;
        let pass = counter(&tx, SYNC_PASS)?.unwrap_or(0);
        tx.prepare_cached("DELETE FROM gone WHERE kind = ?1 AND id = ?2")?
            .execute([kind.name(), record.id])?;
        let upsert = RecordUpsert { kind, parent, pass, write_seq: change, at, record };
        let mut observed = Observations::new(at);
        upsert.observe(&tx, before.as_ref(), &context, source, &mut observed)?;
        upsert.write(&tx, &context.page_refs)?;
        drop(context);
        if kind == RecordKind::Deal {
            changes_since::record_deals(&tx, &[record.id])?;
        }
        self.history.append(&[observed])?;
        tx.commit()?;
        Ok(outcome)
    }

    /// Does the same with a parsed record, which keeps its position. A new one goes after all listed ones until a list
    /// gives its position. `None` without an id.
    pub fn confirm_record(
        &self,
        kind: RecordKind,
        parent: &str,
        at: Timestamp,
        record: &Record,
        source: RecordOrigin<'_>,
    ) -> Result<Option<UpsertOutcome>, StoreError> {
        let Some(mut received) = ReceivedRecord::from_record(kind, record, i64::MAX) else {
            return Ok(None);
        };
        if let Some(cached) = self.get(kind, parent, &received.id)? {
            received.position = cached.position;
        }
        self.confirm(kind, parent, at, &received, source).map(Some)
    }

    /// Removes a deleted record: by our own write (`ours`), or as observed at `at`.
    pub fn remove(&self, kind: RecordKind, id: &str, ours: bool, at: Timestamp) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let change = bump(&tx, WRITE_SEQ)?;
        let context = self.upsert_context(&tx, kind)?;
        if kind == RecordKind::Deal
            && let Some((body, fetched)) = body_of(&tx, id, &context.page_refs)?
        {
            let last_seen = context.last_seen(id, fetched);
            let mut observed = Observations::new(at);
            observed.add_deleted(id, Some(body), last_seen, ours);
            changes_since::record_deals(&tx, &[id])?;
            self.history.append(&[observed])?;
            context.page_refs.supersede(id)?;
        }
        drop(context);
        tx.execute("DELETE FROM record WHERE kind = ?1 AND id = ?2", [kind.name(), id])?;
        tx.execute("DELETE FROM record WHERE parent = ?1", [id])?;
        tx.execute("DELETE FROM stage WHERE deal = ?1", [id])?;
        tx.execute(
            "INSERT OR REPLACE INTO gone (kind, id, change) VALUES (?1, ?2, ?3)",
            params![kind.name(), id, change],
        )?;
        tx.commit()?;
        Ok(())
    }
}

/// Returns the storage order of records in pages not stored `stored_whole`. Records of the same history page come
/// together, so it is read once. Repeated records keep their order.
fn storage_order(
    pages: &[CachePage<'_>],
    stored_whole: impl Fn(&CachePage<'_>) -> bool,
    page_refs: &PageRefs<'_>,
) -> Result<Vec<(usize, usize)>, StoreError> {
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (at, page) in pages.iter().enumerate().filter(|(_, page)| !stored_whole(page)) {
        order.extend((0..page.records.len()).map(|position| (at, position)));
    }
    if page_refs.has_any() && !order.is_empty() {
        let mut placed = Vec::with_capacity(order.len());
        for (at, position) in order {
            placed.push((page_refs.find(pages[at].records[position].id)?, (at, position)));
        }
        placed.sort_by_key(|(lies, _)| *lies);
        order = placed.into_iter().map(|(_, position)| position).collect();
    }
    Ok(order)
}

/// Returns the deleted records with their change numbers.
fn deleted_records(db: &Connection, kind: RecordKind) -> Result<HashMap<String, i64>, StoreError> {
    let mut statement = db.prepare_cached("SELECT id, change FROM gone WHERE kind = ?1")?;
    let rows = statement.query_map([kind.name()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
