//! What was given up, whoever gave it up: taken up again it is the same write, and a way back that has nothing to take
//! back says so and sends nothing. Two people at two windows over one store and one service.

use std::time::Duration;

use encours_core::app::{Action, ActionId as A, Screen, ToastKind};
use encours_core::contract::ids::DealId;
use encours_core::engine::{Effect, Engine, EventKind, Outcome, PendingWrite, Reached, Snapshot, WriteState};
use encours_core::error::ErrorKind;
use encours_core::store::Store;
use encours_sandbox::{Fault, FaultKind};
use jiff::Timestamp;

use crate::bench::{Bench, LONG, applied, drained, fields, moving, seen, start, submit, wait, with_status};
use crate::discarding::{Person, offline, ready};

const NOW: Duration = Duration::ZERO;

fn lose_the_answer(bench: &Bench, operation: &str) {
    let fault = format!("drop-after-commit@{operation}:1");
    bench.sandbox().faults().add(fault.parse::<Fault>().unwrap());
}

/// Waits until the one write has left and is known to be in doubt.
fn doubted(engine: &Engine) -> PendingWrite {
    let s = wait(engine, "the loss of the answer", |s| {
        s.writes
            .iter()
            .any(|write| write.in_doubt && !matches!(write.state, WriteState::Sending))
    });
    s.writes[0].clone()
}

/// Lets a person see the newest of their engine.
fn look(person: &mut Person) {
    let s = person.engine.snapshot();
    person.app.absorb(s);
}

fn told(person: &Person) -> &ToastKind {
    &person.app.toasts().last().expect("something is said").kind
}

/// Both windows with everything read; the second stands at the activity.
fn two(bench: &Bench) -> (Person, Person) {
    let (one, two) = (ready(bench), ready(bench));
    let (one, mut two) = (Person::at(one), Person::at(two));
    two.act(Action::Show(Screen::Activity));
    (one, two)
}

/// The same, with a second window that was started to ask nothing of the service.
fn two_of_which_one_asks(bench: &Bench) -> (Person, Person) {
    let one = Person::at(ready(bench));
    let mut settings = bench.settings();
    settings.client.withheld = true;
    let mut two = Person::at(start(settings));
    two.act(Action::Show(Screen::Activity));
    (one, two)
}

/// The second window gives the newest write of the first up.
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
fn a_creation_in_doubt_that_is_given_up_and_taken_up_again_is_one_deal_under_one_key() {
    let bench = Bench::new(24);
    let mut person = Person::at(ready(&bench));
    lose_the_answer(&bench, "deals_create");
    person.create("Deux fois");
    let before = doubted(&person.engine);
    look(&mut person);
    assert_eq!(bench.total(), 25, "it was made");
    person.discard();
    assert!(
        matches!(told(&person), ToastKind::Discarded { in_doubt: true, .. }),
        "{:?}",
        told(&person)
    );
    let back = person.press(A::Undo);
    let after = &back.writes[0];
    assert_eq!(
        (after.id, &after.key, after.attempts, after.in_doubt),
        (before.id, &before.key, before.attempts, true)
    );
    submit(&person.engine, vec![Effect::Retry(after.id), Effect::Refresh]);
    drained(&person.engine);
    assert_eq!(bench.total(), 25, "made once");
    let keys = bench.keys("deals_create");
    assert!(
        keys.len() >= 2 && keys.iter().all(|key| *key == before.key),
        "{keys:?}"
    );
}

