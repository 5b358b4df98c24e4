//! Frequency of a column: its values, with the number of deals that have each.

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::dataset::collation::Collation;
use crate::dataset::column::{DealColumn, SortKey};
use crate::dataset::group_numbers::GroupNumbers;
use crate::dataset::radix_sort::{key_values, radix_sort_rows};
use crate::dataset::row_set::RowSet;
use crate::model::table::{DealTable, RowIdx};
use crate::query::AgeClock;

/// Maximum number of values of a sheet.
pub const MAX_VALUES: usize = 1_000;
/// Number of different numbers that are counted one by one. More are counted by ranges of equal width.
const MAX_NUMBERS: usize = 20;
/// Number of ranges that the width is chosen for.
const RANGES: u32 = 10;

/// A value, or a range of values, of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetValue {
    /// No value was received.
    Missing,
    /// A number that the contract does not accept.
    Outside,
    /// A code, name or identifier.
    Text(String),
    /// The date of a follow-up.
    Day(Date),
    /// A number.
    Number(Decimal),
    /// Numbers from the first bound up to, but without, the second.
    Range(Decimal, Decimal),
}

/// A value with its number of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueCount {
    /// The value.
    pub value: SheetValue,
    /// Number of deals that have it.
    pub deals: usize,
}

/// Values of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    /// Numbers in their order, other values by falling number of deals, those without a value last.
    pub values: Vec<ValueCount>,
    /// Number of values or ranges, including those beyond [`MAX_VALUES`].
    pub total: usize,
}

impl Frequency {
    /// Counts the values that `rows` have in a column.
    pub fn compute(
        table: &DealTable,
        rows: Vec<RowIdx>,
        column: DealColumn,
        collation: &Collation,
        clock: AgeClock<'_>,
    ) -> Self {
        if column.is_number() {
            return Self::of_numbers(table, &rows, column, clock);
        }
        let keys = key_values(table, SortKey { column, descending: false }, collation);
        let rows = radix_sort_rows(rows, &keys);
        let key = |ix: &RowIdx| keys.get(*ix as usize);
        let mut runs: Vec<&[RowIdx]> = rows.chunk_by(|left, right| key(left) == key(right)).collect();
        let value = |run: &[RowIdx]| {
            run.first().and_then(|ix| value_of(table, *ix, column, collation)).unwrap_or(SheetValue::Missing)
        };
        // Missing values have the last key.
        let missing = runs.pop_if(|run| value(run) == SheetValue::Missing);
        runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        let total = runs.len() + usize::from(missing.is_some());
        let values = runs.into_iter().take(MAX_VALUES).chain(missing);
        let values = values.map(|run| ValueCount { value: value(run), deals: run.len() }).collect();
        Self { values, total }
    }

    fn of_numbers(table: &DealTable, rows: &[RowIdx], column: DealColumn, clock: AgeClock<'_>) -> Self {
        let numbers = GroupNumbers::collect((table, &RowSet::from_rows(rows)), column, clock, 1, |_| 0);
        let (numbers, outside) = numbers.into_sorted();
        let mut values = one_by_one(&numbers).unwrap_or_else(|| by_range(&numbers));
        let missing = rows.len().saturating_sub(numbers.len() + outside);
        let others = [(SheetValue::Outside, outside), (SheetValue::Missing, missing)];
        let others = others.into_iter().filter(|(_, deals)| *deals > 0);
        values.extend(others.map(|(value, deals)| ValueCount { value, deals }));
        debug_assert_eq!(values.iter().map(|value| value.deals).sum::<usize>(), rows.len());
        Self { total: values.len(), values }
    }
}

/// Returns the value of a row in a column that is not a number; `None` without one.
fn value_of(table: &DealTable, ix: RowIdx, column: DealColumn, collation: &Collation) -> Option<SheetValue> {
    let row = table.row(ix)?;
    let text = match column {
        DealColumn::Name => row.name,
        DealColumn::Id => row.id,
        DealColumn::Followup => {
            return collation
                .local_deals
                .open_followup(row.id)
                .map(|followup| SheetValue::Day(followup.date));
        }
        DealColumn::Star => {
            let is_starred = collation.local_deals.stars().contains(row.id);
            return is_starred.then(|| SheetValue::Text("★".to_owned()));
        }
        DealColumn::Labels => {
            let labels = collation.local_deals.labels_of(row.id);
            return (!labels.is_empty()).then(|| SheetValue::Text(labels.join(", ")));
        }
        _ => column.code_of(&row)?,
    };
    (!text.is_empty()).then(|| SheetValue::Text(text.to_owned()))
}

/// Counts sorted numbers one by one; `None` if there are too many different ones.
fn one_by_one(numbers: &[Decimal]) -> Option<Vec<ValueCount>> {
    let (mut values, mut start) = (Vec::new(), 0);
    while let Some(number) = numbers.get(start).copied() {
        let end = numbers.partition_point(|other| *other <= number);
        values.push(ValueCount { value: SheetValue::Number(number), deals: end - start });
        start = end;
        if values.len() > MAX_NUMBERS {
            return None;
        }
    }
    Some(values)
}

/// Counts sorted numbers by ranges of equal width; empty ranges are left out.
fn by_range(numbers: &[Decimal]) -> Vec<ValueCount> {
    let (mut values, mut start) = (Vec::new(), 0);
    let bounds = numbers.first().zip(numbers.last());
    let width = bounds.map_or(Decimal::ONE, |(min, max)| range_width(*min, *max));
    while let Some(number) = numbers.get(start) {
        let from = number.checked_div(width).map(|times| times.floor());
        let from = from.and_then(|times| times.checked_mul(width)).unwrap_or(*number).normalize();
        let to = from.checked_add(width).unwrap_or(Decimal::MAX).normalize();
        // Rounding must not stop the progress.
        let end = numbers.partition_point(|other| *other < to).max(start + 1);
        values.push(ValueCount { value: SheetValue::Range(from, to), deals: end - start });
        start = end;
    }
    values
}

/// Returns a width of 1, 2 or 5 times a power of ten.
fn range_width(min: Decimal, max: Decimal) -> Decimal {
    let ranges = Decimal::from(RANGES);
    let exact = max / ranges - min / ranges;
    let mut power = Decimal::ONE;
    while let Some(greater) = power.checked_mul(Decimal::TEN).filter(|greater| *greater <= exact) {
        power = greater;
    }
    while power > exact && power.scale() < Decimal::MAX_SCALE {
        power = (power / Decimal::TEN).normalize();
    }
    let widths = [1, 2, 5, 10].into_iter().filter_map(|times| power.checked_mul(Decimal::from(times)));
    widths.into_iter().find(|width| *width >= exact).unwrap_or(power)
}
