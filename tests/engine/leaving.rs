//! Quitting during an undo window.
//!
//! No write is sent before its undo window has ended while the program runs, unless the user asked for it.

use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::shutdown::Leave;
use encours_core::model::snapshot::EventKind;
use jiff::Timestamp;

use crate::bench::{Bench, LONG, drained, start, submit, wait, with_status};

/// Returns an engine with a scheduled deletion.
fn holding(bench: &Bench) -> Engine {
    let engine = bench.ready();
    let deal = with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(deal).unwrap();
    let label = "x".to_owned();
    let s = submit(
        &engine,
        vec![Effect::Delete {
            base: Fields::new(),
            deal,
            label,
            hold: LONG,
        }],
    );
    assert_eq!(s.writes.len(), 1);
    engine
}

#[test]
fn what_is_held_stays_held_and_is_held_again_for_a_full_window() {
    for how in [Leave::Keep, Leave::Settle] {
        let bench = Bench::quick(12);
        let left = holding(&bench).end(Duration::from_secs(2), how);
        assert_eq!(left.waiting, 1, "{how:?}");
        assert_eq!(bench.total(), 12, "{how:?}: nothing was sent");
        let mut settings = bench.settings();
        settings.hold_again = Duration::from_secs(3);
        // The undo window ended long ago, while no program was running.
        settings.clock = std::sync::Arc::new(|| Timestamp::now() + LONG * 2);
        let before = (settings.clock)();
        let engine = start(settings);
        let s = wait(&engine, "the word of it", |s| {
            s.events
                .iter()
                .any(|event| matches!(event.kind, EventKind::HeldAgain { count: 1, .. }))
        });
        let WriteState::Held { until } = s.writes[0].state else {
            panic!("{:?}", s.writes[0].state)
        };
        assert!(until >= before + Duration::from_secs(3), "{how:?}");
        drained(&engine);
        assert_eq!(bench.total(), 11, "{how:?}: the write is sent afterwards");
    }
}

#[test]
fn what_is_to_be_sent_now_leaves_with_the_program() {
    let bench = Bench::quick(12);
    let left = holding(&bench).end(LONG, Leave::Send);
    assert_eq!((left.waiting, bench.total()), (0, 11));
}

#[test]
fn a_program_that_was_killed_holds_again_as_well() {
    let bench = Bench::quick(12);
    // Drop the engine without closing it, as in a crash.
    drop(holding(&bench));
    let engine = bench.ready();
    let s = engine.snapshot();
    assert!(matches!(s.writes[0].state, WriteState::Held { .. }));
    assert_eq!(bench.total(), 12);
}

#[test]
fn another_window_that_is_open_goes_on_with_its_own_countdown() {
    let bench = Bench::quick(12);
    let one = holding(&bench);
    let before = one.snapshot().writes[0].state.clone();
    let two = bench.ready();
    let s = wait(&two, "the row of the other", |s| s.writes.len() == 1);
    assert_eq!(s.writes[0].state, before);
    assert!(
        !s.events
            .iter()
            .any(|event| matches!(event.kind, EventKind::HeldAgain { .. }))
    );
}
