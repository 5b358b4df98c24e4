//! Writes that are applied but whose responses are lost: each takes effect exactly once.

use std::time::Duration;

use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::engine::{Engine, Settings};
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::history::history_entry::EntryKind;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_sandbox::Fault;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, fields, ids_with_status, move_effect, start_engine, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

fn add_fault(harness: &TestHarness, text: &str) {
    harness.sandbox().faults().add(text.parse::<Fault>().unwrap());
}

fn create_effect(name: &str) -> Effect {
    Effect::Create { fields: fields("name", name), label: name.into() }
}

#[test]
fn lost_creation_response_makes_one_deal_under_one_key() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    for fault_name in
        ["drop-after-commit", "truncate", "reset", "drop-before-commit", "html-502", "status=500"]
    {
        let (before, calls) = (harness.total(), harness.idempotency_keys("deals_create").len());
        add_fault(&harness, &format!("{fault_name}@deals_create:2"));
        submit(&engine, vec![create_effect(fault_name)]);
        wait_until_drained(&engine);
        assert_eq!(harness.total(), before + 1, "{fault_name}");
        let keys = harness.idempotency_keys("deals_create").split_off(calls);
        assert!(keys.len() >= 2, "{fault_name}: {keys:?}");
        assert!(keys.iter().all(|key| *key == keys[0]), "{fault_name}: {keys:?}");
    }
    assert_eq!(applied_count(&engine.snapshot()), 6);
}

#[test]
fn every_retry_within_a_call_counts_as_an_attempt() {
    let harness = TestHarness::new(24);
    let mut settings = harness.settings();
    settings.client.max_tries = 3;
    let engine = start_engine(settings);
    add_fault(&harness, "drop-after-commit@deals_create:2");
    submit(&engine, vec![create_effect("Perdu")]);
    wait_until_drained(&engine);
    assert_eq!(harness.idempotency_keys("deals_create").len(), 3);
    let s = wait(&engine, "the journal", |s| !s.history.journal.is_empty());
    assert_eq!(s.history.journal[0].attempts, 3);
}

#[test]
fn move_with_a_lost_response_is_compared_not_resent() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "drop-after-commit@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(harness.status(&id), "ic");
    assert_eq!(harness.idempotency_keys("deals_update").len(), 1, "the record already was as wanted");
    let is_status_change =
        |kind: &EntryKind| matches!(kind, EntryKind::FieldChanged { name, .. } if name == "status");
    assert_perhaps_ours(&engine, is_status_change);
}

/// Checks the authorship of a change whose own write got no response: it is possibly ours.
fn assert_perhaps_ours(engine: &Engine, is_matching: impl Fn(&EntryKind) -> bool) {
    let s = wait(engine, "the change", |s| {
        s.history.changes_since_visit.iter().any(|entry| is_matching(&entry.kind))
    });
    let mut entries = s.history.changes_since_visit.iter().filter(|entry| is_matching(&entry.kind));
    let entry = entries.next().unwrap();
    assert_eq!((entry.is_ours, entry.maybe_ours), (false, true), "{entry:?}");
    assert_eq!(s.history.journal.last().unwrap().outcome, WriteOutcome::FoundApplied);
    assert!(!s.events.iter().any(|event| matches!(event.kind, EventKind::AlreadyDeleted { .. })));
}

#[test]
fn foreign_move_equalling_a_lost_move_is_maybe_ours() {
    let harness = TestHarness::new(24);
    let engine = crate::outbox::discarding::synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "drop-before-commit@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the loss", |s| {
        let is_waiting = |state: &WriteState| matches!(state, WriteState::Waiting { .. });
        s.writes.iter().any(|write| write.in_doubt && is_waiting(&write.state))
    });
    harness.move_by_another(&id, "ic");
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(harness.idempotency_keys("deals_update").len(), 2, "ours and theirs");
    let is_status_change =
        |kind: &EntryKind| matches!(kind, EntryKind::FieldChanged { name, .. } if name == "status");
    assert_perhaps_ours(&engine, is_status_change);
}

