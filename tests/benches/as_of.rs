//! Measures the pipeline of a past date: 100,000 deals, a year of 500,000 changes.
//!
//! It uses a store on disk, no network and no drawing. `cargo bench -p encours-tests --bench as_of`

#![allow(
    clippy::expect_used,
    reason = "this is a bench target: without its store there is nothing to measure"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use encours_core::engine::past_table;
use encours_core::store::{CachePage, ReceivedRecord, RecordKind, Store};
use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: usize = 100_000;
const PASSES: usize = 50;
const PASS_SECONDS: i64 = 365 * 86_400 / PASSES as i64;
const STATUSES: [&str; 7] = ["sourcing", "screening", "ic", "structuring", "closing", "on_hold", "lost"];

fn at(pass: usize) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + pass as i64 * PASS_SECONDS).unwrap_or_default()
}

fn deal(number: usize, pass: usize) -> ReceivedRecord {
    let id = format!("0b6f3c9a-6f0e-4f0e-9a55-{number:012}");
    let status = STATUSES[(number + pass) % STATUSES.len()];
    let body = format!(
        r#"{{"id":"{id}","name":"Résidence {number} du Parc","status":"{status}","classe_actif":"bureaux","responsable":"A. Martin","created_at":"2025-01-{:02}T09:00:00Z","updated_at":"2025-02-03T10:00:00Z","kpi_snapshot":{{"total_cost":1{number}00.50,"ltv":0.65,"ltc":0.7,"dscr":1.25,"irr":0.125,"noi":120000,"yield":0.0525}},"adresse":{{"rue":"12 rue de la Paix","ville":"Paris"}},"description":"Immeuble de bureaux en cours d'étude, loué à plusieurs locataires"}}"#,
        number % 28 + 1
    );
    ReceivedRecord { id, body, position: number.try_into().unwrap_or_default(), status: Some(status.into()) }
}

/// Returns a store with a first sync of all deals, then passes that each move a tenth of them.
fn fill(dir: &std::path::Path) -> Store {
    let store = Store::open(dir, at(0)).expect("failed to open the store");
    let cache = store.cache();
    let mut first = cache.begin_full_sync().expect("failed to begin the sync");
    for pass in 0..=PASSES {
        let number = cache.begin_pass().expect("failed to begin the pass");
        let request_seq = cache.write_seq().expect("failed to read the change number");
        let moved: Vec<usize> = (0..DEALS).filter(|deal| pass == 0 || (deal + pass) % 10 == 0).collect();
        let deals: Vec<ReceivedRecord> = moved.iter().map(|number| deal(*number, pass)).collect();
        let pages: Vec<CachePage<'_>> = deals
            .chunks(20)
            .map(|deals| CachePage {
                request_seq,
                received_at: at(pass),
                records: deals.iter().map(ReceivedRecord::as_incoming).collect(),
                repeats: false,
            })
            .collect();
        cache
            .save_pages(RecordKind::Deal, "", number, &pages, &mut first)
            .expect("failed to store the pages");
        if pass == 0 {
            cache.end_full_sync().expect("failed to end the sync");
            first = cache.begin_full_sync().expect("failed to begin the sync");
        }
    }
    store
}

fn bench(c: &mut Criterion) {
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let store = fill(dir.path());
    let mut group = c.benchmark_group(format!("past of {DEALS} deals, {} changes", DEALS * PASSES / 10));
    group.sample_size(10);
    for (name, pass) in [("a year ago", 1), ("half a year ago", PASSES / 2), ("yesterday", PASSES)] {
        group.bench_function(name, |b| {
            b.iter(|| black_box(past_table(&store, at(pass), &TimeZone::UTC)).expect("failed to rebuild"));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
