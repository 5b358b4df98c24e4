//! A scheduled change of one program, and writes of another to the same deal.
//!
//! Undo never removes a write acknowledged to the other program. A write that was undone is never sent, and an undo
//! that is impossible is reported.

use std::time::Duration;

use crate::harness::bench::{
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
    let mut person = TestUser::new(synced_engine(harness));
    let id = ids_with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let moved = person.move_deal(&id);
    let to = shown_status(&moved, &id).unwrap();
    assert_ne!(to, "sourcing");
    (person, id, to)
}

/// Adds a write to the outbox as a command would; returns its key.
fn add_command_write(
    harness: &TestHarness,
    person: &mut TestUser,
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
    wait(&person.engine, "the command's write", |s| s.writes.len() == 2);
    refresh_app(person);
    key
}

fn write_keys(s: &Snapshot) -> Vec<String> {
    s.writes.iter().map(|write| write.key.clone()).collect()
}

#[test]
fn undo_keeps_a_command_write_that_replaced_the_scheduled_one() {
    let harness = TestHarness::new(24);
    let (mut person, id, to) = user_with_scheduled(&harness);
    let update = OperationId::DealsUpdate;
    let lost_body = r#"{"status":"lost"}"#;
    add_command_write(&harness, &mut person, (update, &id), (lost_body, &fields("status", &to)));
    let before = person.engine.snapshot();
    let undone = person.press(A::Undo);
    refresh_app(&mut person);
    assert!(
        (last_toast(&person).says("changed-since") || last_toast(&person).says("left")),
        "{:?}",
        last_toast(&person)
    );
    assert_eq!(
        (write_keys(&undone), shown_status(&undone, &id).as_deref()),
        (write_keys(&before), Some("lost"))
    );
    assert_eq!(person.app.cx.undo_target(), None, "undo is not offered if it is impossible");
}

#[test]
fn undo_sends_only_the_other_field_a_command_wrote() {
    let harness = TestHarness::new(24);
    let (mut person, id, _) = user_with_scheduled(&harness);
    let update = (OperationId::DealsUpdate, &*id);
    let owner = r#"{"responsable":"Q1"}"#;
    let key = add_command_write(&harness, &mut person, update, (owner, &Fields::new()));
    let undone = person.press(A::Undo);
    assert_eq!(shown_status(&undone, &id).as_deref(), Some("sourcing"));
    wait_until_drained(&person.engine);
    assert_eq!(
        (harness.idempotency_keys("deals_update"), harness.status(&id)),
        (vec![key], "sourcing".into())
    );
    let deal = harness.deal(&id).unwrap();
    assert_eq!(deal.record().text("responsable").as_deref(), Some("Q1"));
}

#[test]
fn a_move_undone_before_a_deletion_is_never_sent_and_the_deletion_is_measured_without_it() {
    let harness = TestHarness::new(24);
    let (mut person, id, to) = user_with_scheduled(&harness);
    let scheduled_key = write_keys(&person.engine.snapshot()).remove(0);
    let delete = (OperationId::DealsDelete, &*id);
    add_command_write(&harness, &mut person, delete, ("", &fields("status", &to)));
    person.press(A::Undo);
    let after_deletion = wait_until_drained(&person.engine);
    assert!(last_toast(&person).says("undone"), "{:?}", last_toast(&person));
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
fn undo_in_one_window_leaves_the_later_move_of_another_one() {
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
        (last_toast(&one).says("changed-since") || last_toast(&one).says("left")),
        "{:?}",
        last_toast(&one)
    );
    assert_eq!((undone.writes.len(), shown_status(&undone, &id)), (2, Some(at)));
    let second_undo = two.press(A::Undo);
    assert_eq!((second_undo.writes.len(), shown_status(&second_undo, &id)), (1, Some(to)));
}

#[test]
fn a_step_back_of_several_is_taken_whatever_waits_behind_and_what_left_is_not_moved_over_others() {
    let harness = TestHarness::new(24);
    let (mut person, id, to) = user_with_scheduled(&harness);
    let second_move = person.move_deal(&id);
    assert_eq!(second_move.writes.len(), 1, "one write");
    let update = (OperationId::DealsUpdate, &*id);
    let owner = r#"{"responsable":"Q1"}"#;
    let key = add_command_write(&harness, &mut person, update, (owner, &Fields::new()));
    let undone = person.press(A::Undo);
    assert_eq!((write_kinds(&undone), shown_status(&undone, &id)), (vec![WriteKind::Update; 2], Some(to)));
    assert_eq!(write_keys(&undone)[1], key);
    // A later move by another program is not reverted.
    let other_id = ids_with_status(&undone, "sourcing").remove(0);
    let mut two = TestUser::new(synced_engine(&harness));
    two.move_deal(&other_id);
    wait(&person.engine, "the move of the other", |s| s.writes.len() == 3);
    let stale = submit(&person.engine, vec![move_effect(&other_id, "closing", "sourcing", NOW)]);
    assert!(
        stale
            .events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::UndoSkipped { record, .. } if *record == other_id)),
        "{:?}",
        stale.events
    );
    assert_eq!(stale.writes.len(), 3);
    let forward = submit(&person.engine, vec![move_effect(&other_id, "closing", "ic", LONG)]);
    assert_eq!(forward.writes.len(), 4, "a separate write, compared when it is sent");
}