#[test]
fn lost_move_reverted_by_another_user_is_a_conflict() {
    let harness = TestHarness::new(24);
    // After the loss, the engine checks again only on request.
    let engine = start_engine(Settings { retry_base: LONG, retry_cap: LONG, ..harness.settings() });
    // Wait for every count: a late response would make the engine retry.
    let first =
        wait(&engine, "all counts", |s| s.status_totals.values().sum::<u64>() == 24 && !s.coverage.syncing);
    let id = ids_with_status(&first, "sourcing").remove(0);
    add_fault(&harness, "drop-after-commit@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the loss", |s| {
        s.writes.iter().any(|write| write.attempts == 1 && matches!(write.state, WriteState::Waiting { .. }))
    });
    assert_eq!(harness.status(&id), "ic", "it was applied");
    harness.move_by_another(&id, "lost");
    engine.submit(vec![Effect::Refresh]);
    let after = wait(&engine, "the conflict", |s| {
        s.writes.iter().any(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    assert_eq!(after.writes[0].state, WriteState::Conflict { theirs: fields("status", "lost") });
    assert_eq!(harness.status(&id), "lost");
}

#[test]
fn unrelated_responses_do_not_resend_a_write_in_doubt() {
    let harness = TestHarness::new(24);
    let engine = crate::outbox::discarding::synced_engine(&harness);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "drop-after-commit@deals_create");
    submit(&engine, vec![create_effect("Perdu")]);
    let is_lost = |s: &Snapshot, attempts: u32| {
        let mut writes = s.writes.iter();
        writes.any(|write| {
            write.attempts == attempts && write.in_doubt && matches!(write.state, WriteState::Waiting { .. })
        })
    };
    wait(&engine, "the first loss", |s| is_lost(s, 1));
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    let s = wait(&engine, "the move that waits behind it", |s| s.writes.len() == 2);
    let queued_write = s.writes.iter().find(|write| write.record == id).unwrap().id;
    // The retry also retries the lost write: once together with the connection, later only by itself.
    submit(&engine, vec![Effect::Retry(queued_write)]);
    wait(&engine, "the second loss", |s| is_lost(s, 2));
    submit(&engine, vec![Effect::Retry(queued_write)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    submit(&engine, vec![move_effect(&id, "ic", "closing", NOW)]);
    wait(&engine, "the next move", |s| applied_count(s) == 2);
    assert_eq!(harness.idempotency_keys("deals_create").len(), 2, "with no answer of others");
    harness.sandbox().faults().clear();
    submit(&engine, vec![Effect::Refresh]);
    wait_until_drained(&engine);
    assert_eq!(harness.total(), 25, "made once");
}

#[test]
fn rate_limited_write_is_pending_and_not_in_doubt() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "retry-after=2@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the pause", |s| {
        let is_waiting = |state: &WriteState| matches!(state, WriteState::Waiting { .. });
        s.writes.iter().any(|write| write.attempts == 1 && is_waiting(&write.state) && !write.in_doubt)
    });
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!((harness.status(&id), harness.idempotency_keys("deals_update").len()), ("ic".to_owned(), 2));
}

#[test]
fn a_deletion_whose_response_is_lost_is_done() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&harness, "drop-after-commit@deals_delete:1");
    let deal = DealId::new(&id).unwrap();
    engine.submit(vec![Effect::Delete {
        base: Fields::new(),
        deal,
        label: "a deal".into(),
        undo_delay: NOW,
    }]);
    let after = wait(&engine, "the deletion", |s| applied_count(s) == 1);
    assert_eq!(harness.deal(&id).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!((harness.total(), after.deals.len()), (23, 23));
    assert!(after.writes.is_empty());
    assert_perhaps_ours(&engine, |kind| matches!(kind, EntryKind::Deleted { .. }));
}

#[test]
fn crash_after_sending_makes_only_one_deal() {
    let harness = TestHarness::new(24);
    for round in 0..8 {
        let engine = harness.engine();
        wait(&engine, "a connection", |s| s.coverage.total.is_some());
        // The response never comes; the engine dies waiting for it.
        add_fault(&harness, "drip=2000@deals_create:1");
        let calls = harness.idempotency_keys("deals_create").len();
        engine.submit(vec![create_effect(&format!("round {round}"))]);
        let started_at = std::time::Instant::now();
        while harness.idempotency_keys("deals_create").len() == calls {
            assert!(
                started_at.elapsed() < crate::harness::test_harness::TIMEOUT,
                "the creation was never sent"
            );
            std::thread::yield_now();
        }
        drop(engine);
        harness.sandbox().faults().clear();
        let engine = harness.engine();
        wait(&engine, "the creation", |s| s.writes.is_empty() && applied_count(s) == 1);
        let keys = harness.idempotency_keys("deals_create").split_off(calls);
        assert_eq!(keys, vec![keys[0].clone(); keys.len()]);
    }
    assert_eq!(harness.total(), 32);
}
