//! Numbers of a column, group by group: one accumulator for groups, sheets and the metrics of the board.
//!
//! The numbers of a group are neighbours, so order statistics select within a slice and sort nothing.

use std::ops::Range;

use rust_decimal::Decimal;

use super::column::DealColumn;
use super::column_totals::{ColumnFooter, column_footer};
use super::row_set::RowSet;
use crate::model::table::{ColumnNumber, DealTable, ExactSum, PartialSums, RowIdx, TimePrecision};
use crate::query::AgeClock;

/// Quarters of minimum, median and maximum.
pub const MEDIAN: [usize; 3] = [0, 2, 4];
/// Quarters of minimum, quartiles and maximum.
pub const QUARTILES: [usize; 5] = [0, 1, 2, 3, 4];

/// The rows to read, and the group of each.
struct Source<'a, G> {
    table: &'a DealTable,
    rows: &'a RowSet,
    column: DealColumn,
    clock: AgeClock<'a>,
    accepted: PartialSums,
    group_of: G,
}

impl<G: Fn(RowIdx) -> usize> Source<'_, G> {
    /// Calls `f` with the group of each number, and the number if the contract accepts it.
    fn for_each(&self, mut f: impl FnMut(usize, Option<ColumnNumber>)) {
        match self.column {
            DealColumn::Kpi(key) => self.table.for_each_number(&self.rows.0, key, |ix, number| {
                f((self.group_of)(ix), Some(number).filter(|number| self.accepted.accepts(*number)));
            }),
            _ => self.table.for_each_status_since(&self.rows.0, |ix, since| {
                f((self.group_of)(ix), Some(ColumnNumber::Short(0, self.clock.days_since(since.at))));
            }),
        }
    }

    /// Returns the numbers of the groups that begin at `starts`; `None` if one cannot be converted.
    fn place<T: Clone + Default>(
        &self,
        starts: &[usize],
        convert: impl Fn(ColumnNumber) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut next = starts.to_vec();
        let mut values = vec![T::default(); starts.last().copied().unwrap_or_default()];
        let mut is_complete = true;
        self.for_each(|group, number| {
            let Some((next, number)) = next.get_mut(group).zip(number) else { return };
            match (values.get_mut(*next), convert(number)) {
                (Some(slot), Some(value)) => *slot = value,
                _ => is_complete = false,
            }
            *next += 1;
        });
        is_complete.then_some(values)
    }
}

/// Numbers in a common representation.
#[derive(Debug)]
enum Values {
    /// Integers of one scale.
    Integers(u32, Vec<i64>),
    /// Numbers that need more digits.
    Decimals(Vec<Decimal>),
}

/// The numbers of a column that the contract accepts, group by group. Ages are in days.
#[derive(Debug)]
pub struct GroupNumbers {
    column: DealColumn,
    values: Values,
    /// Position of the first number of each group, then the end.
    starts: Vec<usize>,
    /// Number of other numbers, by group.
    outside: Vec<usize>,
    /// True for groups with an age that is only a bound.
    bounds: Vec<bool>,
}

impl GroupNumbers {
    /// Collects the numbers of `rows` in a number column. `group_of` returns a row's group, which is below `groups`;
    /// rows with a greater one are left out.
    pub fn collect(
        (table, rows): (&DealTable, &RowSet),
        column: DealColumn,
        clock: AgeClock<'_>,
        groups: usize,
        group_of: impl Fn(RowIdx) -> usize,
    ) -> Self {
        let (mut outside, mut bounds) = (vec![0; groups], vec![false; groups]);
        if column == DealColumn::Age {
            table.for_each_status_since(&rows.0, |ix, since| {
                let is_bound =
                    matches!(since.precision, TimePrecision::AtLeast | TimePrecision::Interval { .. });
                bounds.get_mut(group_of(ix)).into_iter().for_each(|bound| *bound |= is_bound);
            });
        }
        let range = if let DealColumn::Kpi(key) = column { key.range() } else { None };
        let accepted = PartialSums::with_bounds(range);
        let source = Source { table, rows, column, clock, accepted, group_of };
        let (mut counts, mut scale) = (vec![0; groups], 0);
        source.for_each(|group, number| {
            scale = number.map_or(scale, |number| number.scale().max(scale));
            let counted = if number.is_some() { &mut counts } else { &mut outside };
            counted.get_mut(group).into_iter().for_each(|count| *count += 1);
        });
        let mut starts = vec![0];
        starts.extend(counts.iter().scan(0, |end, count| {
            *end += count;
            Some(*end)
        }));
        let integers = source.place(&starts, |number| number.at_scale(scale));
        let values = match integers {
            Some(integers) => Values::Integers(scale, integers),
            None => Values::Decimals(source.place(&starts, ColumnNumber::value).unwrap_or_default()),
        };
        Self { column, values, starts, outside, bounds }
    }

