//! Bulk insert for the first full sync. The cache is empty, so pages are stored whole without comparison.

use rusqlite::{Connection, TransactionBehavior};

use super::{Cache, lock};
use crate::store::cache::changes_since;
use crate::store::cache::page_refs::{self, PageRef};
use crate::store::cache::record_upsert::UpsertContext;
use crate::store::{CachePage, PageGuard, RecordKind, Revision, StoreError};

/// The state of a first full sync, valid while no other process writes deals.
#[derive(Debug)]
pub struct FirstSync {
    /// Revision after the last write of this sync; `None` once it is an ordinary sync.
    last_revision: Option<Revision>,
}

impl FirstSync {
    /// Returns the state of an ordinary sync.
    pub fn ordinary() -> Self {
        Self { last_revision: None }
    }

    /// Returns whether pages are still stored whole.
    pub fn is_active(&self) -> bool {
        self.last_revision.is_some()
    }

    /// Checks the condition in transaction `tx`: no other writer, and no known deals.
    pub(super) fn check(
        &mut self,
        tx: &Connection,
        kind: RecordKind,
        context: &UpsertContext<'_>,
    ) -> Result<(), StoreError> {
        let nothing_known = kind == RecordKind::Deal
            && context.last_consistent_pass.is_none()
            && context.missing.is_empty()
            && !context.any_deleted
            && context.deleted.is_empty()
            && context.no_status_times;
        if !nothing_known || self.last_revision != Some(changes_since::revision(tx)?) {
            self.last_revision = None;
        }
        Ok(())
    }

    /// Notes that this sync wrote in `tx`.
    pub(super) fn note_write(&mut self, tx: &Connection) -> Result<(), StoreError> {
        self.last_revision = Some(changes_since::revision(tx)?);
        Ok(())
    }
}

impl Cache {
    /// Stores the pages that `next` returns in one transaction. No page may repeat a deal. Each page is written and
    /// dropped before the next is requested; other writers are locked out. If `first` is no longer valid, no page is
    /// requested.
    pub fn save_first_sync<P: PageGuard>(
        &self,
        pass: i64,
        first: &mut FirstSync,
        mut next: impl FnMut() -> Option<P>,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        first.check(&tx, RecordKind::Deal, &self.upsert_context(&tx, RecordKind::Deal)?)?;
        if !first.is_active() {
            return Ok(());
        }
        let mut new = Vec::new();
        self.history.append_pages(|pages| {
            while let Some(page) = next() {
                let cache_page = page.cache_page();
                debug_assert!(!cache_page.repeats, "a page stored whole repeats a deal");
                if !cache_page.records.is_empty() {
                    let entry = pages.write(cache_page.received_at, &cache_page.records)?;
                    new.extend(page_ref(&cache_page, entry, pass));
                }
            }
            Ok(())
        })?;
        if !new.is_empty() {
            changes_since::record_all(&tx)?;
            page_refs::add(&tx, self.history.token()?, &new)?;
        }
        first.note_write(&tx)?;
        tx.commit()?;
        Ok(())
    }

    /// Ends a full sync of the deals.
    pub fn end_full_sync(&self) -> Result<(), StoreError> {
        self.history.write_to_log()
    }

    /// Begins a full sync of the deals; it is the first if none are cached.
    pub fn begin_full_sync(&self) -> Result<FirstSync, StoreError> {
        let first = self.read(|tx, page_refs| {
            let is_empty = super::read::has_no_deals(tx, page_refs)?;
            let left_at = is_empty.then(|| changes_since::revision(tx)).transpose()?;
            Ok(FirstSync { last_revision: left_at })
        })?;
        if first.is_active() {
            self.history.write_direct()?;
        }
        Ok(first)
    }
}

/// Returns the page reference for a page stored whole; `None` for an empty page.
pub(super) fn page_ref(page: &CachePage<'_>, entry: i64, pass: i64) -> Option<PageRef> {
    Some(PageRef {
        entry,
        deal_count: page.records.len(),
        position: page.records.first()?.position,
        received_at: page.received_at,
        pass,
        write_seq: page.request_seq.0,
    })
}
