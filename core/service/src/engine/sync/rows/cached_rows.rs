//! Builds table rows from the cache.

use crate::contract::models::deal::Deal;
use crate::contract::paging::deal_page::DealPage;
use crate::contract::record::Record;
use crate::contract::resource::Resource;
use crate::engine::sync::timestamp_cache::TimestampCache;
use crate::model::history::status_since::StatusChangeTime;
use crate::model::table::{ColumnStoreBuilder, DealTable, RowData, RowRef, StatusSince, TimePrecision};
use crate::store::{Cache, CachedRecord, RecordKind, StoreError};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Key of the entity among the single values.
pub const ENTITY: &str = "entity";

/// Key of the portfolio summary among the single values.
pub const PORTFOLIO: &str = "portfolio";

/// Loads every cached deal into a table.
pub(crate) fn load_table(cache: &Cache, zone: &TimeZone) -> Result<DealTable, StoreError> {
    let mut builder = ColumnStoreBuilder::default();
    let mut timestamps = TimestampCache::new(zone.clone());
    cache.for_each_listed(RecordKind::Deal, |listed| {
        // Only valid deals are stored; one that cannot be parsed was stored by a later version.
        let Ok(page) = DealPage::parse_one(listed.body) else {
            return;
        };
        for deal in page.deals() {
            let observed = since_if_set(deal.status, listed.status_since);
            builder.add(&RowRef { id: listed.id, ..timestamps.row(&deal, observed) });
        }
    })?;
    Ok(builder.finish())
}

/// Converts a cached deal to a row. `None` means that a later version stored the body.
pub(crate) fn row_of(stored: &CachedRecord, zone: &TimeZone) -> Option<RowData> {
    let deal = parse_body::<Deal>(&stored.body)?;
    Some(RowData::from_deal(&deal, since_if_set(deal.status(), stored.status_since), zone))
}

/// Parses a stored body.
pub(crate) fn parse_body<T: Resource>(body: &str) -> Option<T> {
    T::from_record(Record::parse(body).ok()?).ok()
}

/// Returns the stage time of a deal with `status`; `None` if the status is missing or empty.
pub(crate) fn since_if_set(
    status: Option<&str>,
    change_time: Option<StatusChangeTime>,
) -> Option<StatusSince> {
    to_status_since(change_time).filter(|_| status.is_some_and(|code| !code.is_empty()))
}

/// Converts an observed stage time to a timestamp with its bound.
pub(crate) fn to_status_since(change_time: Option<StatusChangeTime>) -> Option<StatusSince> {
    Some(match change_time? {
        StatusChangeTime::Exact(at) => StatusSince { at: at.as_second(), precision: TimePrecision::Exact },
        StatusChangeTime::AtLeast(at) => {
            StatusSince { at: at.as_second(), precision: TimePrecision::AtLeast }
        }
        StatusChangeTime::Interval { after, before } => interval(after, before),
    })
}

/// Returns the stage time of a change that happened between two reads.
pub(crate) fn interval(after: Timestamp, before: Timestamp) -> StatusSince {
    StatusSince { at: before.as_second(), precision: TimePrecision::Interval { after: after.as_second() } }
}
