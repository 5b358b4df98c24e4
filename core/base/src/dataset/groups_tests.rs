use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};
use crate::text::Lang;
use crate::vocabulary::StatusOrder;

const NOW: i64 = 100 * 86_400;
const COLUMNS: [DealColumn; 3] =
    [DealColumn::Kpi(KpiKey::CrdTotal), DealColumn::Kpi(KpiKey::Ltv), DealColumn::Age];

fn collation() -> Collation {
    Collation { lang: Lang::En, statuses: StatusOrder::default(), local_deals: Arc::default() }
}

fn number() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        6 => (-20_i64..300).prop_map(|m| Decimal::new(m, 2)),
        1 => (any::<i32>(), 0_u32..=12).prop_map(|(m, scale)| Decimal::new(m.into(), scale)),
    ]
}

fn row() -> impl Strategy<Value = RowData> {
    let codes = ("(sourcing|ic|lost|zz)?", "(bureaux|logistique)?", "[A-C]?");
    let numbers = (proptest::option::of(number()), proptest::option::of(number()));
    (0_u32..60, codes, numbers, proptest::option::of(0_i64..90)).prop_map(
        |(id, (status, class, owner), (principal, ltv), day)| RowData {
            id: id.to_string(),
            name: format!("Deal {id}"),
            status,
            class,
            owner,
            since: day.map(|day| StatusSince { at: day * 86_400, precision: TimePrecision::Exact }),
            numbers: [(KpiKey::Ltv, ltv), (KpiKey::CrdTotal, principal)]
                .into_iter()
                .filter_map(|(key, value)| Some((key, value?)))
                .collect(),
        },
    )
}

/// Returns the accepted values of a column in some rows, sorted, and the number of others.
fn values(table: &DealTable, rows: &[RowIdx], column: DealColumn) -> (Vec<Decimal>, usize) {
    let (mut accepted, mut outside) = (Vec::new(), 0);
    for row in rows.iter().filter_map(|ix| table.row(*ix)) {
        match column {
            DealColumn::Kpi(key) => match row.number(key) {
                Some(value) if key.accepts(value) => accepted.push(value),
                Some(_) => outside += 1,
                None => {}
            },
            _ => accepted.extend(row.since.map(|since| Decimal::from((NOW - since.at) / 86_400))),
        }
    }
    accepted.sort_unstable();
    (accepted, outside)
}

fn footer(table: &DealTable, rows: &[RowIdx], column: DealColumn) -> ColumnFooter {
    let (values, outside) = values(table, rows, column);
    let sum = values.iter().try_fold(Decimal::ZERO, |sum, value| sum.checked_add(*value));
    let sum = sum.filter(|_| !values.is_empty());
    let middle = values.len() / 2;
    let median = match values.len() {
        0 => None,
        count if count % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / Decimal::TWO),
    };
    ColumnFooter {
        covered: values.len(),
        outside,
        rows: rows.len(),
        sum: sum.filter(|_| column == COLUMNS[0]),
        mean: sum.map(|sum| sum / Decimal::from(values.len())),
        quartiles: [values.first().copied(), None, median, None, values.last().copied()],
        is_lower_bound: false,
    }
}

fn codes(table: &DealTable, ix: RowIdx, grouping: &Grouping) -> Vec<String> {
    let row = table.row(ix).unwrap();
    grouping.columns.iter().map(|column| column.code_of(&row).unwrap().to_owned()).collect()
}

