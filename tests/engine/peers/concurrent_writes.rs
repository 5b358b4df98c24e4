//! A scheduled change of one program, and writes of another to the same deal.
//!
//! Undo never removes a write acknowledged to the other program. A write that was undone is never sent, and an undo
//! that is impossible is reported.

use std::time::Duration;

use crate::harness::test_harness::{
    LONG, TestHarness, fields, ids_with_status, move_effect, shown_status, submit, wait, wait_until_drained,
};
use crate::outbox::discarding::{TestUser, synced_engine, write_kinds};
use crate::outbox::restore_discarded::{last_toast, refresh_app};
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::contract::{Fields, OperationId};
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::pending_write::WriteKind;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::{NewOutboxEntry, Store};
use jiff::Timestamp;

const NOW: Duration = Duration::ZERO;

/// Schedules a move of a deal in `sourcing`.
///
/// Returns the user, the deal and its new status.
fn user_with_scheduled(harness: &TestHarness) -> (TestUser, String, String) {
    let mut user = TestUser::new(synced_engine(harness));
    let id = ids_with_status(&user.engine.snapshot(), "sourcing").remove(0);
    let moved = user.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    assert_ne!(to, "sourcing");
    (user, id, to)
}

/// Adds a write to the outbox as a command would; returns its key.
fn add_command_write(
    harness: &TestHarness,
    user: &mut TestUser,
    (operation, id): (OperationId, &str),
    (body, base): (&str, &Fields),
) -> String {
    let now = Timestamp::now();
    let row = NewOutboxEntry {
        operation,
        record: id.into(),
        body: body.into(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: base.to_body(),
        label: "a deal".into(),
        created_at: now,
        not_before: now,
        scheduled: false,
    };
    let key = row.key.as_str().to_owned();
    let store = Store::open(&harness.profile(), now).unwrap();
    store.outbox().enqueue(&[row]).unwrap();
    drop(store);
    wait(&user.engine, "the command's write", |s| s.writes.len() == 2);
    refresh_app(user);
    key
}

fn write_keys(s: &Snapshot) -> Vec<String> {
    s.writes.iter().map(|write| write.key.clone()).collect()
}

#[test]
fn undo_keeps_a_command_write_replacing_the_scheduled_write() {
    let harness = TestHarness::new(24);
    let (mut user, id, to) = user_with_scheduled(&harness);
    let update = OperationId::DealsUpdate;
    let lost_body = r#"{"status":"lost"}"#;
    add_command_write(&harness, &mut user, (update, &id), (lost_body, &fields("status", &to)));
    let before = user.engine.snapshot();
    let undone = user.press(A::Undo);
    refresh_app(&mut user);
    assert!(
        (last_toast(&user).is_variant_of("changed-since") || last_toast(&user).is_variant_of("left")),
        "{:?}",
        last_toast(&user)
    );
    assert_eq!(
        (write_keys(&undone), shown_status(&undone, &id).as_deref()),
        (write_keys(&before), Some("lost"))
    );
    assert_eq!(user.app.cx.undo_target(), None, "undo is not offered if it is impossible");
}

#[test]
fn undo_sends_only_the_other_field_a_command_wrote() {
    let harness = TestHarness::new(24);
    let (mut user, id, _) = user_with_scheduled(&harness);
    let update = (OperationId::DealsUpdate, &*id);
    let owner = r#"{"responsable":"Q1"}"#;
    let key = add_command_write(&harness, &mut user, update, (owner, &Fields::new()));
    let undone = user.press(A::Undo);
    assert_eq!(shown_status(&undone, &id).as_deref(), Some("sourcing"));
    wait_until_drained(&user.engine);
    assert_eq!(
        (harness.idempotency_keys("deals_update"), harness.status(&id)),
        (vec![key], "sourcing".into())
    );
    let deal = harness.deal(&id).unwrap();
    assert_eq!(deal.record().text("responsable").as_deref(), Some("Q1"));
}

#[test]
fn move_undone_before_a_pending_deletion_is_never_sent() {
    let harness = TestHarness::new(24);
    let (mut user, id, to) = user_with_scheduled(&harness);
    let scheduled_key = write_keys(&user.engine.snapshot()).remove(0);
    let delete = (OperationId::DealsDelete, &*id);
    add_command_write(&harness, &mut user, delete, ("", &fields("status", &to)));
    user.press(A::Undo);
    let after_deletion = wait_until_drained(&user.engine);
    assert!(last_toast(&user).is_variant_of("undone"), "{:?}", last_toast(&user));
    assert_eq!(
        (harness.idempotency_keys("deals_update").len(), harness.total()),
        (0, 23),
        "{:?}",
        after_deletion.events
    );
    let line = after_deletion.history.journal.iter().find(|line| line.key == scheduled_key);
    let line = line.expect("the undone write is in the journal");
    assert_eq!(
        (line.outcome, line.before.as_deref(), line.attempts),
        (WriteOutcome::Cancelled, Some(r#"{"status":"sourcing"}"#), 0)
    );
}

#[test]
fn undo_keeps_a_later_move_of_another_window() {
    let harness = TestHarness::new(24);
    let (mut one, id, to) = user_with_scheduled(&harness);
    let mut two = TestUser::new(synced_engine(&harness));
    let second_move = two.move_deal(&id);
    let at = shown_status(&second_move, &id).unwrap();
    wait(&one.engine, "the move of the other", |s| s.writes.len() == 2);
    refresh_app(&mut one);
    let undone = one.press(A::Undo);
    refresh_app(&mut one);
    assert!(
        (last_toast(&one).is_variant_of("changed-since") || last_toast(&one).is_variant_of("left")),
        "{:?}",
        last_toast(&one)
    );
    assert_eq!((undone.writes.len(), shown_status(&undone, &id)), (2, Some(at)));
    let second_undo = two.press(A::Undo);
    assert_eq!((second_undo.writes.len(), shown_status(&second_undo, &id)), (1, Some(to)));
}

#[test]
fn undo_step_passes_other_fields_but_not_peer_moves() {
    let harness = TestHarness::new(24);
    let (mut user, id, to) = user_with_scheduled(&harness);
    let second_move = user.move_deal(&id);
    assert_eq!(second_move.writes.len(), 1, "one write");
    let update = (OperationId::DealsUpdate, &*id);
    let owner = r#"{"responsable":"Q1"}"#;
    let key = add_command_write(&harness, &mut user, update, (owner, &Fields::new()));
    let undone = user.press(A::Undo);
    assert_eq!((write_kinds(&undone), shown_status(&undone, &id)), (vec![WriteKind::Update; 2], Some(to)));
    assert_eq!(write_keys(&undone)[1], key);
    // A later move by another program is not reverted.
    let other_id = ids_with_status(&undone, "sourcing").remove(0);
    let mut two = TestUser::new(synced_engine(&harness));
    two.move_deal(&other_id);
    wait(&user.engine, "the move of the other", |s| s.writes.len() == 3);
    let stale = submit(&user.engine, vec![move_effect(&other_id, "closing", "sourcing", NOW)]);
    assert!(
        stale
            .events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::UndoSkipped { record, .. } if *record == other_id)),
        "{:?}",
        stale.events
    );
    assert_eq!(stale.writes.len(), 3);
    let forward = submit(&user.engine, vec![move_effect(&other_id, "closing", "ic", LONG)]);
    assert_eq!(forward.writes.len(), 4, "a separate write, compared when it is sent");
}
