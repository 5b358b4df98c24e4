//! A scheduled change of one program, and writes of another to the same deal.
//!
//! Undo never removes a write acknowledged to the other program. A write that was undone is never sent, and an undo
//! that is impossible is reported.

use std::time::Duration;

use crate::bench::{Bench, LONG, drained, fields, moving, seen, submit, wait, with_status};
use crate::discarding::{Person, kinds, ready};
use crate::taking_up::{look, told};
use encours_core::app::foundation::cx::toast_kind::ToastKind;
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::contract::{Fields, OperationId};
use encours_core::model::history::journal_entry::Outcome;
use encours_core::model::pending_write::WriteKind;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::{NewRow, Store};
use jiff::Timestamp;

const NOW: Duration = Duration::ZERO;

/// Schedules a move of a deal in `sourcing`.
///
/// Returns the user, the deal and its new status.
fn holding(bench: &Bench) -> (Person, String, String) {
    let mut person = Person::at(ready(bench));
    let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let moved = person.move_deal(&id);
    let to = seen(&moved, &id).unwrap();
    assert_ne!(to, "sourcing");
    (person, id, to)
}

/// Adds a write to the outbox as a command would; returns its key.
fn kept_by_a_command(
    bench: &Bench,
    person: &mut Person,
    (operation, id): (OperationId, &str),
    (body, base): (&str, &Fields),
) -> String {
    let now = Timestamp::now();
    let row = NewRow {
        operation,
        record: id.into(),
        body: body.into(),
        key: encours_core::client::auth::random_id::idempotency_key(),
        base: base.to_body(),
        label: "a deal".into(),
        created_at: now,
        not_before: now,
        held: false,
    };
    let key = row.key.as_str().to_owned();
    let store = Store::open(&bench.profile(), now).unwrap();
    store.outbox().enqueue(&[row]).unwrap();
    drop(store);
    wait(&person.engine, "the command's write", |s| s.writes.len() == 2);
    look(person);
    key
}

fn keys(s: &Snapshot) -> Vec<String> {
    s.writes.iter().map(|write| write.key.clone()).collect()
}

#[test]
fn what_a_command_made_of_a_deal_since_outlives_the_undo_of_what_was_held() {
    let bench = Bench::new(24);
    let (mut person, id, to) = holding(&bench);
    let update = OperationId::DealsUpdate;
    let lost = r#"{"status":"lost"}"#;
    kept_by_a_command(&bench, &mut person, (update, &id), (lost, &fields("status", &to)));
    let before = person.engine.snapshot();
    let undone = person.press(A::Undo);
    look(&mut person);
    assert!(
        matches!(told(&person), ToastKind::ChangedSince { .. }),
        "{:?}",
        told(&person)
    );
    assert_eq!(
        (keys(&undone), seen(&undone, &id).as_deref()),
        (keys(&before), Some("lost"))
    );
    assert_eq!(
        person.app.cx.undoes(),
        None,
        "undo is not offered if it is impossible"
    );
}

#[test]
fn another_field_that_a_command_wrote_stays_its_write_and_the_move_is_never_sent() {
    let bench = Bench::new(24);
    let (mut person, id, _) = holding(&bench);
    let update = (OperationId::DealsUpdate, &*id);
    let owner = r#"{"responsable":"Q1"}"#;
    let key = kept_by_a_command(&bench, &mut person, update, (owner, &Fields::new()));
    let undone = person.press(A::Undo);
    assert_eq!(seen(&undone, &id).as_deref(), Some("sourcing"));
    drained(&person.engine);
    assert_eq!(
        (bench.keys("deals_update"), bench.status(&id)),
        (vec![key], "sourcing".into())
    );
    let deal = bench.deal(&id).unwrap();
    assert_eq!(deal.record().text("responsable").as_deref(), Some("Q1"));
}

#[test]
fn a_move_taken_back_before_a_deletion_is_never_sent_and_the_deletion_is_measured_without_it() {
    let bench = Bench::new(24);
    let (mut person, id, to) = holding(&bench);
    let held = keys(&person.engine.snapshot()).remove(0);
    let delete = (OperationId::DealsDelete, &*id);
    kept_by_a_command(&bench, &mut person, delete, ("", &fields("status", &to)));
    person.press(A::Undo);
    let gone = drained(&person.engine);
    assert!(
        matches!(told(&person), ToastKind::Undone { .. }),
        "{:?}",
        told(&person)
    );
    assert_eq!(
        (bench.keys("deals_update").len(), bench.total()),
        (0, 23),
        "{:?}",
        gone.events
    );
    let line = gone.observed.journal.iter().find(|line| line.key == held);
    let line = line.expect("the undone write is in the journal");
    assert_eq!(
        (line.outcome, line.before.as_deref(), line.attempts),
        (Outcome::Withdrawn, Some(r#"{"status":"sourcing"}"#), 0)
    );
}

#[test]
fn undo_in_one_window_leaves_the_later_move_of_another_one() {
    let bench = Bench::new(24);
    let (mut one, id, to) = holding(&bench);
    let mut two = Person::at(ready(&bench));
    let further = two.move_deal(&id);
    let at = seen(&further, &id).unwrap();
    wait(&one.engine, "the move of the other", |s| s.writes.len() == 2);
    look(&mut one);
    let undone = one.press(A::Undo);
    look(&mut one);
    assert!(
        matches!(told(&one), ToastKind::ChangedSince { .. }),
        "{:?}",
        told(&one)
    );
    assert_eq!((undone.writes.len(), seen(&undone, &id)), (2, Some(at)));
    let back = two.press(A::Undo);
    assert_eq!((back.writes.len(), seen(&back, &id)), (1, Some(to)));
}

#[test]
fn a_step_back_of_several_is_taken_whatever_waits_behind_and_what_left_is_not_moved_over_others() {
    let bench = Bench::new(24);
    let (mut person, id, to) = holding(&bench);
    let further = person.move_deal(&id);
    assert_eq!(further.writes.len(), 1, "one write");
    let update = (OperationId::DealsUpdate, &*id);
    let owner = r#"{"responsable":"Q1"}"#;
    let key = kept_by_a_command(&bench, &mut person, update, (owner, &Fields::new()));
    let back = person.press(A::Undo);
    assert_eq!(
        (kinds(&back), seen(&back, &id)),
        (vec![WriteKind::Update; 2], Some(to))
    );
    assert_eq!(keys(&back)[1], key);
    // A later move by another program is not reverted.
    let other = with_status(&back, "sourcing").remove(0);
    let mut two = Person::at(ready(&bench));
    two.move_deal(&other);
    wait(&person.engine, "the move of the other", |s| s.writes.len() == 3);
    let stale = submit(&person.engine, vec![moving(&other, "closing", "sourcing", NOW)]);
    assert!(
        stale
            .events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::ChangedSince { record, .. } if *record == other)),
        "{:?}",
        stale.events
    );
    assert_eq!(stale.writes.len(), 3);
    let forward = submit(&person.engine, vec![moving(&other, "closing", "ic", LONG)]);
    assert_eq!(
        forward.writes.len(),
        4,
        "a separate write, compared when it is sent"
    );
}
