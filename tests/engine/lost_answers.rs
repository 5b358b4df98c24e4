//! Writes that are applied but whose answers are lost: each takes effect exactly once.

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

use crate::bench::{
    LONG, TestHarness, applied_count, fields, ids_with_status, move_effect, start_engine, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

fn add_fault(bench: &TestHarness, text: &str) {
    bench.sandbox().faults().add(text.parse::<Fault>().unwrap());
}

fn create_effect(name: &str) -> Effect {
    Effect::Create {
        fields: fields("name", name),
        label: name.into(),
    }
}

#[test]
fn a_creation_whose_answer_is_lost_makes_one_deal_under_one_key() {
    let bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    for lost in [
        "drop-after-commit",
        "truncate",
        "reset",
        "drop-before-commit",
        "html-502",
        "status=500",
    ] {
        let (before, calls) = (bench.total(), bench.idempotency_keys("deals_create").len());
        add_fault(&bench, &format!("{lost}@deals_create:2"));
        submit(&engine, vec![create_effect(lost)]);
        wait_until_drained(&engine);
        assert_eq!(bench.total(), before + 1, "{lost}");
        let keys = bench.idempotency_keys("deals_create").split_off(calls);
        assert!(keys.len() >= 2, "{lost}: {keys:?}");
        assert!(keys.iter().all(|key| *key == keys[0]), "{lost}: {keys:?}");
    }
    assert_eq!(applied_count(&engine.snapshot()), 6);
}

#[test]
fn each_time_a_write_goes_out_is_counted_within_one_call_too() {
    let bench = TestHarness::new(24);
    let mut settings = bench.settings();
    settings.client.max_tries = 3;
    let engine = start_engine(settings);
    add_fault(&bench, "drop-after-commit@deals_create:2");
    submit(&engine, vec![create_effect("Perdu")]);
    wait_until_drained(&engine);
    assert_eq!(bench.idempotency_keys("deals_create").len(), 3);
    let s = wait(&engine, "the journal", |s| !s.history.journal.is_empty());
    assert_eq!(s.history.journal[0].attempts, 3);
}

#[test]
fn a_move_whose_answer_is_lost_is_compared_and_not_sent_again() {
    let bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&bench, "drop-after-commit@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(bench.status(&id), "ic");
    assert_eq!(
        bench.idempotency_keys("deals_update").len(),
        1,
        "the record already was as wanted"
    );
    let moved = |what: &EntryKind| matches!(what, EntryKind::FieldChanged { name, .. } if name == "status");
    assert_perhaps_ours(&engine, moved);
}

/// Checks the authorship of a change whose own write got no answer: it is possibly ours.
fn assert_perhaps_ours(engine: &Engine, of_it: impl Fn(&EntryKind) -> bool) {
    let s = wait(engine, "the change", |s| {
        s.history
            .changes_since_visit
            .iter()
            .any(|entry| of_it(&entry.kind))
    });
    let mut entries = s
        .history
        .changes_since_visit
        .iter()
        .filter(|entry| of_it(&entry.kind));
    let entry = entries.next().unwrap();
    assert_eq!((entry.is_ours, entry.maybe_ours), (false, true), "{entry:?}");
    assert_eq!(
        s.history.journal.last().unwrap().outcome,
        WriteOutcome::FoundApplied
    );
    assert!(
        !s.events
            .iter()
            .any(|event| matches!(event.kind, EventKind::AlreadyDeleted { .. }))
    );
}

#[test]
fn what_another_made_so_while_our_move_never_arrived_is_not_told_as_ours() {
    let bench = TestHarness::new(24);
    let engine = crate::discarding::synced_engine(&bench);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&bench, "drop-before-commit@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the loss", |s| {
        let waits = |state: &WriteState| matches!(state, WriteState::Waiting { .. });
        s.writes.iter().any(|write| write.in_doubt && waits(&write.state))
    });
    bench.move_by_another(&id, "ic");
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(bench.idempotency_keys("deals_update").len(), 2, "ours and theirs");
    let moved = |what: &EntryKind| matches!(what, EntryKind::FieldChanged { name, .. } if name == "status");
    assert_perhaps_ours(&engine, moved);
}

