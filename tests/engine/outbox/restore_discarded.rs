//! Restoring discarded writes, from this or another program.
//!
//! A restored write is the same write. An undo that has nothing to revert says so and sends nothing.

use std::time::Duration;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, fields, ids_with_status, move_effect, submit, wait, wait_until_drained,
};
use crate::outbox::discarding::{TestUser, go_offline, synced_engine};
use encours_core::app::foundation::cx::toast_content::ToastContent;
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::Engine;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::Store;
use encours_sandbox::Fault;
use jiff::Timestamp;

const NOW: Duration = Duration::ZERO;

/// Makes the service lose its answer to the next call of an operation.
pub fn lose_next_response(harness: &TestHarness, operation: &str) {
    let fault = format!("drop-after-commit@{operation}:1");
    harness.sandbox().faults().add(fault.parse::<Fault>().unwrap());
}

/// Waits until the only write is in doubt and not being sent.
pub fn wait_until_in_doubt(engine: &Engine) -> PendingWrite {
    let s = wait(engine, "the loss of the answer", |s| {
        s.writes.iter().any(|write| write.in_doubt && !matches!(write.state, WriteState::Sending))
    });
    s.writes[0].clone()
}

/// Shows a user the newest snapshot.
pub fn refresh_app(user: &mut TestUser) {
    let s = user.engine.snapshot();
    user.app.on_snapshot(s);
}

/// Returns the newest message.
pub fn last_toast(user: &TestUser) -> &ToastContent {
    &user.app.cx.toasts().last().expect("a toast is shown").content
}

#[test]
fn restored_in_doubt_creation_makes_a_single_deal() {
    let harness = TestHarness::new(24);
    let mut user = TestUser::new(synced_engine(&harness));
    lose_next_response(&harness, "deals_create");
    user.create("Deux fois");
    let before = wait_until_in_doubt(&user.engine);
    refresh_app(&mut user);
    assert_eq!(harness.total(), 25, "it was made");
    user.discard();
    assert!(last_toast(&user).key == "toast-discarded-doubt", "{:?}", last_toast(&user));
    let undone = user.press(A::Undo);
    let after = &undone.writes[0];
    assert_eq!(
        (after.id, &after.key, after.attempts, after.in_doubt),
        (before.id, &before.key, before.attempts, true)
    );
    submit(&user.engine, vec![Effect::Retry(after.id), Effect::Refresh]);
    wait_until_drained(&user.engine);
    assert_eq!(harness.total(), 25, "made once");
    let keys = harness.idempotency_keys("deals_create");
    assert!(keys.len() >= 2 && keys.iter().all(|key| *key == before.key), "{keys:?}");
}

#[test]
fn restored_in_doubt_moves_and_deletions_keep_their_keys() {
    for operation in ["deals_update", "deals_delete"] {
        let harness = TestHarness::new(24);
        let mut user = TestUser::new(synced_engine(&harness));
        let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
        lose_next_response(&harness, operation);
        let (deal, label) = (DealId::new(&id).unwrap(), "a deal".to_owned());
        let effect = if operation == "deals_update" {
            move_effect(&id, "sourcing", "ic", NOW)
        } else {
            Effect::Delete { base: Fields::new(), deal, label, undo_delay: NOW }
        };
        submit(&user.engine, vec![effect]);
        let before = wait_until_in_doubt(&user.engine);
        refresh_app(&mut user);
        user.discard();
        assert!(last_toast(&user).key == "toast-discarded-doubt");
        let undone = user.press(A::Undo);
        let after = &undone.writes[0];
        assert_eq!((after.id, &after.key, after.in_doubt), (before.id, &before.key, true), "{operation}");
        submit(&user.engine, vec![Effect::Retry(after.id), Effect::Refresh]);
        wait(&user.engine, "the answer", |s| s.writes.is_empty() && applied_count(s) == 1);
        assert_eq!(harness.idempotency_keys(operation).len(), 1, "{operation}: it was so already");
    }
}

#[test]
fn undo_restores_a_conflict_decided_for_the_server() {
    let harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    harness.move_by_another(&id, "lost");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    let mut user = TestUser::new(engine);
    user.dispatch(Action::Show(Screen::Activity));
    assert!(user.press(A::TakeTheirs).writes.is_empty());
    let undone = user.press(A::Undo);
    assert_eq!(
        undone.writes[0].state,
        WriteState::Conflict { theirs: fields("status", "lost") },
        "as it stood"
    );
    user.press(A::KeepMine);
    wait_until_drained(&user.engine);
    assert_eq!(harness.status(&id), "ic");
}

fn delete_by_another(harness: &TestHarness, id: &str) {
    let deal = DealId::new(id).unwrap();
    let key = uuid::Uuid::new_v4().into();
    harness.with_other_client(async |client| client.delete_deal(&deal, &key).await).unwrap();
}

