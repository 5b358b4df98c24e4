//! Tests that every way of sorting gives the order of pairwise comparison.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::dataset::filtered::FilteredBoard;
use crate::dataset::known_statuses::KnownStatuses;
use crate::dataset::sort_keys::RowComparison;
use crate::dataset::sorted_cache::SortedRows;
use crate::model::local_deals::{FOLLOWUP_PREFIX, Followup, LocalDeals};
use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};
use crate::text::Lang;
use crate::vocabulary::StatusOrder;

const NAMES: [&str; 7] =
    ["Le Parc", "le parc", "Îlot", "", "Résidence des Îles", "Résidence des Îles 2", "\u{301}"];

fn decimal() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        6 => (-3_i64..4, 0_u32..3).prop_map(|(mantissa, scale)| Decimal::new(mantissa * 5, scale)),
        1 => (any::<i64>(), 0_u32..=28).prop_map(|(mantissa, scale)| Decimal::new(mantissa, scale)),
    ]
}

fn row() -> impl Strategy<Value = RowData> {
    let texts = (0usize..40, 0usize..7, 0usize..5, 0usize..3, 0usize..3);
    (texts, -2_i64..3, proptest::option::of(decimal())).prop_map(
        |((id, name, status, class, owner), since, ltv)| RowData {
            id: format!("deal-{id}"),
            name: NAMES[name].to_owned(),
            status: ["ic", "lost", "sourcing", "unheard", ""][status].to_owned(),
            class: ["", "bureaux", "hotels"][class].to_owned(),
            owner: ["", "É. Roux", "a. martin"][owner].to_owned(),
            since: (since > -2).then_some(StatusSince { at: since, precision: TimePrecision::Exact }),
            numbers: ltv.map(|ltv| (KpiKey::Ltv, ltv)).into_iter().collect(),
        },
    )
}

fn keys() -> impl Strategy<Value = Vec<SortKey>> {
    let columns = vec![
        DealColumn::Name,
        DealColumn::Id,
        DealColumn::Age,
        DealColumn::Followup,
        DealColumn::Status,
        DealColumn::Class,
        DealColumn::Owner,
        DealColumn::Kpi(KpiKey::Ltv),
    ];
    let key = (prop::sample::select(columns), any::<bool>());
    let key = key.prop_map(|(column, descending)| SortKey { column, descending });
    prop::collection::vec(key, 1..4)
}

fn table(rows: &[RowData]) -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for row in rows {
        builder.push(row);
    }
    builder.finish()
}

/// A custom status order that is neither the default nor alphabetical.
fn collation() -> Collation {
    let settings = (0_i16..40).step_by(3).map(|deal| {
        let date = jiff::civil::date(2020 + deal * 7 % 9, 1, 1 + (deal % 5) as i8);
        let done = (deal % 4 == 0).then_some(jiff::Timestamp::UNIX_EPOCH);
        let followup = Followup { date, text: String::new(), done };
        (format!("{FOLLOWUP_PREFIX}deal-{deal}"), followup.stored_text())
    });
    Collation {
        lang: Lang::Fr,
        statuses: StatusOrder::starting_with(vec!["lost".into(), "ic".into()]),
        local_deals: Arc::new(LocalDeals::from_settings(&settings.collect())),
    }
}

fn on_board(table: &DealTable) -> (FilteredBoard, Vec<RowIdx>) {
    let known = KnownStatuses { order: collation().statuses, ..KnownStatuses::default() };
    let whole = FilteredBoard::all(table, &known);
    let rows = whole.rows();
    (whole, rows)
}

/// Sorts by comparing rows with each other.
fn sorted_by_comparison(table: &DealTable, keys: &[SortKey]) -> Vec<RowIdx> {
    let by = RowComparison::by_keys(table, keys, &collation());
    let (_, mut rows) = on_board(table);
    rows.sort_by(|one, other| by.compare(&table.row(*one).unwrap(), &table.row(*other).unwrap()));
    rows
}

proptest! {
    #[test]
    fn radix_sort_matches_a_comparison_sort(
        rows in prop::collection::vec(row(), 0..80),
        over in prop::collection::vec(row(), 0..12),
        deleted in 0usize..40,
        keys in keys(),
    ) {
        let mut table = table(&rows);
        for row in over {
            table.set_row(row, None);
        }
        table.remove(&format!("deal-{deleted}"));
        let (_, board) = on_board(&table);
        let sorted = sort_rows(&table, board, &keys, &collation());
        prop_assert_eq!(sorted, sorted_by_comparison(&table, &keys));
    }

    #[test]
    fn incrementally_sorted_rows_match_a_full_sort(
        rows in prop::collection::vec(row(), 0..60),
        steps in prop::collection::vec((row(), 0usize..6, keys()), 1..10),
        keys in keys(),
    ) {
        let (mut table, mut keys) = (table(&rows), keys);
        let mut ordered = SortedRows::default();
        for (row, what, others) in steps {
            match what {
                0 => table.remove(&row.id),
                1 => keys = others,
                _ => table.set_row(row, None),
            }
            let (whole, _) = on_board(&table);
            let deals = Arc::new(table.clone());
            let rows = ordered.rows(&deals, &whole, &keys, &collation());
            prop_assert_eq!(rows, sorted_by_comparison(&table, &keys));
        }
    }

    #[test]
    fn integers_keep_their_order_as_digits(values in prop::collection::vec(any::<i64>(), 0..50)) {
        let held: Vec<u64> = values.iter().map(|value| sortable(*value).min(MISSING - 1)).collect();
        let rows = radix_sort_rows((0..values.len() as RowIdx).collect(), &held);
        let mut wanted: Vec<RowIdx> = (0..values.len() as RowIdx).collect();
        wanted.sort_by_key(|ix| held[*ix as usize]);
        prop_assert_eq!(rows, wanted);
    }
}
