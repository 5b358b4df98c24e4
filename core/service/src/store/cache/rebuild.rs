//! Bulk rebuilds: filling a new cache from the history, and giving deals in pages their own rows.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Transaction, TransactionBehavior, params};

use super::read::last_full_sync;
use super::{Cache, DEALS_COMPLETE, DEALS_LOST, LAST_CONSISTENT_PASS, lock, set_counter};
use crate::store::cache::page_refs::{self, PageRefs};
use crate::store::cache::{changes_since, status_since};
use crate::store::history::PastDeal;
use crate::store::{RecordKind, StoreError};

/// Inserts the complete row of a deal.
const INSERT_DEAL: &str =
    "INSERT OR IGNORE INTO record (kind, parent, id, body, position, fetched_at, pass, change, sum)
     VALUES (?1, '', ?2, ?3, ?4, ?5, ?6, ?7, row_sum(?1, '', ?2, ?3, ?4, ?5, ?6, ?7))";

impl Cache {
    /// Adds deals that are known only from the history. The next sync is then compared with their earlier state.
    pub(in crate::store) fn seed(
        &self,
        deals: &BTreeMap<String, PastDeal>,
        last_pass: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (id, deal) in deals {
            let new = tx.prepare_cached(INSERT_DEAL)?.execute(params![
                RecordKind::Deal.name(),
                id,
                deal.body,
                deal.position,
                deal.observed_at.as_microsecond(),
                0,
                0
            ])?;
            // A deal with a row is known better.
            if new == 0 {
                continue;
            }
            if let Some(since) = deal.status_since {
                status_since::store(&tx, id, &deal.body, since)?;
            }
            if let Some(omitted) = &deal.omitted_status {
                status_since::store_row(&tx, id, &omitted.status, omitted.status_since)?;
            }
        }
        if let Some(last_pass) = last_pass {
            set_counter(&tx, LAST_CONSISTENT_PASS, last_pass.as_microsecond())?;
        }
        let ids: Vec<&str> = deals.keys().map(String::as_str).collect();
        changes_since::record_deals(&tx, &ids)?;
        tx.commit()?;
        Ok(())
    }

    /// Gives every deal its own row, before the history rewrites its pages.
    pub(in crate::store) fn expand_pages(&self) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if let Some(page_refs) = PageRefs::for_reader(&tx, &self.history, &self.page_index)? {
            page_refs.for_each(|deal, page_ref, position| {
                tx.prepare_cached(INSERT_DEAL)?.execute(params![
                    RecordKind::Deal.name(),
                    deal.id,
                    deal.body,
                    position,
                    page_ref.received_at.as_microsecond(),
                    page_ref.pass,
                    page_ref.write_seq
                ])?;
                Ok(())
            })?;
        }
        page_refs::clear(&tx)?;
        tx.commit()?;
        self.page_index.clear();
        Ok(())
    }

    /// Drops page references to another history; the remaining deals are incomplete. Returns whether any were dropped.
    pub(in crate::store) fn drop_stale_refs(&self) -> Result<bool, StoreError> {
        let token = self.history.token()?;
        let mut db = lock(&self.writer);
        if page_refs::matches_token(&db, token)? {
            return Ok(false);
        }
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        page_refs::clear(&tx)?;
        mark_incomplete(&tx)?;
        changes_since::record_all(&tx)?;
        tx.commit()?;
        Ok(true)
    }
}

fn mark_incomplete(tx: &Transaction<'_>) -> Result<(), StoreError> {
    if let Some(synced_at) = last_full_sync(tx)? {
        set_counter(tx, DEALS_LOST, synced_at.as_microsecond())?;
    }
    for name in [LAST_CONSISTENT_PASS, DEALS_COMPLETE] {
        tx.execute("DELETE FROM counter WHERE name = ?1", [name])?;
    }
    Ok(())
}
