//! Without a connection: no change is lost, the state is shown, work resumes automatically.

use std::collections::BTreeSet;
use std::time::Duration;

use encours_core::contract::OperationId;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{Connection, Snapshot};
use encours_core::store::{NewRow, Store};
use jiff::Timestamp;

use crate::bench::{Bench, LONG, drained, fields, moving, seen, start, submit, wait, with_status};

const NOW: Duration = Duration::ZERO;

#[test]
fn what_waits_stays_the_very_same_while_the_connection_is_tried_again() {
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    let ids = with_status(&engine.snapshot(), "sourcing");
    bench.unplug();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "offline", |s| {
        matches!(s.connection, Connection::Offline { .. })
    });
    let moves = ids.iter().take(2).map(|id| moving(id, "sourcing", "ic", NOW));
    submit(&engine, moves.collect());
    let again = |s: &Snapshot| match s.connection {
        Connection::Offline { retry_at, .. } => Some(retry_at),
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
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    let ids = with_status(&engine.snapshot(), "sourcing");
    bench.unplug();
    submit(
        &engine,
        vec![
            moving(&ids[0], "sourcing", "ic", NOW),
            moving(&ids[1], "sourcing", "closing", LONG),
            Effect::Create {
                fields: fields("name", "Écluse"),
                label: "Écluse".into(),
            },
        ],
    );
    let offline = wait(&engine, "offline", |s| {
        matches!(s.connection, Connection::Offline { .. })
    });
    assert_eq!(offline.writes.len(), 3);
    // Drop the engine without closing it.
    drop(engine);

    let engine = bench.engine();
    let shown = wait(&engine, "the store's picture", |s| {
        s.deals.len() == 25 && s.writes.len() == 3
    });
    assert_eq!(
        seen(&shown, &ids[0]).as_deref(),
        Some("ic"),
        "the requested change is shown without a service"
    );
    bench.plug();
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
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    bench.unplug();
    engine.submit(vec![moving(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "offline", |s| {
        matches!(s.connection, Connection::Offline { .. })
    });
    bench.plug();
    drained(&engine);
    wait(&engine, "online", |s| matches!(s.connection, Connection::Online));
    assert_eq!(bench.status(&id), "ic");
}

#[test]
fn the_first_picture_needs_no_service() {
    let mut bench = Bench::new(240);
    bench.ready().close(LONG);
    bench.unplug();
    let engine = start(bench.settings());
    let shown = wait(&engine, "the store's picture", |s| s.deals.len() == 240);
    assert!(shown.coverage.complete_at.is_some(), "and says how old it is");
}

#[test]
fn a_copy_that_is_damaged_behind_what_it_shows_first_gives_way_to_the_rows() {
    let mut bench = Bench::new(900);
    let names = |snapshot: &Snapshot| -> BTreeSet<String> {
        snapshot.deals.rows().map(|row| row.name.to_owned()).collect()
    };
    let engine = bench.ready();
    let known = names(&engine.snapshot());
    engine.close(LONG);
    bench.unplug();
    let copy = bench.profile().join("deals.columns");
    let mut bytes = std::fs::read(&copy).unwrap();
    // This offset is in the last row; only the part offsets follow.
    let at = bytes.len() - 600;
    bytes[at] ^= 1;
    std::fs::write(&copy, &bytes).unwrap();
    let engine = start(bench.settings());
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
    let bench = Bench::new(24);
    bench.ready().close(LONG);
    let asked = bench.sandbox().requests().total();
    let mut settings = bench.settings();
    settings.client.withheld = true;
    let engine = start(settings);
    let shown = wait(&engine, "the store's picture", |s| s.deals.len() == 24);
    let id = with_status(&shown, "sourcing").remove(0);
    submit(&engine, vec![moving(&id, "sourcing", "ic", NOW), Effect::Refresh]);
    let kept = wait(&engine, "the move in the outbox", |s| s.writes.len() == 1);
    assert!(matches!(kept.connection, Connection::Withheld));
    assert_eq!(engine.close(LONG).waiting, 1);
    assert_eq!(bench.sandbox().requests().total(), asked, "nothing was asked");

    let engine = bench.engine();
    wait(&engine, "the move, sent by the next start", |_| {
        bench.status(&id) == "ic"
    });
}

#[test]
fn the_board_outlives_its_history() {
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    let id = with_status(&engine.snapshot(), "sourcing").remove(0);
    engine.close(LONG);
    bench.unplug();
    let engine = start(bench.settings());
    let known = wait(&engine, "the store's picture", |s| s.deals.len() == 24);
    drop(engine);
    // In a restored or moved profile, files are newer than the last sync.
    let copy = bench.profile().join("deals.columns");
    std::fs::write(&copy, std::fs::read(&copy).unwrap()).unwrap();
    let history = bench.profile().join("history.db");
    for lost in [Vec::new(), vec![0x5a; 40_000]] {
        std::fs::write(&history, lost).unwrap();
        let engine = start(bench.settings());
        let shown = wait(&engine, "what the copy shows", |s| s.deals.len() == 24);
        let read = shown.coverage.complete_at;
        assert!(
            read.is_some() && read <= known.coverage.complete_at,
            "and says how old it is: {read:?}, {:?}",
            known.coverage.complete_at
        );
        assert_eq!(seen(&shown, &id).as_deref(), Some("sourcing"));
        drop(engine);
    }
    bench.plug();
    let engine = bench.ready();
    assert_eq!(engine.snapshot().deals.len(), 24);
    let read = wait(&engine, "read again", |s| {
        matches!(s.connection, Connection::Online)
    });
    assert_eq!(seen(&read, &id).as_deref(), Some("sourcing"));
}

#[test]
fn what_was_to_be_created_and_deleted_offline_is_not_sent_at_all() {
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    bench.unplug();
    submit(
        &engine,
        vec![Effect::Create {
            fields: fields("name", "Écluse"),
            label: "Écluse".into(),
        }],
    );
    let offline = wait(&engine, "offline", |s| {
        let waits = |write: &PendingWrite| matches!(write.state, WriteState::Waiting { .. });
        matches!(s.connection, Connection::Offline { .. }) && s.writes.iter().all(waits)
    });
    let temporary = offline.writes.iter().next().unwrap().record.clone();
    drop(engine);
    // Simulate a deletion requested while the creation was being sent: it is the next entry.
    let store = Store::open(&bench.profile(), Timestamp::now()).unwrap();
    let deletion = NewRow {
        operation: OperationId::DealsDelete,
        record: temporary,
        body: String::new(),
        key: uuid::Uuid::from_u128(7).into(),
        base: "{}".into(),
        label: "Écluse".into(),
        created_at: Timestamp::now(),
        not_before: Timestamp::now(),
        held: false,
    };
    store.outbox().enqueue(&[deletion]).unwrap();
    drop(store);
    bench.plug();
    let engine = bench.engine();
    drained(&engine);
    assert_eq!(bench.keys("deals_create"), Vec::<String>::new());
    assert_eq!(bench.keys("deals_delete"), Vec::<String>::new());
    assert_eq!(bench.total(), 24);
}

#[test]
fn whoever_waits_for_the_next_try_tries_when_another_program_gets_an_answer() {
    let mut bench = Bench::new(24);
    let engine = bench.ready();
    engine.close(NOW);
    // This engine would wait an hour before its next try.
    let mut patient = bench.settings();
    (patient.retry_base, patient.retry_cap) = (LONG, LONG);
    bench.unplug();
    let one = start(patient);
    let away = |s: &Snapshot| matches!(s.connection, Connection::Offline { .. });
    wait(&one, "offline", away);
    let other = bench.engine();
    wait(&other, "offline, too", away);
    bench.plug();
    let online = |s: &Snapshot| matches!(s.connection, Connection::Online | Connection::Slow { .. });
    wait(&other, "the one that tries", online);
    wait(&one, "the one that heard of it", online);
}
