//! Undo of a deletion after it was sent, before its outcome is known.

use std::sync::Arc;
use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, Settings};
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::history::history_entry::EntryKind;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::store::{OutboxEntry, Store};
use encours_sandbox::Fault;
use jiff::Timestamp;

use crate::harness::blocking_proxy::BlockingProxy;
use crate::harness::test_harness::{
    LONG, TIMEOUT, TestHarness, applied_count, fields, ids_with_status, shown_status, start_engine, submit,
    wait, wait_until_drained,
};
use crate::outbox::discarding::synced_engine;

fn add_fault(harness: &TestHarness, text: &str) {
    harness.sandbox().faults().add(text.parse::<Fault>().unwrap());
}

fn delete_effect(id: &str) -> Effect {
    Effect::Delete {
        base: Fields::new(),
        deal: DealId::new(id).unwrap(),
        label: "a deal".into(),
        undo_delay: Duration::ZERO,
    }
}

fn cancel_delete(engine: &Engine, id: &str) -> Arc<Snapshot> {
    submit(engine, vec![Effect::CancelDelete(DealId::new(id).unwrap())])
}

/// Returns the messages about an undone deletion, in their order.
fn undo_messages(s: &Snapshot) -> Vec<&'static str> {
    let messages = s.events.iter().filter_map(|event| match &event.kind {
        EventKind::DeletionInFlight { .. } => Some("on its way"),
        EventKind::TooLate { .. } => Some("deleted"),
        EventKind::NothingToDo { in_doubt: true, .. } => Some("in doubt"),
        EventKind::NothingToDo { .. } => Some("as it was"),
        EventKind::DiscardedByPeer { .. } => Some("elsewhere"),
        _ => None,
    });
    messages.collect()
}

/// Waits until the deletion is in doubt and not being sent.
fn wait_until_lost(engine: &Engine) {
    wait(engine, "the loss", |s| {
        let is_waiting = |write: &_| matches!(write, WriteState::Waiting { .. });
        s.writes.iter().any(|write| write.in_doubt && is_waiting(&write.state))
    });
}

fn delete_calls(harness: &TestHarness) -> usize {
    harness.idempotency_keys("deals_delete").len()
}

/// Waits until the deletion is being sent.
fn wait_until_sending(harness: &TestHarness) {
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let started_at = std::time::Instant::now();
    while !store.outbox().entries().unwrap().iter().any(OutboxEntry::in_doubt) {
        assert!(started_at.elapsed() < TIMEOUT, "the deletion was never sent");
        std::thread::yield_now();
    }
}

#[test]
fn cancelled_lost_deletion_is_in_doubt_and_not_resent() {
    let harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    add_fault(&harness, "drop-before-commit@deals_delete");
    submit(&engine, vec![delete_effect(&ids[0])]);
    wait_until_lost(&engine);
    let s = cancel_delete(&engine, &ids[0]);
    assert_eq!((undo_messages(&s), s.writes.len()), (vec!["in doubt"], 0));
    assert_eq!(shown_status(&s, &ids[0]).as_deref(), Some("sourcing"));
    harness.sandbox().faults().clear();
    submit(&engine, vec![Effect::Refresh]);
    let deal_id = DealId::new(&ids[0]).unwrap();
    let s = wait(&engine, "the deal", |s| s.details[&deal_id].deal.fetched_at.is_some());
    assert_eq!(undo_messages(&s), ["in doubt"]);
    wait_until_drained(&engine);
    harness.deal(&ids[0]).unwrap();
    assert_eq!((delete_calls(&harness), harness.total()), (1, 24));
    // A renewed deletion is another write.
    submit(&engine, vec![delete_effect(&ids[0])]);
    wait(&engine, "the deletion", |s| applied_count(s) == 1);
    assert_eq!(harness.deal(&ids[0]).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn cancelled_deletion_found_applied_is_maybe_ours() {
    let harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "drop-after-commit@deals_delete:1");
    submit(&engine, vec![delete_effect(&id)]);
    wait_until_lost(&engine);
    assert_eq!(undo_messages(&cancel_delete(&engine, &id))[0], "in doubt");
    let s = wait(&engine, "what the service says", |s| undo_messages(s).len() == 2);
    assert_eq!((undo_messages(&s), shown_status(&s, &id)), (vec!["in doubt", "deleted"], None));
    let is_deletion = |kind: &EntryKind| matches!(kind, EntryKind::Deleted { .. });
    let s = wait(&engine, "the history", |s| {
        s.history.changes_since_visit.iter().any(|entry| is_deletion(&entry.kind))
    });
    let mut entries = s.history.changes_since_visit.iter().filter(|entry| is_deletion(&entry.kind));
    let entry = entries.next().unwrap();
    assert_eq!((entry.is_ours, entry.maybe_ours), (false, true));
}

#[test]
fn cancelled_in_flight_deletion_is_reported_when_applied() {
    let harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "delay=1500@deals_delete:1");
    engine.submit(vec![delete_effect(&id)]);
    wait_until_sending(&harness);
    // A signal of another process makes the engine read the outbox again, where the deletion is marked as sent.
    let other_store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    other_store.outbox().set_rate_limit(Some(Timestamp::UNIX_EPOCH)).unwrap();
    assert_eq!(undo_messages(&cancel_delete(&engine, &id)), ["on its way"]);
    let s = wait(&engine, "the answer", |s| applied_count(s) == 1);
    assert_eq!(undo_messages(&s), ["on its way", "deleted"]);
}

