//! The growing table shown during the first full sync.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::time::Instant;

use crate::contract::paging::deal_page::DealPage;
use crate::engine::sync::timestamp_cache::TimestampCache;
use crate::model::table::{ColumnStoreBuilder, DealTable, StatusSince, TimePrecision};
use crate::store::{Store, StoreError};

/// Minimum interval between rebuilds of the table, which also take a limited share of time.
pub(in crate::engine::sync) const REBUILD_INTERVAL: Duration = Duration::from_millis(150);
/// Upper limit of the memory reserved for the total that the server announces.
const MAX_RESERVED: u64 = 2_000_000;

/// The growing table of a first pass.
pub(in crate::engine) struct PartialTable {
    pub(in crate::engine) builder: ColumnStoreBuilder,
    /// True if the store had no deals when the pass began; then received rows are complete.
    pub(in crate::engine::sync) is_first: bool,
    /// Start of the last consistent pass, if any.
    last_pass: Option<Timestamp>,
    /// The table shown last.
    pub(in crate::engine) last_table: Option<DealTable>,
    pub(in crate::engine::sync) rebuilt_at: Instant,
    pub(in crate::engine::sync) pause: Duration,
    timestamps: TimestampCache,
}

impl PartialTable {
    /// Returns an empty table. `last_pass` is the start of the last consistent pass, if any.
    pub(in crate::engine) fn new(is_first: bool, last_pass: Option<Timestamp>, zone: &TimeZone) -> Self {
        Self {
            builder: ColumnStoreBuilder::default(),
            is_first,
            last_pass,
            last_table: None,
            rebuilt_at: Instant::now(),
            pause: REBUILD_INTERVAL,
            timestamps: TimestampCache::new(zone.clone()),
        }
    }

    /// Reserves memory for the number of rows that the server announces.
    pub(in crate::engine::sync) fn reserve(&mut self, total: Option<u64>) {
        self.builder.expect(total.unwrap_or_default().min(MAX_RESERVED) as usize);
    }

    /// Returns the finished table.
    pub(in crate::engine) fn finish(self) -> DealTable {
        let row_count = self.builder.len();
        match self.last_table.filter(|table| table.len() == row_count) {
            Some(table) => table,
            None => self.builder.finish(),
        }
    }

    /// Adds a page. `repeats` is true if some of its deals came before.
    pub(in crate::engine) fn add(
        &mut self,
        store: &Store,
        page: &DealPage,
        at: Timestamp,
        repeats: bool,
    ) -> Result<(), StoreError> {
        let status_times = if self.is_first {
            Vec::new()
        } else {
            store.cache().status_times(page.deals().map(|deal| deal.id))?
        };
        let mut status_times = status_times.into_iter();
        let at_least = StatusSince { at: at.as_second(), precision: TimePrecision::AtLeast };
        // The stage time of a new deal, as the store will compute it.
        let first_sight = self.last_pass.map_or(at_least, |stage_from| {
            crate::engine::sync::rows::cached_rows::interval(stage_from.min(at), at)
        });
        let timestamps = &mut self.timestamps;
        let rows = page.deals().map(|deal| {
            let has_status = deal.status.is_some_and(|code| !code.is_empty());
            let observed = status_times
                .next()
                .map_or(Some(first_sight), crate::engine::sync::rows::cached_rows::to_status_since);
            let observed = observed.filter(|_| has_status);
            timestamps.row(&deal, observed)
        });
        if repeats {
            rows.for_each(|row| self.builder.add(&row));
        } else {
            self.builder.add_new(rows);
        }
        Ok(())
    }
}
