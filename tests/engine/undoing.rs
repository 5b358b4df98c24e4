//! Undo of a change that other users' changes have overtaken.
//!
//! It never overwrites changes of others, restores the value that the deal really had, and reports what it leaves
//! unchanged.

use encours_core::app::foundation::cx::toast_kind::ToastKind;
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::engine::Engine;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};
use encours_core::model::snapshot::LeftAs;

use crate::bench::{Bench, applied, drained, seen, submit, wait, with_status};
use crate::discarding::{Person, ready};
use crate::taking_up::{look, told};

/// Creates a conflict: a deal in `sourcing` was moved by the user and to `ic` by another.
///
/// Returns the user, the deal, the user's target status and the write.
fn in_conflict(bench: &Bench) -> (Person, String, String, WriteId) {
    let mut person = Person::at(ready(bench));
    let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let moved = person.move_deal(&id);
    let to = seen(&moved, &id).unwrap();
    let write = moved.writes[0].id;
    bench.move_by_another(&id, "ic");
    submit(&person.engine, vec![Effect::Retry(write)]);
    conflict(&person.engine, "ic");
    look(&mut person);
    (person, id, to, write)
}

/// Waits until a write is in conflict with `theirs`.
fn conflict(engine: &Engine, theirs: &str) {
    wait(engine, "the conflict", |s| {
        let met = |write: &PendingWrite| matches!(&write.state, WriteState::Conflict { theirs: held } if held.text("status").as_deref() == Some(theirs));
        s.writes.iter().any(met)
    });
}

/// Counts the updates sent by the engines.
fn sent(bench: &Bench) -> usize {
    let keys = bench.keys("deals_update");
    keys.iter().filter(|key| !key.starts_with("other-")).count()
}

#[test]
fn a_move_that_never_left_and_stands_in_conflict_is_given_up_by_undo_whatever_it_was_decided_over() {
    let bench = Bench::new(24);
    let (mut person, id, to, write) = in_conflict(&bench);
    // A command sends the write and meets a newer change, which the first window has not seen.
    let elsewhere = ready(&bench);
    bench.move_by_another(&id, "term_sheet");
    submit(&elsewhere, vec![Effect::Retry(write)]);
    conflict(&elsewhere, "term_sheet");
    conflict(&person.engine, "term_sheet");
    look(&mut person);
    // Another user moves the deal to the same status as the pending write.
    bench.move_by_another(&id, &to);
    let undone = person.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "{:?}", undone.writes);
    assert_eq!(bench.status(&id), to, "the other user's move is preserved");
    assert_eq!(sent(&bench), 0);
}

#[test]
fn a_move_that_another_window_gave_up_before_it_left_is_not_moved_back_from_where_somebody_else_put_the_deal()
{
    let bench = Bench::new(24);
    let (mut person, id, to, write) = in_conflict(&bench);
    let elsewhere = ready(&bench);
    submit(&elsewhere, vec![Effect::Discard(write)]);
    wait(&person.engine, "that it is gone", |s| s.writes.is_empty());
    look(&mut person);
    bench.move_by_another(&id, &to);
    let undone = person.press(A::Undo);
    look(&mut person);
    assert_eq!((undone.writes.len(), sent(&bench)), (0, 0));
    assert_eq!(bench.status(&id), to);
    assert!(
        matches!(
            told(&person),
            ToastKind::ChangedSince {
                left: LeftAs::Never,
                ..
            }
        ),
        "{:?}",
        told(&person)
    );
}

/// Creates a move to a status that another user set before the move was sent.
fn found_so(bench: &Bench, person: &mut Person) -> (String, String) {
    let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let moved = person.move_deal(&id);
    let to = seen(&moved, &id).unwrap();
    bench.move_by_another(&id, &to);
    (id, to)
}

