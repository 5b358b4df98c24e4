//! Without a connection: no change is lost, the state is shown, work resumes automatically.

use std::collections::BTreeSet;
use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::store::{NewOutboxEntry, Store};
use jiff::Timestamp;

use crate::harness::test_harness::{
    LONG, TestHarness, fields, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

#[test]
fn retries_reuse_unchanged_pending_writes() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    harness.stop_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    let moves = ids.iter().take(2).map(|id| move_effect(id, "sourcing", "ic", NOW));
    submit(&engine, moves.collect());
    let retry_at_of = |s: &Snapshot| match s.connection {
        ConnectionState::Offline { retry_at, .. } => Some(retry_at),
        _ => None,
    };
    let first = wait(&engine, "offline with both", |s| retry_at_of(s).is_some());
    let later_snapshot = wait(&engine, "a later try", |s| retry_at_of(s) > retry_at_of(&first));
    // Writes that are not retried keep their allocation; with very many of them, each try would otherwise copy all.
    let address = |s: &Snapshot, at: usize| std::ptr::from_ref(&s.writes[at]);
    let same = [0, 1].map(|at| address(&first, at) == address(&later_snapshot, at));
    assert!(same.contains(&true), "{:?} {:?}", first.writes, later_snapshot.writes);
}

#[test]
fn offline_writes_survive_a_crash_until_sent_online() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    harness.stop_server();
    submit(
        &engine,
        vec![
            move_effect(&ids[0], "sourcing", "ic", NOW),
            move_effect(&ids[1], "sourcing", "closing", LONG),
            Effect::Create { fields: fields("name", "Écluse"), label: "Écluse".into() },
        ],
    );
    let offline = wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    assert_eq!(offline.writes.len(), 3);
    // Drop the engine without closing it.
    drop(engine);

    let engine = harness.engine();
    let snapshot = wait(&engine, "the store's picture", |s| s.deals.len() == 25 && s.writes.len() == 3);
    assert_eq!(
        shown_status(&snapshot, &ids[0]).as_deref(),
        Some("ic"),
        "the requested change is shown without a service"
    );
    harness.start_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "all but the held one", |s| s.writes.len() == 1);
    assert_eq!((harness.status(&ids[0]), harness.status(&ids[1])), ("ic".into(), "sourcing".into()));
    assert_eq!(engine.close(LONG).waiting, 0);
    assert_eq!(harness.status(&ids[1]), "closing");
    assert_eq!(harness.total(), 25);
}

#[test]
fn connection_recovers_without_user_action() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    harness.stop_server();
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    harness.start_server();
    wait_until_drained(&engine);
    wait(&engine, "online", |s| matches!(s.connection, ConnectionState::Online));
    assert_eq!(harness.status(&id), "ic");
}

#[test]
fn the_first_picture_needs_no_service() {
    let mut harness = TestHarness::new(240);
    harness.synced_engine().close(LONG);
    harness.stop_server();
    let engine = start_engine(harness.settings());
    let snapshot = wait(&engine, "the store's picture", |s| s.deals.len() == 240);
    assert!(snapshot.coverage.complete_at.is_some(), "and says how old it is");
}

#[test]
fn damaged_column_snapshot_is_rebuilt_from_the_cache() {
    let mut harness = TestHarness::new(900);
    let names = |snapshot: &Snapshot| -> BTreeSet<String> {
        snapshot.deals.rows().map(|row| row.name.to_owned()).collect()
    };
    let engine = harness.synced_engine();
    let known_names = names(&engine.snapshot());
    engine.close(LONG);
    harness.stop_server();
    let snapshot_file = harness.profile().join("deals.columns");
    let mut bytes = std::fs::read(&snapshot_file).unwrap();
    // This offset is in the last row; only the part offsets follow.
    let at = bytes.len() - 600;
    bytes[at] ^= 1;
    std::fs::write(&snapshot_file, &bytes).unwrap();
    let engine = start_engine(harness.settings());
    let shown = wait(&engine, "every deal", |s| s.deals.rows().count() == 900);
    assert_eq!(names(&shown), known_names);
    engine.close(LONG);
    assert!(std::fs::read(&snapshot_file).unwrap() != bytes, "the snapshot file was rebuilt");
}

