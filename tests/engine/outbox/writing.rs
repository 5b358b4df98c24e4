//! Moves, creations and deletions, with undo and rejections.

use std::time::Duration;

use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{WriteKind, WriteState};
use encours_core::model::snapshot::{EventKind, Snapshot};
use encours_core::model::table::TimePrecision;
use encours_core::store::Store;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, fields, ids_with_status, move_effect, shown_status, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

#[test]
fn move_is_visible_immediately_and_reaches_the_server_later() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let before = engine.snapshot().status_totals.clone();
    let scheduled = submit(&engine, vec![move_effect(&id, "sourcing", "ic", LONG)]);
    assert_eq!(shown_status(&scheduled, &id).as_deref(), Some("ic"));
    assert!(matches!(scheduled.writes[0].state, WriteState::Scheduled { .. }));
    assert_eq!(harness.status(&id), "sourcing", "it is held, so that it can be undone");
    let write = scheduled.writes[0].id;
    engine.submit(vec![Effect::Retry(write)]);
    let after = wait_until_drained(&engine);
    assert_eq!(harness.status(&id), "ic");
    let row = after.deals.row(after.deals.find(&id).unwrap()).unwrap();
    assert_eq!((row.status, row.pending), ("ic", None));
    assert_eq!(applied_count(&after), 1);
    assert_eq!(after.status_totals["ic"], before["ic"] + 1);
    assert_eq!(after.status_totals["sourcing"], before["sourcing"] - 1);
    assert_eq!(harness.idempotency_keys("deals_update").len(), 1);
}

#[test]
fn own_move_is_dated_exactly_without_a_server_date() {
    let harness = TestHarness::with_config(encours_sandbox::Config {
        deals: 24,
        profile: encours_sandbox::ServiceProfile::Strict,
        ..encours_sandbox::Config::default()
    });
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let since_bound = |snapshot: &Snapshot| {
        let row = snapshot.deals.row(snapshot.deals.find(&id).unwrap()).unwrap();
        row.since.map(|since| since.precision)
    };
    assert_eq!(since_bound(&engine.snapshot()), Some(TimePrecision::AtLeast));
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    let after = wait(&engine, "the move", |s| applied_count(s) == 1);
    assert_eq!(since_bound(&after), Some(TimePrecision::Exact));
}

#[test]
fn undo_before_sending_sends_nothing() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", LONG)]);
    let undone = submit(&engine, vec![move_effect(&id, "ic", "sourcing", NOW)]);
    assert!(undone.writes.is_empty());
    assert_eq!(shown_status(&undone, &id).as_deref(), Some("sourcing"));
    assert_eq!(engine.close(LONG).waiting, 0);
    assert_eq!(harness.idempotency_keys("deals_update").len(), 0);
}

#[test]
fn consecutive_moves_merge_and_undo_keeps_the_undo_window() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let moved = submit(
        &engine,
        vec![
            move_effect(&id, "sourcing", "screening", LONG),
            move_effect(&id, "screening", "ic", LONG),
            move_effect(&id, "ic", "closing", LONG),
            move_effect(&id, "closing", "ic", NOW),
        ],
    );
    assert_eq!(moved.writes.len(), 1);
    assert!(matches!(moved.writes[0].state, WriteState::Scheduled { .. }), "{:?}", moved.writes[0].state);
    assert_eq!(moved.writes[0].base, fields("status", "sourcing"));
    let summary = engine.close(LONG);
    assert_eq!((summary.waiting, summary.blocked), (0, 0));
    assert_eq!(harness.status(&id), "ic");
    assert_eq!(harness.idempotency_keys("deals_update").len(), 1);
}