#[test]
fn cancelled_in_flight_deletion_is_not_resent_after_loss() {
    let harness = TestHarness::new(24);
    let engine = start_engine(harness.settings());
    let s = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let id = ids_with_status(&s, "sourcing").remove(0);
    add_fault(&harness, "delay=1500@deals_delete:1");
    add_fault(&harness, "drop-before-commit@deals_delete:1");
    engine.submit(vec![delete_effect(&id)]);
    wait_until_sending(&harness);
    cancel_delete(&engine, &id);
    let s = wait(&engine, "the loss", |s| undo_messages(s).len() == 2);
    assert_eq!((undo_messages(&s), s.writes.len()), (vec!["on its way", "in doubt"], 0));
    engine.close(LONG);
    harness.deal(&id).unwrap();
    assert_eq!(delete_calls(&harness), 1);
}

#[test]
fn cancelled_in_flight_deletion_is_not_sent_after_restart() {
    let harness = TestHarness::new(24);
    let engine = synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "delay=4000@deals_delete:1");
    add_fault(&harness, "drop-before-commit@deals_delete:1");
    engine.submit(vec![delete_effect(&id)]);
    wait_until_sending(&harness);
    cancel_delete(&engine, &id);
    assert_eq!(engine.close(Duration::from_millis(50)).waiting, 0);
    harness.sandbox().faults().clear();
    let engine = start_engine(Settings { restart_undo_delay: Duration::ZERO, ..harness.settings() });
    wait_until_drained(&engine);
    harness.deal(&id).unwrap();
    assert_eq!(harness.total(), 24);
}

#[test]
fn deletion_cancelled_during_its_comparison_is_never_sent() {
    let harness = TestHarness::new(24);
    let proxy = BlockingProxy::in_front_of(harness.base_url(), |request| {
        request.starts_with("GET /v1/deals/") && !request.contains("/notes")
    });
    let engine = start_engine(harness.settings_at(&proxy.proxy.base_url));
    let s = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let id = ids_with_status(&s, "sourcing").remove(0);
    proxy.block();
    engine.submit(vec![Effect::Delete {
        base: fields("status", "sourcing"),
        deal: DealId::new(&id).unwrap(),
        label: "a deal".into(),
        undo_delay: Duration::ZERO,
    }]);
    proxy.wait_until_blocking();
    let s = cancel_delete(&engine, &id);
    assert_eq!((undo_messages(&s), s.writes.len()), (vec![], 0));
    proxy.unblock();
    engine.close(LONG);
    assert_eq!((delete_calls(&harness), harness.total()), (0, 24));
}
