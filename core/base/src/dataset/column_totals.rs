//! Footer of a number column: its statistics, with the number of rows covered.
//!
//! A column without values shows nothing, not zero. A value outside its valid range is flagged in its row and excluded
//! here: a ratio sent as percent would distort the mean.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiUnit;
use crate::model::table::ExactSum;

use super::column::DealColumn;

/// Footer of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnFooter {
    /// Number of rows with a value that the contract accepts.
    pub covered: usize,
    /// Number of rows with a value outside the range that the contract accepts.
    pub outside: usize,
    /// Total number of rows.
    pub rows: usize,
    /// Sum of the values, for amounts only. `None` also if it overflows `Decimal`.
    pub sum: Option<Decimal>,
    /// Mean of the values.
    pub mean: Option<Decimal>,
    /// Minimum, quartiles and maximum, as far as requested. A quartile between two values is interpolated.
    pub quartiles: [Option<Decimal>; 5],
    /// True if some values are lower bounds; the mean is then one too.
    pub is_lower_bound: bool,
}

/// Returns the footer of a number column with that sum over `rows` rows.
pub(super) fn column_footer(
    column: DealColumn,
    rows: usize,
    sum: &ExactSum,
    is_lower_bound: bool,
) -> ColumnFooter {
    let value = sum.value().filter(|_| sum.count() > 0);
    let has_sum = matches!(column, DealColumn::Kpi(key) if key.unit() == KpiUnit::Money);
    ColumnFooter {
        covered: sum.count(),
        outside: sum.outside(),
        rows,
        mean: value.and_then(|value| value.checked_div(Decimal::from(sum.count()))),
        sum: value.filter(|_| has_sum),
        is_lower_bound,
        ..ColumnFooter::default()
    }
}
