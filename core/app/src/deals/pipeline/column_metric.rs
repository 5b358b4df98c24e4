//! A metric over the deals of a column, and what the metrics are made from.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::median::OrderStats;
use crate::dataset::row_set::RowSet;
use crate::dataset::status_sums::StatusSums;
use crate::deals::pipeline::header_metric::Aggregate;
use crate::model::table::{DealTable, ExactSum};
use rust_decimal::Decimal;
use std::sync::OnceLock;

/// An aggregate, and the number of deals it covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnMetric {
    /// The value; `None` if nothing was received, a decimal overflows, or the status has no probability.
    pub value: Option<Decimal>,
    /// Number of deals with a value.
    pub covered: usize,
}

impl ColumnMetric {
    pub(crate) fn sum(sum: &ExactSum) -> Self {
        Self { value: sum.value().filter(|_| sum.count() > 0), covered: sum.count() }
    }

    pub(crate) fn mean(sum: &ExactSum) -> Self {
        let total = Self::sum(sum);
        Self { value: total.value.and_then(|sum| sum.checked_div(Decimal::from(total.covered))), ..total }
    }

    /// Returns the sum of a status, weighted by its probability.
    pub(crate) fn weighted(sum: &ExactSum, percent: Decimal) -> Self {
        let total = Self::sum(sum);
        Self { value: total.value.and_then(|sum| percent_of(sum, percent)), ..total }
    }
}

/// Returns `percent` percent of an amount.
pub(crate) fn percent_of(amount: Decimal, percent: Decimal) -> Option<Decimal> {
    amount.checked_mul(percent.checked_div(Decimal::ONE_HUNDRED)?)
}

/// Cached inputs of the metrics that the columns do not store.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetricInputs {
    ranked: OrderStats,
    sums: StatusSums,
}

impl MetricInputs {
    /// Returns the metric of `rows` of `table` by status code, except sums of the principal.
    pub(crate) fn by_status(
        &mut self,
        table: &DealTable,
        (aggregate, key): (Aggregate, KpiKey),
        rows: &RowSet,
    ) -> Vec<ColumnMetric> {
        if matches!(aggregate, Aggregate::Sum | Aggregate::Mean) {
            return self.sums.update(table, key, rows).iter().map(ColumnMetric::mean).collect();
        }
        self.ranked.update(table, key, rows);
        let metric_of = |status: usize| {
            let covered = self.ranked.count(status);
            let value = match aggregate {
                Aggregate::Min => self.ranked.value_at(status, 0),
                Aggregate::Max => self.ranked.value_at(status, covered.saturating_sub(1)),
                _ => self.ranked.median(status),
            };
            ColumnMetric { value, covered }
        };
        (0..table.statuses().len()).map(metric_of).collect()
    }
}

/// Metrics of the columns, computed on first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnMetrics {
    pub(crate) cached: OnceLock<(Vec<ColumnMetric>, MetricInputs)>,
    /// Inputs of the previous metrics, for incremental updates.
    pub(crate) prev_inputs: MetricInputs,
}

impl ColumnMetrics {
    /// Drops the metrics after the columns or the chosen metric changed.
    pub(in crate::deals) fn reset(&mut self) {
        if let Some((_, inputs)) = self.cached.take() {
            self.prev_inputs = inputs;
        }
    }
}

/// Counts of deals that are too long in their status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlowCount {
    /// Number of deals known to be slow.
    pub count: usize,
    /// Number of deals for which it is known whether they are slow. Their age is exact, or already long enough.
    pub known: usize,
    /// Number of deals that can be slow: those in an active status.
    pub total: usize,
}

/// Cached slow counts of the shown deals, for card orders that do not give them.
pub(crate) type CachedSlowCount = OnceLock<SlowCount>;
