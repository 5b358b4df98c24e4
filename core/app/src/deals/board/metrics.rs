//! Metrics of the filtered pipeline, and the filter for its slow deals.
//!
//! They are computed from the columns' own sums, so a frame or a keystroke in the filter scans no deals.

use crate::dataset::staleness::{self, SLOW_DAYS};
use crate::deals::pipeline::column_figure::{ColumnFigure, Slow, weigh};
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::model::table::{Bound, RowIx, Sum};
use crate::text::{Arg, Words};
use crate::vocabulary;

use rust_decimal::Decimal;

/// Metrics of the filtered deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metrics {
    /// Number of deals shown.
    pub shown: usize,
    /// Their outstanding principal.
    pub principal: ColumnFigure,
    /// Mean principal of the deals that have one.
    pub mean: ColumnFigure,
    /// Principal weighted by your organisation's probabilities; `None` if none is configured.
    pub weighted: Option<ColumnFigure>,
    /// Counts of slow deals.
    pub slow: Slow,
}

impl Pipeline {
    /// Returns the metrics of the filtered deals.
    pub fn metrics(&self, cx: &AppCx) -> Metrics {
        let mut sum = Sum::new();
        let mut weighted = Some(Decimal::ZERO);
        let mut covered = 0;
        for column in &self.lens.columns {
            sum.add_all(column.sum());
            if let Some(percent) = cx.probability(&column.status) {
                let share = column.principal().and_then(|amount| weigh(amount, percent));
                weighted = weighted
                    .zip(share)
                    .and_then(|(all, share)| all.checked_add(share));
                covered += column.covered();
            }
        }
        let any = !cx.options.probabilities.is_empty();
        Metrics {
            shown: self.lens.shown,
            principal: ColumnFigure::sum(&sum),
            mean: ColumnFigure::mean(&sum),
            weighted: any.then(|| ColumnFigure {
                value: weighted.filter(|_| covered > 0),
                covered,
            }),
            slow: self.slow(cx),
        }
    }

    /// Returns whether the strip of metrics is shown above the deals.
    pub fn shows_metrics(&self) -> bool {
        !self.board.look.no_metrics
    }

    pub(crate) fn toggle_metrics(&mut self) {
        self.board.look.no_metrics = !self.board.look.no_metrics;
    }

    fn slow(&self, cx: &AppCx) -> Slow {
        // An age known only as a range may not tell whether the deal is slow.
        let deals = &cx.snapshot.deals;
        let exact = |bound: Bound| matches!(bound, Bound::Received | Bound::Exact);
        let laid = || deals.laid().filter_map(|row| row.since);
        let bounded = deals.orders().iter().any(|order| order.bounded > 0);
        if self.in_own_order() && !bounded && !deals.has_intervals() && laid().all(|since| exact(since.bound))
        {
            // Deals are sorted oldest first; those without a date come last.
            return self.add_up_slow(
                |rows, now| {
                    let dated = rows.partition_point(|ix| deals.since(*ix).is_some());
                    let late = |ix: &RowIx| {
                        deals
                            .since(*ix)
                            .is_some_and(|since| staleness::is_slow(since, now))
                    };
                    (rows.partition_point(late), dated)
                },
                cx,
            );
        }
        *self.board.slow.get_or_init(|| {
            self.add_up_slow(
                |rows, now| {
                    let since = rows.iter().filter_map(|ix| deals.since(*ix));
                    since.fold((0, 0), |(late, dated), since| {
                        let slow = staleness::is_slow(since, now);
                        let most = since.age_days(now).most;
                        let told = slow || most.is_some_and(|most| most <= SLOW_DAYS);
                        (late + usize::from(slow), dated + usize::from(told))
                    })
                },
                cx,
            )
        })
    }

    fn add_up_slow(&self, of: impl Fn(&[RowIx], i64) -> (usize, usize), cx: &AppCx) -> Slow {
        let now = cx.observed_now().as_second();
        let mut slow = Slow::default();
        let columns = self.lens.columns.iter();
        for column in columns.filter(|column| !vocabulary::status_is_aside(&column.status)) {
            let (count, dated) = of(&column.rows, now);
            slow.count += count;
            slow.dated += dated;
            slow.of += column.rows.len();
        }
        slow
    }

    /// Returns the filter text that selects slow deals.
    fn slow_filter(&self, cx: &AppCx) -> String {
        let words = Words::new(cx.options.lang);
        let codes = self.lens.columns.iter().map(|column| column.status.as_str());
        let aside: Vec<&str> = codes.filter(|code| vocabulary::status_is_aside(code)).collect();
        let age = words.with(
            "metrics-slow-filter",
            &[("days", Arg::from(SLOW_DAYS.to_string()))],
        );
        if aside.is_empty() {
            return age;
        }
        let codes = aside.join(",");
        format!(
            "{age} {}",
            words.with("metrics-aside-filter", &[("codes", Arg::from(codes))])
        )
    }

    /// Returns whether the filter ends with the slow-deal condition.
    pub fn shows_only_slow(&self, cx: &AppCx) -> bool {
        self.board.filter.trim_end().ends_with(&self.slow_filter(cx))
    }
}

impl TableState {
    /// Adds the slow-deal condition to the filter, or removes it.
    pub(crate) fn toggle_only_slow(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let (slow, filter) = (pipeline.slow_filter(cx), pipeline.board.filter.trim());
        let filter = match filter.strip_suffix(&*slow) {
            Some(rest) => rest.trim_end().to_owned(),
            None => format!("{filter} {slow}").trim_start().to_owned(),
        };
        self.set_filter(filter, pipeline, cx);
    }
}

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;
