//! The table of deals fetched by a command. Filters give the same results as on screen.

use std::borrow::Cow;

use jiff::tz::TimeZone;

use super::rows::cached_rows::since_if_set;
use super::timestamp_cache::TimestampCache;
use crate::contract::paging::deal_page::DealPage;
use crate::contract::record::Record;
use crate::model::table::{ColumnStoreBuilder, DealTable};
use crate::store::{Cache, StoreError};

/// Builds the table of `records`; a record that is not a deal is skipped. `cache_or_none` is the cache with observed stage
/// times, for a server that does not send them. The records must have been stored there before.
///
/// # Errors
/// Those of the store.
pub fn table_of(
    records: &[Record],
    cache_or_none: Option<&Cache>,
    zone: &TimeZone,
) -> Result<DealTable, StoreError> {
    let mut ad_hoc = AdHocTable::new(cache_or_none, zone);
    ad_hoc.add(records)?;
    Ok(ad_hoc.finish())
}

/// A table built from batches, for callers that do not have all records in memory.
pub struct AdHocTable<'a> {
    builder: ColumnStoreBuilder,
    timestamps: TimestampCache,
    cache: Option<&'a Cache>,
}

impl<'a> AdHocTable<'a> {
    /// Returns an empty table. `cache_or_none`: as for [`table_of`].
    pub fn new(cache: Option<&'a Cache>, zone: &TimeZone) -> Self {
        Self { builder: ColumnStoreBuilder::default(), timestamps: TimestampCache::new(zone.clone()), cache }
    }

    /// Adds a batch of records.
    ///
    /// # Errors
    /// Those of the store.
    pub fn add(&mut self, records: &[Record]) -> Result<(), StoreError> {
        let ids: Vec<Cow<'_, str>> =
            records.iter().map(|record| record.text("id").unwrap_or_default()).collect();
        let status_times = self.cache.map(|cache| cache.status_times(ids.iter().map(Cow::as_ref)));
        let mut status_times = status_times.transpose()?.unwrap_or_default().into_iter();
        for record in records {
            let status_since = status_times.next().flatten();
            let Ok(page) = DealPage::parse_one(record.as_str()) else {
                continue;
            };
            for deal in page.deals() {
                let observed = since_if_set(deal.status, status_since);
                self.builder.add(&self.timestamps.row(&deal, observed));
            }
        }
        Ok(())
    }

    /// Returns the table of all added records.
    pub fn finish(self) -> DealTable {
        self.builder.finish()
    }
}
