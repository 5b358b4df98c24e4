//! Table footer: sum and mean of each number column, with the number of rows covered.
//!
//! A column without values shows nothing, not zero. A value outside its valid range is flagged in its row and excluded
//! here: a ratio sent as percent would distort the mean.

use std::sync::Arc;

use rust_decimal::Decimal;

use crate::contract::models::kpi::{KpiKey, Unit};
use crate::model::table::{Bound, DealTable, Keys, RowIx, Sum};

use super::bitset::Bits;
use super::column::Column;
use super::filtered::age_days;
use super::running_sums::Tally;

/// Footer of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Foot {
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
    /// True if some values are lower bounds; the mean is then one too.
    pub at_least: bool,
}

/// Cached sums behind the footer, updated incrementally.
#[derive(Clone, Debug, Default)]
pub struct Summed {
    over: Arc<DealTable>,
    keys: Keys,
    sums: Tally,
}

impl Summed {
    /// Returns the footer of `columns` over `rows`. `now` is in Unix seconds.
    pub fn feet(
        &mut self,
        table: &Arc<DealTable>,
        rows: &[RowIx],
        columns: &[Column],
        now: i64,
    ) -> Vec<Foot> {
        let keys = Keys::of(columns.iter().filter_map(|column| match column {
            Column::Kpi(key) => Some(*key),
            _ => None,
        }));
        let bits = Bits::of(rows);
        self.follow(table, keys, bits.clone());
        let one = |column: &Column| match column {
            Column::Kpi(key) => {
                let sum = self.sums.sums().get(*key as usize);
                sum.map_or_else(Foot::default, |sum| numbers(rows.len(), *key, sum))
            }
            Column::Age => ages(table, &bits, now),
            _ => Foot {
                rows: rows.len(),
                ..Foot::default()
            },
        };
        columns.iter().map(one).collect()
    }

    /// Updates the sums to `table`, `keys` and `rows`.
    fn follow(&mut self, table: &Arc<DealTable>, keys: Keys, rows: Bits) {
        if keys != self.keys || !self.over.same_columns(table) {
            self.sums = Tally::default();
        } else if !Arc::ptr_eq(&self.over, table) {
            let changed = self.over.changed_rows(table);
            let over = self.over.clone();
            self.sums
                .leave(&changed, |rows, sums| over.add_accepted(&rows.0, keys, sums));
        }
        (self.over, self.keys) = (table.clone(), keys);
        self.sums.follow(rows, KpiKey::ALL.len(), |rows, sums| {
            table.add_accepted(&rows.0, keys, sums);
        });
    }
}

fn numbers(rows: usize, key: KpiKey, sum: &Sum) -> Foot {
    Foot {
        outside: sum.outside(),
        ..foot(rows, sum.count(), sum.value(), key.unit() == Unit::Money)
    }
}

/// Computes the footer of the age column. Rows are visited in memory order.
fn ages(table: &DealTable, rows: &Bits, now: i64) -> Foot {
    let mut covered = 0;
    let mut days = 0_i64;
    let mut at_least = false;
    table.each_since(&rows.0, |since| {
        covered += 1;
        days = days.saturating_add(age_days(since.at, now));
        at_least |= matches!(since.bound, Bound::AtLeast | Bound::Interval { .. });
    });
    Foot {
        at_least,
        ..foot(rows.count(), covered, Some(Decimal::from(days)), false)
    }
}

fn foot(rows: usize, covered: usize, sum: Option<Decimal>, adds: bool) -> Foot {
    let any = sum.filter(|_| covered > 0);
    Foot {
        covered,
        outside: 0,
        rows,
        mean: any.and_then(|sum| sum.checked_div(Decimal::from(covered))),
        sum: any.filter(|_| adds),
        at_least: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnsBuilder, RowData, StageSince};

    fn table(key: KpiKey, values: &[Option<&str>]) -> DealTable {
        let mut builder = ColumnsBuilder::default();
        for (at, value) in values.iter().enumerate() {
            let numbers = value.map(|value| (key, value.parse().unwrap()));
            builder.push(&RowData {
                id: format!("d{at}"),
                numbers: numbers.into_iter().collect(),
                since: (at == 0).then_some(StageSince {
                    at: -5 * 86_400,
                    bound: Bound::AtLeast,
                }),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn of(values: &[Option<&str>], column: Column) -> Foot {
        let rows: Vec<RowIx> = (0..values.len() as RowIx).collect();
        let key = match column {
            Column::Kpi(key) => key,
            _ => KpiKey::CrdTotal,
        };
        let table = Arc::new(table(key, values));
        Summed::default().feet(&table, &rows, &[column], 0).remove(0)
    }

    #[test]
    fn sums_and_means_say_what_they_cover() {
        let amounts = [Some("10.10"), None, Some("0.20")];
        let foot = of(&amounts, Column::Kpi(KpiKey::CrdTotal));
        assert_eq!((foot.covered, foot.rows), (2, 3));
        assert_eq!(foot.sum, "10.30".parse().ok());
        assert_eq!(foot.mean, "5.15".parse().ok());
    }

    #[test]
    fn nothing_received_says_nothing_and_ratios_are_not_added() {
        let foot = of(&[None, None], Column::Kpi(KpiKey::CrdTotal));
        assert_eq!((foot.covered, foot.sum, foot.mean), (0, None, None));
        assert_eq!(of(&[Some("1")], Column::Kpi(KpiKey::Ltv)).sum, None);
        let most = Decimal::MAX.to_string();
        let foot = of(&[Some(&most), Some(&most)], Column::Kpi(KpiKey::CrdTotal));
        assert_eq!((foot.covered, foot.sum), (2, None));
    }

    #[test]
    fn a_ratio_out_of_its_range_makes_no_mean() {
        let foot = of(
            &[Some("0.5"), Some("64.91"), Some("0.7"), None],
            Column::Kpi(KpiKey::Ltv),
        );
        assert_eq!((foot.covered, foot.rows, foot.mean), (2, 4, "0.6".parse().ok()));
        assert_eq!(
            foot.outside, 1,
            "received but out of range; the last row has no value"
        );
    }

    #[test]
    fn the_mean_age_is_a_bound_if_one_of_the_ages_is() {
        let foot = of(&[None, None], Column::Age);
        assert_eq!(
            (foot.mean, foot.covered, foot.at_least),
            (Some(Decimal::from(5)), 1, true)
        );
    }

    #[test]
    fn a_deal_that_changes_changes_the_feet() {
        let mut summed = Summed::default();
        let columns = [Column::Kpi(KpiKey::Noi), Column::Age];
        let before = Arc::new(table(KpiKey::Noi, &[Some("1"), Some("20"), None]));
        assert_eq!(
            summed.feet(&before, &[0, 1, 2], &columns, 0)[0].sum,
            "21".parse().ok()
        );
        let mut after = DealTable::clone(&before);
        after.patch(
            RowData {
                id: "d1".into(),
                numbers: vec![(KpiKey::Noi, Decimal::from(300))],
                ..RowData::default()
            },
            None,
        );
        after.remove("d0");
        let feet = summed.feet(&Arc::new(after), &[2, 1], &columns, 0);
        assert_eq!((feet[0].covered, feet[0].sum), (1, Some(Decimal::from(300))));
        assert_eq!(feet[1].covered, 0, "the deal with a known age was deleted");
        assert_eq!(summed.feet(&before, &[0, 1, 2], &columns, 0)[0].covered, 2);
    }
}