#[test]
fn a_move_that_another_undid_before_we_could_look_is_a_conflict_and_not_repeated() {
    let bench = TestHarness::new(24);
    // After the loss, the engine checks again only on request.
    let engine = start_engine(Settings {
        retry_base: LONG,
        retry_cap: LONG,
        ..bench.settings()
    });
    // Wait for every count: a late answer would make the engine retry.
    let first = wait(&engine, "all counts", |s| {
        s.status_totals.values().sum::<u64>() == 24 && !s.coverage.syncing
    });
    let id = ids_with_status(&first, "sourcing").remove(0);
    add_fault(&bench, "drop-after-commit@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the loss", |s| {
        s.writes
            .iter()
            .any(|write| write.attempts == 1 && matches!(write.state, WriteState::Waiting { .. }))
    });
    assert_eq!(bench.status(&id), "ic", "it was applied");
    bench.move_by_another(&id, "lost");
    engine.submit(vec![Effect::Refresh]);
    let after = wait(&engine, "the conflict", |s| {
        s.writes
            .iter()
            .any(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    assert_eq!(
        after.writes[0].state,
        WriteState::Conflict {
            theirs: fields("status", "lost")
        }
    );
    assert_eq!(bench.status(&id), "lost");
}

#[test]
fn a_write_whose_answers_go_missing_while_others_come_is_not_sent_with_each_of_them() {
    let bench = TestHarness::new(24);
    let engine = crate::discarding::synced_engine(&bench);
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&bench, "drop-after-commit@deals_create");
    submit(&engine, vec![create_effect("Perdu")]);
    let lost = |s: &Snapshot, attempts: u32| {
        let mut waiting = s.writes.iter();
        waiting.any(|write| {
            write.attempts == attempts && write.in_doubt && matches!(write.state, WriteState::Waiting { .. })
        })
    };
    wait(&engine, "the first loss", |s| lost(s, 1));
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    let s = wait(&engine, "the move that waits behind it", |s| s.writes.len() == 2);
    let behind = s.writes.iter().find(|write| write.record == id).unwrap().id;
    // The retry also retries the lost write: once together with the connection, later only by itself.
    submit(&engine, vec![Effect::Retry(behind)]);
    wait(&engine, "the second loss", |s| lost(s, 2));
    submit(&engine, vec![Effect::Retry(behind)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    submit(&engine, vec![move_effect(&id, "ic", "closing", NOW)]);
    wait(&engine, "the next move", |s| applied_count(s) == 2);
    assert_eq!(
        bench.idempotency_keys("deals_create").len(),
        2,
        "with no answer of others"
    );
    bench.sandbox().faults().clear();
    submit(&engine, vec![Effect::Refresh]);
    wait_until_drained(&engine);
    assert_eq!(bench.total(), 25, "made once");
}

#[test]
fn a_write_that_is_to_wait_is_not_applied_and_waits_as_that() {
    let bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&bench, "retry-after=2@deals_update:1");
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the pause", |s| {
        let waits = |state: &WriteState| matches!(state, WriteState::Waiting { .. });
        s.writes
            .iter()
            .any(|write| write.attempts == 1 && waits(&write.state) && !write.in_doubt)
    });
    wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(
        (bench.status(&id), bench.idempotency_keys("deals_update").len()),
        ("ic".to_owned(), 2)
    );
}

#[test]
fn a_deletion_whose_answer_is_lost_is_done() {
    let bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    add_fault(&bench, "drop-after-commit@deals_delete:1");
    let deal = DealId::new(&id).unwrap();
    engine.submit(vec![Effect::Delete {
        base: Fields::new(),
        deal,
        label: "a deal".into(),
        hold: NOW,
    }]);
    let after = wait(&engine, "the deletion", |s| applied_count(s) == 1);
    assert_eq!(bench.deal(&id).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!((bench.total(), after.deals.len()), (23, 23));
    assert!(after.writes.is_empty());
    assert_perhaps_ours(&engine, |what| matches!(what, EntryKind::Deleted { .. }));
}

#[test]
fn a_crash_after_sending_makes_one_deal_too() {
    let bench = TestHarness::new(24);
    for round in 0..8 {
        let engine = bench.engine();
        wait(&engine, "a connection", |s| s.coverage.total.is_some());
        // The answer never comes; the engine dies waiting for it.
        add_fault(&bench, "drip=2000@deals_create:1");
        let calls = bench.idempotency_keys("deals_create").len();
        engine.submit(vec![create_effect(&format!("round {round}"))]);
        let began = std::time::Instant::now();
        while bench.idempotency_keys("deals_create").len() == calls {
            assert!(
                began.elapsed() < crate::bench::TIMEOUT,
                "the creation was never sent"
            );
            std::thread::yield_now();
        }
        drop(engine);
        bench.sandbox().faults().clear();
        let engine = bench.engine();
        wait(&engine, "the creation", |s| {
            s.writes.is_empty() && applied_count(s) == 1
        });
        let keys = bench.idempotency_keys("deals_create").split_off(calls);
        assert_eq!(keys, vec![keys[0].clone(); keys.len()]);
    }
    assert_eq!(bench.total(), 32);
}
