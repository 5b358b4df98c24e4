//! Undo of a change that other users' changes have overtaken.
//!
//! It never overwrites changes of others, restores the value that the deal really had, and reports what it leaves
//! unchanged.

use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};

use crate::harness::bench::{
    TestHarness, applied_count, ids_with_status, shown_status, submit, wait, wait_until_drained,
};
use crate::outbox::discarding::{TestUser, synced_engine};
use crate::outbox::restore_discarded::{last_toast, refresh_app};

/// Creates a conflict: a deal in `sourcing` was moved by the user and to `ic` by another.
///
/// Returns the user, the deal, the user's target status and the write.
fn user_in_conflict(harness: &TestHarness) -> (TestUser, String, String, WriteId) {
    let mut person = TestUser::new(synced_engine(harness));
    let id = ids_with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let moved = person.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    let write = moved.writes[0].id;
    harness.move_by_another(&id, "ic");
    submit(&person.engine, vec![Effect::Retry(write)]);
    wait_for_conflict(&person.engine, "ic");
    refresh_app(&mut person);
    (person, id, to, write)
}

/// Waits until a write is in conflict with `theirs`.
fn wait_for_conflict(engine: &Engine, theirs: &str) {
    wait(engine, "the conflict", |s| {
        let is_in_conflict = |write: &PendingWrite| matches!(&write.state, WriteState::Conflict { theirs: held } if held.text("status").as_deref() == Some(theirs));
        s.writes.iter().any(is_in_conflict)
    });
}

/// Counts the updates sent by the engines.
fn update_count(harness: &TestHarness) -> usize {
    let keys = harness.idempotency_keys("deals_update");
    keys.iter().filter(|key| !key.starts_with("other-")).count()
}

#[test]
fn a_move_that_never_left_and_stands_in_conflict_is_discarded_by_undo_whatever_it_was_decided_over() {
    let harness = TestHarness::new(24);
    let (mut person, id, to, write) = user_in_conflict(&harness);
    // A command sends the write and meets a newer change, which the first window has not seen.
    let other_engine = synced_engine(&harness);
    harness.move_by_another(&id, "term_sheet");
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_for_conflict(&other_engine, "term_sheet");
    wait_for_conflict(&person.engine, "term_sheet");
    refresh_app(&mut person);
    // Another user moves the deal to the same status as the pending write.
    harness.move_by_another(&id, &to);
    let undone = person.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "{:?}", undone.writes);
    assert_eq!(harness.status(&id), to, "the other user's move is preserved");
    assert_eq!(update_count(&harness), 0);
}

#[test]
fn a_move_that_another_window_gave_up_before_it_left_is_not_moved_back_from_where_somebody_else_put_the_deal()
{
    let harness = TestHarness::new(24);
    let (mut person, id, to, write) = user_in_conflict(&harness);
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Discard(write)]);
    wait(&person.engine, "that it is gone", |s| s.writes.is_empty());
    refresh_app(&mut person);
    harness.move_by_another(&id, &to);
    let undone = person.press(A::Undo);
    refresh_app(&mut person);
    assert_eq!((undone.writes.len(), update_count(&harness)), (0, 0));
    assert_eq!(harness.status(&id), to);
    assert!(last_toast(&person).key == "toast-left-never", "{:?}", last_toast(&person));
}

/// Creates a move to a status that another user set before the move was sent.
fn move_already_made(harness: &TestHarness, person: &mut TestUser) -> (String, String) {
    let id = ids_with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let moved = person.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    harness.move_by_another(&id, &to);
    (id, to)
}

#[test]
fn a_move_that_somebody_else_made_before_it_left_is_said_to_be_so_already_and_is_not_undone() {
    let harness = TestHarness::new(24);
    let mut person = TestUser::new(synced_engine(&harness));
    let (id, to) = move_already_made(&harness, &mut person);
    let write = person.engine.snapshot().writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    let s = wait(&person.engine, "that it is over", |s| s.writes.is_empty());
    refresh_app(&mut person);
    assert_eq!(applied_count(&s), 0, "nothing was applied: {:?}", s.events);
    assert!(last_toast(&person).key == "toast-already-so", "{:?}", last_toast(&person));
    assert!(person.app.cx.undo_target().is_none(), "there is nothing to undo");
    person.press(A::Undo);
    assert_eq!((harness.status(&id), update_count(&harness)), (to, 0));
}

#[test]
fn a_move_whose_conflict_was_decided_elsewhere_leads_back_to_what_the_service_held() {
    let harness = TestHarness::new(24);
    let (mut person, id, to, write) = user_in_conflict(&harness);
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_until_drained(&other_engine);
    wait_until_drained(&person.engine);
    refresh_app(&mut person);
    assert_eq!(harness.status(&id), to);
    person.press(A::Undo);
    wait_until_drained(&person.engine);
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn a_choice_that_met_another_change_and_was_decided_elsewhere_leads_back_to_the_last_that_the_service_held() {
    let harness = TestHarness::new(24);
    let (mut person, id, to, write) = user_in_conflict(&harness);
    person.dispatch(Action::Show(Screen::Activity));
    person.press(A::KeepMine);
    harness.move_by_another(&id, "term_sheet");
    submit(&person.engine, vec![Effect::Retry(write)]);
    wait_for_conflict(&person.engine, "term_sheet");
    refresh_app(&mut person);
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_until_drained(&other_engine);
    wait_until_drained(&person.engine);
    refresh_app(&mut person);
    assert_eq!(harness.status(&id), to);
    person.press(A::Undo);
    wait_until_drained(&person.engine);
    assert_eq!(harness.status(&id), "term_sheet");
}

#[test]
fn a_move_that_another_window_found_so_is_not_undone() {
    let harness = TestHarness::new(24);
    let mut person = TestUser::new(synced_engine(&harness));
    let (id, to) = move_already_made(&harness, &mut person);
    let write = person.engine.snapshot().writes[0].id;
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_until_drained(&other_engine);
    wait_until_drained(&person.engine);
    refresh_app(&mut person);
    assert!(person.app.cx.undo_target().is_none(), "there is nothing to undo");
    person.press(A::Undo);
    assert_eq!((harness.status(&id), update_count(&harness)), (to, 0));
}

#[test]
fn a_move_of_a_deal_that_was_deleted_since_is_not_undone_and_says_so() {
    let harness = TestHarness::new(24);
    let mut person = TestUser::new(synced_engine(&harness));
    let id = ids_with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let write = person.move_deal(&id).writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    wait_until_drained(&person.engine);
    refresh_app(&mut person);
    // A command of the same profile deletes the deal.
    let other_engine = synced_engine(&harness);
    let deletion = Effect::Delete {
        deal: id.parse().unwrap(),
        base: encours_core::contract::Fields::new(),
        label: "a deal".into(),
        undo_delay: std::time::Duration::ZERO,
    };
    submit(&other_engine, vec![deletion]);
    wait_until_drained(&other_engine);
    wait(&person.engine, "that it is gone", |s| s.deals.find(&id).is_none() && s.writes.is_empty());
    refresh_app(&mut person);
    let undone = person.press(A::Undo);
    refresh_app(&mut person);
    assert!(undone.writes.is_empty(), "{:?}", undone.writes);
    assert!(last_toast(&person).key == "toast-left-deleted", "{:?}", last_toast(&person));
}
