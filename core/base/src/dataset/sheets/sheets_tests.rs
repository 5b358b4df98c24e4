use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::describe::describe;
use super::frequency::{Frequency, SheetValue};
use super::pivot::{Pivot, PivotSpec};
use crate::contract::models::kpi::KpiKey;
use crate::dataset::collation::Collation;
use crate::dataset::column::DealColumn;
use crate::dataset::grouping::Statistic;
use crate::model::table::{
    ColumnStoreBuilder, DealRow, DealTable, RowData, RowIdx, StatusSince, TimePrecision,
};
use crate::query::AgeClock;
use crate::text::Lang;
use crate::vocabulary::StatusOrder;

const LTV: DealColumn = DealColumn::Kpi(KpiKey::Ltv);
const CRD: DealColumn = DealColumn::Kpi(KpiKey::CrdTotal);

fn collation() -> Collation {
    Collation { lang: Lang::En, statuses: StatusOrder::default(), local_deals: Arc::default() }
}

fn clock() -> AgeClock<'static> {
    AgeClock::calendar(100 * 86_400)
}

fn number() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        6 => (-20_i64..300).prop_map(|m| Decimal::new(m, 2)),
        2 => (any::<i32>(), 0_u32..=12).prop_map(|(m, scale)| Decimal::new(m.into(), scale)),
        1 => any::<i64>().prop_map(|m| Decimal::from_i128_with_scale(i128::from(m) << 30, 9)),
    ]
}

fn row() -> impl Strategy<Value = RowData> {
    let codes = ("(sourcing|ic|lost)?", "(bureaux|logistique)?", "[A-C]?");
    let numbers = (proptest::option::of(number()), proptest::option::of(number()));
    (0_u32..60, codes, numbers, proptest::option::of(0_i64..90)).prop_map(
        |(id, (status, class, owner), (crd, ltv), day)| RowData {
            id: id.to_string(),
            name: format!("Deal {}", id % 7),
            status,
            class,
            owner,
            since: day.map(|day| StatusSince { at: day * 86_400, precision: TimePrecision::Exact }),
            numbers: [(KpiKey::Ltv, ltv), (KpiKey::CrdTotal, crd)]
                .into_iter()
                .filter_map(|(key, value)| Some((key, value?)))
                .collect(),
        },
    )
}

fn tables() -> impl Strategy<Value = (Arc<DealTable>, Vec<RowIdx>)> {
    let rows = proptest::collection::vec(row(), 0..120);
    let parts = (rows, proptest::collection::vec(row(), 0..5), any::<u64>());
    parts.prop_map(|(rows, over, wanted)| {
        let mut builder = ColumnStoreBuilder::default();
        for row in &rows {
            builder.push(row);
        }
        let mut table = builder.finish();
        for row in over {
            table.set_row(row, None);
        }
        let rows = table.rows().map(|row| row.ix).filter(|ix| wanted >> (ix % 64) & 1 == 1).collect();
        (Arc::new(table), rows)
    })
}

/// Returns the value of a row; `Err` for one that the contract does not accept.
fn number_of(row: &DealRow<'_>, column: DealColumn) -> Option<Result<Decimal, ()>> {
    match column {
        DealColumn::Kpi(key) => {
            row.number(key).map(|value| if key.accepts(value) { Ok(value) } else { Err(()) })
        }
        _ => row.since.map(|since| Ok(Decimal::from((100 * 86_400 - since.at) / 86_400))),
    }
}

