//! A deal is read while a move of it is answered: the older answer may arrive last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use encours_core::contract::ids::DealId;
use encours_core::model::effect::Effect;
use encours_core::model::history::history_entry::What;
use encours_core::model::snapshot::Snapshot;

use crate::bench::{Bench, applied, moving, seen, start, submit, wait, with_status};
use crate::line::Line;

const NOW: Duration = Duration::ZERO;

#[test]
fn what_was_read_before_our_own_move_is_not_shown_over_it() {
    let bench = Bench::quick(24);
    let first = AtomicBool::new(true);
    let line = Line::before(bench.base_url(), move |request| {
        let one = request.starts_with("GET /v1/deals/") && !request.contains("/notes");
        one && first.swap(false, Ordering::SeqCst)
    });
    let engine = start(bench.settings_at(&line.between.at));
    let s = wait(&engine, "the first reading", |s| {
        s.coverage.complete_at.is_some() && !s.coverage.reading
    });
    let id = with_status(&s, "sourcing").remove(0);
    let deal = DealId::new(&id).unwrap();
    line.shut();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    line.keeps_back();
    // The service has answered the read, but the answer is delayed: the move happens in between.
    submit(&engine, vec![moving(&id, "sourcing", "ic", NOW)]);
    wait(&engine, "the move", |s| applied(s) == 1);
    let ones = |s: &Snapshot| {
        let path = format!("/deals/{id}");
        s.requests.iter().filter(|line| line.path == path).count()
    };
    let before = ones(&engine.snapshot());
    line.open();
    wait(&engine, "the answer that was kept back", |s| ones(s) > before);
    // Read again, so that the delayed answer has been processed by then.
    let asked = jiff::Timestamp::now();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    let s = wait(&engine, "the deal", |s| {
        s.details[&deal].deal.read_at.is_some_and(|at| at > asked)
    });
    assert_eq!(seen(&s, &id).as_deref(), Some("ic"));
    let moves = |s: &Snapshot| {
        let status = |what: &What| matches!(what, What::Field { name, .. } if name == "status");
        let history = &s.details[&deal].history;
        let moves = history.iter().filter(|entry| status(&entry.what));
        moves.map(|entry| entry.ours).collect::<Vec<_>>()
    };
    assert_eq!(
        moves(&s),
        [true],
        "the other client has not moved it: {:?}",
        s.details[&deal].history
    );
    // An immediate undo still sends a write, because the deal has the new status.
    submit(&engine, vec![moving(&id, "ic", "sourcing", NOW)]);
    wait(&engine, "the move back", |s| applied(s) == 2);
    assert_eq!(bench.status(&id), "sourcing");
}

#[test]
fn an_answer_that_comes_after_a_newer_reading_is_not_kept_over_it() {
    let bench = Bench::quick(24);
    let first = AtomicBool::new(true);
    let line = Line::before(bench.base_url(), move |request| {
        request.starts_with("PUT /v1/deals/") && first.swap(false, Ordering::SeqCst)
    });
    let engine = start(bench.settings_at(&line.between.at));
    let read = |s: &Snapshot| s.coverage.complete_at.is_some() && !s.coverage.reading;
    let s = wait(&engine, "the first reading", read);
    let id = with_status(&s, "sourcing").remove(0);
    line.shut();
    submit(&engine, vec![moving(&id, "sourcing", "ic", NOW)]);
    line.keeps_back();
    // The service has applied the move. This change comes after it, and is read before the move's answer arrives.
    bench.move_by_another(&id, "closing");
    let before = s.coverage.complete_at;
    submit(&engine, vec![Effect::Refresh]);
    wait(&engine, "a reading", |s| {
        read(s) && s.coverage.complete_at > before
    });
    line.open();
    let s = wait(&engine, "the answer", |s| applied(s) == 1);
    assert_eq!(seen(&s, &id).as_deref(), Some("closing"));
    let deal = DealId::new(&id).unwrap();
    submit(&engine, vec![Effect::LoadDeal(deal.clone())]);
    let s = wait(&engine, "the deal", |s| s.details[&deal].deal.read_at.is_some());
    let history = &s.details[&deal].history;
    let back = history.iter().any(|entry| {
        matches!(&entry.what, What::Field { name, after, .. } if name == "status" && after.as_deref() == Some("\"ic\""))
    });
    assert!(!back, "it never went from closing to ic: {history:?}");
}
