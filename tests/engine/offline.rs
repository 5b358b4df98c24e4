//! Without a connection: no change is lost, the state is shown, work resumes automatically.

use std::collections::BTreeSet;
use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{ConnectionState, Snapshot};
use encours_core::store::{NewOutboxEntry, Store};
use jiff::Timestamp;

use crate::bench::{
    LONG, TestHarness, fields, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
    wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

#[test]
fn what_waits_stays_the_very_same_while_the_connection_is_tried_again() {
    let mut bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    bench.stop_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline", |s| {
        matches!(s.connection, ConnectionState::Offline { .. })
    });
    let moves = ids
        .iter()
        .take(2)
        .map(|id| move_effect(id, "sourcing", "ic", NOW));
    submit(&engine, moves.collect());
    let again = |s: &Snapshot| match s.connection {
        ConnectionState::Offline { retry_at, .. } => Some(retry_at),
        _ => None,
    };
    let first = wait(&engine, "offline with both", |s| again(s).is_some());
    let later = wait(&engine, "a later try", |s| again(s) > again(&first));
    // Writes that are not retried keep their allocation; with very many of them, each try would otherwise copy all.
    let place = |s: &Snapshot, at: usize| std::ptr::from_ref(&s.writes[at]);
    let same = [0, 1].map(|at| place(&first, at) == place(&later, at));
    assert!(same.contains(&true), "{:?} {:?}", first.writes, later.writes);
}

#[test]
fn what_was_queued_offline_survives_a_crash_and_leaves_when_the_service_is_back() {
    let mut bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    bench.stop_server();
    submit(
        &engine,
        vec![
            move_effect(&ids[0], "sourcing", "ic", NOW),
            move_effect(&ids[1], "sourcing", "closing", LONG),
            Effect::Create {
                fields: fields("name", "Écluse"),
                label: "Écluse".into(),
            },
        ],
    );
    let offline = wait(&engine, "offline", |s| {
        matches!(s.connection, ConnectionState::Offline { .. })
    });
    assert_eq!(offline.writes.len(), 3);
    // Drop the engine without closing it.
    drop(engine);

    let engine = bench.engine();
    let shown = wait(&engine, "the store's picture", |s| {
        s.deals.len() == 25 && s.writes.len() == 3
    });
    assert_eq!(
        shown_status(&shown, &ids[0]).as_deref(),
        Some("ic"),
        "the requested change is shown without a service"
    );
    bench.start_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "all but the held one", |s| s.writes.len() == 1);
    assert_eq!(
        (bench.status(&ids[0]), bench.status(&ids[1])),
        ("ic".into(), "sourcing".into())
    );
    assert_eq!(engine.close(LONG).waiting, 0);
    assert_eq!(bench.status(&ids[1]), "closing");
    assert_eq!(bench.total(), 25);
}

#[test]
fn the_connection_comes_back_by_itself() {
    let mut bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    bench.stop_server();
    engine.submit(vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "offline", |s| {
        matches!(s.connection, ConnectionState::Offline { .. })
    });
    bench.start_server();
    wait_until_drained(&engine);
    wait(&engine, "online", |s| {
        matches!(s.connection, ConnectionState::Online)
    });
    assert_eq!(bench.status(&id), "ic");
}

#[test]
fn the_first_picture_needs_no_service() {
    let mut bench = TestHarness::new(240);
    bench.synced_engine().close(LONG);
    bench.stop_server();
    let engine = start_engine(bench.settings());
    let shown = wait(&engine, "the store's picture", |s| s.deals.len() == 240);
    assert!(shown.coverage.complete_at.is_some(), "and says how old it is");
}

#[test]
fn a_copy_that_is_damaged_behind_what_it_shows_first_gives_way_to_the_rows() {
    let mut bench = TestHarness::new(900);
    let names = |snapshot: &Snapshot| -> BTreeSet<String> {
        snapshot.deals.rows().map(|row| row.name.to_owned()).collect()
    };
    let engine = bench.synced_engine();
    let known = names(&engine.snapshot());
    engine.close(LONG);
    bench.stop_server();
    let copy = bench.profile().join("deals.columns");
    let mut bytes = std::fs::read(&copy).unwrap();
    // This offset is in the last row; only the part offsets follow.
    let at = bytes.len() - 600;
    bytes[at] ^= 1;
    std::fs::write(&copy, &bytes).unwrap();
    let engine = start_engine(bench.settings());
    let shown = wait(&engine, "every deal", |s| s.deals.rows().count() == 900);
    assert_eq!(names(&shown), known);
    engine.close(LONG);
    assert!(
        std::fs::read(&copy).unwrap() != bytes,
        "the snapshot file was rebuilt"
    );
}

