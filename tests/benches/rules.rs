//! Measures one pass of ten rules after one changed deal of 100,000, and the first pass.
//!
//! It uses no network, no disk and no drawing. `cargo bench -p encours-tests --bench rules`

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use encours_core::dataset::rules::RuleMatches;
use encours_core::model::table::{ColumnStoreBuilder, DealTable, RowData, StatusSince, TimePrecision};
use encours_core::query::{AgeClock, Query};

const DEALS: i64 = 100_000;
const NOW: i64 = 1_800_000_000;
const STATUSES: [&str; 5] = ["sourcing", "screening", "ic", "closing", "lost"];
const RULES: [&str; 10] = [
    "status:ic age>15d",
    "status:closing age>30d",
    "age>90d -status:lost",
    "lyon status:ic",
    "deal 99",
    "status:sourcing,screening",
    "owner:martin",
    "ltv>70%",
    "ltv>70% status:ic age>15d",
    "-status:lost",
];

fn row(id: i64, status: &str) -> RowData {
    RowData {
        id: format!("0b6f3c9a-6f0e-4f0e-9a55-{id:012}"),
        name: format!("Deal {id}, Lyon"),
        status: status.to_owned(),
        since: Some(StatusSince { at: NOW - id % 120 * 86_400, precision: TimePrecision::Received }),
        ..RowData::default()
    }
}

fn bench(c: &mut Criterion) {
    let mut builder = ColumnStoreBuilder::default();
    for id in 0..DEALS {
        builder.push(&row(id, STATUSES[usize::try_from(id % 5).unwrap_or_default()]));
    }
    let before = builder.finish();
    let mut after = before.clone();
    after.set_row(row(7, "ic"), None);
    let rules = || {
        RULES.map(|text| {
            let mut rule = RuleMatches::default();
            rule.set_query(Query::parse(text).unwrap_or_default());
            rule
        })
    };
    let pass = |rules: &mut [RuleMatches], before: &DealTable, after: &DealTable| {
        rules.iter_mut().map(|rule| rule.update(before, after, AgeClock::calendar(NOW)).len()).sum::<usize>()
    };
    let mut ready = rules();
    pass(&mut ready, &DealTable::default(), &before);
    let mut group = c.benchmark_group(format!("ten rules over {DEALS} deals"));
    group.sample_size(20);
    group.bench_function("after one change", |b| {
        b.iter_batched_ref(
            || ready.clone(),
            |rules| black_box(pass(rules, &before, &after)),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("first pass", |b| {
        b.iter_batched_ref(
            rules,
            |rules| black_box(pass(rules, &DealTable::default(), &before)),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
