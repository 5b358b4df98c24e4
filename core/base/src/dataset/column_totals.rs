//! Table footer: sum and mean of each number column, with the number of rows covered.
//!
//! A column without values shows nothing, not zero. A value outside its valid range is flagged in its row and excluded
//! here: a ratio sent as percent would distort the mean.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiUnit;
use crate::model::table::{DealTable, ExactSum, RowIdx};
use crate::query::AgeClock;

use super::column::DealColumn;
use super::group_numbers::GroupNumbers;
use super::row_set::RowSet;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::models::kpi::KpiKey;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};

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
}
