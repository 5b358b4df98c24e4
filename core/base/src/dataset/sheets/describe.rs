//! Description of every column: coverage, quartiles, mean and sum.

use crate::dataset::collation::Collation;
use crate::dataset::column::{DealColumn, SortKey};
use crate::dataset::column_totals::ColumnFooter;
use crate::dataset::group_numbers::{GroupNumbers, QUARTILES};
use crate::dataset::radix_sort::{MISSING, key_values};
use crate::dataset::row_set::RowSet;
use crate::model::table::{DealTable, RowIdx};
use crate::query::AgeClock;

/// Describes every column over `rows`, except the identifier, which every deal has.
pub fn describe(
    table: &DealTable,
    rows: &[RowIdx],
    collation: &Collation,
    clock: AgeClock<'_>,
) -> Vec<(DealColumn, ColumnFooter)> {
    let set = RowSet::from_rows(rows);
    let describe = |column: DealColumn| {
        if column.is_number() {
            let mut numbers = GroupNumbers::collect((table, &set), column, clock, 1, |_| 0);
            return (column, numbers.footer(0..1, rows.len(), &QUARTILES));
        }
        let covered = received(table, rows, column, collation);
        (column, ColumnFooter { covered, rows: rows.len(), ..ColumnFooter::default() })
    };
    DealColumn::all().filter(|column| *column != DealColumn::Id).map(describe).collect()
}

/// Returns the number of rows with a value in a column that is not a number.
fn received(table: &DealTable, rows: &[RowIdx], column: DealColumn, collation: &Collation) -> usize {
    let keys = key_values(table, SortKey { column, descending: false }, collation);
    rows.iter().filter(|ix| keys.get(**ix as usize).is_some_and(|key| *key != MISSING)).count()
}
