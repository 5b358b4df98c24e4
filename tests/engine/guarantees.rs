//! The guarantees of Encours about a user's work, one test each.
//!
//! Guarantees 2, 3, 4, 6 and 10 have files of their own (`killed`, `exactly_once`, `model`, `racing`). Each test is
//! named after its guarantee.

use std::time::Duration;

use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::contract::record::Record;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::{PendingWrite, WriteState};
use encours_core::model::snapshot::{ConnectionState, EventKind, Snapshot};
use encours_core::store::{RecordKind, Store};
use encours_core::text::Lang;
use encours_sandbox::{Config, Fault, PageBounds, ServiceProfile, SpecGaps};
use jiff::Timestamp;
use proptest::prelude::*;
use proptest::test_runner::{Config as Runs, TestRunner};

use crate::harness::test_harness::{
    TestHarness, applied_count, fields, ids_with_status, move_effect, new_app, shown_status, start_engine,
    submit, wait, wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

fn add_fault(harness: &TestHarness, text: &str) {
    harness.sandbox().faults().add(text.parse::<Fault>().unwrap());
}

/// The first screen comes from the disk, even if the network never answers. Benches measure the time.
#[test]
fn g1_first_screen_comes_from_the_disk() {
    let mut harness = TestHarness::with_config(Config {
        deals: 5_000,
        profile: ServiceProfile::Strict,
        ..Config::default()
    });
    harness.synced_engine().close(NOW);
    harness.stop_server();
    let is_complete = |s: &Snapshot| s.deals.len() == 5_000;
    let engine = harness.engine();
    wait(&engine, "the first picture without a service", is_complete);
    drop(engine);
    // A listener that accepts connections and never answers, so that waiting for it would never end.
    let address = harness.base_url().trim_start_matches("http://").trim_end_matches("/v1");
    let _hole = std::net::TcpListener::bind(address).unwrap();
    let engine = harness.engine();
    let s = wait(&engine, "the first picture without an answer", is_complete);
    assert!(!matches!(s.connection, ConnectionState::Online), "{:?}", s.connection);
}

/// A rejection rolls the view back exactly and reports the reason with the request id.
#[test]
fn g5_rejection_rolls_back_exactly_with_its_reason() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let all_rows = |s: &Snapshot| -> Vec<_> { s.deals.by_age().map(|row| row.to_data()).collect() };
    let before = engine.snapshot();
    let id = ids_with_status(&before, "sourcing").remove(0);
    submit(&engine, vec![move_effect(&id, "sourcing", "no_such_status", NOW)]);
    let after = wait(&engine, "the rejection", |s| s.writes.iter().any(PendingWrite::is_blocked));
    assert_eq!(all_rows(&after), all_rows(&before), "as if it had never been asked");
    let WriteState::Rejected(problem) = &after.writes[0].state else { panic!("{:?}", after.writes) };
    assert!(problem.detail.contains("`status` must be one of"), "{problem:?}");
    let sent = harness.sandbox().requests().of_route("deals_update");
    assert_eq!(problem.request_id, sent[0].request_id, "the one to give to support");
}

/// A blocked row never delays other rows: rejected, in conflict, failing for ever, or unreadable.
#[test]
fn g7_failing_entry_blocks_no_other_entry() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    harness.move_by_another(&ids[1], "lost");
    add_fault(&harness, "status=500@deals_delete");
    let delete = Effect::Delete {
        base: Fields::new(),
        deal: DealId::new(&ids[2]).unwrap(),
        label: "a deal".into(),
        undo_delay: NOW,
    };
    engine.submit(vec![move_effect(&ids[0], "sourcing", "no_such_status", NOW)]);
    wait(&engine, "the rejection", |s| s.writes.iter().any(PendingWrite::is_blocked));
    engine.submit(vec![
        move_effect(&ids[1], "sourcing", "ic", NOW),
        delete,
        move_effect(&ids[3], "sourcing", "ic", NOW),
        move_effect(&ids[0], "sourcing", "closing", NOW),
    ]);
    let s = wait(&engine, "the sound ones", |s| applied_count(s) == 2 && s.writes.len() == 3);
    assert_eq!((harness.status(&ids[3]), harness.status(&ids[0])), ("ic".into(), "closing".into()));
    let blocked_count = s.writes.iter().filter(|write| write.is_blocked()).count();
    assert_eq!(blocked_count, 2, "{:?}", s.writes);
    // The failing write is sent once the fault is gone.
    harness.sandbox().faults().clear();
    wait(&engine, "the deletion", |s| applied_count(s) == 3);
}

