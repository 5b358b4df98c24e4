//! Deletions: scheduled, undone, and of deals that the service does not have yet.

use std::sync::Arc;
use std::time::Duration;

use encours_core::app::deals::board::view::header::board_header;
use encours_core::app::deals::board::view::metric_tiles::metric_tiles;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::contract::Fields;
use encours_core::contract::ids::DealId;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::{ConnectionState, EventKind, Snapshot};
use encours_core::text::Lang;

use crate::harness::test_harness::{
    LONG, TestHarness, applied_count, fields, ids_with_status, move_effect, new_app, shown_status, submit,
    wait, wait_until_drained,
};

const NOW: Duration = Duration::ZERO;

#[test]
fn deal_deleted_before_its_creation_leaves_no_trace() {
    let mut harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    harness.stop_server();
    let create = Effect::Create { fields: fields("name", "Halle"), label: "Halle".into() };
    let snapshot = submit(&engine, vec![create]);
    let record = snapshot.writes[0].record.clone();
    submit(&engine, vec![move_effect(&record, "", "ic", LONG)]);
    // One failed try: nothing has reached the service.
    wait(&engine, "the creation back in its place", |s| {
        s.writes[0].attempts > 0 && !matches!(s.writes[0].state, WriteState::Sending)
    });
    let deal = DealId::new(&record).unwrap();
    engine.submit(vec![Effect::Delete { base: Fields::new(), deal, label: "Halle".into(), undo_delay: NOW }]);
    wait_until_drained(&engine);
    harness.start_server();
    engine.submit(vec![Effect::Refresh]);
    wait(&engine, "the connection", |s| matches!(s.connection, ConnectionState::Online));
    assert_eq!((engine.close(LONG).waiting, harness.total()), (0, 24));
    assert!(harness.idempotency_keys("deals_create").is_empty());
}

#[test]
fn deletion_ends_the_undo_window_of_an_earlier_move() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let delete = Effect::Delete {
        base: Fields::new(),
        deal: DealId::new(&id).unwrap(),
        label: "a deal".into(),
        undo_delay: NOW,
    };
    engine.submit(vec![move_effect(&id, "sourcing", "ic", LONG), delete]);
    wait(&engine, "both", |s| applied_count(s) == 2);
    let calls: Vec<String> = harness.sandbox().requests().all().into_iter().filter_map(|r| r.route).collect();
    let at = |name: &str| calls.iter().position(|route| route == name);
    assert!(at("deals_update") < at("deals_delete") && at("deals_update").is_some(), "in order: {calls:?}");
}

#[test]
fn deletion_is_scheduled_and_undoable_until_sent() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let ids = ids_with_status(&engine.snapshot(), "sourcing");
    let deal = |at: usize| DealId::new(&ids[at]).unwrap();
    let delete = |at: usize, undo_delay| Effect::Delete {
        base: Fields::new(),
        deal: deal(at),
        label: "a deal".into(),
        undo_delay,
    };
    let scheduled = submit(&engine, vec![delete(0, LONG)]);
    assert_eq!((shown_status(&scheduled, &ids[0]), scheduled.deals.len()), (None, 23));
    let undone = submit(&engine, vec![Effect::CancelDelete(deal(0))]);
    assert_eq!((undone.deals.len(), undone.writes.len()), (24, 0));
    engine.submit(vec![delete(1, NOW)]);
    wait(&engine, "the deletion", |s| applied_count(s) == 1);
    assert_eq!(harness.deal(&ids[1]).unwrap_err().kind(), ErrorKind::NotFound);
    let too_late = submit(&engine, vec![Effect::CancelDelete(deal(1))]);
    let is_reported = too_late
        .events
        .iter()
        .any(|e| matches!(&e.kind, EventKind::TooLate { label, .. } if label == "a deal"));
    assert!(is_reported, "{:?}", too_late.events);
    assert_eq!(harness.idempotency_keys("deals_delete").len(), 1);
}

#[test]
fn scheduled_deletion_changes_all_counts_consistently() {
    let harness = TestHarness::new(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    let shown_numbers = |s: Arc<Snapshot>| {
        let app = new_app(s, Lang::En);
        (
            board_header(&app).counts_short,
            metric_tiles(&app)[0].value.clone(),
            status_line(&app).coverage.unwrap().text,
            app.pipeline.filtered().columns.iter().map(|column| column.total).sum::<usize>(),
        )
    };
    let expected = |n: usize| (format!("{n} / {n}"), n.to_string(), format!("{n}/{n} deals"), n);
    assert_eq!(shown_numbers(engine.snapshot()), expected(24));
    let delete =
        Effect::Delete { base: Fields::new(), deal: deal.clone(), label: "a deal".into(), undo_delay: LONG };
    assert_eq!(shown_numbers(submit(&engine, vec![delete])), expected(23));
    assert_eq!(shown_numbers(submit(&engine, vec![Effect::CancelDelete(deal)])), expected(24));
}

#[test]
fn late_undo_after_restart_names_the_deleted_deal() {
    let harness = TestHarness::fast(24);
    let engine = harness.synced_engine();
    let id = ids_with_status(&engine.snapshot(), "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    let name = harness.deal(&id).unwrap().record().text("name").unwrap().into_owned();
    engine.submit(vec![Effect::Delete {
        base: Fields::new(),
        deal: deal.clone(),
        label: name.clone(),
        undo_delay: NOW,
    }]);
    wait(&engine, "the deletion", |s| applied_count(s) == 1);
    engine.close(LONG);
    let engine = harness.synced_engine();
    let s = submit(&engine, vec![Effect::CancelDelete(deal)]);
    let too_late_label = s.events.iter().find_map(|event| match &event.kind {
        EventKind::TooLate { label, .. } => Some(label.clone()),
        _ => None,
    });
    assert_eq!(too_late_label, Some(name));
}
