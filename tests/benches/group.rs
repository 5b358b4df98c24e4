//! Measures groups and sheets of 100,000 and a million deals: by status and class, by all three codes, and with medians.
//!
//! The subtotals are those of the standard columns. It uses no network, no disk and no drawing.
//! `cargo bench -p encours-tests --bench group`. With `ENCOURS_BENCH_ROWS=DIRECTORY` it also writes the deals as CSV, for
//! `tests/benches/data-frames`.

#![allow(clippy::expect_used, reason = "this is a bench")]

use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::collation::Collation;
use encours_core::dataset::column::DealColumn;
use encours_core::dataset::grouping::{Grouping, Statistic};
use encours_core::dataset::groups::Groups;
use encours_core::dataset::sheets::Sheet;
use encours_core::dataset::sheets::describe::describe;
use encours_core::dataset::sheets::frequency::Frequency;
use encours_core::dataset::sheets::pivot::{Pivot, PivotSpec};
use encours_core::model::table::{DealTable, RowIdx};
use encours_core::query::AgeClock;
use encours_core::text::Lang;
use encours_core::vocabulary::StatusOrder;
use encours_tests::sample::{self, now};

fn group(table: &DealTable, rows: Vec<RowIdx>, grouping: &Grouping, collation: &Collation) -> usize {
    let now = AgeClock::calendar(now().as_second());
    let groups = Groups::compute(table, rows, grouping, &[], collation, now);
    let columns = DealColumn::standard().into_iter().filter(|column| column.is_number());
    columns.map(|column| groups.subtotals(table, column, grouping.statistic, now).len()).sum()
}

/// Sheets to measure, by name.
fn sheets() -> [(&'static str, Sheet); 6] {
    let number = DealColumn::Kpi(KpiKey::CrdTotal);
    let median = PivotSpec { figure: Some(number), statistic: Statistic::Median, ..PivotSpec::default() };
    let sum = PivotSpec { statistic: Statistic::Total, ..median };
    [
        ("frequency of the owner", Sheet::Frequency(DealColumn::Owner)),
        ("frequency of an amount", Sheet::Frequency(number)),
        ("description", Sheet::Describe),
        ("pivot of counts", Sheet::Pivot(PivotSpec::default())),
        ("pivot of sums", Sheet::Pivot(sum)),
        ("pivot of medians", Sheet::Pivot(median)),
    ]
}

/// Computes a sheet and returns its number of rows.
fn count(table: &Arc<DealTable>, rows: Vec<RowIdx>, sheet: Sheet, collation: &Collation) -> usize {
    let now = AgeClock::calendar(now().as_second());
    match sheet {
        Sheet::Frequency(column) => Frequency::compute(table, rows, column, collation, now).total,
        Sheet::Describe => describe(table, &rows, collation, now).len(),
        Sheet::Pivot(spec) => Pivot::compute(table, &rows, &spec, collation, now).rows.len(),
    }
}

/// Writes the columns that are measured, for other programs.
fn write_rows(directory: &Path, table: &DealTable) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(directory.join(format!("{}.csv", table.len())))?);
    let numbers = DealColumn::standard().into_iter().filter_map(|column| match column {
        DealColumn::Kpi(key) => Some(key),
        _ => None,
    });
    let numbers: Vec<KpiKey> = numbers.collect();
    let names: Vec<&str> = numbers.iter().map(|key| key.name()).collect();
    writeln!(file, "status,classe_actif,responsable,{}", names.join(","))?;
    for row in table.rows() {
        let value = |key: &KpiKey| row.number(*key).map(|value| value.to_string()).unwrap_or_default();
        let values: Vec<String> = numbers.iter().map(value).collect();
        writeln!(file, "{},{},{},{}", row.status, row.class, row.owner, values.join(","))?;
    }
    file.flush()
}

fn bench(c: &mut Criterion) {
    let collation =
        Collation { lang: Lang::Fr, statuses: StatusOrder::default(), local_deals: Arc::default() };
    for deals in [100_000, 1_000_000] {
        let table = sample::table(deals, |n| sample::deal(n, format!("Résidence n° {n}"), n));
        let mut measured = c.benchmark_group(format!("groups of {deals} deals"));
        measured.sample_size(20);
        let table = Arc::new(table);
        if let Some(directory) = std::env::var_os("ENCOURS_BENCH_ROWS") {
            write_rows(directory.as_ref(), &table).expect("the directory is writable");
        }
        for (name, sheet) in sheets() {
            measured.bench_function(name, |b| {
                b.iter_batched(
                    || (0..deals).collect::<Vec<RowIdx>>(),
                    |rows| black_box(count(&table, rows, sheet, &collation)),
                    criterion::BatchSize::LargeInput,
                );
            });
        }
        for text in ["status,classe_actif", "status,classe_actif,responsable", "status,classe_actif:median"] {
            let grouping: Grouping = text.parse().unwrap_or_default();
            measured.bench_function(text, |b| {
                b.iter_batched(
                    || (0..deals).collect(),
                    |rows| black_box(group(&table, rows, &grouping, &collation)),
                    criterion::BatchSize::LargeInput,
                );
            });
        }
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
