//! Metrics of a swimlane, computed when its head is first shown and cached with it.
//!
//! On a board of 100,000 deals, only visible swimlanes are scanned.

use crate::dataset::staleness;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::swimlane::{Swimlane, SwimlaneMetrics};
use crate::foundation::cx::app_cx::AppCx;
use crate::vocabulary;

impl Pipeline {
    /// Returns the metrics of a swimlane, computing them on first use.
    pub fn swimlane_metrics<'a>(&'a self, swimlane: &'a Swimlane, cx: &'a AppCx) -> &'a SwimlaneMetrics {
        swimlane.metrics.get_or_init(|| {
            let deals = &cx.snapshot.deals;
            let now = cx.observed_now().as_second();
            let columns = || self.filtered.columns.iter().zip(swimlane.ranges.iter().cloned());
            let mut slow_count = 0;
            for (column, range) in columns() {
                let is_inactive = vocabulary::is_inactive_status(&column.status);
                // Read only the needed columns of a row: a swimlane may have thousands.
                for ix in column.rows.get(range).unwrap_or_default() {
                    let is_slow = !is_inactive
                        && deals.status_since(*ix).is_some_and(|since| staleness::is_slow(since, now))
                        && !deals.is_pending(*ix);
                    slow_count += usize::from(is_slow);
                }
            }
            SwimlaneMetrics { metric: self.metric_of(columns(), cx), slow: slow_count }
        })
    }
}

impl Pipeline {
    /// Returns the swimlane of a row; `None` if the board has none.
    pub fn swimlane_at(&self, column: usize, index: usize) -> Option<&Swimlane> {
        self.board.swimlanes.iter().find(|swimlane| {
            let ranges = swimlane.ranges.get(column);
            ranges.is_some_and(|range| range.contains(&index))
        })
    }
}
