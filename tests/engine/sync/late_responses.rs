//! A deal is read while a move of it is answered: the older response may arrive last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::history::history_entry::EntryKind;
use encours_core::model::snapshot::Snapshot;

use crate::harness::blocking_proxy::BlockingProxy;
use crate::harness::test_harness::{
    TestHarness, applied_count, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
};

const NOW: Duration = Duration::ZERO;

#[test]
fn fetch_from_before_an_own_move_never_overwrites_it() {
    let harness = TestHarness::fast(24);
    let first = AtomicBool::new(true);
    let proxy = BlockingProxy::in_front_of(harness.base_url(), move |request| {
        let is_deal_request = request.starts_with("GET /v1/deals/") && !request.contains("/notes");
        is_deal_request && first.swap(false, Ordering::SeqCst)
    });
    let engine = start_engine(harness.settings_at(&proxy.proxy.base_url));
    let s = wait(&engine, "the first reading", |s| s.coverage.complete_at.is_some() && !s.coverage.syncing);
    let id = ids_with_status(&s, "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    proxy.block();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    proxy.wait_until_blocking();
    // The service has answered the read, but the response is delayed: the move happens in between.
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    let deal_request_count = |s: &Snapshot| {
        let path = format!("/deals/{id}");
        s.requests.iter().filter(|proxy| proxy.path == path).count()
    };
    let before = deal_request_count(&engine.snapshot());
    proxy.unblock();
    wait(&engine, "the answer that was kept back", |s| deal_request_count(s) > before);
    // Read again, so that the delayed response has been processed by then.
    let requested_at = jiff::Timestamp::now();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    let s =
        wait(&engine, "the deal", |s| s.details[&deal].deal.fetched_at.is_some_and(|at| at > requested_at));
    assert_eq!(shown_status(&s, &id).as_deref(), Some("ic"));
    let moves = |s: &Snapshot| {
        let status =
            |kind: &EntryKind| matches!(kind, EntryKind::FieldChanged { name, .. } if name == "status");
        let history = &s.details[&deal].history;
        let moves = history.iter().filter(|entry| status(&entry.kind));
        moves.map(|entry| entry.is_ours).collect::<Vec<_>>()
    };
    assert_eq!(moves(&s), [true], "the other client has not moved it: {:?}", s.details[&deal].history);
    // An immediate undo still sends a write, because the deal has the new status.
    submit(&engine, vec![move_effect(&id, "ic", "sourcing", NOW)]);
    wait(&engine, "the move back", |s| applied_count(s) == 2);
    assert_eq!(harness.status(&id), "sourcing");
}

#[test]
fn late_response_does_not_overwrite_a_newer_sync() {
    let harness = TestHarness::fast(24);
    let first = AtomicBool::new(true);
    let proxy = BlockingProxy::in_front_of(harness.base_url(), move |request| {
        request.starts_with("PUT /v1/deals/") && first.swap(false, Ordering::SeqCst)
    });
    let engine = start_engine(harness.settings_at(&proxy.proxy.base_url));
    let is_synced = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.syncing;
    let s = wait(&engine, "the first reading", is_synced);
    let id = ids_with_status(&s, "sourcing").remove(0);
    proxy.block();
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    proxy.wait_until_blocking();
    // The service has applied the move. This change comes after it, and is read before the move's response arrives.
    harness.move_by_another(&id, "closing");
    let before = s.coverage.complete_at;
    submit(&engine, vec![Effect::Refresh]);
    wait(&engine, "a reading", |s| is_synced(s) && s.coverage.complete_at > before);
    proxy.unblock();
    let s = wait(&engine, "the answer", |s| applied_count(s) == 1);
    assert_eq!(shown_status(&s, &id).as_deref(), Some("closing"));
    let deal = DealId::new(&id).unwrap();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    let s = wait(&engine, "the deal", |s| s.details[&deal].deal.fetched_at.is_some());
    let history = &s.details[&deal].history;
    let is_reverted = history.iter().any(|entry| {
        matches!(&entry.kind, EntryKind::FieldChanged { name, after, .. } if name == "status" && after.as_deref() == Some("\"ic\""))
    });
    assert!(!is_reverted, "it never went from closing to ic: {history:?}");
}
