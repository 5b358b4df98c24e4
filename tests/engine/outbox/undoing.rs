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

use crate::harness::test_harness::{
    TestHarness, applied_count, ids_with_status, shown_status, submit, wait, wait_until_drained,
};
use crate::outbox::discarding::{TestUser, synced_engine};
use crate::outbox::restore_discarded::{last_toast, refresh_app};

/// Creates a conflict: a deal in `sourcing` was moved by the user and to `ic` by another.
///
/// Returns the user, the deal, the user's target status and the write.
fn user_in_conflict(harness: &TestHarness) -> (TestUser, String, String, WriteId) {
    let mut user = TestUser::new(synced_engine(harness));
    let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
    let moved = user.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    let write = moved.writes[0].id;
    harness.move_by_another(&id, "ic");
    submit(&user.engine, vec![Effect::Retry(write)]);
    wait_for_conflict(&user.engine, "ic");
    refresh_app(&mut user);
    (user, id, to, write)
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
fn undo_discards_an_unsent_move_after_repeated_conflicts() {
    let harness = TestHarness::new(24);
    let (mut user, id, to, write) = user_in_conflict(&harness);
    // A command sends the write and meets a newer change, which the first window has not seen.
    let other_engine = synced_engine(&harness);
    harness.move_by_another(&id, "term_sheet");
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_for_conflict(&other_engine, "term_sheet");
    wait_for_conflict(&user.engine, "term_sheet");
    refresh_app(&mut user);
    // Another user moves the deal to the same status as the pending write.
    harness.move_by_another(&id, &to);
    let undone = user.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "{:?}", undone.writes);
    assert_eq!(harness.status(&id), to, "the other user's move is preserved");
    assert_eq!(update_count(&harness), 0);
}

#[test]
fn undo_ignores_a_move_discarded_by_another_window() {
    let harness = TestHarness::new(24);
    let (mut user, id, to, write) = user_in_conflict(&harness);
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Discard(write)]);
    wait(&user.engine, "that it is gone", |s| s.writes.is_empty());
    refresh_app(&mut user);
    harness.move_by_another(&id, &to);
    let undone = user.press(A::Undo);
    refresh_app(&mut user);
    assert_eq!((undone.writes.len(), update_count(&harness)), (0, 0));
    assert_eq!(harness.status(&id), to);
    assert!(last_toast(&user).key == "toast-left-never", "{:?}", last_toast(&user));
}

/// Creates a move to a status that another user set before the move was sent.
fn move_already_made(harness: &TestHarness, user: &mut TestUser) -> (String, String) {
    let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
    let moved = user.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    harness.move_by_another(&id, &to);
    (id, to)
}

#[test]
fn move_already_made_by_another_user_offers_no_undo() {
    let harness = TestHarness::new(24);
    let mut user = TestUser::new(synced_engine(&harness));
    let (id, to) = move_already_made(&harness, &mut user);
    let write = user.engine.snapshot().writes[0].id;
    submit(&user.engine, vec![Effect::Retry(write)]);
    let s = wait(&user.engine, "that it is over", |s| s.writes.is_empty());
    refresh_app(&mut user);
    assert_eq!(applied_count(&s), 0, "nothing was applied: {:?}", s.events);
    assert!(last_toast(&user).key == "toast-already-so", "{:?}", last_toast(&user));
    assert!(user.app.cx.undo_target().is_none(), "there is nothing to undo");
    user.press(A::Undo);
    assert_eq!((harness.status(&id), update_count(&harness)), (to, 0));
}

#[test]
fn undo_after_a_peer_decision_restores_the_server_status() {
    let harness = TestHarness::new(24);
    let (mut user, id, to, write) = user_in_conflict(&harness);
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_until_drained(&other_engine);
    wait_until_drained(&user.engine);
    refresh_app(&mut user);
    assert_eq!(harness.status(&id), to);
    user.press(A::Undo);
    wait_until_drained(&user.engine);
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn undo_after_repeated_conflicts_restores_the_latest_status() {
    let harness = TestHarness::new(24);
    let (mut user, id, to, write) = user_in_conflict(&harness);
    user.dispatch(Action::Show(Screen::Activity));
    user.press(A::KeepMine);
    harness.move_by_another(&id, "term_sheet");
    submit(&user.engine, vec![Effect::Retry(write)]);
    wait_for_conflict(&user.engine, "term_sheet");
    refresh_app(&mut user);
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_until_drained(&other_engine);
    wait_until_drained(&user.engine);
    refresh_app(&mut user);
    assert_eq!(harness.status(&id), to);
    user.press(A::Undo);
    wait_until_drained(&user.engine);
    assert_eq!(harness.status(&id), "term_sheet");
}

#[test]
fn move_found_redundant_by_another_window_is_not_undone() {
    let harness = TestHarness::new(24);
    let mut user = TestUser::new(synced_engine(&harness));
    let (id, to) = move_already_made(&harness, &mut user);
    let write = user.engine.snapshot().writes[0].id;
    let other_engine = synced_engine(&harness);
    submit(&other_engine, vec![Effect::Retry(write)]);
    wait_until_drained(&other_engine);
    wait_until_drained(&user.engine);
    refresh_app(&mut user);
    assert!(user.app.cx.undo_target().is_none(), "there is nothing to undo");
    user.press(A::Undo);
    assert_eq!((harness.status(&id), update_count(&harness)), (to, 0));
}

#[test]
fn undo_reports_that_the_moved_deal_was_deleted() {
    let harness = TestHarness::new(24);
    let mut user = TestUser::new(synced_engine(&harness));
    let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
    let write = user.move_deal(&id).writes[0].id;
    submit(&user.engine, vec![Effect::Retry(write)]);
    wait_until_drained(&user.engine);
    refresh_app(&mut user);
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
    wait(&user.engine, "that it is gone", |s| s.deals.find(&id).is_none() && s.writes.is_empty());
    refresh_app(&mut user);
    let undone = user.press(A::Undo);
    refresh_app(&mut user);
    assert!(undone.writes.is_empty(), "{:?}", undone.writes);
    assert!(last_toast(&user).key == "toast-left-deleted", "{:?}", last_toast(&user));
}