    /// Returns the footer of some groups, which have `rows` rows, with these quarters of their order.
    ///
    /// It orders the numbers of these groups, so those of their parts come first.
    pub fn footer(&mut self, groups: Range<usize>, rows: usize, quarters: &[usize]) -> ColumnFooter {
        debug_assert!(groups.end < self.starts.len());
        let own = self.starts[groups.start]..self.starts[groups.end];
        let mut sum = ExactSum::new();
        sum.add_outside(self.outside[groups.clone()].iter().sum());
        let quartiles = match &mut self.values {
            Values::Integers(scale, values) => {
                let values = &mut values[own];
                sum.add_part(*scale, values.iter().map(|value| i128::from(*value)).sum(), values.len());
                select(values, quarters, |value| Decimal::try_new(value, *scale).ok())
            }
            Values::Decimals(values) => {
                let values = &mut values[own];
                for value in &*values {
                    sum.add(*value);
                }
                select(values, quarters, Some)
            }
        };
        let is_bound = self.bounds[groups].contains(&true);
        ColumnFooter { quartiles, ..column_footer(self.column, rows, &sum, is_bound) }
    }

    /// Returns all numbers in their order, and how many numbers the contract does not accept.
    pub(super) fn into_sorted(self) -> (Vec<Decimal>, usize) {
        let sorted = match self.values {
            Values::Integers(scale, mut values) => {
                values.sort_unstable();
                values.into_iter().filter_map(|value| Decimal::try_new(value, scale).ok()).collect()
            }
            Values::Decimals(mut values) => {
                values.sort_unstable();
                values
            }
        };
        (sorted, self.outside.iter().sum())
    }
}

/// Returns the footers of `columns` over `rows`.
pub fn column_footers(
    table: &DealTable,
    rows: &[RowIdx],
    columns: &[DealColumn],
    clock: AgeClock<'_>,
) -> Vec<ColumnFooter> {
    let set = RowSet::from_rows(rows);
    let footer = |column: &DealColumn| match column {
        DealColumn::Kpi(key) => column_footer(*column, rows.len(), &table.accepted_sum(&set.0, *key), false),
        DealColumn::Age => {
            let mut ages = GroupNumbers::collect((table, &set), *column, clock, 1, |_| 0);
            ages.footer(0..1, rows.len(), &[])
        }
        _ => ColumnFooter { rows: rows.len(), ..ColumnFooter::default() },
    };
    columns.iter().map(footer).collect()
}

/// Returns ascending quarters of the order of some values. One between two values is interpolated.
fn select<T: Copy + Ord>(
    values: &mut [T],
    quarters: &[usize],
    decimal: impl Fn(T) -> Option<Decimal>,
) -> [Option<Decimal>; 5] {
    let (mut found, mut first) = ([None; 5], 0);
    let Some(last) = values.len().checked_sub(1) else { return found };
    for quarter in quarters {
        let (at, part) = (last * quarter / 4, last * quarter % 4);
        // The values before the last position are in place.
        let (_, below, greater) = values[first..].select_nth_unstable(at - first);
        let above = if part == 0 { *below } else { greater.iter().min().copied().unwrap_or(*below) };
        let bounds = decimal(*below).zip(decimal(above));
        found[*quarter] = bounds.and_then(|(below, above)| interpolate(below, above, part));
        first = at;
    }
    found
}

