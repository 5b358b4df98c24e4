//! Quitting during an undo window.
//!
//! No write is sent before its undo window has ended while the program runs, unless the user asked for it.

use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::shutdown::ShutdownMode;
use encours_core::model::snapshot::EventKind;
use jiff::Timestamp;

use crate::harness::test_harness::{
    LONG, TestHarness, ids_with_status, move_effect, start_engine, submit, wait, wait_until_drained,
};

/// Returns an engine with a scheduled deletion.
fn engine_with_scheduled(harness: &TestHarness) -> Engine {
    let engine = harness.synced_engine();
    let deal = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(deal).unwrap();
    let label = "x".to_owned();
    let s = submit(&engine, vec![Effect::Delete { base: Fields::new(), deal, label, undo_delay: LONG }]);
    assert_eq!(s.writes.len(), 1);
    engine
}

#[test]
fn scheduled_writes_get_a_full_undo_window_after_restart() {
    for mode in [ShutdownMode::SendNothing, ShutdownMode::SendReady] {
        let harness = TestHarness::fast(12);
        let summary = engine_with_scheduled(&harness).shut_down(Duration::from_secs(2), mode);
        assert_eq!(summary.waiting, 1, "{mode:?}");
        assert_eq!(harness.total(), 12, "{mode:?}: nothing was sent");
        let mut settings = harness.settings();
        settings.restart_undo_delay = Duration::from_secs(3);
        // The undo window ended long ago, while no program was running.
        settings.clock = std::sync::Arc::new(|| Timestamp::now() + LONG * 2);
        let before = (settings.clock)();
        let engine = start_engine(settings);
        let s = wait(&engine, "the word of it", |s| {
            s.events.iter().any(|event| matches!(event.kind, EventKind::Rescheduled { count: 1, .. }))
        });
        let WriteState::Scheduled { until } = s.writes[0].state else { panic!("{:?}", s.writes[0].state) };
        assert!(until >= before + Duration::from_secs(3), "{mode:?}");
        wait_until_drained(&engine);
        assert_eq!(harness.total(), 11, "{mode:?}: the write is sent afterwards");
    }
}

#[test]
fn shutdown_with_send_all_sends_scheduled_writes() {
    let harness = TestHarness::fast(12);
    let summary = engine_with_scheduled(&harness).shut_down(LONG, ShutdownMode::SendAll);
    assert_eq!((summary.waiting, harness.total()), (0, 11));
}

#[test]
fn undo_window_restarts_after_a_crash() {
    let harness = TestHarness::fast(12);
    // Drop the engine without closing it, as in a crash.
    drop(engine_with_scheduled(&harness));
    let engine = harness.synced_engine();
    let s = engine.snapshot();
    assert!(matches!(s.writes[0].state, WriteState::Scheduled { .. }));
    assert_eq!(harness.total(), 12);
}

#[test]
fn second_process_does_not_restart_the_undo_window() {
    let harness = TestHarness::fast(12);
    let one = engine_with_scheduled(&harness);
    let before = one.snapshot().writes[0].state.clone();
    let two = harness.synced_engine();
    let s = wait(&two, "the row of the other", |s| s.writes.len() == 1);
    assert_eq!(s.writes[0].state, before);
    assert!(!s.events.iter().any(|event| matches!(event.kind, EventKind::Rescheduled { .. })));
}

#[test]
fn quitting_ends_no_undo_window_of_another_process() {
    let harness = TestHarness::fast(12);
    let one = engine_with_scheduled(&harness);
    let before = one.snapshot().writes[0].clone();
    let two = harness.synced_engine();
    let moved = ids_with_status(&two.snapshot(), "sourcing").remove(0);
    submit(&two, vec![move_effect(&moved, "sourcing", "ic", LONG)]);
    let summary = two.shut_down(LONG, ShutdownMode::SendAll);
    assert_eq!((summary.waiting, harness.status(&moved)), (1, "ic".to_owned()), "its own write was sent");
    let s = wait(&one, "that it was sent", |s| s.writes.len() == 1);
    assert_eq!((s.writes[0].id, &s.writes[0].state), (before.id, &before.state));
    submit(&one, vec![Effect::Discard(before.id)]);
    wait_until_drained(&one);
    assert_eq!(harness.total(), 12, "undone in time");
}
