//! Tests that every search finds what a scan of all names finds.

use proptest::prelude::*;

use super::*;
use crate::dataset::known_statuses::KnownStatuses;
use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};

const NAMES: [&str; 10] = [
    "Le Parc, Lyon",
    "Îlot Saint-Michel",
    "Résidence Cassiopée",
    "Parc de l’Arsenal, Toulouse",
    "Tour 2, Lyon",
    "東京 タワー",
    "Halle (Est)",
    "",
    "parc",
    "Résidence du Parc",
];
const TYPED: [&str; 13] = [
    "ilot st",
    "parc",
    "lprc",
    "lyon parc",
    "toulouse",
    "residence d",
    "sainmich",
    "2",
    "rsdcas",
    "(est",
    "é",
    "タ",
    "le p",
];

fn row() -> impl Strategy<Value = RowData> {
    (0usize..40, 0usize..10, 0usize..3, 0i64..4).prop_map(|(id, name, status, days)| RowData {
        id: format!("deal-{id}"),
        name: NAMES[name].to_owned(),
        status: ["sourcing", "ic", ""][status].to_owned(),
        since: (days > 0).then_some(StatusSince { at: -days * 86_400, precision: TimePrecision::AtLeast }),
        ..RowData::default()
    })
}

/// Ranks every row, best rank and oldest first.
fn best_by_scan(table: &DealTable, needle: &str, limit: usize) -> Vec<(u8, RowIdx)> {
    let spreads = needle.split_whitespace().any(is_word);
    let response = |row: &DealRow<'_>| {
        let far = || spreads.then(|| fuzzy_rank(row.folded, needle)).flatten();
        rank(row.folded, needle).or_else(far)
    };
    let mut all: Vec<(u8, RowIdx)> =
        table.by_age().filter_map(|row| Some((response(&row)?, row.ix))).collect();
    all.sort_by_key(|(rank, _)| *rank);
    all.truncate(limit);
    all
}

fn best_rows(
    search: &mut DealNameSearch,
    table: &DealTable,
    needle: &str,
    limit: usize,
) -> Vec<(u8, RowIdx)> {
    let all_deals = FilteredBoard::all(table, &KnownStatuses::default());
    let best = search.best(table, &all_deals, needle, (limit, true));
    best.into_iter().map(|(rank, row)| (rank, row.ix)).collect()
}

fn table(rows: &[RowData]) -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for row in rows {
        builder.push(row);
    }
    builder.finish()
}

proptest! {
    #[test]
    fn incremental_name_search_matches_a_full_scan(
        rows in proptest::collection::vec(row(), 0..60),
        over in proptest::collection::vec((row(), any::<bool>()), 0..8),
        typed in proptest::collection::vec((0usize..TYPED.len(), 0usize..12), 1..12),
        most in 1usize..12,
    ) {
        let (mut table, mut named) = (table(&rows), DealNameSearch::default());
        let mut over = over.into_iter();
        for (text, letters) in typed {
            let text: String = TYPED[text].chars().take(letters).collect();
            let needle = fold(text.trim());
            if needle.is_empty() {
                prop_assert!(best_rows(&mut named, &table, &needle, most).is_empty());
            } else {
                prop_assert_eq!(best_rows(&mut named, &table, &needle, most), best_by_scan(&table, &needle, most), "{}", needle);
            }
            match over.next() {
                Some((row, true)) => table.set_row(row, None),
                Some((row, false)) => table.remove(&row.id),
                None => {}
            }
        }
    }

    #[test]
    fn deal_in_title_search_matches_a_full_scan(
        rows in proptest::collection::vec(row(), 0..60),
        over in proptest::collection::vec(row(), 0..4),
        deleted in 0usize..40,
        told in 0usize..10,
        other in 0usize..10,
    ) {
        let mut table = table(&rows);
        for row in over {
            table.set_row(row, None);
        }
        table.remove(&format!("deal-{deleted}"));
        let title = format!("LTV > 65 % – {} ; {}", NAMES[told], NAMES[other]);
        let folded = fold(&title);
        let plainly = table
            .by_age()
            .find(|row| row.folded.chars().count() >= MIN_NAME_LEN && folded.contains(row.folded));
        prop_assert_eq!(deal_in_title(&table, &title).map(|row| row.ix), plainly.map(|row| row.ix));
    }
}

#[test]
fn large_name_search_finds_the_oldest_deals_per_status() {
    let rows: Vec<RowData> = (0..10_000_u32)
        .map(|n| RowData {
            id: n.to_string(),
            name: format!("{} {n}", NAMES[n as usize % 5]),
            status: ["sourcing", "ic", "lost"][n as usize % 3].to_owned(),
            since: Some(StatusSince {
                at: -(i64::from(n) * 7_919 % 10_007),
                precision: TimePrecision::AtLeast,
            }),
            ..RowData::default()
        })
        .collect();
    let (mut table, mut named) = (table(&rows), DealNameSearch::default());
    for (n, row) in (0..).zip(&rows).step_by(3) {
        let moved = RowData {
            status: "closing".into(),
            since: Some(StatusSince { at: n % 50, precision: TimePrecision::Exact }),
            ..row.clone()
        };
        table.set_row(moved, None);
    }
    for needle in ["p", "pa", "parc", "l", "e", "9", "99", "rsd", "rsdcas"] {
        for most in [8, 200] {
            let best = best_rows(&mut named, &table, needle, most);
            assert_eq!(best, best_by_scan(&table, needle, most), "{needle}");
        }
    }
}
