//! The table of deals as they were known at a past time.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::cached_rows::since_if_set;
use crate::contract::paging::deal_page::DealPage;
use crate::engine::sync::timestamp_cache::TimestampCache;
use crate::model::table::{ColumnStoreBuilder, DealTable, RowData};
use crate::store::{Store, StoreError};

/// Builds the table of the deals as they were known at `at`.
///
/// # Errors
/// Those of the store.
pub fn past_table(store: &Store, at: Timestamp, zone: &TimeZone) -> Result<DealTable, StoreError> {
    let rows = store.history().past_rows(at, || {
        let mut timestamps = TimestampCache::new(zone.clone());
        move |body, changed_at| {
            let page = DealPage::parse_one(body).ok()?;
            let deal = page.deals().next()?;
            let since = since_if_set(deal.status, changed_at);
            Some(RowData::from_ref(&timestamps.row(&deal, since)))
        }
    })?;
    let mut builder = ColumnStoreBuilder::default();
    builder.expect(rows.len());
    for row in &rows {
        builder.push(row);
    }
    Ok(builder.finish())
}