#[test]
fn offline_mode_sends_nothing_until_the_next_start() {
    let harness = TestHarness::new(24);
    harness.synced_engine().close(LONG);
    let request_count = harness.sandbox().requests().total();
    let mut settings = harness.settings();
    settings.client.is_offline = true;
    let engine = start_engine(settings);
    let first_snapshot = wait(&engine, "the store's picture", |s| s.deals.len() == 24);
    let id = ids_with_status(&first_snapshot, "sourcing").remove(0);
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW), Effect::Refresh]);
    let snapshot = wait(&engine, "the move in the outbox", |s| s.writes.len() == 1);
    assert!(matches!(snapshot.connection, ConnectionState::OfflineMode));
    assert_eq!(engine.close(LONG).waiting, 1);
    assert_eq!(harness.sandbox().requests().total(), request_count, "nothing was asked");

    let engine = harness.engine();
    wait(&engine, "the move, sent by the next start", |_| harness.status(&id) == "ic");
}

#[test]
fn the_board_outlives_its_history() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    engine.close(LONG);
    harness.stop_server();
    let engine = start_engine(harness.settings());
    let before = wait(&engine, "the store's picture", |s| s.deals.len() == 24);
    drop(engine);
    // In a restored or moved profile, files are newer than the last sync.
    let snapshot_file = harness.profile().join("deals.columns");
    std::fs::write(&snapshot_file, std::fs::read(&snapshot_file).unwrap()).unwrap();
    let history = harness.profile().join("history.db");
    for history_bytes in [Vec::new(), vec![0x5a; 40_000]] {
        std::fs::write(&history, history_bytes).unwrap();
        let engine = start_engine(harness.settings());
        let snapshot = wait(&engine, "what the copy shows", |s| s.deals.len() == 24);
        let read = snapshot.coverage.complete_at;
        assert!(
            read.is_some() && read <= before.coverage.complete_at,
            "and says how old it is: {read:?}, {:?}",
            before.coverage.complete_at
        );
        assert_eq!(shown_status(&snapshot, &id).as_deref(), Some("sourcing"));
        drop(engine);
    }
    harness.start_server();
    let engine = harness.synced_engine();
    assert_eq!(engine.snapshot().deals.len(), 24);
    let read = wait(&engine, "read again", |s| matches!(s.connection, ConnectionState::Online));
    assert_eq!(shown_status(&read, &id).as_deref(), Some("sourcing"));
}

#[test]
fn deal_created_and_deleted_offline_is_never_sent() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    harness.stop_server();
    submit(&engine, vec![Effect::Create { fields: fields("name", "Écluse"), label: "Écluse".into() }]);
    let offline = wait(&engine, "offline", |s| {
        let is_waiting = |write: &PendingWrite| matches!(write.state, WriteState::Waiting { .. });
        matches!(s.connection, ConnectionState::Offline { .. }) && s.writes.iter().all(is_waiting)
    });
    let temporary = offline.writes.iter().next().unwrap().record.clone();
    drop(engine);
    // Simulate a deletion requested while the creation was being sent: it is the next entry.
    let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
    let deletion = NewOutboxEntry {
        operation: OperationId::DealsDelete,
        record: temporary,
        body: String::new(),
        key: uuid::Uuid::from_u128(7).into(),
        base: "{}".into(),
        label: "Écluse".into(),
        created_at: Timestamp::now(),
        not_before: Timestamp::now(),
        scheduled: false,
    };
    store.outbox().enqueue(&[deletion]).unwrap();
    drop(store);
    harness.start_server();
    let engine = harness.engine();
    wait_until_drained(&engine);
    assert_eq!(harness.idempotency_keys("deals_create"), Vec::<String>::new());
    assert_eq!(harness.idempotency_keys("deals_delete"), Vec::<String>::new());
    assert_eq!(harness.total(), 24);
}

#[test]
fn response_to_a_peer_ends_the_retry_wait() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    engine.close(NOW);
    // This engine would wait an hour before its next try.
    let mut patient_settings = harness.settings();
    (patient_settings.retry_base, patient_settings.retry_cap) = (LONG, LONG);
    harness.stop_server();
    let patient_engine = start_engine(patient_settings);
    let is_offline = |s: &Snapshot| matches!(s.connection, ConnectionState::Offline { .. });
    wait(&patient_engine, "offline", is_offline);
    let other_engine = harness.engine();
    wait(&other_engine, "offline, too", is_offline);
    harness.start_server();
    let is_online =
        |s: &Snapshot| matches!(s.connection, ConnectionState::Online | ConnectionState::Slow { .. });
    wait(&other_engine, "the one that tries", is_online);
    wait(&patient_engine, "the one that heard of it", is_online);
}