/// A record counts as deleted only if a consistent pass and the service confirm it.
#[test]
fn g8_list_shifting_between_pages_deletes_nothing() {
    let spec_gaps = SpecGaps { deals_page: PageBounds::new(7, 500), ..SpecGaps::default() };
    let harness = TestHarness::with_config(Config { deals: 60, spec_gaps, ..Config::default() });
    let mut settings = harness.settings();
    settings.page_size = 7;
    let engine = start_engine(settings);
    let is_synced = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.syncing;
    let mut last = wait(&engine, "the first reading", is_synced).coverage.complete_at;
    for round in 0..6 {
        for page_fault in ["shift@deals_list:3", "duplicate@deals_list:2", "clamp=3@deals_list:2"] {
            add_fault(&harness, page_fault);
        }
        submit(&engine, vec![Effect::Refresh]);
        let s = wait(&engine, "another reading", |s| is_synced(s) && s.coverage.complete_at > last);
        assert_eq!(s.deals.len(), 60, "round {round}");
        last = s.coverage.complete_at;
    }
    harness.sandbox().faults().clear();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    harness
        .with_other_client(async |client| client.delete_deal(&deal, &"other".parse().unwrap()).await)
        .unwrap();
    submit(&engine, vec![Effect::Refresh]);
    let s = wait(&engine, "the deletion", |s| shown_status(s, &id).is_none());
    assert_eq!(s.deals.len(), 59);
}

/// Old data shows its date, and new data arrives without moving the selection.
#[test]
fn g9_old_data_are_dated_and_the_selection_stays() {
    let mut harness = TestHarness::new(60);
    let engine = harness.synced_engine();
    let mut app = new_app(engine.snapshot(), Lang::Fr);
    let ids = ids_with_status(&engine.snapshot(), "ic");
    let focus = DealId::new(&ids[1]).unwrap();
    app.dispatch(Action::FocusDeal(focus.clone()), Timestamp::now());
    // Others move cards in and out of the focused column.
    for (id, to) in [(&ids[0], "closing"), (&ids[2], "lost")] {
        harness.move_by_another(id, to);
    }
    engine.submit(vec![Effect::Refresh]);
    let s = wait(&engine, "what others did", |s| {
        shown_status(s, &ids[0]).as_deref() == Some("closing")
            && shown_status(s, &ids[2]).as_deref() == Some("lost")
    });
    app.on_snapshot(s);
    assert_eq!(app.pipeline.board().cursor.deal.as_ref(), Some(&focus));
    harness.stop_server();
    engine.submit(vec![Effect::Refresh]);
    let s = wait(&engine, "offline", |s| matches!(s.connection, ConnectionState::Offline { .. }));
    app.on_snapshot(s);
    app.tick(Timestamp::now().saturating_add(Duration::from_mins(5)).unwrap());
    let text = status_line(&app).freshness.text;
    assert!(text.starts_with("hors ligne, données d"), "{text}");
    assert_eq!(app.pipeline.board().cursor.deal.as_ref(), Some(&focus));
}

