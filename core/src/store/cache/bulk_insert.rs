//! The first reading of all deals: nothing is held that what comes could differ from, so pages are kept whole.

use rusqlite::{Connection, TransactionBehavior};

use super::{Cache, lock};
use crate::store::cache::changes_since;
use crate::store::cache::page_refs::{self, Sheet};
use crate::store::cache::record_upsert::Known;
use crate::store::{Bound, Kind, Leaf, Revision, StoreError};

/// A first reading, for as long as nobody else writes a deal meanwhile.
#[derive(Debug)]
pub struct FirstReading {
    /// How far the deals had come when this reading last wrote; `None` once it is a reading like any other.
    left_at: Option<Revision>,
}

impl FirstReading {
    /// A reading like any other.
    pub fn over() -> Self {
        Self { left_at: None }
    }

    /// Whether pages are still kept whole.
    pub fn goes_on(&self) -> bool {
        self.left_at.is_some()
    }

    /// Whether it goes on in `step`: nobody else wrote a deal, and nothing is known of any.
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

    /// Notes that it wrote in `step`.
    pub(super) fn went_on(&mut self, step: &Connection) -> Result<(), StoreError> {
        self.left_at = Some(changes_since::revision(step)?);
        Ok(())
    }
}

impl Cache {
    /// Keeps the pages that `next` gives, none of which shows a deal again, in one step: each is put where it stays and given
    /// up before the next is asked for. Nobody else writes meanwhile. Where `first` does not hold any more, none is asked
    /// for.
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

    /// Ends a reading of all deals.
    pub fn end_reading(&self) -> Result<(), StoreError> {
        self.history.write_ahead()
    }

    /// Begins a reading of all deals, which is the first one if none is held.
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

/// What the cache holds of a page that is kept whole; nothing of one without a record.
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
