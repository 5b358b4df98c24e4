//! Builds table rows from the cache.

use crate::contract::models::deal::Deal;
use crate::contract::paging::deal_page::Listing;
use crate::contract::record::Record;
use crate::contract::resource::Resource;
use crate::engine::sync::timestamp_cache::Moments;
use crate::model::history::stage::Stage;
use crate::model::table::{Bound, ColumnsBuilder, DealTable, NewRow, Numbers, RowData, StageSince};
use crate::store::{Cache, Kind, StoreError, Stored};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Key of the entity among the single values.
pub(crate) const ENTITY: &str = "entity";

/// Key of the portfolio summary among the single values.
pub(crate) const PORTFOLIO: &str = "portfolio";

/// Loads every cached deal into a table.
pub(crate) fn table(cache: &Cache, zone: &TimeZone) -> Result<DealTable, StoreError> {
    let mut builder = ColumnsBuilder::default();
    let mut moments = Moments::new(zone.clone());
    cache.list(Kind::Deal, |listed| {
        // Only valid deals are stored; one that cannot be parsed was stored by a later version.
        let Ok(page) = Listing::one(listed.body) else {
            return;
        };
        for deal in page.deals() {
            builder.add(&NewRow {
                id: listed.id,
                name: deal.name.unwrap_or_default(),
                status: deal.status.unwrap_or_default(),
                class: deal.classe_actif.unwrap_or_default(),
                owner: deal.responsable.unwrap_or_default(),
                since: moments
                    .received(deal.status_since)
                    .or(since_of(deal.status, listed.stage)),
                numbers: Numbers::Plain(deal.numbers),
            });
        }
    })?;
    Ok(builder.finish())
}

/// Converts a cached deal to a row. `None` means that a later version stored the body.
pub(crate) fn row(stored: &Stored, zone: &TimeZone) -> Option<RowData> {
    let deal = read::<Deal>(&stored.body)?;
    Some(RowData::from_deal(
        &deal,
        since_of(deal.status(), stored.stage),
        zone,
    ))
}

/// Parses a stored body.
pub(crate) fn read<T: Resource>(body: &str) -> Option<T> {
    T::from_record(Record::parse(body).ok()?).ok()
}

/// Returns the stage time of a deal with `status`; `None` if the status is missing or empty.
pub(crate) fn since_of(status: Option<&str>, stage: Option<Stage>) -> Option<StageSince> {
    since(stage).filter(|_| status.is_some_and(|code| !code.is_empty()))
}

/// Converts an observed stage time to a timestamp with its bound.
pub(crate) fn since(stage: Option<Stage>) -> Option<StageSince> {
    Some(match stage? {
        Stage::Exact(at) => StageSince {
            at: at.as_second(),
            bound: Bound::Exact,
        },
        Stage::AtLeast(at) => StageSince {
            at: at.as_second(),
            bound: Bound::AtLeast,
        },
        Stage::Interval { after, before } => interval(after, before),
    })
}

/// Returns the stage time of a change that happened between two reads.
pub(crate) fn interval(after: Timestamp, before: Timestamp) -> StageSince {
    StageSince {
        at: before.as_second(),
        bound: Bound::Interval {
            after: after.as_second(),
        },
    }
}