#[test]
fn deletion_already_made_by_another_user_is_reported() {
    let harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    delete_by_another(&harness, &id);
    let (deal, label) = (DealId::new(&id).unwrap(), "a deal".to_owned());
    engine.submit(vec![Effect::Delete { base: Fields::new(), deal, label, undo_delay: NOW }]);
    let done = wait(&engine, "the deletion", |s| applied_count(s) == 1);
    assert_eq!((done.writes.len(), done.deals.len()), (0, 23));
    let is_already_deleted =
        |kind: &EventKind| matches!(kind, EventKind::AlreadyDeleted { record, .. } if *record == id);
    assert!(done.events.iter().any(|event| is_already_deleted(&event.kind)));
    // An unknown identifier is an error, not a deleted deal.
    let (deal, label) = (DealId::new("00000000-0000-4000-8000-000000000000").unwrap(), "none".to_owned());
    engine.submit(vec![Effect::Delete { base: Fields::new(), deal, label, undo_delay: NOW }]);
    let rejected = wait(&engine, "the rejection", |s| s.writes.iter().any(PendingWrite::is_blocked));
    let WriteState::Rejected(problem) = &rejected.writes[0].state else { panic!("{:?}", rejected.writes) };
    assert_eq!(problem.kind, ErrorKind::NotFound);
}

fn conflict_with_deletion(harness: &TestHarness) -> (TestUser, String, Vec<String>) {
    let engine = synced_engine(harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let ix = engine.snapshot().deals.find(&id).unwrap();
    let name = engine.snapshot().deals.row(ix).unwrap().name.to_owned();
    delete_by_another(harness, &id);
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    let s = wait(&engine, "the conflict", |s| s.writes.iter().any(PendingWrite::is_blocked));
    let write = &s.writes[0];
    assert!(matches!(write.state, WriteState::Conflict { .. }), "{:?}", write.state);
    assert!(write.recreate_fields.is_some(), "it stands beside nothing");
    assert_eq!(
        (write.base.text("status"), write.fields.text("status")),
        (Some("sourcing".into()), Some("ic".into()))
    );
    let mut user = TestUser::new(engine);
    user.dispatch(Action::Show(Screen::Activity));
    (user, name, vec![id])
}

#[test]
fn conflicting_change_of_a_deleted_deal_can_recreate_it() {
    let harness = TestHarness::new(24);
    let (mut user, name, _) = conflict_with_deletion(&harness);
    user.press(A::KeepMine);
    wait_until_drained(&user.engine);
    assert_eq!(harness.total(), 24);
    let all = harness.all_deals();
    let recreated = all.iter().find(|deal| deal.name() == Some(&name)).expect("the deal exists again");
    assert_eq!(recreated.status(), Some("ic"), "with the written fields");
    assert_eq!(harness.idempotency_keys("deals_create").len(), 1);
}

#[test]
fn conflicting_change_of_a_deleted_deal_can_be_discarded() {
    let harness = TestHarness::new(24);
    let (mut user, _, ids) = conflict_with_deletion(&harness);
    let discarded = user.press(A::TakeTheirs);
    assert_eq!((discarded.writes.len(), discarded.deals.len()), (0, 23));
    let undone = user.press(A::Undo);
    assert!(undone.writes[0].recreate_fields.is_some() && undone.writes[0].record == ids[0]);
    assert_eq!((harness.total(), harness.idempotency_keys("deals_create").len()), (23, 0));
}

#[test]
fn command_discarded_in_doubt_write_is_compared_before_undo() {
    let mut harness = TestHarness::new(24);
    let mut user = TestUser::new(synced_engine(&harness));
    let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
    lose_next_response(&harness, "deals_update");
    user.move_deal(&id);
    let write = user.engine.snapshot().writes[0].id;
    submit(&user.engine, vec![Effect::Retry(write)]);
    let moved = wait_until_in_doubt(&user.engine);
    let to = moved.fields.text("status").unwrap().into_owned();
    assert_eq!(harness.status(&id), to, "it was applied");
    harness.stop_server();
    go_offline(&user.engine);
    wait_until_in_doubt(&user.engine);
    let other_store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    // A write cannot be discarded during a retry; try until the retry has failed.
    wait(&user.engine, "that it may be given up", |_| {
        other_store.outbox().discard(&[write.0], true).unwrap() == [write.0]
    });
    let after_discard: std::sync::Arc<Snapshot> =
        wait(&user.engine, "that it is gone", |s| s.writes.is_empty());
    user.app.on_snapshot(after_discard);
    let undone = user.press(A::Undo);
    assert_eq!(undone.writes.len(), 1, "the outcome is unknown, so undo must send a write");
    harness.start_server();
    user.dispatch(Action::Run(A::Refresh));
    assert_eq!(user.engine.close(LONG).waiting, 0);
    assert_eq!(harness.status(&id), "sourcing");
    let journal = other_store.history().journal_of_write(write.0).unwrap();
    assert!(journal.iter().all(|line| line.outcome != WriteOutcome::Applied));
}
