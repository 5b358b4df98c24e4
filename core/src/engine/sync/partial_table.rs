//! The table that grows on screen while everything is read for the first time.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::time::Instant;

use super::timestamp_cache::Moments;
use crate::contract::paging::deal_page::Listing;
use crate::engine::actor::initial_load;
use crate::model::table::{Bound, ColumnsBuilder, DealTable, NewRow, Numbers, StageSince};
use crate::store::{Store, StoreError};

/// The table is made anew no more often than this, and never for more than a part of the time.
pub(super) const GROWTH: Duration = Duration::from_millis(150);
/// More than a service may make us set aside before it has sent anything.
const MOST_EXPECTED: u64 = 2_000_000;

/// The table that grows while the first pass goes on.
pub(in crate::engine) struct Growing {
    pub(in crate::engine) builder: ColumnsBuilder,
    /// Whether the store held no deal when the pass began: then what comes is all there is to know.
    pub(super) fresh: bool,
    /// When the last clean reading of all deals began, if there was one.
    seen_all: Option<Timestamp>,
    /// What was shown last.
    pub(in crate::engine) shown: Option<DealTable>,
    pub(super) grown: Instant,
    pub(super) pause: Duration,
    moments: Moments,
}

impl Growing {
    /// A table without a row. `seen_all`: when the last clean reading of all deals began, if there was one.
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

    /// Makes room for as many rows as the service says there are.
    pub(super) fn expect(&mut self, total: Option<u64>) {
        self.builder
            .expect(total.unwrap_or_default().min(MOST_EXPECTED) as usize);
    }

    /// The finished table.
    pub(in crate::engine) fn finish(self) -> DealTable {
        let whole = self.builder.len();
        match self.shown.filter(|table| table.len() == whole) {
            Some(table) => table,
            None => self.builder.finish(),
        }
    }

    /// Adds a page. `again`: whether some of its deals came before, in it or in another.
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
        // What is known of the status of a deal that was never read before, as the store will say it.
        let first_sight = self
            .seen_all
            .map_or(at_least, |seen| initial_load::interval(seen.min(at), at));
        let moments = &mut self.moments;
        let rows = page.deals().map(|deal| {
            let given = deal.status.is_some_and(|code| !code.is_empty());
            let observed = stages.next().map_or(Some(first_sight), initial_load::since);
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