/// Unknown fields and values survive storage, editing and display, byte for byte.
#[test]
fn g11_unknown_fields_and_values_survive() {
    let harness = TestHarness::with_config(Config {
        deals: 24,
        spec_gaps: SpecGaps { accept_unknown_codes: true, ..SpecGaps::default() },
        ..Config::default()
    });
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    let unknown_fields = r#"{"notre_champ":{"x":[1,null,1e400],"dec":0.10},"montant":12345678901234567.890,"status":"on_the_moon"}"#;
    harness
        .with_other_client(async |client| {
            client.update_deal(&deal, unknown_fields, &"strange".parse().unwrap()).await
        })
        .unwrap();
    let owner = harness.deal(&id).unwrap().responsable().map(str::to_owned);
    submit(&engine, vec![Effect::Refresh]);
    wait(&engine, "the strange deal", |s| shown_status(s, &id).as_deref() == Some("on_the_moon"));
    let edit = Effect::Update {
        deal: deal.clone(),
        fields: fields("responsable", "É. Rohmer"),
        base: owner.map_or_else(encours_core::contract::Fields::new, |owner| fields("responsable", &owner)),
        label: "a deal".into(),
        undo_delay: NOW,
    };
    submit(&engine, vec![edit]);
    wait_until_drained(&engine);
    drop(engine);
    let stored_record = || {
        let store = Store::open(&harness.profile(), Timestamp::now()).unwrap();
        let stored = store.cache().get(RecordKind::Deal, "", &id).unwrap().unwrap();
        Record::parse(stored.body).unwrap()
    };
    for record in [stored_record(), harness.deal(&id).unwrap().record().clone()] {
        assert_eq!(record.raw("notre_champ").unwrap().get(), r#"{"x":[1,null,1e400],"dec":0.10}"#);
        assert_eq!(record.raw("montant").unwrap().get(), "12345678901234567.890");
        assert_eq!(record.text("status").as_deref(), Some("on_the_moon"));
        assert_eq!(record.text("responsable").as_deref(), Some("É. Rohmer"));
    }
    // The next run shows the same data from the disk and rewrites none of it.
    let before = stored_record();
    let engine = harness.engine();
    wait(&engine, "the strange deal from the disk", |s| {
        shown_status(s, &id).as_deref() == Some("on_the_moon")
    });
    assert_eq!(stored_record().as_str(), before.as_str());
    // A file of a newer version is rejected and left unchanged.
    drop(engine);
    let file = harness.profile().join("history.db");
    rusqlite::Connection::open(&file).unwrap().pragma_update(None, "user_version", 50).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let rejected = Store::open(&harness.profile(), Timestamp::now()).unwrap_err();
    assert!(rejected.to_string().contains("newer version"), "{rejected}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

/// Any value of an unknown field survives a round trip through the store.
#[test]
fn g11_any_field_value_round_trips_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path(), Timestamp::now()).unwrap();
    let token = prop_oneof![
        "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?",
        "[^\\x00-\\x1f\"\\\\]{0,40}".prop_map(|text| format!("\"{text}\"")),
        Just("null".to_owned()),
        Just("[ 1 , {\"a\" : \"\\u00e9\"} ]".to_owned()),
    ];
    let runs = Runs { cases: 200, failure_persistence: None, ..Runs::default() };
    let result = TestRunner::new(runs).run(&token, |token| {
        let body = format!("{{\"id\":\"d\",\"champ\":{token}}}");
        store.cache().put_single("strange", &body, Timestamp::now()).unwrap();
        let (stored, _) = store.cache().single("strange").unwrap().unwrap();
        prop_assert_eq!(&stored, &body);
        let record = Record::parse(stored).unwrap();
        prop_assert_eq!(record.raw("champ").unwrap().get(), token.trim());
        let fields = encours_core::contract::Fields::from_record(&record);
        prop_assert_eq!(fields.get("champ").unwrap().get(), token.trim());
        Ok(())
    });
    if let Err(failed) = result {
        panic!("{failed}");
    }
}

/// A ban outlives a restart: no request is sent before its end, even if the process is killed.
#[test]
fn g12_a_ban_outlives_a_restart() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    // Limited to the move: if another request met the fault, the move would go through.
    add_fault(&harness, "retry-after=900@deals_update:1");
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the gate", |s| matches!(s.connection, ConnectionState::RateLimited { .. }));
    // The pause is on disk once it is shown, so the process may end abruptly.
    drop(engine);
    let before = harness.sandbox().requests().total();
    for _ in 0..3 {
        let engine = harness.engine();
        let s = wait(&engine, "the gate remembered", |s| {
            matches!(s.connection, ConnectionState::RateLimited { .. }) && !s.writes.is_empty()
        });
        assert!(!s.events.iter().any(|event| matches!(event.kind, EventKind::StoreFailed { .. })));
        submit(&engine, vec![Effect::Refresh, Effect::Retry(s.writes[0].id)]);
    }
    assert_eq!(harness.sandbox().requests().total(), before);
}