#[test]
fn a_move_that_somebody_else_made_before_it_left_is_said_to_be_so_already_and_is_not_taken_back() {
    let bench = Bench::new(24);
    let mut person = Person::at(ready(&bench));
    let (id, to) = found_so(&bench, &mut person);
    let write = person.engine.snapshot().writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    let s = wait(&person.engine, "that it is over", |s| s.writes.is_empty());
    look(&mut person);
    assert_eq!(applied(&s), 0, "nothing was applied: {:?}", s.events);
    assert!(
        matches!(told(&person), ToastKind::AlreadySo { in_doubt: false, .. }),
        "{:?}",
        told(&person)
    );
    assert!(person.app.cx.undoes().is_none(), "there is nothing to undo");
    person.press(A::Undo);
    assert_eq!((bench.status(&id), sent(&bench)), (to, 0));
}

#[test]
fn a_move_whose_conflict_was_decided_elsewhere_leads_back_to_what_the_service_held() {
    let bench = Bench::new(24);
    let (mut person, id, to, write) = in_conflict(&bench);
    let elsewhere = ready(&bench);
    submit(&elsewhere, vec![Effect::Retry(write)]);
    drained(&elsewhere);
    drained(&person.engine);
    look(&mut person);
    assert_eq!(bench.status(&id), to);
    person.press(A::Undo);
    drained(&person.engine);
    assert_eq!(bench.status(&id), "ic");
}

#[test]
fn a_choice_that_met_another_change_and_was_decided_elsewhere_leads_back_to_the_last_that_the_service_held() {
    let bench = Bench::new(24);
    let (mut person, id, to, write) = in_conflict(&bench);
    person.act(Action::Show(Screen::Activity));
    person.press(A::KeepMine);
    bench.move_by_another(&id, "term_sheet");
    submit(&person.engine, vec![Effect::Retry(write)]);
    conflict(&person.engine, "term_sheet");
    look(&mut person);
    let elsewhere = ready(&bench);
    submit(&elsewhere, vec![Effect::Retry(write)]);
    drained(&elsewhere);
    drained(&person.engine);
    look(&mut person);
    assert_eq!(bench.status(&id), to);
    person.press(A::Undo);
    drained(&person.engine);
    assert_eq!(bench.status(&id), "term_sheet");
}

#[test]
fn a_move_that_another_window_found_so_is_not_taken_back() {
    let bench = Bench::new(24);
    let mut person = Person::at(ready(&bench));
    let (id, to) = found_so(&bench, &mut person);
    let write = person.engine.snapshot().writes[0].id;
    let elsewhere = ready(&bench);
    submit(&elsewhere, vec![Effect::Retry(write)]);
    drained(&elsewhere);
    drained(&person.engine);
    look(&mut person);
    assert!(person.app.cx.undoes().is_none(), "there is nothing to undo");
    person.press(A::Undo);
    assert_eq!((bench.status(&id), sent(&bench)), (to, 0));
}

#[test]
fn a_move_of_a_deal_that_was_deleted_since_is_not_taken_back_and_says_so() {
    let bench = Bench::new(24);
    let mut person = Person::at(ready(&bench));
    let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
    let write = person.move_deal(&id).writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    drained(&person.engine);
    look(&mut person);
    // A command of the same profile deletes the deal.
    let elsewhere = ready(&bench);
    let deletion = Effect::Delete {
        deal: id.parse().unwrap(),
        base: encours_core::contract::Fields::new(),
        label: "a deal".into(),
        hold: std::time::Duration::ZERO,
    };
    submit(&elsewhere, vec![deletion]);
    drained(&elsewhere);
    wait(&person.engine, "that it is gone", |s| {
        s.deals.find(&id).is_none() && s.writes.is_empty()
    });
    look(&mut person);
    let undone = person.press(A::Undo);
    look(&mut person);
    assert!(undone.writes.is_empty(), "{:?}", undone.writes);
    assert!(
        matches!(
            told(&person),
            ToastKind::ChangedSince {
                left: LeftAs::Deleted,
                ..
            }
        ),
        "{:?}",
        told(&person)
    );
}