#[test]
fn what_is_to_stay_here_stays_here_though_the_service_is_there() {
    let bench = TestHarness::new(24);
    bench.synced_engine().close(LONG);
    let asked = bench.sandbox().requests().total();
    let mut settings = bench.settings();
    settings.client.is_offline = true;
    let engine = start_engine(settings);
    let shown = wait(&engine, "the store's picture", |s| s.deals.len() == 24);
    let id = ids_with_status(&shown, "sourcing").remove(0);
    submit(
        &engine,
        vec![move_effect(&id, "sourcing", "ic", NOW), Effect::Refresh],
    );
    let kept = wait(&engine, "the move in the outbox", |s| s.writes.len() == 1);
    assert!(matches!(kept.connection, ConnectionState::OfflineMode));
    assert_eq!(engine.close(LONG).waiting, 1);
    assert_eq!(bench.sandbox().requests().total(), asked, "nothing was asked");

    let engine = bench.engine();
    wait(&engine, "the move, sent by the next start", |_| {
        bench.status(&id) == "ic"
    });
}

#[test]
fn the_board_outlives_its_history() {
    let mut bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    engine.close(LONG);
    bench.stop_server();
    let engine = start_engine(bench.settings());
    let known = wait(&engine, "the store's picture", |s| s.deals.len() == 24);
    drop(engine);
    // In a restored or moved profile, files are newer than the last sync.
    let copy = bench.profile().join("deals.columns");
    std::fs::write(&copy, std::fs::read(&copy).unwrap()).unwrap();
    let history = bench.profile().join("history.db");
    for lost in [Vec::new(), vec![0x5a; 40_000]] {
        std::fs::write(&history, lost).unwrap();
        let engine = start_engine(bench.settings());
        let shown = wait(&engine, "what the copy shows", |s| s.deals.len() == 24);
        let read = shown.coverage.complete_at;
        assert!(
            read.is_some() && read <= known.coverage.complete_at,
            "and says how old it is: {read:?}, {:?}",
            known.coverage.complete_at
        );
        assert_eq!(shown_status(&shown, &id).as_deref(), Some("sourcing"));
        drop(engine);
    }
    bench.start_server();
    let engine = bench.synced_engine();
    assert_eq!(engine.snapshot().deals.len(), 24);
    let read = wait(&engine, "read again", |s| {
        matches!(s.connection, ConnectionState::Online)
    });
    assert_eq!(shown_status(&read, &id).as_deref(), Some("sourcing"));
}

#[test]
fn what_was_to_be_created_and_deleted_offline_is_not_sent_at_all() {
    let mut bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    bench.stop_server();
    submit(
        &engine,
        vec![Effect::Create {
            fields: fields("name", "Écluse"),
            label: "Écluse".into(),
        }],
    );
    let offline = wait(&engine, "offline", |s| {
        let waits = |write: &PendingWrite| matches!(write.state, WriteState::Waiting { .. });
        matches!(s.connection, ConnectionState::Offline { .. }) && s.writes.iter().all(waits)
    });
    let temporary = offline.writes.iter().next().unwrap().record.clone();
    drop(engine);
    // Simulate a deletion requested while the creation was being sent: it is the next entry.
    let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
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
    bench.start_server();
    let engine = bench.engine();
    wait_until_drained(&engine);
    assert_eq!(bench.idempotency_keys("deals_create"), Vec::<String>::new());
    assert_eq!(bench.idempotency_keys("deals_delete"), Vec::<String>::new());
    assert_eq!(bench.total(), 24);
}

#[test]
fn whoever_waits_for_the_next_try_tries_when_another_program_gets_an_answer() {
    let mut bench = TestHarness::new(24);
    let engine = bench.synced_engine();
    engine.close(NOW);
    // This engine would wait an hour before its next try.
    let mut patient = bench.settings();
    (patient.retry_base, patient.retry_cap) = (LONG, LONG);
    bench.stop_server();
    let one = start_engine(patient);
    let away = |s: &Snapshot| matches!(s.connection, ConnectionState::Offline { .. });
    wait(&one, "offline", away);
    let other = bench.engine();
    wait(&other, "offline, too", away);
    bench.start_server();
    let online = |s: &Snapshot| {
        matches!(
            s.connection,
            ConnectionState::Online | ConnectionState::Slow { .. }
        )
    };
    wait(&other, "the one that tries", online);
    wait(&one, "the one that heard of it", online);
}
