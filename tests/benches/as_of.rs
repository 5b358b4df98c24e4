//! Measures the pipeline of a past date: 100,000 deals, a year of 500,000 changes.
//!
//! It uses a store on disk, no network and no drawing. `cargo bench -p encours-tests --bench as_of`

#![allow(
    clippy::expect_used,
    reason = "this is a bench target: without its store there is nothing to measure"
)]

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use encours_core::engine::past_table;
use encours_core::store::{CachePage, ReceivedRecord, RecordKind, Store};
use jiff::Timestamp;
use jiff::tz::TimeZone;

const DEALS: usize = 100_000;
const PASSES: usize = 50;
const PASS_SECONDS: u64 = 365 * 86_400 / PASSES as u64;
const STATUSES: [&str; 7] = ["sourcing", "screening", "ic", "structuring", "closing", "on_hold", "lost"];

fn at(pass: usize) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + (pass as u64 * PASS_SECONDS).cast_signed()).unwrap_or_default()
}

fn id(number: usize) -> String {
    format!("0b6f3c9a-6f0e-4f0e-9a55-{number:012}")
}

fn deal(number: usize) -> ReceivedRecord {
    let (id, status) = (id(number), STATUSES[number % STATUSES.len()]);
    let body = format!(
        r#"{{"id":"{id}","name":"Résidence {number} du Parc","status":"{status}","classe_actif":"bureaux","responsable":"A. Martin","created_at":"2025-01-{:02}T09:00:00Z","updated_at":"2025-02-03T10:00:00Z","kpi_snapshot":{{"total_cost":1{number}00.50,"ltv":0.65,"ltc":0.7,"dscr":1.25,"irr":0.125,"noi":120000,"yield":0.0525}},"adresse":{{"rue":"12 rue de la Paix","ville":"Paris"}},"description":"Immeuble de bureaux en cours d'étude, loué à plusieurs locataires"}}"#,
        number % 28 + 1
    );
    ReceivedRecord { id, body, position: number.try_into().unwrap_or_default(), status: Some(status.into()) }
}

/// Returns the checksum that the store keeps with a row of these texts and times.
fn checksum(texts: [Option<&str>; 5], times: [i64; 2]) -> i64 {
    let mut bytes = Vec::new();
    for text in texts {
        match text {
            None => bytes.push(0),
            Some(text) => {
                bytes.push(3);
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
        }
    }
    for number in times.into_iter().chain([0]) {
        bytes.push(1);
        bytes.extend(number.to_le_bytes());
    }
    // Neither ids nor deals.
    bytes.extend([0, 0]);
    let step = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
    let crc = bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step));
    i64::from(!crc)
}

/// Returns a store with a first sync of all deals, then passes that each moved a tenth of them.
fn fill(dir: &Path) -> Store {
    let store = Store::open(dir, at(0)).expect("failed to open the store");
    let cache = store.cache();
    let (pass, request_seq) = (cache.begin_pass(), cache.write_seq());
    let (pass, request_seq) = pass.ok().zip(request_seq.ok()).expect("failed to begin the pass");
    let mut first = cache.begin_full_sync().expect("failed to begin the sync");
    for start in (0..DEALS).step_by(500) {
        let deals: Vec<ReceivedRecord> = (start..start + 500).map(deal).collect();
        let records = deals.iter().map(ReceivedRecord::as_incoming).collect();
        let page = CachePage { request_seq, received_at: at(0), records, repeats: false };
        cache.save_pages(RecordKind::Deal, "", pass, &[page], &mut first).expect("failed to store the page");
    }
    cache.end_full_sync().expect("failed to end the sync");
    drop(store);
    add_moves(&dir.join("history.db")).expect("failed to store the moves");
    Store::open(dir, at(PASSES)).expect("failed to open the store again")
}

fn add_moves(file: &Path) -> rusqlite::Result<()> {
    let mut db = rusqlite::Connection::open(file)?;
    let tx = db.transaction()?;
    for pass in 1..=PASSES {
        for number in (0..DEALS).filter(|deal| (deal + pass) % 10 == 0) {
            let moves = pass / 10;
            let token = |step: usize| format!("\"{}\"", STATUSES[(number + step) % STATUSES.len()]);
            let (id, before, after) = (id(number), token(moves), token(moves + 1));
            let times = [at(pass - 1), at(pass)].map(Timestamp::as_microsecond);
            let sum =
                checksum([Some("field"), Some(&id), Some("status"), Some(&before), Some(&after)], times);
            tx.prepare_cached(
                "INSERT INTO entry (kind, deal, field, before, after, earliest, at, sum)
                 VALUES ('field', ?1, 'status', ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(rusqlite::params![id, before, after, times[0], times[1], sum])?;
        }
    }
    tx.commit()
}

fn bench(c: &mut Criterion) {
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let store = fill(dir.path());
    let mut group = c.benchmark_group(format!("past of {DEALS} deals, {} changes", DEALS * PASSES / 10));
    group.sample_size(10);
    for (name, pass) in [("a year ago", 1), ("half a year ago", PASSES / 2), ("yesterday", PASSES)] {
        assert_eq!(past_table(&store, at(pass), &TimeZone::UTC).map(|table| table.len()).ok(), Some(DEALS));
        group.bench_function(name, |b| {
            b.iter(|| black_box(past_table(&store, at(pass), &TimeZone::UTC)).expect("failed to rebuild"));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
