//! The first reading of all deals: nothing is held that what comes could differ from, so pages are kept whole.

use rusqlite::Connection;

use super::Cache;
use crate::store::touched;
use crate::store::writing::Known;
use crate::store::{Kind, Revision, StoreError};

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
        if !nothing_known || self.left_at != Some(touched::revision(step)?) {
            self.left_at = None;
        }
        Ok(())
    }

    /// Notes that it wrote in `step`.
    pub(super) fn went_on(&mut self, step: &Connection) -> Result<(), StoreError> {
        self.left_at = Some(touched::revision(step)?);
        Ok(())
    }
}

impl Cache {
    /// Ends a reading of all deals.
    pub fn end_reading(&self) -> Result<(), StoreError> {
        self.history.write_ahead()
    }

    /// Begins a reading of all deals, which is the first one if none is held.
    pub fn begin_reading(&self) -> Result<FirstReading, StoreError> {
        let first = self.read(|step, sheets| {
            let nothing = super::read::has_no_deals(step, sheets)?;
            let left_at = nothing.then(|| touched::revision(step)).transpose()?;
            Ok(FirstReading { left_at })
        })?;
        if first.goes_on() {
            self.history.write_straight()?;
        }
        Ok(first)
    }
}
