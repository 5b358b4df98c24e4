//! A figure over the deals of a column, and what the figures are made from.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::bitset::Bits;
use crate::dataset::median::Ranked;
use crate::dataset::status_sums::StatusSums;
use crate::deals::pipeline::head_figure::Aggregate;
use crate::model::table::{DealTable, Sum};
use rust_decimal::Decimal;
use std::sync::OnceLock;

/// An aggregate, and the number of deals it covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnFigure {
    /// The value; `None` if nothing was received, a decimal overflows, or the status has no probability.
    pub value: Option<Decimal>,
    /// Number of deals with a value.
    pub covered: usize,
}

impl ColumnFigure {
    pub(crate) fn sum(sum: &Sum) -> Self {
        Self {
            value: sum.value().filter(|_| sum.count() > 0),
            covered: sum.count(),
        }
    }

    pub(crate) fn mean(sum: &Sum) -> Self {
        let own = Self::sum(sum);
        Self {
            value: own
                .value
                .and_then(|sum| sum.checked_div(Decimal::from(own.covered))),
            ..own
        }
    }

    /// Returns the sum of a status, weighted by its probability.
    pub(crate) fn weighted(sum: &Sum, percent: Decimal) -> Self {
        let own = Self::sum(sum);
        Self {
            value: own.value.and_then(|sum| weigh(sum, percent)),
            ..own
        }
    }
}

/// Returns `percent` percent of an amount.
pub(crate) fn weigh(amount: Decimal, percent: Decimal) -> Option<Decimal> {
    amount.checked_mul(percent.checked_div(Decimal::ONE_HUNDRED)?)
}

/// Cached inputs of the metrics that the columns do not store.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    ranked: Ranked,
    sums: StatusSums,
}

impl Made {
    /// Returns the metric of `rows` of `table` by status code, except sums of the principal.
    pub(crate) fn figures(
        &mut self,
        table: &DealTable,
        (aggregate, key): (Aggregate, KpiKey),
        rows: &Bits,
    ) -> Vec<ColumnFigure> {
        if matches!(aggregate, Aggregate::Sum | Aggregate::Mean) {
            return self
                .sums
                .of(table, key, rows)
                .iter()
                .map(ColumnFigure::mean)
                .collect();
        }
        self.ranked.follow(table, key, rows);
        let one = |status: usize| {
            let covered = self.ranked.count(status);
            let value = match aggregate {
                Aggregate::Min => self.ranked.at(status, 0),
                Aggregate::Max => self.ranked.at(status, covered.saturating_sub(1)),
                _ => self.ranked.median(status),
            };
            ColumnFigure { value, covered }
        };
        (0..table.statuses().len()).map(one).collect()
    }
}

/// Metrics of the columns, computed on first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct ColumnFigures {
    pub(crate) now: OnceLock<(Vec<ColumnFigure>, Made)>,
    /// Inputs of the previous metrics, for incremental updates.
    pub(crate) before: Made,
}

impl ColumnFigures {
    /// Drops the metrics after the columns or the chosen metric changed.
    pub(in crate::deals) fn forget(&mut self) {
        if let Some((_, made)) = self.now.take() {
            self.before = made;
        }
    }
}

/// Counts of deals that are too long in their status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slow {
    /// Number of deals known to be slow.
    pub count: usize,
    /// Number of deals for which it is known whether they are slow. Their age is exact, or already long enough.
    pub dated: usize,
    /// Number of deals that can be slow: those in an active status.
    pub of: usize,
}

/// Cached slow counts of the shown deals, for card orders that do not give them.
pub(crate) type SlowOnce = OnceLock<Slow>;