proptest! {
    #[test]
    fn groups_and_subtotals_match_a_naive_grouping(
        rows in proptest::collection::vec(row(), 0..60),
        over in proptest::collection::vec(row(), 0..6),
        deleted in proptest::option::of(0_u32..60),
        columns in proptest::sample::subsequence(
            vec![DealColumn::Owner, DealColumn::Status, DealColumn::Class], 1..=3).prop_shuffle(),
        shown in proptest::collection::btree_set(0_u32..70, 0..70),
        sort in proptest::option::of((0_usize..3, any::<bool>())),
    ) {
        let mut builder = ColumnStoreBuilder::default();
        for row in &rows {
            builder.push(row);
        }
        let mut table = builder.finish();
        for row in over {
            table.set_row(row, None);
        }
        if let Some(id) = deleted {
            table.remove(&id.to_string());
        }
        let shown: Vec<RowIdx> = shown.into_iter().filter(|ix| table.row(*ix).is_some()).collect();
        let grouping = Grouping { columns, statistic: Statistic::Median };
        let sort: Vec<SortKey> =
            sort.map(|(at, descending)| SortKey { column: COLUMNS[at], descending }).into_iter().collect();
        let groups = Groups::compute(&table, shown.clone(), &grouping, &sort, &collation(), AgeClock::calendar(NOW));

        let mut naive: BTreeMap<Vec<String>, Vec<RowIdx>> = BTreeMap::from([(Vec::new(), shown.clone())]);
        for ix in &shown {
            let codes = codes(&table, *ix, &grouping);
            for level in 1..=codes.len() {
                naive.entry(codes[..level].to_vec()).or_default().push(*ix);
            }
        }
        let mut members: BTreeMap<Vec<String>, Vec<RowIdx>> = BTreeMap::new();
        for group in &groups.list {
            let rows = groups.rows[group.rows.clone()].to_vec();
            if group.level == grouping.columns.len() {
                prop_assert!(rows.is_sorted(), "the deals keep their order");
            }
            let mut rows = rows;
            rows.sort_unstable();
            prop_assert_eq!(group.level, group.codes.len());
            prop_assert!(members.insert(group.codes.clone(), rows).is_none());
        }
        prop_assert_eq!(&members, &naive);
        for column in COLUMNS {
            let subtotals = groups.subtotals(&table, column, Statistic::Median, AgeClock::calendar(NOW));
            for (group, subtotal) in groups.list.iter().zip(&subtotals) {
                prop_assert_eq!(subtotal, &footer(&table, &naive[&group.codes], column));
            }
            let Some(key) = sort.first().filter(|key| key.column == column) else { continue };
            for (at, parent) in groups.list.iter().enumerate() {
                let parts = groups.list.iter().zip(&subtotals).skip(1);
                let parts = parts.filter(|(part, _)| part.parent == at && part.level == parent.level + 1);
                let medians: Vec<Option<Decimal>> = parts.map(|(_, subtotal)| subtotal.quartiles[2]).collect();
                let known: Vec<Decimal> = medians.iter().map_while(|median| *median).collect();
                prop_assert!(medians[known.len()..].iter().all(Option::is_none));
                let in_order = |pair: &[Decimal]| if key.descending { pair[0] >= pair[1] } else { pair[0] <= pair[1] };
                prop_assert!(known.windows(2).all(in_order));
            }
        }
    }
}

#[test]
fn groups_follow_the_order_of_the_board() {
    let mut builder = ColumnStoreBuilder::default();
    for (id, status, owner) in [("a", "lost", "Zoé"), ("b", "ic", "Éric"), ("c", "", "Zoé"), ("d", "ic", "")]
    {
        let row = |text: &str| text.to_owned();
        builder.push(&RowData { id: row(id), status: row(status), owner: row(owner), ..RowData::default() });
    }
    let table = builder.finish();
    let order = |grouping: &str, sort: &[SortKey]| {
        let grouping = grouping.parse().unwrap();
        let groups =
            Groups::compute(&table, vec![0, 1, 2, 3], &grouping, sort, &collation(), AgeClock::calendar(NOW));
        let codes = groups.list.iter().skip(1).map(|group| group.codes.join("/"));
        codes.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(order("status,owner", &[]), "ic ic/Éric ic/ lost lost/Zoé  /Zoé");
    assert_eq!(order("owner", &["responsable:desc".parse().unwrap()]), "Zoé Éric ");
    assert_eq!(order("", &[]), "");
}

#[test]
fn shares_and_coverage_are_parts_of_all_deals() {
    let part = ColumnFooter { covered: 3, rows: 4, sum: Some(Decimal::from(30)), ..ColumnFooter::default() };
    let whole =
        ColumnFooter { covered: 5, rows: 8, sum: Some(Decimal::from(120)), ..ColumnFooter::default() };
    assert_eq!(Statistic::Share.value(&part, &whole), "0.25".parse().ok());
    assert_eq!(Statistic::Coverage.value(&part, &whole), "0.75".parse().ok());
    assert_eq!(Statistic::Share.value(&ColumnFooter::default(), &whole), None);
    assert_eq!(Statistic::Coverage.value(&part, &ColumnFooter::default()), None);
}
