//! Timed actions: none happens early, and an idle engine does nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use encours_core::engine::Settings;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use jiff::Timestamp;

use crate::harness::test_harness::{
    TestHarness, applied_count, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
};

#[test]
fn undo_window_ends_by_the_given_clock() {
    let harness = TestHarness::new(24);
    let now = Arc::new(AtomicI64::new(Timestamp::now().as_second()));
    let clock_secs = now.clone();
    let clock = move || Timestamp::from_second(clock_secs.load(Ordering::SeqCst)).unwrap();
    let engine = start_engine(Settings { clock: Arc::new(clock), ..harness.settings() });
    let first = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some());
    let id = ids_with_status(&first, "sourcing").remove(0);
    let undo_delay = Duration::from_secs(8);
    let scheduled = submit(&engine, vec![move_effect(&id, "sourcing", "ic", undo_delay)]);
    let until = Timestamp::from_second(now.load(Ordering::SeqCst) + 8).unwrap();
    assert_eq!(scheduled.writes[0].state, WriteState::Scheduled { until });
    now.fetch_add(7, Ordering::SeqCst);
    // Any effect makes the engine check the clock.
    let unchanged = submit(&engine, vec![Effect::LoadPortfolio]);
    assert_eq!((unchanged.writes.len(), harness.status(&id).as_str()), (1, "sourcing"));
    now.fetch_add(8, Ordering::SeqCst);
    engine.submit(Vec::new());
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn foreign_move_appears_without_a_refresh() {
    let harness = TestHarness::new(24);
    let engine = start_engine(Settings { count_interval: Duration::from_millis(50), ..harness.settings() });
    let first = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some());
    let id = ids_with_status(&first, "sourcing").remove(0);
    harness.move_by_another(&id, "lost");
    wait(&engine, "the move of another", |s| shown_status(s, &id).as_deref() == Some("lost"));
}

#[test]
fn an_idle_engine_neither_asks_nor_wakes_anyone() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let quiet =
        wait(&engine, "quiet", |s| s.status_totals.values().sum::<u64>() == 24 && !s.coverage.syncing);
    // The log entry of the last request may still be published.
    let settled = engine.wait_until(Duration::from_millis(200), |s| s.revision > quiet.revision + 50);
    let (revision, request_count) = (settled.unwrap_err().revision, harness.sandbox().requests().total());
    let wait_result = engine.wait_until(Duration::from_millis(300), |s| s.revision > revision);
    assert!(wait_result.is_err(), "something was published while nothing happened");
    assert_eq!(harness.sandbox().requests().total(), request_count);
}
