//! Tests that every way of building a `FilteredBoard` gives the result of a full scan.

use crate::dataset::query_row::FilterRow;
use proptest::prelude::*;

use super::*;
use crate::model::pending_write::WriteState;
use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};

const NOW: i64 = 100 * 86_400;

fn clock() -> AgeClock<'static> {
    AgeClock::calendar(NOW)
}

/// Few names, so that rows collide. Some have accents, and some end with the start of another.
const NAMES: [&str; 8] = [
    "Le Parc, Lyon",
    "Îlot Saint-Michel",
    "Résidence Cassiopée",
    "Toul",
    "ouse",
    "",
    "Parc de l’Arsenal",
    "東京 タワー",
];
const STATUSES: [&str; 5] = ["sourcing", "ic", "closing", "new_code", ""];
const FILTERS: [&str; 22] = [
    "ilot st",
    "parc",
    "lprc",
    "\"le parc\"",
    "-\"parc\" l",
    "\"saint\" et ilot",
    "responsable:\"Martin\" s",
    "toulouse",
    "-parc",
    "statut:ic parc",
    "-statut:ic",
    "age>20j",
    "crd>500k",
    "crd:nc e",
    "responsable:martin s",
    "\"saint m\"",
    "é タ",
    "ilot ou parc",
    "parc or age>20j",
    "-(parc ou é)",
    "non(parc age>20j)",
    "(parc ou crd>1) s",
];

fn row() -> impl Strategy<Value = RowData> {
    let place = (0usize..40, 0usize..8, 0usize..5, 0i64..4, 0i64..3, 0usize..3);
    place.prop_map(|(id, name, status, weeks, crd, owner)| RowData {
        id: format!("deal-{id}"),
        name: NAMES[name].to_owned(),
        status: STATUSES[status].to_owned(),
        owner: ["", "A. Martin", "J. Roux"][owner].to_owned(),
        since: (weeks > 0)
            .then_some(StatusSince { at: NOW - weeks * 7 * 86_400, precision: TimePrecision::AtLeast }),
        numbers: (crd > 0)
            .then_some((KpiKey::CrdTotal, Decimal::new(crd * 1_000_001, crd as u32)))
            .into_iter()
            .collect(),
        ..RowData::default()
    })
}

#[derive(Clone, Debug)]
enum BoardStep {
    Patch(RowData, bool),
    Remove(usize),
    Filter(usize, usize),
}

fn step() -> impl Strategy<Value = BoardStep> {
    prop_oneof![
        4 => (row(), any::<bool>()).prop_map(|(row, waits)| BoardStep::Patch(row, waits)),
        1 => (0usize..40).prop_map(BoardStep::Remove),
        2 => (0usize..FILTERS.len(), 0usize..20).prop_map(|(filter, letters)| BoardStep::Filter(filter, letters)),
    ]
}

fn table(rows: &[RowData]) -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for row in rows {
        builder.push(row);
    }
    builder.finish()
}

/// A column as plain values: status, number of deals, rows shown, their principal and its coverage.
type PlainColumn = (String, usize, Vec<RowIdx>, Option<Decimal>, usize);

/// Computes the expected columns from every row.
fn expected_columns(table: &DealTable, query: &Query) -> Vec<PlainColumn> {
    let mut columns = empty_columns(table, &KnownStatuses::default());
    let mut rows = vec![Vec::new(); columns.len()];
    for row in table.by_age() {
        let at = columns.iter().position(|c| c.status == row.status).unwrap();
        columns[at].total += 1;
        if query.matches(&FilterRow { row, clock: clock() }) {
            rows[at].push(row.ix);
            if let Some(own) = row.number(KpiKey::CrdTotal) {
                columns[at].principal.add(own);
            }
        }
    }
    columns
        .into_iter()
        .zip(rows)
        .filter(|(column, _)| !column.status.is_empty() || column.total > 0)
        .map(|(column, rows)| {
            let (principal, covered) = (column.principal(), column.covered());
            (column.status, column.total, rows, principal, covered)
        })
        .collect()
}

fn plain_columns(filtered: &FilteredBoard) -> Vec<PlainColumn> {
    filtered
        .columns
        .iter()
        .map(|column| {
            (column.status.clone(), column.total, column.rows.to_vec(), column.principal(), column.covered())
        })
        .collect()
}

