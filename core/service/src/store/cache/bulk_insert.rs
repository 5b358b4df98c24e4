//! Bulk insert for the first full sync. The cache is empty, so pages are stored whole without comparison.

use rusqlite::{Connection, TransactionBehavior};

use super::{Cache, lock};
use crate::store::cache::changes_since;
use crate::store::cache::page_refs::{self, Sheet};
use crate::store::cache::record_upsert::Known;
use crate::store::{Bound, Kind, Leaf, Revision, StoreError};

/// The state of a first full sync, valid while no other process writes deals.
#[derive(Debug)]
pub struct FirstReading {
    /// Revision after the last write of this sync; `None` once it is an ordinary sync.
    left_at: Option<Revision>,
}

impl FirstReading {
    /// Returns the state of an ordinary sync.
    pub fn over() -> Self {
        Self { left_at: None }
    }

    /// Returns whether pages are still stored whole.
    pub fn goes_on(&self) -> bool {
        self.left_at.is_some()
    }

    /// Checks the condition in transaction `step`: no other writer, and no known deals.
    pub(super) fn look(
        &mut self,
        step: &Connection,
        kind: Kind,
        known: &Known<'_>,
    ) -> Result<(), StoreError> {
        let nothing_known = kind == Kind::Deal
            && known.seen_all.is_none()
            && known.missing.is_empty()
            && !known.some_deleted
            && known.gone.is_empty()
            && known.no_stages;
        if !nothing_known || self.left_at != Some(changes_since::revision(step)?) {
            self.left_at = None;
        }
        Ok(())
    }

    /// Notes that this sync wrote in `step`.
    pub(super) fn went_on(&mut self, step: &Connection) -> Result<(), StoreError> {
        self.left_at = Some(changes_since::revision(step)?);
        Ok(())
    }
}

impl Cache {
    /// Stores the pages that `next` returns in one transaction. No page may repeat a deal. Each page is written and
    /// dropped before the next is requested; other writers are locked out. If `first` is no longer valid, no page is
    /// requested.
    pub fn save_first<P: Bound>(
        &self,
        pass: i64,
        first: &mut FirstReading,
        mut next: impl FnMut() -> Option<P>,
    ) -> Result<(), StoreError> {
        let mut db = lock(&self.writer);
        let step = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        first.look(&step, Kind::Deal, &self.known(&step, Kind::Deal)?)?;
        if !first.goes_on() {
            return Ok(());
        }
        let mut new = Vec::new();
        self.history.keep_pages(|pages| {
            while let Some(page) = next() {
                let leaf = page.leaf();
                debug_assert!(!leaf.again, "a page stored whole repeats a deal");
                if !leaf.records.is_empty() {
                    let entry = pages.write(leaf.at, &leaf.records)?;
                    new.extend(sheet(&leaf, entry, pass));
                }
            }
            Ok(())
        })?;
        if !new.is_empty() {
            changes_since::note_all(&step)?;
            page_refs::add(&step, self.history.token()?, &new)?;
        }
        first.went_on(&step)?;
        step.commit()?;
        Ok(())
    }

    /// Ends a full sync of the deals.
    pub fn end_reading(&self) -> Result<(), StoreError> {
        self.history.write_ahead()
    }

    /// Begins a full sync of the deals; it is the first if none are cached.
    pub fn begin_reading(&self) -> Result<FirstReading, StoreError> {
        let first = self.read(|step, sheets| {
            let nothing = super::read::has_no_deals(step, sheets)?;
            let left_at = nothing.then(|| changes_since::revision(step)).transpose()?;
            Ok(FirstReading { left_at })
        })?;
        if first.goes_on() {
            self.history.write_straight()?;
        }
        Ok(first)
    }
}

/// Returns the page reference for a page stored whole; `None` for an empty page.
pub(super) fn sheet(page: &Leaf<'_>, entry: i64, pass: i64) -> Option<Sheet> {
    Some(Sheet {
        entry,
        deals: page.records.len(),
        position: page.records.first()?.position,
        at: page.at,
        pass,
        change: page.asked.0,
    })
}