fn sorted(rows: &[DealRow<'_>], column: DealColumn) -> Vec<Decimal> {
    let numbers = rows.iter().filter_map(|row| number_of(row, column)?.ok());
    let mut numbers: Vec<Decimal> = numbers.collect();
    numbers.sort_unstable();
    numbers
}

/// Returns a quantile by linear interpolation.
fn quantile(sorted: &[Decimal], quarters: usize) -> Option<Decimal> {
    let position = sorted.len().checked_sub(1)? * quarters;
    let (below, above) = (sorted[position / 4], sorted[(position / 4 + 1).min(sorted.len() - 1)]);
    let way = Decimal::from(position % 4) / Decimal::from(4);
    Some(below * (Decimal::ONE - way) + above * way)
}

proptest! {
    #[test]
    fn frequencies_equal_a_count_of_the_rows((table, wanted) in tables()) {
        let rows: Vec<DealRow<'_>> = wanted.iter().filter_map(|ix| table.row(*ix)).collect();
        for column in [DealColumn::Status, DealColumn::Class, DealColumn::Owner, DealColumn::Name] {
            let found = Frequency::compute(&table, wanted.clone(), column, &collation(), clock());
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for row in &rows {
                let text = match column {
                    DealColumn::Status => row.status,
                    DealColumn::Class => row.class,
                    DealColumn::Owner => row.owner,
                    _ => row.name,
                };
                *counts.entry(text).or_default() += 1;
            }
            prop_assert_eq!((found.total, found.values.len()), (counts.len(), counts.len()));
            for value in &found.values {
                let text = match &value.value {
                    SheetValue::Text(text) => text.as_str(),
                    other => {
                        prop_assert_eq!(other, &SheetValue::Missing);
                        ""
                    }
                };
                prop_assert_eq!(counts.get(text), Some(&value.deals));
            }
            let texts = found.values.iter().filter(|value| value.value != SheetValue::Missing);
            prop_assert!(texts.map(|value| value.deals).is_sorted_by(|left, right| left >= right));
        }
        for column in [LTV, CRD, DealColumn::Age] {
            let found = Frequency::compute(&table, wanted.clone(), column, &collation(), clock());
            for value in &found.values {
                let is_counted = |row: &&DealRow<'_>| match (&value.value, number_of(row, column)) {
                    (SheetValue::Missing, number) => number.is_none(),
                    (SheetValue::Outside, number) => number == Some(Err(())),
                    (SheetValue::Number(own), Some(Ok(number))) => *own == number,
                    (SheetValue::Range(from, to), Some(Ok(number))) => (*from..*to).contains(&number),
                    _ => false,
                };
                prop_assert_eq!(rows.iter().filter(is_counted).count(), value.deals, "{:?}", value);
            }
            prop_assert_eq!(found.values.iter().map(|value| value.deals).sum::<usize>(), rows.len());
            prop_assert!(found.values.len() <= 24, "{:?}", found.values);
        }
    }

    #[test]
    fn descriptions_equal_the_sorted_values((table, wanted) in tables()) {
        let rows: Vec<DealRow<'_>> = wanted.iter().filter_map(|ix| table.row(*ix)).collect();
        for (column, found) in describe(&table, &wanted, &collation(), clock()) {
            prop_assert!(found.rows == rows.len() && found.covered + found.outside <= rows.len());
            if column == DealColumn::Owner {
                let owned = rows.iter().filter(|row| !row.owner.is_empty()).count();
                prop_assert_eq!(found.covered, owned);
            }
            if [LTV, CRD, DealColumn::Age].contains(&column) {
                let numbers = sorted(&rows, column);
                let outside = rows.iter().filter(|row| number_of(row, column) == Some(Err(()))).count();
                prop_assert_eq!((found.covered, found.outside), (numbers.len(), outside));
                prop_assert_eq!(found.quartiles, [0, 1, 2, 3, 4].map(|part| quantile(&numbers, part)));
            }
        }
    }

    #[test]
    fn pivot_cells_equal_the_rows_of_their_codes((table, wanted) in tables()) {
        let rows: Vec<DealRow<'_>> = wanted.iter().filter_map(|ix| table.row(*ix)).collect();
        let spec = PivotSpec { figure: Some(LTV), statistic: Statistic::Median, ..PivotSpec::default() };
        let pivot = Pivot::compute(&table, &wanted, &spec, &collation(), clock());
        let check = |cell: &_, class: Option<&str>, status: Option<&str>| {
            let is_part = |row: &&DealRow<'_>| {
                class.is_none_or(|class| row.class == class) && status.is_none_or(|status| row.status == status)
            };
            let part: Vec<DealRow<'_>> = rows.iter().filter(is_part).copied().collect();
            let cell: &crate::dataset::column_totals::ColumnFooter = cell;
            prop_assert_eq!(cell.rows, part.len());
            let median = quantile(&sorted(&part, LTV), 2);
            prop_assert_eq!(spec.value(cell, &pivot.whole), median);
            Ok(())
        };
        for row in &pivot.rows {
            let statuses = pivot.columns.iter().map(|status| Some(status.as_str())).chain([None]);
            for (status, cell) in statuses.zip(&row.cells) {
                let class = row.code.as_deref();
                let is_here = |deal: &DealRow<'_>| Some(deal.class) == class && Some(deal.status) == status;
                match cell {
                    Some(cell) => check(cell, class, status)?,
                    None => prop_assert!(!rows.iter().any(is_here)),
                }
            }
        }
        check(&pivot.whole, None, None)?;
    }
}

#[test]
fn pivot_cycles_through_every_axis_figure_and_statistic() {
    let mut spec = PivotSpec::default();
    let first = spec;
    (0..6).for_each(|_| spec.cycle_axes());
    assert_eq!(spec, first);
    spec.cycle_statistic();
    assert!(spec.is_fraction(), "the share of the deals");
    spec.cycle_figure();
    assert_eq!(spec.figure, DealColumn::all().find(|column| column.is_number()));
    for _ in 0..DealColumn::all().filter(|column| column.is_number()).count() {
        spec.cycle_figure();
    }
    assert_eq!(spec, first);
}
