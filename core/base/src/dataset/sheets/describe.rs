//! Description of every column: coverage, quartiles, mean and sum.

use std::sync::Arc;

use rust_decimal::Decimal;

pub use super::numbers::Quartiles;

use super::numbers::ColumnNumbers;
use crate::dataset::collation::Collation;
use crate::dataset::column::{DealColumn, SortKey};
use crate::dataset::column_totals::{ColumnFooter, FooterSums};
use crate::dataset::radix_sort::{MISSING, key_values};
use crate::dataset::row_set::RowSet;
use crate::model::table::{DealTable, RowIdx};
use crate::query::AgeClock;

/// Description of one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The column.
    pub column: DealColumn,
    /// Number of deals with a value that the contract accepts.
    pub received: usize,
    /// Number of deals without a value.
    pub missing: usize,
    /// Number of deals with a value that the contract does not accept.
    pub outside: usize,
    /// Quartiles of a number.
    pub quartiles: Option<Quartiles>,
    /// Mean of a number.
    pub mean: Option<Decimal>,
    /// Sum of an amount.
    pub sum: Option<Decimal>,
    /// True if some values are lower bounds; the statistics are then bounds, too.
    pub is_lower_bound: bool,
}

/// Describes every column over `rows`, except the identifier, which every deal has.
pub fn describe(
    table: &Arc<DealTable>,
    rows: &[RowIdx],
    collation: &Collation,
    clock: AgeClock<'_>,
) -> Vec<Description> {
    let columns: Vec<DealColumn> = DealColumn::all().filter(|column| *column != DealColumn::Id).collect();
    let footers = FooterSums::default().footers(table, rows, &columns, clock);
    let set = RowSet::from_rows(rows);
    let describe = |(column, footer): (DealColumn, ColumnFooter)| {
        let ColumnFooter { covered, outside, sum, mean, is_lower_bound, .. } = footer;
        let received = if column.is_number() { covered } else { received(table, rows, column, collation) };
        let numbers = column.is_number().then(|| ColumnNumbers::collect(table, &set, column, clock).0);
        Description {
            column,
            received,
            missing: rows.len().saturating_sub(received + outside),
            outside,
            quartiles: numbers.and_then(ColumnNumbers::quartiles),
            mean,
            sum,
            is_lower_bound,
        }
    };
    columns.into_iter().zip(footers).map(describe).collect()
}

/// Returns the number of rows with a value in a column that is not a number.
fn received(table: &DealTable, rows: &[RowIdx], column: DealColumn, collation: &Collation) -> usize {
    let keys = key_values(table, SortKey { column, descending: false }, collation);
    rows.iter().filter(|ix| keys.get(**ix as usize).is_some_and(|key| *key != MISSING)).count()
}
