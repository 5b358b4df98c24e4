//! Pending writes of one window that another window of the profile discards or undoes.
//!
//! Both windows report the outcome, and nothing is done twice.

use std::time::Duration;

use encours_core::app::foundation::cx::toast_kind::ToastKind;
use encours_core::app::foundation::input::commands::ActionId as A;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::model::discarded::Reached;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::EventKind;
use encours_sandbox::{Fault, FaultKind};

use crate::bench::{Bench, drained, moving, seen, start, submit, wait, with_status};
use crate::discarding::{Person, ready};
use crate::taking_up::{doubted, look, lose_the_answer, told};

const NOW: Duration = Duration::ZERO;

/// Returns two synced windows; the second shows the activity screen.
fn two(bench: &Bench) -> (Person, Person) {
    let (one, two) = (ready(bench), ready(bench));
    let (one, mut two) = (Person::at(one), Person::at(two));
    two.act(Action::Show(Screen::Activity));
    (one, two)
}

/// Returns two windows, of which the second sends no requests.
fn two_of_which_one_asks(bench: &Bench) -> (Person, Person) {
    let one = Person::at(ready(bench));
    let mut settings = bench.settings();
    settings.client.withheld = true;
    let mut two = Person::at(start(settings));
    two.act(Action::Show(Screen::Activity));
    (one, two)
}

/// Discards the newest write of the first window in the second one.
fn give_up_elsewhere(one: &mut Person, two: &mut Person) {
    let write = one.engine.snapshot().writes.last().expect("a write").id;
    wait(&two.engine, "the write of the other, known to be back", |s| {
        s.writes
            .iter()
            .any(|row| row.id == write && !matches!(row.state, WriteState::Sending))
    });
    look(two);
    two.discard();
    wait(&one.engine, "that it is gone", |s| s.writes.is_empty());
    look(one);
}

#[test]
fn a_creation_in_doubt_given_up_in_another_window_is_not_made_a_second_time_by_redo() {
    let bench = Bench::new(24);
    // A second window that sends requests would find the write in doubt and resolve it.
    let (mut one, mut two) = two_of_which_one_asks(&bench);
    lose_the_answer(&bench, "deals_create");
    one.create("Deux fois");
    let key = doubted(&one.engine).key;
    give_up_elsewhere(&mut one, &mut two);
    assert!(
        matches!(
            told(&one),
            ToastKind::DroppedElsewhere {
                reached: Reached::InDoubt,
                ..
            }
        ),
        "{:?}",
        told(&one)
    );
    let undone = one.press(A::Undo);
    assert_eq!(undone.writes.len(), 0, "nothing is there to be deleted");
    one.press(A::Redo);
    submit(&one.engine, vec![Effect::Refresh]);
    drained(&one.engine);
    assert_eq!(bench.total(), 25, "made once");
    assert!(bench.keys("deals_create").iter().all(|used| *used == key));
}

#[test]
fn a_deletion_given_up_in_another_window_is_not_called_deleted_and_nothing_is_made_anew() {
    let bench = Bench::new(24);
    let (mut one, mut two) = two(&bench);
    let id = with_status(&one.engine.snapshot(), "sourcing").remove(0);
    one.act(Action::FocusDeal(id.parse().unwrap()));
    one.press(A::DeleteDeal);
    one.press(A::DeleteDeal);
    give_up_elsewhere(&mut one, &mut two);
    one.press(A::Undo);
    look(&mut one);
    assert!(
        matches!(told(&one), ToastKind::AlreadySo { in_doubt: false, .. }),
        "{:?}",
        told(&one)
    );
    one.press(A::Undo);
    drained(&one.engine);
    assert_eq!((bench.total(), bench.deal(&id).is_ok()), (24, true));
    assert!(bench.keys("deals_create").is_empty() && bench.keys("deals_delete").is_empty());
    let again = one.press(A::Redo);
    assert!(
        matches!(again.writes[0].state, WriteState::Held { .. }),
        "redo creates another write"
    );
}

#[test]
fn a_move_given_up_in_another_window_is_not_moved_back() {
    let bench = Bench::new(24);
    let (mut one, mut two) = two(&bench);
    let id = with_status(&one.engine.snapshot(), "sourcing").remove(0);
    one.move_deal(&id);
    give_up_elsewhere(&mut one, &mut two);
    assert!(
        matches!(
            told(&one),
            ToastKind::DroppedElsewhere {
                reached: Reached::Unsent,
                ..
            }
        ),
        "{:?}",
        told(&one)
    );
    let undone = one.press(A::Undo);
    assert_eq!(
        (undone.writes.len(), seen(&undone, &id).as_deref()),
        (0, Some("sourcing"))
    );
    assert!(
        matches!(told(&one), ToastKind::AlreadySo { .. }),
        "{:?}",
        told(&one)
    );
    drained(&one.engine);
    assert!(bench.keys("deals_update").is_empty());
}