proptest! {
    #[test]
    fn incremental_update_matches_a_full_filter_pass(
        rows in proptest::collection::vec(row(), 0..60),
        steps in proptest::collection::vec(step(), 1..20),
    ) {
        let known = KnownStatuses::default();
        let (mut table, mut query) = (table(&rows), Query::default());
        let mut sieve = FilterPass::default();
        let mut filtered = FilteredBoard::filter(&mut sieve, &FilteredBoard::all(&table, &known), &table, (&query, &[]), clock());
        for step in steps {
            let before = table.clone();
            match step {
                BoardStep::Patch(row, waits) => table.set_row(row, waits.then_some(WriteState::Sending)),
                BoardStep::Remove(id) => table.remove(&format!("deal-{id}")),
                BoardStep::Filter(filter, letters) => {
                    let text: String = FILTERS[filter].chars().take(letters).collect();
                    let Ok(read) = Query::parse(&text) else { continue };
                    query = read;
                    filtered = FilteredBoard::filter(&mut sieve, &FilteredBoard::all(&table, &known), &table, (&query, &[]), clock());
                }
            }
            prop_assert!(filtered.update(&before, &table, &query, &known, clock()));
            prop_assert_eq!(plain_columns(&filtered), expected_columns(&table, &query));
            prop_assert_eq!(&filtered, &FilteredBoard::compute(&table, &query, &known, clock()));
            prop_assert_eq!((filtered.total, filtered.shown), (table.len(), plain_columns(&filtered).iter().map(|c| c.2.len()).sum()));
            for (at, column) in filtered.columns.iter().enumerate() {
                for (place, ix) in column.rows.iter().enumerate() {
                    prop_assert_eq!(filtered.position_of(&table, *ix), Some((at, place)));
                }
            }
        }
    }

    #[test]
    fn typing_a_filter_is_setting_it(
        rows in proptest::collection::vec(row(), 0..60), filters in proptest::collection::vec(0usize..FILTERS.len(), 1..4)
    ) {
        let (table, known, mut sieve) = (table(&rows), KnownStatuses::default(), FilterPass::default());
        for text in filters.into_iter().map(|filter| FILTERS[filter]) {
            for letters in 1..=text.chars().count() {
                let typed: String = text.chars().take(letters).collect();
                let Ok(query) = Query::parse(&typed) else { continue };
                let filtered = FilteredBoard::filter(&mut sieve, &FilteredBoard::all(&table, &known), &table, (&query, &[]), clock());
                prop_assert_eq!(plain_columns(&filtered), expected_columns(&table, &query), "{}", typed);
            }
        }
    }
}

#[test]
fn more_rows_than_a_stretch_are_filtered_too() {
    let mut builder = ColumnStoreBuilder::default();
    for n in 0..10_000 {
        builder.push(&RowData {
            id: n.to_string(),
            name: format!("Résidence {n}"),
            status: STATUSES[n % 3].to_owned(),
            ..RowData::default()
        });
    }
    let table = builder.finish();
    for filter in ["residence 99", "\"residence 99\"", "sidence 9", "-7", "statut:ic 1234"] {
        let query = Query::parse(filter).unwrap();
        let filtered = FilteredBoard::compute(&table, &query, &KnownStatuses::default(), clock());
        assert_eq!(plain_columns(&filtered), expected_columns(&table, &query), "{filter}");
        assert!(filtered.shown > 0, "{filter}");
    }
}

#[test]
fn large_incremental_update_matches_a_full_filter_pass() {
    let data = |n: u32, status: u32, age: u32| RowData {
        id: format!("deal-{n}"),
        name: NAMES[n as usize * 7 % NAMES.len()].to_owned(),
        status: STATUSES[status as usize % STATUSES.len()].to_owned(),
        since: (!age.is_multiple_of(9)).then_some(StatusSince {
            at: NOW - i64::from(age * 7_919 % 40) * 86_400,
            precision: TimePrecision::Exact,
        }),
        numbers: vec![(KpiKey::CrdTotal, Decimal::new(i64::from(n) * 1_001, n % 3))],
        ..RowData::default()
    };
    let rows: Vec<RowData> = (0..3_000).map(|n| data(n, n / 7, n)).collect();
    let before = table(&rows);
    let mut after = before.clone();
    for n in 0..2_400 {
        match n % 11 {
            0 => after.remove(&format!("deal-{n}")),
            1 => after.set_row(data(n + 5_000, n, n * 3), None),
            _ => after.set_row(data(n, n % 2, n * 5), None),
        }
    }
    let known = KnownStatuses::default();
    for filter in ["", "parc", "statut:ic \"parc\"", "age>20j", "-parc"] {
        let query = Query::parse(filter).unwrap();
        let mut filtered = FilteredBoard::compute(&before, &query, &known, clock());
        assert_eq!(plain_columns(&filtered), expected_columns(&before, &query), "{filter}");
        for (was, is) in [(&before, &after), (&after, &before)] {
            assert!(filtered.update(was, is, &query, &known, clock()));
            assert_eq!(plain_columns(&filtered), expected_columns(is, &query), "{filter}");
            assert_eq!(filtered, FilteredBoard::compute(is, &query, &known, clock()), "{filter}");
        }
    }
}
