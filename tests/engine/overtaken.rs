//! A deal is read while a move of it is answered: the older answer may arrive last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::history::history_entry::EntryKind;
use encours_core::model::snapshot::Snapshot;

use crate::bench::{
    TestHarness, applied_count, ids_with_status, move_effect, shown_status, start_engine, submit, wait,
};
use crate::line::BlockingProxy;

const NOW: Duration = Duration::ZERO;

#[test]
fn what_was_read_before_our_own_move_is_not_shown_over_it() {
    let bench = TestHarness::fast(24);
    let first = AtomicBool::new(true);
    let line = BlockingProxy::in_front_of(bench.base_url(), move |request| {
        let one = request.starts_with("GET /v1/deals/") && !request.contains("/notes");
        one && first.swap(false, Ordering::SeqCst)
    });
    let engine = start_engine(bench.settings_at(&line.proxy.base_url));
    let s = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.syncing
    });
    let id = ids_with_status(&s, "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    line.block();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    line.wait_until_blocking();
    // The service has answered the read, but the answer is delayed: the move happens in between.
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied_count(s) == 1);
    let ones = |s: &Snapshot| {
        let path = format!("/deals/{id}");
        s.requests.iter().filter(|line| line.path == path).count()
    };
    let before = ones(&engine.snapshot());
    line.unblock();
    wait(&engine, "the answer that was kept back", |s| ones(s) > before);
    // Read again, so that the delayed answer has been processed by then.
    let asked = jiff::Timestamp::now();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    let s = wait(&engine, "the deal", |s| {
        s.details[&deal].deal.fetched_at.is_some_and(|at| at > asked)
    });
    assert_eq!(shown_status(&s, &id).as_deref(), Some("ic"));
    let moves = |s: &Snapshot| {
        let status =
            |what: &EntryKind| matches!(what, EntryKind::FieldChanged { name, .. } if name == "status");
        let history = &s.details[&deal].history;
        let moves = history.iter().filter(|entry| status(&entry.kind));
        moves.map(|entry| entry.is_ours).collect::<Vec<_>>()
    };
    assert_eq!(
        moves(&s),
        [true],
        "the other client has not moved it: {:?}",
        s.details[&deal].history
    );
    // An immediate undo still sends a write, because the deal has the new status.
    submit(&engine, vec![move_effect(&id, "ic", "sourcing", NOW)]);
    wait(&engine, "the move back", |s| applied_count(s) == 2);
    assert_eq!(bench.status(&id), "sourcing");
}

#[test]
fn an_answer_that_comes_after_a_newer_reading_is_not_kept_over_it() {
    let bench = TestHarness::fast(24);
    let first = AtomicBool::new(true);
    let line = BlockingProxy::in_front_of(bench.base_url(), move |request| {
        request.starts_with("PUT /v1/deals/") && first.swap(false, Ordering::SeqCst)
    });
    let engine = start_engine(bench.settings_at(&line.proxy.base_url));
    let read = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.syncing;
    let s = wait(&engine, "the first reading", read);
    let id = ids_with_status(&s, "sourcing").remove(0);
    line.block();
    submit(&engine, vec![move_effect(&id, "sourcing", "ic", NOW)]);
    line.wait_until_blocking();
    // The service has applied the move. This change comes after it, and is read before the move's answer arrives.
    bench.move_by_another(&id, "closing");
    let before = s.coverage.complete_at;
    submit(&engine, vec![Effect::Refresh]);
    wait(&engine, "a reading", |s| {
        read(s) && s.coverage.complete_at > before
    });
    line.unblock();
    let s = wait(&engine, "the answer", |s| applied_count(s) == 1);
    assert_eq!(shown_status(&s, &id).as_deref(), Some("closing"));
    let deal = DealId::new(&id).unwrap();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    let s = wait(&engine, "the deal", |s| {
        s.details[&deal].deal.fetched_at.is_some()
    });
    let history = &s.details[&deal].history;
    let back = history.iter().any(|entry| {
        matches!(&entry.kind, EntryKind::FieldChanged { name, after, .. } if name == "status" && after.as_deref() == Some("\"ic\""))
    });
    assert!(!back, "it never went from closing to ic: {history:?}");
}
