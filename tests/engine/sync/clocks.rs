//! Timestamps of observations.
//!
//! They use the service's clock if this device's is known to be off. A sync by another program also counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use encours_core::engine::{self, Settings, system_clock};
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::query::{AgeClock, AgeDays};
use encours_core::store::Store;
use encours_sandbox::{Config, ServiceProfile};
use jiff::{SignedDuration, Timestamp};

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
};

#[test]
fn command_sync_gives_the_next_start_complete_dated_data() {
    let mut harness = TestHarness::new(24);
    let store = Arc::new(Store::open(&harness.profile(), Timestamp::now()).unwrap());
    let before = Timestamp::now();
    let shared_store = store.clone();
    let read = harness.with_other_client(async |client| {
        let zone = jiff::tz::TimeZone::UTC;
        engine::sync(client, shared_store, system_clock(), zone, 10, 2).await
    });
    assert!(read.unwrap().is_complete);
    drop(store);
    harness.stop_server();
    let engine = harness.engine();
    let s = wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    let at = s.coverage.complete_at.expect("a sync has completed");
    assert!(at >= before && at <= Timestamp::now(), "{at}");
    assert_eq!(s.coverage.fetched, 24);
}

/// A machine with an adjustable clock.
#[derive(Clone)]
struct TestMachine {
    elapsed_secs: Arc<AtomicI64>,
    clock_offset: Arc<AtomicI64>,
}

impl TestMachine {
    fn new() -> Self {
        let elapsed_secs = Arc::new(AtomicI64::new(Timestamp::now().as_second()));
        Self { elapsed_secs, clock_offset: Arc::default() }
    }

    fn now(&self) -> Timestamp {
        let second = self.elapsed_secs.load(Ordering::SeqCst) + self.clock_offset.load(Ordering::SeqCst);
        Timestamp::from_second(second).unwrap()
    }

    fn settings(&self, harness: &TestHarness) -> Settings {
        let clock = self.clone();
        Settings {
            clock: Arc::new(move || clock.now()),
            count_interval: Duration::from_secs(20),
            ..harness.settings()
        }
    }

    fn advance(&self, seconds: i64) {
        self.elapsed_secs.fetch_add(seconds, Ordering::SeqCst);
    }
}

#[test]
fn clock_set_back_neither_delays_nor_hastens_writes() {
    for offset in [-86_400, -300] {
        let harness = TestHarness::new(24);
        let machine = TestMachine::new();
        let engine = start_engine(machine.settings(&harness));
        let first =
            wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
        let id = ids_with_status(&first, "sourcing").remove(0);
        let undo_delay = Duration::from_secs(8);
        submit(&engine, vec![move_effect(&id, "sourcing", "ic", undo_delay)]);
        machine.clock_offset.store(offset, Ordering::SeqCst);
        // Any effect makes the engine check the clock.
        let scheduled = submit(&engine, vec![Effect::LoadPortfolio]);
        let until = machine.now() + SignedDuration::from_secs(8);
        assert_eq!(scheduled.writes[0].state, WriteState::Scheduled { until }, "{offset}");
        machine.advance(7);
        let unchanged = submit(&engine, vec![Effect::LoadPortfolio]);
        assert_eq!((unchanged.writes.len(), harness.status(&id).as_str()), (1, "sourcing"), "{offset}");
        machine.advance(2);
        engine.submit(Vec::new());
        wait(&engine, "the move", |s| applied_count(s) == 1);
        // Changes of others are still synced at once.
        harness.move_by_another(&id, "lost");
        machine.advance(60);
        engine.submit(Vec::new());
        wait(&engine, "the move of another", |s| shown_status(s, &id).as_deref() == Some("lost"));
        engine.close(LONG);
    }
}

#[test]
fn offline_a_clock_set_back_delays_no_try() {
    let mut harness = TestHarness::new(24);
    let machine = TestMachine::new();
    let engine = start_engine(machine.settings(&harness));
    wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    harness.stop_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    machine.clock_offset.store(-86_400, Ordering::SeqCst);
    let s = submit(&engine, vec![Effect::LoadPortfolio]);
    let ConnectionState::Offline { retry_at, .. } = s.connection else { panic!("{:?}", s.connection) };
    let wait = retry_at.duration_since(machine.now());
    assert!(wait <= SignedDuration::from_mins(5), "{wait:?}");
}

#[test]
fn clock_skew_is_reported_and_history_uses_server_time() {
    let theirs = Timestamp::now() - SignedDuration::from_hours(26);
    let harness = TestHarness::with_config(Config { deals: 24, now: Some(theirs), ..Config::default() });
    let engine = harness.synced_engine();
    let s = wait(&engine, "a word of the clock", |s| s.storage.clock_skew.is_some());
    let clock_offset = s.storage.clock_skew.unwrap();
    let difference = clock_offset + SignedDuration::from_hours(26);
    assert!(difference.abs() < SignedDuration::from_mins(1), "{clock_offset:?}");
    let id = ids_with_status(&s, "sourcing").remove(0);
    engine.submit(vec![move_effect(&id, "sourcing", "ic", std::time::Duration::ZERO)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    engine.close(LONG);
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let entries = store.history().entries_of(&id).unwrap();
    let is_near = |at: Timestamp| at.duration_since(theirs).abs() < SignedDuration::from_mins(5);
    assert!(entries.len() >= 2, "{entries:?}");
    assert!(entries.iter().all(|entry| is_near(entry.at)), "{theirs}: {entries:?}");
    assert!(entries[1].is_ours && entries[1].not_before.is_none_or(is_near), "{entries:?}");
}

#[test]
fn status_age_range_between_syncs_survives_a_restart() {
    let harness =
        TestHarness::with_config(Config { deals: 24, profile: ServiceProfile::Strict, ..Config::default() });
    let clock_secs = Arc::new(AtomicI64::new(Timestamp::now().as_second()));
    let settings = || {
        let clock_secs = clock_secs.clone();
        Settings {
            clock: Arc::new(move || Timestamp::from_second(clock_secs.load(Ordering::SeqCst)).unwrap()),
            ..harness.settings()
        }
    };
    let engine = start_engine(settings());
    let s = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let id = ids_with_status(&s, "sourcing").remove(0);
    harness.move_by_another(&id, "lost");
    clock_secs.fetch_add(9 * 86_400 + 60, Ordering::SeqCst);
    engine.submit(vec![Effect::Refresh]);
    let moved = |s: &Snapshot| shown_status(s, &id).as_deref() == Some("lost") && !s.coverage.syncing;
    let age = |s: &Snapshot| {
        let row = s.deals.row(s.deals.find(&id).unwrap()).unwrap();
        row.since.unwrap().age_days(AgeClock::calendar(clock_secs.load(Ordering::SeqCst)))
    };
    let between = AgeDays { min: 0, max: Some(9) };
    assert_eq!(age(&wait(&engine, "the move of another", moved)), between);
    engine.close(LONG);
    let engine = start_engine(settings());
    assert_eq!(age(&wait(&engine, "the store's picture", moved)), between);
}
