//! Deals that a command has read, as the table that screens read: the same filter finds the same deals in both.

use std::borrow::Cow;

use jiff::tz::TimeZone;

use super::timestamp_cache::Moments;
use crate::contract::paging::deal_page::Listing;
use crate::contract::record::Record;
use crate::engine::actor::initial_load;
use crate::model::table::{ColumnsBuilder, DealTable, NewRow, Numbers};
use crate::store::{Cache, StoreError};

/// The table of `records`. `observed`: where it is kept since when they have been seen in their statuses, for a service
/// that does not say it; what was read must have been kept there. What is no deal is no row.
///
/// # Errors
/// Those of the store.
pub fn listed(
    records: &[Record],
    observed: Option<&Cache>,
    zone: &TimeZone,
) -> Result<DealTable, StoreError> {
    let mut listing = Listed::new(observed, zone);
    listing.add(records)?;
    Ok(listing.finish())
}

/// The same of records that come some at a time, for whoever does not hold them all.
pub struct Listed<'a> {
    builder: ColumnsBuilder,
    moments: Moments,
    observed: Option<&'a Cache>,
}

impl<'a> Listed<'a> {
    /// Nothing yet. `observed`: as with [`listed`].
    pub fn new(observed: Option<&'a Cache>, zone: &TimeZone) -> Self {
        Self {
            builder: ColumnsBuilder::default(),
            moments: Moments::new(zone.clone()),
            observed,
        }
    }

    /// Takes some more in.
    ///
    /// # Errors
    /// Those of the store.
    pub fn add(&mut self, records: &[Record]) -> Result<(), StoreError> {
        let ids: Vec<Cow<'_, str>> = records
            .iter()
            .map(|record| record.text("id").unwrap_or_default())
            .collect();
        let stages = self
            .observed
            .map(|cache| cache.stages(ids.iter().map(Cow::as_ref)));
        let mut stages = stages.transpose()?.unwrap_or_default().into_iter();
        for record in records {
            let stage = stages.next().flatten();
            let Ok(page) = Listing::one(record.as_str()) else {
                continue;
            };
            for deal in page.deals() {
                self.builder.add(&NewRow {
                    id: deal.id,
                    name: deal.name.unwrap_or_default(),
                    status: deal.status.unwrap_or_default(),
                    class: deal.classe_actif.unwrap_or_default(),
                    owner: deal.responsable.unwrap_or_default(),
                    since: self
                        .moments
                        .received(deal.status_since)
                        .or(initial_load::since_of(deal.status, stage)),
                    numbers: Numbers::Plain(deal.numbers),
                });
            }
        }
        Ok(())
    }

    /// The table of all that came.
    pub fn finish(self) -> DealTable {
        self.builder.finish()
    }
}
