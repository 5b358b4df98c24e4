//! Pending writes of one window that another window of the profile discards or undoes.
//!
//! Both windows report the outcome, and nothing is done twice.

use std::time::Duration;

use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::EventKind;
use encours_sandbox::{Fault, FaultKind};

use crate::harness::test_harness::{
    TestHarness, ids_with_status, move_effect, shown_status, start_engine, submit, wait, wait_until_drained,
};
use crate::outbox::discarding::{TestUser, synced_engine};
use crate::outbox::restore_discarded::{last_toast, lose_next_response, refresh_app, wait_until_in_doubt};

const NOW: Duration = Duration::ZERO;

/// Returns two synced windows; the second shows the activity screen.
fn two_windows(harness: &TestHarness) -> (TestUser, TestUser) {
    let (one, two) = (synced_engine(harness), synced_engine(harness));
    let (one, mut two) = (TestUser::new(one), TestUser::new(two));
    two.dispatch(Action::Show(Screen::Activity));
    (one, two)
}

/// Returns two windows, of which the second sends no requests.
fn two_windows_one_silent(harness: &TestHarness) -> (TestUser, TestUser) {
    let one = TestUser::new(synced_engine(harness));
    let mut settings = harness.settings();
    settings.client.is_offline = true;
    let mut two = TestUser::new(start_engine(settings));
    two.dispatch(Action::Show(Screen::Activity));
    (one, two)
}

/// Discards the newest write of the first window in the second one.
fn discard_in_other(one: &mut TestUser, two: &mut TestUser) {
    let write = one.engine.snapshot().writes.last().expect("a write").id;
    wait(&two.engine, "the write of the other, known to be back", |s| {
        s.writes.iter().any(|row| row.id == write && !matches!(row.state, WriteState::Sending))
    });
    refresh_app(two);
    two.discard();
    wait(&one.engine, "that it is gone", |s| s.writes.is_empty());
    refresh_app(one);
}

#[test]
fn redo_does_not_duplicate_a_creation_discarded_elsewhere() {
    let harness = TestHarness::new(24);
    // A second window that sends requests would find the write in doubt and resolve it.
    let (mut one, mut two) = two_windows_one_silent(&harness);
    lose_next_response(&harness, "deals_create");
    one.create("Deux fois");
    let key = wait_until_in_doubt(&one.engine).key;
    discard_in_other(&mut one, &mut two);
    assert!(last_toast(&one).key == "toast-dropped-elsewhere-doubt", "{:?}", last_toast(&one));
    let undone = one.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "nothing is there to be deleted");
    one.press(A::Redo);
    submit(&one.engine, vec![Effect::Refresh]);
    wait_until_drained(&one.engine);
    assert_eq!(harness.total(), 25, "made once");
    assert!(harness.idempotency_keys("deals_create").iter().all(|used| *used == key));
}

#[test]
fn undo_of_a_deletion_discarded_elsewhere_recreates_nothing() {
    let harness = TestHarness::new(24);
    let (mut one, mut two) = two_windows(&harness);
    let id = ids_with_status(&one.engine.snapshot(), "sourcing").remove(0);
    one.dispatch(Action::FocusDeal(id.parse().unwrap()));
    one.press(A::DeleteDeal);
    one.press(A::DeleteDeal);
    discard_in_other(&mut one, &mut two);
    one.press(A::Undo);
    refresh_app(&mut one);
    assert!(last_toast(&one).key == "toast-already-so", "{:?}", last_toast(&one));
    one.press(A::Undo);
    wait_until_drained(&one.engine);
    assert_eq!((harness.total(), harness.deal(&id).is_ok()), (24, true));
    assert!(
        harness.idempotency_keys("deals_create").is_empty()
            && harness.idempotency_keys("deals_delete").is_empty()
    );
    let redone = one.press(A::Redo);
    assert!(matches!(redone.writes[0].state, WriteState::Scheduled { .. }), "redo creates another write");
}

#[test]
fn undo_does_not_revert_a_move_discarded_elsewhere() {
    let harness = TestHarness::new(24);
    let (mut one, mut two) = two_windows(&harness);
    let id = ids_with_status(&one.engine.snapshot(), "sourcing").remove(0);
    one.move_deal(&id);
    discard_in_other(&mut one, &mut two);
    assert!(last_toast(&one).key == "toast-dropped-elsewhere", "{:?}", last_toast(&one));
    let undone = one.press(A::Undo);
    assert_eq!((undone.writes.len(), shown_status(&undone, &id).as_deref()), (0, Some("sourcing")));
    assert!(last_toast(&one).is_variant_of("already-so"), "{:?}", last_toast(&one));
    wait_until_drained(&one.engine);
    assert!(harness.idempotency_keys("deals_update").is_empty());
}

