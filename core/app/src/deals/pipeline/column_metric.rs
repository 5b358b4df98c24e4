//! A metric over the deals of a column.

use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::grouping::Statistic;
use crate::model::table::ExactSum;
use rust_decimal::Decimal;

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

    /// Returns a statistic of the deals that a footer describes.
    pub(crate) fn statistic(statistic: Statistic, footer: &ColumnFooter) -> Self {
        Self { value: statistic.value(footer, footer), covered: footer.covered }
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