#[test]
fn undo_after_sending_is_a_new_compared_write() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    engine.submit(vec![
        move_effect(&ids[0], "sourcing", "ic", NOW),
        move_effect(&ids[1], "sourcing", "ic", NOW),
    ]);
    wait(&engine, "both moves", |s| applied_count(s) == 2);
    harness.move_by_another(&ids[1], "lost");
    engine.submit(vec![
        move_effect(&ids[0], "ic", "sourcing", NOW),
        move_effect(&ids[1], "ic", "sourcing", NOW),
    ]);
    let after = wait(&engine, "the undo and the conflict", |s| {
        applied_count(s) == 3
            && s.writes.iter().any(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    assert_eq!(harness.status(&ids[0]), "sourcing");
    assert_eq!(harness.status(&ids[1]), "lost", "another user's change is not undone");
    assert_eq!(shown_status(&after, &ids[1]).as_deref(), Some("lost"));
    assert_eq!(after.writes[0].state, WriteState::Conflict { theirs: fields("status", "lost") });
    // The user sends the change despite the conflict.
    engine.submit(vec![Effect::Retry(after.writes[0].id)]);
    wait_until_drained(&engine);
    assert_eq!(harness.status(&ids[1]), "sourcing");
}

#[test]
fn rejected_move_rolls_back_without_blocking_other_writes() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let rejected =
        |s: &Snapshot| s.events.iter().any(|event| matches!(event.kind, EventKind::Rejected { .. }));
    engine.submit(vec![move_effect(&ids[0], "sourcing", "no_such_status", NOW)]);
    let rolled_back = wait(&engine, "the rejection", rejected);
    assert_eq!(shown_status(&rolled_back, &ids[0]).as_deref(), Some("sourcing"));
    engine.submit(vec![
        move_effect(&ids[1], "sourcing", "ic", NOW),
        move_effect(&ids[0], "sourcing", "closing", NOW),
    ]);
    let after = wait(&engine, "two moves", |s| applied_count(s) == 2);
    let (1, Some(write)) = (after.writes.len(), after.writes.first()) else {
        panic!("one write is blocked: {:?}", after.writes)
    };
    let WriteState::Rejected(problem) = &write.state else { panic!("refused: {:?}", write.state) };
    assert_eq!((problem.kind, problem.status), (ErrorKind::Invalid, Some(422)));
    assert!(!problem.detail.is_empty() && problem.request_id.is_some(), "{problem:?}");
    assert_eq!((harness.status(&ids[0]), harness.status(&ids[1])), ("closing".into(), "ic".into()));
    assert_eq!(shown_status(&after, &ids[0]).as_deref(), Some("closing"));
    // The reason outlives a restart.
    let state = write.state.clone();
    drop(engine);
    let engine = harness.engine();
    let restarted = wait(&engine, "the outbox", |s| s.writes.len() == 1);
    assert_eq!(restarted.writes[0].state, state);
    let discarded = submit(&engine, vec![Effect::Discard(restarted.writes[0].id)]);
    assert!(discarded.writes.is_empty());
}

#[test]
fn a_refused_move_is_answered_by_its_undo() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    engine.submit(vec![move_effect(&id, "sourcing", "no_such_status", NOW)]);
    wait(&engine, "the rejection", |s| {
        s.writes.iter().any(encours_core::model::pending_write::PendingWrite::is_blocked)
    });
    let undone = submit(&engine, vec![move_effect(&id, "no_such_status", "sourcing", NOW)]);
    assert!(undone.writes.is_empty(), "{:?}", undone.writes);
}

#[test]
fn moves_under_a_temporary_id_follow_the_created_deal() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    harness.sandbox().faults().add("delay=300@deals_create:1".parse::<encours_sandbox::Fault>().unwrap());
    let mut new = fields("name", "Tour Lumière");
    new.set_text("status", "sourcing");
    let snapshot = submit(&engine, vec![Effect::Create { fields: new, label: "Tour Lumière".into() }]);
    let temporary = snapshot.writes[0].record.clone();
    assert_eq!(shown_status(&snapshot, &temporary).as_deref(), Some("sourcing"));
    engine.submit(vec![move_effect(&temporary, "sourcing", "ic", NOW)]);
    let after = wait(&engine, "the creation and the move", |s| applied_count(s) == 2);
    let created = after.events.iter().find_map(|event| match &event.kind {
        EventKind::Applied { kind: WriteKind::Create, record, temp_id: temporary_id, .. } => {
            Some((record.clone(), temporary_id.clone()))
        }
        _ => None,
    });
    let (id, temporary_id) = created.expect("the creation is published");
    assert_eq!(temporary_id.as_deref(), Some(temporary.as_str()));
    assert_eq!(harness.status(&id), "ic");
    assert_eq!((shown_status(&after, &id).as_deref(), shown_status(&after, &temporary)), (Some("ic"), None));
    assert_eq!((after.deals.len(), harness.total()), (25, 25));
}

#[test]
fn writes_to_a_temporary_id_reach_the_created_deal() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let snapshot =
        submit(&engine, vec![Effect::Create { fields: fields("name", "Môle"), label: "Môle".into() }]);
    // A front end may still use the temporary id after the service has answered.
    let record = snapshot.writes.first().map(|write| write.record.clone());
    let created = wait(&engine, "the creation", |s| applied_count(s) == 1);
    let temporary_id = created.events.iter().find_map(|event| match &event.kind {
        EventKind::Applied { temp_id: temporary_id, .. } => temporary_id.clone(),
        _ => None,
    });
    let temporary = record.or(temporary_id).unwrap();
    engine.submit(vec![move_effect(&temporary, "sourcing", "ic", NOW)]);
    let after = wait(&engine, "the move", |s| applied_count(s) == 2);
    assert_eq!(after.status_totals["ic"], created.status_totals["ic"] + 1);
}