#[test]
fn scheduled_write_can_be_undone_by_the_other_window() {
    let harness = TestHarness::new(24);
    let (mut one, mut two) = two_windows(&harness);
    let ids = ids_with_status(&one.engine.snapshot(), "sourcing");
    one.move_deal(&ids[0]);
    let write = one.engine.snapshot().writes[0].id;
    wait(&two.engine, "the hold", |s| s.writes.iter().any(|row| row.id == write));
    refresh_app(&mut two);
    assert!(
        two.app.cx.undoes_toast(two.app.cx.toasts().last().expect("a toast is shown")),
        "{:?}",
        last_toast(&two)
    );
    let undone = two.press(A::Undo);
    assert_eq!((undone.writes.len(), shown_status(&undone, &ids[0]).as_deref()), (0, Some("sourcing")));
    let after_undo = wait(&one.engine, "that it is gone", |s| s.writes.is_empty());
    assert_eq!(shown_status(&after_undo, &ids[0]).as_deref(), Some("sourcing"));
    // The same holds for a deletion.
    one.dispatch(Action::FocusDeal(ids[1].parse().unwrap()));
    one.press(A::DeleteDeal);
    one.press(A::DeleteDeal);
    wait(&two.engine, "the deletion", |s| s.deals.len() == 23);
    refresh_app(&mut two);
    two.press(A::Redo);
    // The first undo reverts the window's own redo above.
    two.press(A::Undo);
    two.press(A::Undo);
    wait(&one.engine, "the deal there again", |s| s.deals.len() == 24 && s.writes.is_empty());
    assert!(
        harness.idempotency_keys("deals_update").is_empty()
            && harness.idempotency_keys("deals_delete").is_empty()
    );
}

#[test]
fn rejected_move_discarded_elsewhere_is_reported_as_rejected() {
    let harness = TestHarness::new(24);
    let (mut one, mut two) = two_windows(&harness);
    let id = ids_with_status(&one.engine.snapshot(), "sourcing").remove(0);
    let rejection = Fault::new(FaultKind::Status(422)).on("deals_update");
    harness.sandbox().faults().add(rejection.times(1));
    submit(&one.engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&one.engine, "the rejection", |s| {
        s.writes.iter().any(|write| matches!(write.state, WriteState::Rejected(_)))
    });
    discard_in_other(&mut one, &mut two);
    assert!(last_toast(&one).key == "toast-dropped-elsewhere-refused", "{:?}", last_toast(&one));
}

#[test]
fn each_window_undoes_its_own_of_two_equal_moves() {
    let harness = TestHarness::new(24);
    let (one, two) = two_windows(&harness);
    let id = ids_with_status(&one.engine.snapshot(), "sourcing").remove(0);
    let undo_delay = Duration::from_mins(1);
    let engines = [&one, &two].map(|user| &user.engine);
    for (engine, count) in engines.into_iter().zip(1..) {
        submit(engine, vec![move_effect(&id, "sourcing", "ic", undo_delay)]);
        wait(engine, "its own move", |s| s.writes.len() == count);
    }
    let keys = |engine: &encours_core::engine::Engine| -> Vec<String> {
        let writes = engine.snapshot();
        writes.writes.iter().map(|write| write.key.clone()).collect()
    };
    let [first, second] = keys(&two.engine).try_into().expect("a write each");
    assert_ne!(first, second);
    // The window whose move came first undoes its own, although it is not the newest.
    submit(&one.engine, vec![move_effect(&id, "ic", "sourcing", NOW)]);
    let s = wait(&one.engine, "one of them", |s| s.writes.len() == 1);
    assert_eq!(s.writes[0].key, second);
    assert!(
        s.events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::SameWriteByPeer { record, .. } if *record == id)),
        "{:?}",
        s.events
    );
    assert_eq!(shown_status(&s, &id).as_deref(), Some("ic"));
    submit(&two.engine, vec![move_effect(&id, "ic", "sourcing", NOW)]);
    let s = wait(&two.engine, "none of them", |s| s.writes.is_empty());
    let is_same_elsewhere = |kind: &EventKind| matches!(kind, EventKind::SameWriteByPeer { .. });
    assert!(!s.events.iter().any(|event| is_same_elsewhere(&event.kind)), "no other client requests it");
    assert_eq!(shown_status(&s, &id).as_deref(), Some("sourcing"));
}
