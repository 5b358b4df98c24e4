//! The growing table shown during the first full sync.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::time::Instant;

use crate::contract::paging::deal_page::Listing;
use crate::engine::sync::timestamp_cache::Moments;
use crate::model::table::{Bound, ColumnsBuilder, DealTable, NewRow, Numbers, StageSince};
use crate::store::{Store, StoreError};

/// Minimum interval between rebuilds of the table, which also take a limited share of time.
pub(in crate::engine::sync) const GROWTH: Duration = Duration::from_millis(150);
/// Upper limit of the memory reserved for the total that the server announces.
const MOST_EXPECTED: u64 = 2_000_000;

/// The growing table of a first pass.
pub(in crate::engine) struct Growing {
    pub(in crate::engine) builder: ColumnsBuilder,
    /// True if the store had no deals when the pass began; then received rows are complete.
    pub(in crate::engine::sync) fresh: bool,
    /// Start of the last consistent pass, if any.
    seen_all: Option<Timestamp>,
    /// The table shown last.
    pub(in crate::engine) shown: Option<DealTable>,
    pub(in crate::engine::sync) grown: Instant,
    pub(in crate::engine::sync) pause: Duration,
    moments: Moments,
}

impl Growing {
    /// Returns an empty table. `seen_all` is the start of the last consistent pass, if any.
    pub(in crate::engine) fn new(fresh: bool, seen_all: Option<Timestamp>, zone: &TimeZone) -> Self {
        Self {
            builder: ColumnsBuilder::default(),
            fresh,
            seen_all,
            shown: None,
            grown: Instant::now(),
            pause: GROWTH,
            moments: Moments::new(zone.clone()),
        }
    }

    /// Reserves memory for the number of rows that the server announces.
    pub(in crate::engine::sync) fn expect(&mut self, total: Option<u64>) {
        self.builder
            .expect(total.unwrap_or_default().min(MOST_EXPECTED) as usize);
    }

    /// Returns the finished table.
    pub(in crate::engine) fn finish(self) -> DealTable {
        let whole = self.builder.len();
        match self.shown.filter(|table| table.len() == whole) {
            Some(table) => table,
            None => self.builder.finish(),
        }
    }

    /// Adds a page. `again` is true if some of its deals came before.
    pub(in crate::engine) fn add(
        &mut self,
        store: &Store,
        page: &Listing,
        at: Timestamp,
        again: bool,
    ) -> Result<(), StoreError> {
        let stages = if self.fresh {
            Vec::new()
        } else {
            store.cache().stages(page.deals().map(|deal| deal.id))?
        };
        let mut stages = stages.into_iter();
        let at_least = StageSince {
            at: at.as_second(),
            bound: Bound::AtLeast,
        };
        // The stage time of a new deal, as the store will compute it.
        let first_sight = self.seen_all.map_or(at_least, |seen| {
            crate::engine::sync::rows::cached_rows::interval(seen.min(at), at)
        });
        let moments = &mut self.moments;
        let rows = page.deals().map(|deal| {
            let given = deal.status.is_some_and(|code| !code.is_empty());
            let observed = stages
                .next()
                .map_or(Some(first_sight), crate::engine::sync::rows::cached_rows::since);
            let observed = observed.filter(|_| given);
            NewRow {
                id: deal.id,
                name: deal.name.unwrap_or_default(),
                status: deal.status.unwrap_or_default(),
                class: deal.classe_actif.unwrap_or_default(),
                owner: deal.responsable.unwrap_or_default(),
                since: moments.received(deal.status_since).or(observed),
                numbers: Numbers::Plain(deal.numbers),
            }
        });
        if again {
            rows.for_each(|row| self.builder.add(&row));
        } else {
            self.builder.add_new(rows);
        }
        Ok(())
    }
}
