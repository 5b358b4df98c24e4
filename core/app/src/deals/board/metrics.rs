//! Metrics of the filtered pipeline, and the filter for its slow deals.
//!
//! They are computed from the columns' own sums, so a frame or a keystroke in the filter scans no deals.

use std::sync::Arc;

use crate::dataset::slowness::{self, SLOW_DAYS};
use crate::deals::pipeline::column_metric::{ColumnMetric, SlowCount, percent_of};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::{ExactSum, RowIdx, StatusRows, TimePrecision};
use crate::query::{AgeClock, Query};
use crate::text::{MessageArg, Messages};
use crate::vocabulary;

use rust_decimal::Decimal;

/// Metrics of the filtered deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipelineMetrics {
    /// Number of deals shown.
    pub deal_count: usize,
    /// Outstanding principal of the deals.
    pub principal: ColumnMetric,
    /// Mean principal of the deals that have one.
    pub mean: ColumnMetric,
    /// Principal weighted by your organisation's probabilities; `None` if none is configured.
    pub weighted: Option<ColumnMetric>,
    /// Counts of slow deals.
    pub slow: SlowCount,
}

impl Pipeline {
    /// Returns the metrics of the filtered deals.
    pub fn metrics(&self, cx: &AppCx) -> PipelineMetrics {
        let mut sum = ExactSum::new();
        let mut weighted = Some(Decimal::ZERO);
        let mut covered = 0;
        for column in &self.filtered.columns {
            sum.add_sum(column.sum());
            if let Some(percent) = cx.probability(&column.status) {
                let share = column.principal().and_then(|amount| percent_of(amount, percent));
                weighted = weighted.zip(share).and_then(|(total, share)| total.checked_add(share));
                covered += column.covered();
            }
        }
        let has_probabilities = !cx.options.probabilities.is_empty();
        PipelineMetrics {
            deal_count: self.filtered.shown,
            principal: ColumnMetric::sum(&sum),
            mean: ColumnMetric::mean(&sum),
            weighted: has_probabilities
                .then(|| ColumnMetric { value: weighted.filter(|_| covered > 0), covered }),
            slow: self.slow_count(cx),
        }
    }

    /// Returns whether the strip of metrics is shown above the deals.
    pub fn shows_metrics(&self) -> bool {
        !self.board.layout.no_metrics
    }

    fn slow_count(&self, cx: &AppCx) -> SlowCount {
        // An age known only as a range may not tell whether the deal is slow.
        let deals = &cx.snapshot.deals;
        let exact = |bound: TimePrecision| matches!(bound, TimePrecision::Received | TimePrecision::Exact);
        let overlaid = || deals.delta_rows().filter_map(|row| row.since);
        let is_range = |order: &StatusRows| order.intervals > 0 || !order.lower_bounds.is_empty();
        if self.has_default_order()
            && !deals.rows_by_status().iter().any(is_range)
            && overlaid().all(|since| exact(since.precision))
        {
            // Deals are sorted oldest first; those without a date come last.
            return self.sum_slow(
                |rows, clock| {
                    let dated = rows.partition_point(|ix| deals.status_since(*ix).is_some());
                    let is_slow = |ix: &RowIdx| {
                        deals.status_since(*ix).is_some_and(|since| slowness::is_slow(since, clock))
                    };
                    (rows.partition_point(is_slow), dated)
                },
                cx,
            );
        }
        *self.board.slow_count.get_or_init(|| {
            self.sum_slow(
                |rows, clock| {
                    let since = rows.iter().filter_map(|ix| deals.status_since(*ix));
                    since.fold((0, 0), |(is_slow, dated), since| {
                        let slow = slowness::is_slow(since, clock);
                        let max_age = since.age_days(clock).max;
                        let is_known = slow || max_age.is_some_and(|max_age| max_age <= SLOW_DAYS);
                        (is_slow + usize::from(slow), dated + usize::from(is_known))
                    })
                },
                cx,
            )
        })
    }

    fn sum_slow(
        &self,
        count_of: impl Fn(&[RowIdx], AgeClock<'_>) -> (usize, usize),
        cx: &AppCx,
    ) -> SlowCount {
        let clock = cx.age_clock();
        let mut totals = SlowCount::default();
        let columns = self.filtered.columns.iter();
        for column in columns.filter(|column| !vocabulary::is_inactive_status(&column.status)) {
            // A whole status is counted by its times: a first board reads no row.
            let whole = cx.snapshot.deals.rows_of_status(&column.status);
            let whole = whole.filter(|own| own.intervals == 0 && Arc::ptr_eq(&own.rows, &column.rows));
            let (count, dated) = whole.map_or_else(
                || count_of(&column.rows, clock),
                |own| {
                    let slow = |times: &[i64]| times.partition_point(|at| clock.days_since(*at) > SLOW_DAYS);
                    let of_bounds = slow(&own.lower_bounds);
                    (slow(&own.entry_times) + of_bounds, own.entry_times.len() + of_bounds)
                },
            );
            totals.count += count;
            totals.known += dated;
            totals.total += column.rows.len();
        }
        totals
    }

    /// Returns the filter text that selects slow deals.
    fn slow_filter(&self, cx: &AppCx) -> String {
        let messages = Messages::new(cx.options.lang);
        let codes = self.filtered.columns.iter().map(|column| column.status.as_str());
        let inactive: Vec<&str> = codes.filter(|code| vocabulary::is_inactive_status(code)).collect();
        let age = messages.with("metrics-slow-filter", &[("days", MessageArg::from(SLOW_DAYS.to_string()))]);
        if inactive.is_empty() {
            return age;
        }
        let codes = inactive.join(",");
        format!("{age} {}", messages.with("metrics-aside-filter", &[("codes", MessageArg::from(codes))]))
    }

    /// Returns whether the filter ends with the slow-deal condition.
    pub fn shows_only_slow(&self, cx: &AppCx) -> bool {
        self.board.filter.trim_end().ends_with(&self.slow_filter(cx))
    }
}

impl TableState {
    /// Adds the slow-deal condition to the filter, or removes it.
    pub(crate) fn toggle_only_slow(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let (condition, filter) = (pipeline.slow_filter(cx), pipeline.board.filter.trim());
        let filter = match filter.strip_suffix(&*condition) {
            Some(remaining) => remaining.trim_end().to_owned(),
            None => Query::text_with(filter, &condition),
        };
        self.set_filter(filter, pipeline, cx);
    }
}

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;
