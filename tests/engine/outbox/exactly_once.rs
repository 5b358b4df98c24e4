//! Over a thousand seeds of lost responses, each write takes effect exactly once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_sandbox::Fault;

use crate::harness::test_harness::{TestHarness, applied_count, fields, ids_with_status, move_effect, wait};
use crate::outbox::random_faults::Random;

const SEEDS: u64 = 1_000;
const DEALS: u32 = 6;
/// Ways to lose a response: with the write applied (the first three), or not.
const LOST_RESPONSE_FAULTS: [&str; 6] =
    ["drop-after-commit", "truncate", "reset", "drop-before-commit", "html-502", "status=500"];

#[test]
fn g3_each_write_takes_effect_exactly_once_over_1000_seeds() {
    let next = AtomicU64::new(1);
    std::thread::scope(|scope| {
        // Most of the time is spent waiting for lost responses.
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::SeqCst);
                    if seed > SEEDS {
                        return;
                    }
                    run_seed(seed);
                }
            });
        }
    });
}

fn run_seed(seed: u64) {
    let harness = TestHarness::fast(DEALS);
    let mut dice = Random::new(seed);
    let mut engine = harness.synced_engine();
    let all: Vec<(String, String)> =
        engine.snapshot().deals.by_age().map(|row| (row.id.to_owned(), row.status.to_owned())).collect();
    assert!(!ids_with_status(&engine.snapshot(), &all[0].1).is_empty());
    for operation in ["deals_create", "deals_update", "deals_delete"] {
        let (kind, times) = (LOST_RESPONSE_FAULTS[dice.roll(LOST_RESPONSE_FAULTS.len())], 1 + dice.roll(2));
        let fault = format!("{kind}@{operation}:{times}");
        harness.sandbox().faults().add(fault.parse::<Fault>().unwrap());
    }
    let (moved, deleted) = (&all[0], &all[1]);
    let to = if moved.1 == "closing" { "ic" } else { "closing" };
    engine.submit(vec![
        Effect::Create { fields: fields("name", "Un seul"), label: "Un seul".into() },
        move_effect(&moved.0, &moved.1, to, Duration::ZERO),
        Effect::Delete {
            base: Fields::new(),
            deal: DealId::new(&deleted.0).unwrap(),
            label: "a deal".into(),
            undo_delay: Duration::ZERO,
        },
    ]);
    let s = wait(&engine, "the effects", |s| s.handled >= 3);
    let mut applied_before = 0;
    if dice.roll(4) == 0 {
        // In some runs, also simulate a crash.
        applied_before = applied_count(&s);
        drop(engine);
        engine = harness.restarted_engine();
    }
    let s = wait(&engine, "an empty outbox", |s| s.writes.is_empty() && s.coverage.total.is_some());
    assert!(applied_count(&s) + applied_before <= 3, "seed {seed}: reported more than once");
    let deals = harness.all_deals();
    assert_eq!(deals.len() as u64, u64::from(DEALS), "seed {seed}: one more, one less");
    let matches = deals.iter().filter(|deal| deal.name() == Some("Un seul"));
    assert_eq!(matches.count(), 1, "seed {seed}");
    let status = |id: &str| {
        let deal = deals.iter().find(|deal| deal.id().as_str() == id);
        deal.and_then(|deal| deal.status().map(str::to_owned))
    };
    assert_eq!(status(&moved.0).as_deref(), Some(to), "seed {seed}");
    assert_eq!(status(&deleted.0), None, "seed {seed}");
    let mut keys = harness.idempotency_keys("deals_create");
    keys.dedup();
    assert_eq!(keys.len(), 1, "seed {seed}: one write has one key");
}
