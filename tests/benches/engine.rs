//! Measures the engine with 100,000 deals.
//!
//! It measures the time from a cold start to the pipeline, and from a key to its effect on disk and published. It also
//! measures one write until it is durable (median and slowest of a hundred). `cargo bench -p encours-tests --bench
//! engine`

#![allow(
    clippy::expect_used,
    reason = "this is a bench target: without its service there is nothing to measure"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use encours_core::client::{ClientConfig, SecretSource};
use encours_core::contract::ids::DealId;
use encours_core::contract::{Fields, OperationId};
use encours_core::engine::{Engine, Settings};
use encours_core::model::effect::Effect;
use encours_core::store::{NewOutboxEntry, Store};
use encours_sandbox::{Config, Sandbox, ServiceProfile};
use jiff::Timestamp;

const DEALS: u32 = 100_000;
const TIMEOUT: Duration = Duration::from_mins(2);

fn start_engine(sandbox: &Sandbox, dir: &Path) -> Engine {
    let base_url = sandbox.base_url().parse().expect("failed to parse the sandbox's address");
    let secret = SecretSource::fixed(sandbox.secret().expose().to_owned());
    let mut settings = Settings::new(ClientConfig::new(base_url, sandbox.key_id(), secret), dir.to_owned());
    // Do not sync again after the first full sync, so that only the engine is measured.
    settings.sync_interval = Duration::from_hours(1);
    settings.count_interval = settings.sync_interval;
    Engine::start(settings, Arc::new(|| {})).expect("failed to start the engine")
}

fn bench(c: &mut Criterion) {
    let config = Config { deals: DEALS, profile: ServiceProfile::Extended, ..Config::default() };
    let sandbox = Sandbox::start(config).expect("failed to start the sandbox");
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let has_all_deals =
        |engine: &Engine| engine.wait_until(TIMEOUT, |s| s.deals.len() == DEALS as usize).is_ok();
    let first = start_engine(&sandbox, dir.path());
    assert!(first.wait_until(TIMEOUT, |s| s.coverage.complete_at.is_some() && !s.coverage.syncing).is_ok());
    first.close(Duration::ZERO);

    let mut group = c.benchmark_group("100,000 deals");
    group.sample_size(10);
    group.bench_function("start: from the disk to the pipeline", |b| {
        b.iter(|| {
            let engine = start_engine(&sandbox, dir.path());
            assert!(has_all_deals(&engine));
        });
    });
    group.finish();

    let engine = start_engine(&sandbox, dir.path());
    assert!(engine.wait_until(TIMEOUT, |s| s.coverage.complete_at.is_some() && !s.coverage.syncing).is_ok());
    let snapshot = engine.snapshot();
    let row = snapshot.deals.by_age().next().expect("there is a deal");
    let (id, first_status) = (DealId::new(row.id).expect("the deal has a valid id"), row.status.to_owned());
    let field = |value: &str| {
        let mut fields = Fields::new();
        fields.set_text("status", value);
        fields
    };
    let mut forward = false;
    c.bench_function("key: a move, until it is on disk and published", |b| {
        b.iter(|| {
            forward = !forward;
            let (from, to) =
                if forward { (&*first_status, "elsewhere") } else { ("elsewhere", &*first_status) };
            let until = engine.snapshot().handled + 1;
            engine.submit(vec![Effect::Update {
                deal: id.clone(),
                fields: field(to),
                base: field(from),
                label: String::new(),
                undo_delay: Duration::from_hours(1),
            }]);
            assert!(engine.wait_until(TIMEOUT, |s| s.handled >= until).is_ok());
        });
    });
}

/// Measures the outbox alone: the time until an edit can no longer be lost.
fn durable(_: &mut Criterion) {
    let dir = tempfile::tempdir().expect("failed to create a temporary directory");
    let store = Store::open(dir.path(), Timestamp::UNIX_EPOCH).expect("failed to open the store");
    let mut times: Vec<Duration> = (0..1_000)
        .map(|number| {
            let row = NewOutboxEntry {
                operation: OperationId::DealsUpdate,
                record: format!("deal-{number}"),
                body: "{\"status\":\"closing\"}".to_owned(),
                key: uuid::Uuid::new_v4().into(),
                base: "{\"status\":\"ic\"}".to_owned(),
                label: "Le Parc".to_owned(),
                created_at: Timestamp::UNIX_EPOCH,
                not_before: Timestamp::UNIX_EPOCH,
                scheduled: true,
            };
            let started_at = Instant::now();
            store.outbox().enqueue(&[row]).expect("failed to store the write");
            started_at.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!("durable enqueue (synchronous=FULL): median {:?}, p99 {:?}", times[500], times[990]);
}

criterion_group!(benches, durable, bench);
criterion_main!(benches);