#[test]
fn a_creation_in_doubt_given_up_in_another_window_is_not_made_a_second_time_by_redo() {
    let bench = Bench::new(24);
    // Else the other would find the write in doubt, and settle it.
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
fn a_move_and_a_deletion_in_doubt_come_back_with_their_keys() {
    for operation in ["deals_update", "deals_delete"] {
        let bench = Bench::new(24);
        let mut person = Person::at(ready(&bench));
        let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
        lose_the_answer(&bench, operation);
        let (deal, label) = (DealId::new(&id).unwrap(), "a deal".to_owned());
        let effect = if operation == "deals_update" {
            moving(&id, "sourcing", "ic", NOW)
        } else {
            Effect::Delete {
                deal,
                label,
                hold: NOW,
            }
        };
        submit(&person.engine, vec![effect]);
        let before = doubted(&person.engine);
        look(&mut person);
        person.discard();
        assert!(matches!(
            told(&person),
            ToastKind::Discarded { in_doubt: true, .. }
        ));
        let back = person.press(A::Undo);
        let after = &back.writes[0];
        assert_eq!(
            (after.id, &after.key, after.in_doubt),
            (before.id, &before.key, true),
            "{operation}"
        );
        submit(&person.engine, vec![Effect::Retry(after.id), Effect::Refresh]);
        wait(&person.engine, "the answer", |s| {
            s.writes.is_empty() && applied(s) == 1
        });
        assert_eq!(bench.keys(operation).len(), 1, "{operation}: it was so already");
    }
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
        "redo is another wish"
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
                reached: Reached::Nobody,
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
    assert!(two.app.takes_back(told(&two)), "{:?}", told(&two));
    let back = two.press(A::Undo);
    assert_eq!(
        (back.writes.len(), seen(&back, &ids[0]).as_deref()),
        (0, Some("sourcing"))
    );
    let gone = wait(&one.engine, "that it is gone", |s| s.writes.is_empty());
    assert_eq!(seen(&gone, &ids[0]).as_deref(), Some("sourcing"));
    // A deletion likewise.
    one.act(Action::FocusDeal(ids[1].parse().unwrap()));
    one.press(A::DeleteDeal);
    one.press(A::DeleteDeal);
    wait(&two.engine, "the deletion", |s| s.deals.len() == 23);
    look(&mut two);
    two.press(A::Redo);
    // Their own change, made again by the line above, goes first.
    two.press(A::Undo);
    two.press(A::Undo);
    wait(&one.engine, "the deal there again", |s| {
        s.deals.len() == 24 && s.writes.is_empty()
    });
    assert!(bench.keys("deals_update").is_empty() && bench.keys("deals_delete").is_empty());
}

#[test]
fn a_conflict_left_to_the_service_comes_back_by_undo() {
    let bench = Bench::new(24);
    let engine = ready(&bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    bench.move_by_another(&id, "lost");
    engine.submit(vec![moving(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    let mut person = Person::at(engine);
    person.act(Action::Show(Screen::Activity));
    assert!(person.press(A::TakeTheirs).writes.is_empty());
    let back = person.press(A::Undo);
    assert_eq!(
        back.writes[0].state,
        WriteState::Conflict {
            theirs: fields("status", "lost")
        },
        "as it stood"
    );
    person.press(A::KeepMine);
    drained(&person.engine);
    assert_eq!(bench.status(&id), "ic");
}

fn delete_by_another(bench: &Bench, id: &str) {
    let deal = DealId::new(id).unwrap();
    let key = uuid::Uuid::new_v4().into();
    bench
        .other(async |client| client.delete_deal(&deal, &key).await)
        .unwrap();
}

#[test]
fn a_deletion_that_somebody_else_made_is_done_and_said() {
    let bench = Bench::new(24);
    let engine = ready(&bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    delete_by_another(&bench, &id);
    let (deal, label) = (DealId::new(&id).unwrap(), "a deal".to_owned());
    engine.submit(vec![Effect::Delete {
        deal,
        label,
        hold: NOW,
    }]);
    let done = wait(&engine, "the deletion", |s| applied(s) == 1);
    assert_eq!((done.writes.len(), done.deals.len()), (0, 23));
    let said = |kind: &EventKind| matches!(kind, EventKind::GoneAlready { record, .. } if *record == id);
    assert!(done.events.iter().any(|event| said(&event.kind)));
    // An identifier that never was one here is a mistake, and stays one.
    let (deal, label) = (
        DealId::new("00000000-0000-4000-8000-000000000000").unwrap(),
        "none".to_owned(),
    );
    engine.submit(vec![Effect::Delete {
        deal,
        label,
        hold: NOW,
    }]);
    let refused = wait(&engine, "the refusal", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    let WriteState::Refused(problem) = &refused.writes[0].state else {
        panic!("{:?}", refused.writes)
    };
    assert_eq!(problem.kind, ErrorKind::NotFound);
}

fn met_a_deletion(bench: &Bench) -> (Person, String, Vec<String>) {
    let engine = ready(bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    let ix = engine.snapshot().deals.find(&id).unwrap();
    let name = engine.snapshot().deals.row(ix).unwrap().name.to_owned();
    delete_by_another(bench, &id);
    engine.submit(vec![moving(&id, "sourcing", "ic", NOW)]);
    let s = wait(&engine, "the conflict", |s| {
        s.writes.iter().any(PendingWrite::parked)
    });
    let write = &s.writes[0];
    assert!(
        matches!(write.state, WriteState::Conflict { .. }),
        "{:?}",
        write.state
    );
    assert!(write.gone.is_some(), "it stands beside nothing");
    assert_eq!(
        (write.base.text("status"), write.fields.text("status")),
        (Some("sourcing".into()), Some("ic".into()))
    );
    let mut person = Person::at(engine);
    person.act(Action::Show(Screen::Activity));
    (person, name, vec![id])
}

#[test]
fn a_change_of_a_deal_that_is_gone_is_a_conflict_and_creates_it_again_if_one_chooses() {
    let bench = Bench::new(24);
    let (mut person, name, _) = met_a_deletion(&bench);
    person.press(A::KeepMine);
    drained(&person.engine);
    assert_eq!(bench.total(), 24);
    let all = bench.all();
    let again = all
        .iter()
        .find(|deal| deal.name() == Some(&name))
        .expect("it is there again");
    assert_eq!(again.status(), Some("ic"), "with what was written");
    assert_eq!(bench.keys("deals_create").len(), 1);
}

#[test]
fn a_change_of_a_deal_that_is_gone_is_given_up_if_one_chooses_and_comes_back() {
    let bench = Bench::new(24);
    let (mut person, _, ids) = met_a_deletion(&bench);
    let given_up = person.press(A::TakeTheirs);
    assert_eq!((given_up.writes.len(), given_up.deals.len()), (0, 23));
    let back = person.press(A::Undo);
    assert!(back.writes[0].gone.is_some() && back.writes[0].record == ids[0]);
    assert_eq!((bench.total(), bench.keys("deals_create").len()), (23, 0));
}

#[test]
fn what_the_command_line_gave_up_without_an_answer_is_looked_at_before_it_is_taken_back() {
    let mut bench = Bench::new(24);
    let mut person = Person::at(ready(&bench));
    let id = with_status(&person.engine.snapshot(), "sourcing").remove(0);
    lose_the_answer(&bench, "deals_update");
    person.move_deal(&id);
    let write = person.engine.snapshot().writes[0].id;
    submit(&person.engine, vec![Effect::Retry(write)]);
    let moved = doubted(&person.engine);
    let to = moved.fields.text("status").unwrap().into_owned();
    assert_eq!(bench.status(&id), to, "it was applied");
    bench.unplug();
    offline(&person.engine);
    doubted(&person.engine);
    let other = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    // What is being tried in vain cannot be given up until it is back.
    wait(&person.engine, "that it may be given up", |_| {
        other.outbox().discard(&[write.0], true).unwrap() == [write.0]
    });
    let gone: std::sync::Arc<Snapshot> = wait(&person.engine, "that it is gone", |s| s.writes.is_empty());
    person.app.absorb(gone);
    let back = person.press(A::Undo);
    assert_eq!(
        back.writes.len(),
        1,
        "nobody knows whether there is nothing to take back"
    );
    bench.plug();
    person.act(Action::Run(A::Refresh));
    assert_eq!(person.engine.close(LONG).waiting, 0);
    assert_eq!(bench.status(&id), "sourcing");
    let journal = other.history().journal_of_write(write.0).unwrap();
    assert!(journal.iter().all(|line| line.outcome != Outcome::Applied));
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