#[test]
fn what_one_window_holds_the_other_takes_back_while_it_is_held() {
    let bench = Bench::new(24);
    let (mut one, mut two) = two(&bench);
    let ids = with_status(&one.engine.snapshot(), "sourcing");
    one.move_deal(&ids[0]);
    let write = one.engine.snapshot().writes[0].id;
    wait(&two.engine, "the hold", |s| {
        s.writes.iter().any(|row| row.id == write)
    });
    look(&mut two);
    assert!(two.app.cx.takes_back(told(&two)), "{:?}", told(&two));
    let back = two.press(A::Undo);
    assert_eq!(
        (back.writes.len(), seen(&back, &ids[0]).as_deref()),
        (0, Some("sourcing"))
    );
    let gone = wait(&one.engine, "that it is gone", |s| s.writes.is_empty());
    assert_eq!(seen(&gone, &ids[0]).as_deref(), Some("sourcing"));
    // The same holds for a deletion.
    one.act(Action::FocusDeal(ids[1].parse().unwrap()));
    one.press(A::DeleteDeal);
    one.press(A::DeleteDeal);
    wait(&two.engine, "the deletion", |s| s.deals.len() == 23);
    look(&mut two);
    two.press(A::Redo);
    // The first undo reverts the window's own redo above.
    two.press(A::Undo);
    two.press(A::Undo);
    wait(&one.engine, "the deal there again", |s| {
        s.deals.len() == 24 && s.writes.is_empty()
    });
    assert!(bench.keys("deals_update").is_empty() && bench.keys("deals_delete").is_empty());
}

#[test]
fn a_refused_move_given_up_in_another_window_is_said_to_have_been_sent_and_refused() {
    let bench = Bench::new(24);
    let (mut one, mut two) = two(&bench);
    let id = with_status(&one.engine.snapshot(), "sourcing").remove(0);
    let refusal = Fault::new(FaultKind::Status(422)).on("deals_update");
    bench.sandbox().faults().add(refusal.times(1));
    submit(&one.engine, vec![moving(&id, "sourcing", "ic", NOW)]);
    wait(&one.engine, "the refusal", |s| {
        s.writes
            .iter()
            .any(|write| matches!(write.state, WriteState::Refused(_)))
    });
    give_up_elsewhere(&mut one, &mut two);
    assert!(
        matches!(
            told(&one),
            ToastKind::DroppedElsewhere {
                reached: Reached::Refused,
                ..
            }
        ),
        "{:?}",
        told(&one)
    );
}

#[test]
fn of_two_windows_that_ask_for_the_same_move_each_takes_back_its_own_and_is_told_that_the_other_stays() {
    let bench = Bench::new(24);
    let (one, two) = two(&bench);
    let id = with_status(&one.engine.snapshot(), "sourcing").remove(0);
    let hold = Duration::from_mins(1);
    let both = [&one, &two].map(|person| &person.engine);
    for (engine, count) in both.into_iter().zip(1..) {
        submit(engine, vec![moving(&id, "sourcing", "ic", hold)]);
        wait(engine, "its own move", |s| s.writes.len() == count);
    }
    let keys = |engine: &encours_core::engine::Engine| -> Vec<String> {
        let writes = engine.snapshot();
        writes.writes.iter().map(|write| write.key.clone()).collect()
    };
    let [first, second] = keys(&two.engine).try_into().expect("a write each");
    assert_ne!(first, second);
    // The window whose move came first undoes its own, although it is not the newest.
    submit(&one.engine, vec![moving(&id, "ic", "sourcing", NOW)]);
    let s = wait(&one.engine, "one of them", |s| s.writes.len() == 1);
    assert_eq!(s.writes[0].key, second);
    assert!(
        s.events
            .iter()
            .any(|event| matches!(&event.kind, EventKind::SameElsewhere { record, .. } if *record == id)),
        "{:?}",
        s.events
    );
    assert_eq!(seen(&s, &id).as_deref(), Some("ic"));
    submit(&two.engine, vec![moving(&id, "ic", "sourcing", NOW)]);
    let s = wait(&two.engine, "none of them", |s| s.writes.is_empty());
    let told = |kind: &EventKind| matches!(kind, EventKind::SameElsewhere { .. });
    assert!(
        !s.events.iter().any(|event| told(&event.kind)),
        "no other client requests it"
    );
    assert_eq!(seen(&s, &id).as_deref(), Some("sourcing"));
}