/// Returns the number that is some quarters of the way between two others, even if their difference overflows.
fn interpolate(below: Decimal, above: Decimal, quarters: usize) -> Option<Decimal> {
    let way = Decimal::from(quarters).checked_div(Decimal::from(4))?;
    let weighted = || below.checked_mul(Decimal::ONE - way)?.checked_add(above.checked_mul(way)?);
    let difference = above.checked_sub(below).and_then(|difference| difference.checked_mul(way));
    difference.and_then(|difference| below.checked_add(difference)).or_else(weighted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::models::kpi::KpiKey;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince};

    fn table(key: KpiKey, values: &[Option<&str>]) -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        for (at, value) in values.iter().enumerate() {
            let numbers = value.map(|value| (key, value.parse().unwrap()));
            builder.push(&RowData {
                id: format!("d{at}"),
                numbers: numbers.into_iter().collect(),
                since: (at == 0)
                    .then_some(StatusSince { at: -5 * 86_400, precision: TimePrecision::AtLeast }),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn footer(values: &[Option<&str>], column: DealColumn) -> ColumnFooter {
        let rows: Vec<RowIdx> = (0..values.len() as RowIdx).collect();
        let key = match column {
            DealColumn::Kpi(key) => key,
            _ => KpiKey::CrdTotal,
        };
        column_footers(&table(key, values), &rows, &[column], AgeClock::default()).remove(0)
    }

    #[test]
    fn sums_and_means_report_their_coverage() {
        let amounts = [Some("10.10"), None, Some("0.20")];
        let totals = footer(&amounts, DealColumn::Kpi(KpiKey::CrdTotal));
        assert_eq!((totals.covered, totals.rows), (2, 3));
        assert_eq!(totals.sum, "10.30".parse().ok());
        assert_eq!(totals.mean, "5.15".parse().ok());
    }

    #[test]
    fn footer_omits_missing_sums_and_sums_of_ratios() {
        let totals = footer(&[None, None], DealColumn::Kpi(KpiKey::CrdTotal));
        assert_eq!((totals.covered, totals.sum, totals.mean), (0, None, None));
        assert_eq!(footer(&[Some("1")], DealColumn::Kpi(KpiKey::Ltv)).sum, None);
        let most = Decimal::MAX.to_string();
        let totals = footer(&[Some(&most), Some(&most)], DealColumn::Kpi(KpiKey::CrdTotal));
        assert_eq!((totals.covered, totals.sum), (2, None));
    }

    #[test]
    fn a_ratio_out_of_its_range_makes_no_mean() {
        let totals = footer(&[Some("0.5"), Some("64.91"), Some("0.7"), None], DealColumn::Kpi(KpiKey::Ltv));
        assert_eq!((totals.covered, totals.rows, totals.mean), (2, 4, "0.6".parse().ok()));
        assert_eq!(totals.outside, 1, "received but out of range; the last row has no value");
    }

    #[test]
    fn mean_age_is_a_bound_if_any_age_is() {
        let totals = footer(&[None, None], DealColumn::Age);
        assert_eq!((totals.mean, totals.covered, totals.is_lower_bound), (Some(Decimal::from(5)), 1, true));
    }

    #[test]
    fn a_deal_that_changes_changes_the_feet() {
        let clock = AgeClock::default();
        let columns = [DealColumn::Kpi(KpiKey::Noi), DealColumn::Age];
        let before = table(KpiKey::Noi, &[Some("1"), Some("20"), None]);
        assert_eq!(column_footers(&before, &[0, 1, 2], &columns, clock)[0].sum, "21".parse().ok());
        let mut after = before.clone();
        after.set_row(
            RowData {
                id: "d1".into(),
                numbers: vec![(KpiKey::Noi, Decimal::from(300))],
                ..RowData::default()
            },
            None,
        );
        after.remove("d0");
        let feet = column_footers(&after, &[2, 1], &columns, clock);
        assert_eq!((feet[0].covered, feet[0].sum), (1, Some(Decimal::from(300))));
        assert_eq!(feet[1].covered, 0, "the deal with a known age was deleted");
        assert_eq!(column_footers(&before, &[0, 1, 2], &columns, clock)[0].covered, 2);
    }

    #[test]
    fn middle_of_two_numbers_is_found_despite_overflow() {
        assert_eq!(interpolate(Decimal::MAX, Decimal::MAX, 2), Some(Decimal::MAX));
        assert_eq!(interpolate(Decimal::MIN, Decimal::MAX, 2), Some(Decimal::ZERO));
        assert_eq!(interpolate(Decimal::ONE, Decimal::TWO, 2), Some(Decimal::new(15, 1)));
    }
}
