//! Undo of a deletion after it was sent, before its outcome is known.

use std::sync::Arc;
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, Settings};
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::history::history_entry::What;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::{Row, Store};
use encours_sandbox::Fault;
use jiff::Timestamp;

use crate::bench::{BOUND, Bench, LONG, applied, drained, fields, seen, start, submit, wait, with_status};
use crate::discarding::ready;
use crate::line::Line;

fn fault(bench: &Bench, text: &str) {
    bench.sandbox().faults().add(text.parse::<Fault>().unwrap());
}

fn delete(id: &str) -> Effect {
    Effect::Delete {
        base: Fields::new(),
        deal: DealId::new(id).unwrap(),
        label: "a deal".into(),
        hold: Duration::ZERO,
    }
}

fn take_back(engine: &Engine, id: &str) -> Arc<Snapshot> {
    submit(engine, vec![Effect::CancelDelete(DealId::new(id).unwrap())])
}

/// Returns the messages about an undone deletion, in their order.
fn told(s: &Snapshot) -> Vec<&'static str> {
    let words = s.events.iter().filter_map(|event| match &event.kind {
        EventKind::Leaving { .. } => Some("on its way"),
        EventKind::TooLate { .. } => Some("deleted"),
        EventKind::AlreadySo { in_doubt: true, .. } => Some("in doubt"),
        EventKind::AlreadySo { .. } => Some("as it was"),
        EventKind::DroppedElsewhere { .. } => Some("elsewhere"),
        _ => None,
    });
    words.collect()
}

/// Waits until the deletion is in doubt and not being sent.
fn lost(engine: &Engine) {
    wait(engine, "the loss", |s| {
        let waits = |write: &_| matches!(write, WriteState::Waiting { .. });
        s.writes.iter().any(|write| write.in_doubt && waits(&write.state))
    });
}

fn called(bench: &Bench) -> usize {
    bench.keys("deals_delete").len()
}

/// Waits until the deletion is being sent.
fn on_its_way(bench: &Bench) {
    let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    let began = std::time::Instant::now();
    while !store.outbox().rows().unwrap().iter().any(Row::in_doubt) {
        assert!(began.elapsed() < BOUND, "the deletion was never sent");
        std::thread::yield_now();
    }
}

#[test]
fn a_deletion_that_never_arrived_is_not_told_as_done_and_is_not_sent_again() {
    let bench = Bench::new(24);
    let engine = ready(&bench);
    let ids = with_status(&engine.snapshot(), "sourcing");
    fault(&bench, "drop-before-commit@deals_delete");
    submit(&engine, vec![delete(&ids[0])]);
    lost(&engine);
    let s = take_back(&engine, &ids[0]);
    assert_eq!((told(&s), s.writes.len()), (vec!["in doubt"], 0));
    assert_eq!(seen(&s, &ids[0]).as_deref(), Some("sourcing"));
    bench.sandbox().faults().clear();
    submit(&engine, vec![Effect::Refresh]);
    let read = DealId::new(&ids[0]).unwrap();
    let s = wait(&engine, "the deal", |s| s.details[&read].deal.read_at.is_some());
    assert_eq!(told(&s), ["in doubt"]);
    drained(&engine);
    bench.deal(&ids[0]).unwrap();
    assert_eq!((called(&bench), bench.total()), (1, 24));
    // A renewed deletion is another write.
    submit(&engine, vec![delete(&ids[0])]);
    wait(&engine, "the deletion", |s| applied(s) == 1);
    assert_eq!(bench.deal(&ids[0]).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_deletion_that_was_done_is_told_once_the_service_says_so_and_may_be_this_machines() {
    let bench = Bench::new(24);
    let engine = ready(&bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    fault(&bench, "drop-after-commit@deals_delete:1");
    submit(&engine, vec![delete(&id)]);
    lost(&engine);
    assert_eq!(told(&take_back(&engine, &id))[0], "in doubt");
    let s = wait(&engine, "what the service says", |s| told(s).len() == 2);
    assert_eq!((told(&s), seen(&s, &id)), (vec!["in doubt", "deleted"], None));
    let gone = |what: &What| matches!(what, What::Deleted { .. });
    let s = wait(&engine, "the history", |s| {
        s.observed.since.iter().any(|entry| gone(&entry.what))
    });
    let mut entries = s.observed.since.iter().filter(|entry| gone(&entry.what));
    let entry = entries.next().unwrap();
    assert_eq!((entry.ours, entry.perhaps), (false, true));
}

#[test]
fn a_deletion_on_its_way_is_told_as_that_and_as_done_when_it_is() {
    let bench = Bench::new(24);
    let engine = ready(&bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    fault(&bench, "delay=1500@deals_delete:1");
    engine.submit(vec![delete(&id)]);
    on_its_way(&bench);
    // A signal of another process makes the engine read the outbox again, where the deletion is marked as sent.
    let other = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    other.outbox().set_gate(Some(Timestamp::UNIX_EPOCH)).unwrap();
    assert_eq!(told(&take_back(&engine, &id)), ["on its way"]);
    let s = wait(&engine, "the answer", |s| applied(s) == 1);
    assert_eq!(told(&s), ["on its way", "deleted"]);
}

#[test]
fn a_deletion_on_its_way_that_comes_to_nothing_is_not_sent_again() {
    let bench = Bench::new(24);
    let engine = start(bench.settings());
    let s = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let id = with_status(&s, "sourcing").remove(0);
    fault(&bench, "delay=1500@deals_delete:1");
    fault(&bench, "drop-before-commit@deals_delete:1");
    engine.submit(vec![delete(&id)]);
    on_its_way(&bench);
    take_back(&engine, &id);
    let s = wait(&engine, "the loss", |s| told(s).len() == 2);
    assert_eq!((told(&s), s.writes.len()), (vec!["on its way", "in doubt"], 0));
    engine.close(LONG);
    bench.deal(&id).unwrap();
    assert_eq!(called(&bench), 1);
}

#[test]
fn a_deletion_on_its_way_that_is_not_waited_for_is_not_sent_by_the_next_run() {
    let bench = Bench::new(24);
    let engine = ready(&bench);
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    fault(&bench, "delay=4000@deals_delete:1");
    fault(&bench, "drop-before-commit@deals_delete:1");
    engine.submit(vec![delete(&id)]);
    on_its_way(&bench);
    take_back(&engine, &id);
    assert_eq!(engine.close(Duration::from_millis(50)).waiting, 0);
    bench.sandbox().faults().clear();
    let engine = start(Settings {
        hold_again: Duration::ZERO,
        ..bench.settings()
    });
    drained(&engine);
    bench.deal(&id).unwrap();
    assert_eq!(bench.total(), 24);
}

#[test]
fn a_deletion_that_is_being_compared_has_not_left() {
    let bench = Bench::new(24);
    let line = Line::before(bench.base_url(), |request| {
        request.starts_with("GET /v1/deals/") && !request.contains("/notes")
    });
    let engine = start(bench.settings_at(&line.between.at));
    let s = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let id = with_status(&s, "sourcing").remove(0);
    line.shut();
    engine.submit(vec![Effect::Delete {
        base: fields("status", "sourcing"),
        deal: DealId::new(&id).unwrap(),
        label: "a deal".into(),
        hold: Duration::ZERO,
    }]);
    line.keeps_back();
    let s = take_back(&engine, &id);
    assert_eq!((told(&s), s.writes.len()), (vec![], 0));
    line.open();
    engine.close(LONG);
    assert_eq!((called(&bench), bench.total()), (0, 24));
}