#[test]
fn write_left_by_the_command_line_is_sent() {
    use encours_core::contract::OperationId;
    use encours_core::store::{NewOutboxEntry, Store};
    let harness = TestHarness::new(24);
    let task = harness.with_other_client(async |client| {
        let call = encours_core::client::Call::new(OperationId::TasksList);
        let list = client.fetch_page::<encours_core::contract::Record>(call).await.unwrap();
        list.items[0].text("id").unwrap().into_owned()
    });
    let now = jiff::Timestamp::now();
    let store = Store::open(&harness.profile(), now).unwrap();
    let row = NewOutboxEntry {
        operation: OperationId::TasksUpdate,
        record: task,
        body: fields("statut", "revue").to_body(),
        key: "left-behind".parse().unwrap(),
        base: "{}".into(),
        label: "a task".into(),
        created_at: now,
        not_before: now,
        scheduled: false,
    };
    store.outbox().enqueue(&[row]).unwrap();
    drop(store);
    let engine = harness.synced_engine();
    engine.close(LONG);
    assert_eq!(harness.idempotency_keys("tasks_update"), ["left-behind"]);
    let store = Store::open(&harness.profile(), now).unwrap();
    assert!(store.outbox().entries().unwrap().is_empty());
}

#[test]
fn writes_of_a_record_are_sent_in_order() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    // Delay each response, so that later writes queue up behind the first ones.
    harness.sandbox().faults().add("delay=40@deals_update".parse::<encours_sandbox::Fault>().unwrap());
    let path = ["sourcing", "screening", "due_diligence", "ic", "closing"];
    for step in path.windows(2) {
        for id in ids.iter().take(3) {
            submit(&engine, vec![move_effect(id, step[0], step[1], NOW)]);
        }
        wait(&engine, "every deal on its way", |s| {
            s.writes.iter().all(|write| write.attempts > 0 || matches!(write.state, WriteState::Sending))
                || s.writes.is_empty()
        });
    }
    wait_until_drained(&engine);
    for id in ids.iter().take(3) {
        assert_eq!(harness.status(id), "closing");
    }
    assert_eq!(
        engine.snapshot().events.iter().filter(|e| !matches!(e.kind, EventKind::Applied { .. })).count(),
        0
    );
}

#[test]
fn closing_ends_undo_windows_and_reports_unsent_writes() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    submit(&engine, vec![move_effect(&ids[0], "sourcing", "ic", LONG)]);
    assert_eq!(
        engine.close(LONG),
        encours_core::model::shutdown::UnsentSummary {
            waiting: 0,
            blocked: 0,
            ..encours_core::model::shutdown::UnsentSummary::default()
        }
    );
    assert_eq!(harness.status(&ids[0]), "ic");
    let engine = harness.synced_engine();
    harness.stop_server();
    submit(&engine, vec![move_effect(&ids[1], "sourcing", "ic", LONG)]);
    assert_eq!(
        engine.close(LONG),
        encours_core::model::shutdown::UnsentSummary {
            waiting: 1,
            blocked: 0,
            ..encours_core::model::shutdown::UnsentSummary::default()
        }
    );
}

#[test]
fn writes_submitted_together_are_stored_and_undone_atomically() {
    let harness = TestHarness::fast(600);
    let engine = harness.synced_engine();
    let deals = ids_with_status(&engine.snapshot(), "sourcing");
    assert!(deals.len() > 100, "{} are too few to be seen in part", deals.len());
    let second_store = Store::open(&harness.settings().dir, jiff::Timestamp::now()).unwrap();
    // At any time the outbox contains all of the writes or none.
    let wait_for_count = |from: usize, to: usize| {
        let end = std::time::Instant::now() + LONG;
        loop {
            let stored_count = second_store.outbox().entries().unwrap().len();
            if stored_count == to {
                break;
            }
            assert_eq!(stored_count, from, "a part of {} was kept", deals.len());
            assert!(std::time::Instant::now() < end);
            std::thread::yield_now();
        }
    };
    let move_all = |from: &str, to: &str, undo_delay: Duration| -> Vec<Effect> {
        deals.iter().map(|deal| move_effect(deal, from, to, undo_delay)).collect()
    };
    engine.submit(move_all("sourcing", "ic", LONG));
    wait_for_count(0, deals.len());
    engine.submit(move_all("ic", "sourcing", Duration::ZERO));
    wait_for_count(deals.len(), 0);
    let s = wait(&engine, "the end", |s| s.writes.is_empty());
    assert_eq!(ids_with_status(&s, "sourcing").len(), deals.len());
}
