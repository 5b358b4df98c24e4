//! Metrics in the headers of columns and swimlanes, computed when a header is first shown.
//!
//! Sum, mean and weighting of the outstanding principal come from the columns' own sums. The others are computed for all
//! columns at once, so a frame scans no deals.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::DealColumn;
use crate::dataset::filtered::FilteredColumn;
use crate::dataset::group_numbers::{GroupNumbers, MEDIAN};
use crate::dataset::grouping::Statistic;
use crate::dataset::row_set::RowSet;
use crate::dataset::slowness;
use crate::deals::pipeline::column_metric::{ColumnMetric, percent_of};
use crate::deals::pipeline::header_metric::HeaderMetric;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::pipeline::swimlane::{Swimlane, SwimlaneMetrics};
use crate::foundation::cx::app_cx::AppCx;
use crate::model::intern::InternCode;
use crate::vocabulary;
use rust_decimal::Decimal;
use std::ops::Range;

impl Pipeline {
    /// Returns the metric in the header of the column at `at`; `None` if no metric is chosen.
    pub fn column_metric(&self, at: usize, cx: &AppCx) -> Option<ColumnMetric> {
        let column = self.filtered.columns.get(at)?;
        Some(match self.header_metric() {
            HeaderMetric::None => return None,
            HeaderMetric::Statistic(Statistic::Total, KpiKey::CrdTotal) => ColumnMetric::sum(column.sum()),
            HeaderMetric::Statistic(Statistic::Mean, KpiKey::CrdTotal) => ColumnMetric::mean(column.sum()),
            HeaderMetric::Weighted => match cx.probability(&column.status) {
                Some(percent) => ColumnMetric::weighted(column.sum(), percent),
                None => ColumnMetric::default(),
            },
            HeaderMetric::Statistic(statistic, key) => {
                let metrics = self.board.metrics.get_or_init(|| {
                    let columns = self.filtered.columns.iter().map(|column| (column, 0..column.rows.len()));
                    let mut numbers = numbers_by_status(key, columns, cx);
                    let metric = |status| {
                        let footer = numbers.footer(status..status + 1, 0, &MEDIAN);
                        ColumnMetric::statistic(statistic, &footer)
                    };
                    (0..cx.snapshot.deals.statuses().len()).map(metric).collect()
                });
                let code = cx.snapshot.deals.statuses().code(&column.status)?;
                metrics.get(code.index()).copied().unwrap_or_default()
            }
        })
    }

    /// Drops all metrics after the columns or the chosen metric changed.
    pub(in crate::deals) fn reset_metrics(&mut self) {
        self.board.metrics.take();
        self.board.swimlanes.iter_mut().for_each(Swimlane::reset_metrics);
    }

    /// Returns the metric of some rows, column by column.
    pub(crate) fn metric_of<'a>(
        &self,
        rows: impl Iterator<Item = (&'a FilteredColumn, Range<usize>)>,
        cx: &AppCx,
    ) -> Option<ColumnMetric> {
        let metric = self.header_metric();
        let statuses = cx.snapshot.deals.statuses();
        let mut numbers = numbers_by_status(metric.key()?, rows, cx);
        if let HeaderMetric::Statistic(statistic, _) = metric {
            let footer = numbers.footer(0..statuses.len(), 0, &MEDIAN);
            return Some(ColumnMetric::statistic(statistic, &footer));
        }
        let (mut weighted, mut covered) = (Some(Decimal::ZERO), 0);
        for (code, status) in statuses.iter() {
            let Some(percent) = cx.probability(status) else { continue };
            let part = numbers.footer(code.index()..code.index() + 1, 0, &[]);
            if part.covered > 0 {
                let share = part.sum.and_then(|sum| percent_of(sum, percent));
                weighted = weighted.zip(share).and_then(|(all, share)| all.checked_add(share));
                covered += part.covered;
            }
        }
        Some(ColumnMetric { value: weighted.filter(|_| covered > 0), covered })
    }
}

/// Collects the numbers of some rows of columns, by status code.
fn numbers_by_status<'a>(
    key: KpiKey,
    columns: impl Iterator<Item = (&'a FilteredColumn, Range<usize>)>,
    cx: &AppCx,
) -> GroupNumbers {
    let deals = &cx.snapshot.deals;
    let mut rows = RowSet::default();
    for (column, range) in columns {
        rows.join(&RowSet::from_rows(column.rows.get(range).unwrap_or_default()));
    }
    let status = |ix| deals.status_code(ix).map_or(usize::MAX, InternCode::index);
    GroupNumbers::collect(
        (deals, &rows),
        DealColumn::Kpi(key),
        cx.age_clock(),
        deals.statuses().len(),
        status,
    )
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
