//! Metrics in the headers of columns and swimlanes, computed when a header is first shown.
//!
//! Sum, mean and weighting of the outstanding principal come from the columns' own sums. The other metrics are updated
//! incrementally with the rows that come and go. So neither a frame nor a keystroke in the filter scans every deal.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::filtered::FilteredColumn;
use crate::dataset::median::mean_of;
use crate::dataset::row_set::RowSet;
use crate::dataset::slowness;
use crate::deals::pipeline::column_metric::{ColumnMetric, percent_of};
use crate::deals::pipeline::header_metric::{Aggregate, HeaderMetric};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::swimlane::{Swimlane, SwimlaneMetrics};
use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::ExactSum;
use crate::vocabulary;
use rust_decimal::Decimal;

impl Pipeline {
    /// Returns the metric in the header of the column at `at`; `None` if no metric is chosen.
    pub fn column_metric(&self, at: usize, cx: &AppCx) -> Option<ColumnMetric> {
        let column = self.filtered.columns.get(at)?;
        Some(match self.header_metric() {
            HeaderMetric::None => return None,
            HeaderMetric::Aggregate(Aggregate::Sum, KpiKey::CrdTotal) => ColumnMetric::sum(column.sum()),
            HeaderMetric::Aggregate(Aggregate::Mean, KpiKey::CrdTotal) => ColumnMetric::mean(column.sum()),
            HeaderMetric::Weighted => match cx.probability(&column.status) {
                Some(percent) => ColumnMetric::weighted(column.sum(), percent),
                None => ColumnMetric::default(),
            },
            HeaderMetric::Aggregate(aggregate, key) => {
                let code = cx.snapshot.deals.statuses().code(&column.status)?;
                let metrics = self.cached_metrics((aggregate, key), cx);
                metrics.get(code.index()).copied().unwrap_or_default()
            }
        })
    }

    fn cached_metrics<'a>(&'a self, metric: (Aggregate, KpiKey), cx: &'a AppCx) -> &'a [ColumnMetric] {
        let metrics = &self.board.metrics;
        let (metrics_now, _) = metrics.cached.get_or_init(|| {
            let mut inputs = metrics.prev_inputs.clone();
            let metrics_now = inputs.by_status(&cx.snapshot.deals, metric, &self.filtered_rows(cx));
            (metrics_now, inputs)
        });
        metrics_now
    }

    /// Returns the rows that pass the filter, as a set.
    fn filtered_rows(&self, cx: &AppCx) -> RowSet {
        let deals = &cx.snapshot.deals;
        if self.filtered.shown < self.filtered.total {
            let mut rows = RowSet::default();
            let columns = self.filtered.columns.iter();
            columns.for_each(|column| rows.join(&RowSet::from_rows(&column.rows)));
            return rows;
        }
        let mut all = RowSet::all_confirmed(deals);
        deals.delta_slots().for_each(|(ix, is_present)| all.set(ix, is_present));
        all
    }

    /// Drops all metrics after the columns or the chosen metric changed.
    pub(in crate::deals) fn reset_metrics(&mut self) {
        self.board.metrics.reset();
        self.board.swimlanes.iter_mut().for_each(Swimlane::reset_metrics);
    }

    /// Returns the metric of some rows, column by column.
    pub(crate) fn metric_of<'a>(
        &self,
        rows: impl Iterator<Item = (&'a FilteredColumn, std::ops::Range<usize>)>,
        cx: &AppCx,
    ) -> Option<ColumnMetric> {
        let (deals, metric) = (&cx.snapshot.deals, self.header_metric());
        let key = metric.key()?;
        let mut sum = ExactSum::new();
        let mut weighted = Some(Decimal::ZERO);
        let mut values = Vec::new();
        let ordered =
            matches!(metric, HeaderMetric::Aggregate(Aggregate::Median | Aggregate::Min | Aggregate::Max, _));
        for (column, range) in rows {
            let percent = cx.probability(&column.status);
            if metric == HeaderMetric::Weighted && percent.is_none() {
                continue;
            }
            for ix in column.rows.get(range).unwrap_or_default() {
                let Some(value) = deals.number(*ix, key).filter(|value| key.accepts(*value)) else {
                    continue;
                };
                sum.add(value);
                if ordered {
                    values.push(value);
                }
                if metric == HeaderMetric::Weighted {
                    let share = percent.and_then(|percent| percent_of(value, percent));
                    weighted = weighted.zip(share).and_then(|(all, share)| all.checked_add(share));
                }
            }
        }
        Some(match metric {
            HeaderMetric::Aggregate(Aggregate::Sum, _) => ColumnMetric::sum(&sum),
            HeaderMetric::Aggregate(Aggregate::Mean, _) => ColumnMetric::mean(&sum),
            HeaderMetric::Aggregate(aggregate, _) => order_statistic(aggregate, values),
            HeaderMetric::Weighted => {
                ColumnMetric { value: weighted.filter(|_| sum.count() > 0), covered: sum.count() }
            }
            HeaderMetric::None => return None,
        })
    }
}

/// Returns the minimum, maximum or median of some numbers.
fn order_statistic(aggregate: Aggregate, mut values: Vec<Decimal>) -> ColumnMetric {
    let covered = values.len();
    let value = match aggregate {
        Aggregate::Min => values.into_iter().min(),
        Aggregate::Max => values.into_iter().max(),
        _ if covered == 0 => None,
        _ => {
            let (below, upper, _) = values.select_nth_unstable(covered / 2);
            let upper = *upper;
            if covered % 2 == 1 {
                Some(upper)
            } else {
                below.iter().max().and_then(|lower| mean_of(*lower, upper))
            }
        }
    };
    ColumnMetric { value, covered }
}

impl Pipeline {
    /// Returns the metrics of a swimlane, computing them on first use.
    pub fn swimlane_metrics<'a>(&'a self, swimlane: &'a Swimlane, cx: &'a AppCx) -> &'a SwimlaneMetrics {
        swimlane.metrics.get_or_init(|| {
            let deals = &cx.snapshot.deals;
            let clock = cx.age_clock();
            let columns = || self.filtered.columns.iter().zip(swimlane.ranges.iter().cloned());
            let mut slow_count = 0;
            for (column, range) in columns() {
                let is_inactive = vocabulary::is_inactive_status(&column.status);
                // Read only the needed columns of a row: a swimlane may have thousands.
                for ix in column.rows.get(range).unwrap_or_default() {
                    let is_slow = !is_inactive
                        && deals.status_since(*ix).is_some_and(|since| slowness::is_slow(since, clock))
                        && !deals.is_pending(*ix);
                    slow_count += usize::from(is_slow);
                }
            }
            SwimlaneMetrics { metric: self.metric_of(columns(), cx), slow: slow_count }
        })
    }

    /// Returns the swimlane of a row; `None` if the board has none.
    pub fn swimlane_at(&self, column: usize, index: usize) -> Option<&Swimlane> {
        self.board.swimlanes.iter().find(|swimlane| {
            let ranges = swimlane.ranges.get(column);
            ranges.is_some_and(|range| range.contains(&index))
        })
    }
}

#[cfg(test)]
#[path = "column_stats_tests.rs"]
mod tests;
